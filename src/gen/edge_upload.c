#include "gen/edge_upload.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/path.h"
#include "base/spawn.h"

enum { TOUCH_MS = 400, WAIT_MS = 5000, STEP_MS = 100, USB_DEPTH = 4 };

/* A serial port of a USB device. */
struct port {
	str path; /* "/dev/ttyACM0" */
	str id;   /* "2341:0043" */
};
VEC_DEFINE(ports, struct port)

static void sleep_ms(long ms) {
	struct timespec time = {ms / 1000, ms % 1000 * 1000000};
	nanosleep(&time, NULL);
}

/* "idVendor:idProduct" of the USB device that a serial port belongs to; empty where it is none. */
static str usb_id(struct arena *arena, str device) {
	str dir = file_real(arena, device);
	for (int i = 0; i < USB_DEPTH && dir.len; i++) {
		str vendor;
		str product;
		if (file_try_read(arena, path_join(arena, dir, STR("idVendor")), &vendor) &&
		    file_try_read(arena, path_join(arena, dir, STR("idProduct")), &product)) {
			vendor = str_trim(vendor);
			product = str_trim(product);
			return str_format(arena, "%" PRI_STR ":%" PRI_STR, STR_ARG(vendor),
			                  STR_ARG(product));
		}
		dir = path_parent(dir);
	}
	return STR("");
}

static void list_ports(struct arena *arena, const struct edge_upload *upload, struct ports *out) {
	str classes = upload->classes.len ? upload->classes : STR("/sys/class/tty");
	str devices = upload->devices.len ? upload->devices : STR("/dev");
	struct file_entries entries;
	if (!file_list(arena, classes, &entries)) {
		return;
	}
	for (size_t i = 0; i < entries.len; i++) {
		str class = path_join(arena, classes, entries.at[i].name);
		str id = usb_id(arena, path_join(arena, class, STR("device")));
		if (id.len) {
			struct port port = {path_join(arena, devices, entries.at[i].name), id};
			ports_push(arena, out, port);
		}
	}
}

static str without_0x(str number) {
	bool has = str_eq_nocase(str_slice(number, 0, 2), STR("0x"));
	return has ? str_from_offset(number, 2) : number;
}

/* "0x2341:0x0043" and "2341:0043" are the same id. */
static bool same_id(str a, str b) {
	str vendors[2];
	str products[2];
	return str_cut(a, ':', &vendors[0], &products[0]) &&
	       str_cut(b, ':', &vendors[1], &products[1]) &&
	       str_eq_nocase(without_0x(vendors[0]), without_0x(vendors[1])) &&
	       str_eq_nocase(without_0x(products[0]), without_0x(products[1]));
}

static bool refuse_ports(struct ctx *cx, const struct ports *found) {
	if (found->len == 0) {
		diag_fault(cx->diag, EXIT_MACHINE, (span){0}, "no USB serial port was found");
	} else {
		diag_fault(cx->diag, EXIT_MACHINE, (span){0},
		           "none of the %zu USB serial ports is known to be this board's",
		           found->len);
	}
	for (size_t i = 0; i < found->len; i++) {
		diag_note(cx->diag, (span){0}, "%" PRI_STR " is a device %" PRI_STR,
		          STR_ARG(found->at[i].path), STR_ARG(found->at[i].id));
	}
	diag_help(cx->diag, "connect the board, or name its port: upload_port = /dev/ttyACM0");
	return false;
}

static bool is_of_board(const struct port *port, const struct str_vec *hwids) {
	for (size_t i = 0; i < hwids->len; i++) {
		if (same_id(port->id, hwids->at[i])) {
			return true;
		}
	}
	return false;
}

bool upload_find_port(struct ctx *cx, const struct edge_upload *upload, str *port) {
	struct ports found = {0};
	list_ports(cx->keep, upload, &found);
	for (size_t i = 0; i < found.len; i++) {
		if (is_of_board(&found.at[i], &upload->hwids)) {
			*port = found.at[i].path;
			return true;
		}
	}
	if (found.len == 1) {
		*port = found.at[0].path;
		return true;
	}
	return refuse_ports(cx, &found);
}

/* Open and close the port at 1200 baud, as a sign for the bootloader. */
static bool touch(struct ctx *cx, str port) {
	int fd = open(str_cstr(cx->scratch, port), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0) {
		return diag_errno(cx->diag, port, "cannot open the port");
	}
	struct termios line;
	if (tcgetattr(fd, &line) == 0) {
		cfsetspeed(&line, B1200);
		(void)tcsetattr(fd, TCSANOW, &line);
		int dtr = TIOCM_DTR;
		(void)ioctl(fd, TIOCMBIC, &dtr);
	}
	close(fd);
	sleep_ms(TOUCH_MS);
	return true;
}

static bool has_port(const struct ports *ports, str path) {
	for (size_t i = 0; i < ports->len; i++) {
		if (str_eq(ports->at[i].path, path)) {
			return true;
		}
	}
	return false;
}

/* The first of `now` that was not there before; NULL where there is none. */
static const struct port *find_new(const struct ports *before, const struct ports *now) {
	for (size_t i = 0; i < now->len; i++) {
		if (!has_port(before, now->at[i].path)) {
			return &now->at[i];
		}
	}
	return NULL;
}

/* The port that appears after a touch; the old one where none does in time. */
static void wait_for_new(struct ctx *cx, const struct edge_upload *upload, struct ports *before,
                         str *port) {
	for (long waited = 0; waited < WAIT_MS; waited += STEP_MS) {
		struct arena_mark mark = arena_mark(cx->scratch);
		struct ports now = {0};
		list_ports(cx->scratch, upload, &now);
		const struct port *appeared = find_new(before, &now);
		if (appeared) {
			*port = str_copy(cx->keep, appeared->path);
			return;
		}
		*before = (struct ports){0};
		for (size_t i = 0; i < now.len; i++) {
			struct port kept = {str_copy(cx->keep, now.at[i].path), {0}};
			ports_push(cx->keep, before, kept);
		}
		arena_rewind(cx->scratch, mark);
		sleep_ms(STEP_MS);
	}
}

/* Find the port and make its bootloader listen. */
static bool prepare_port(struct ctx *cx, const struct edge_upload *upload, str *port) {
	*port = upload->port;
	if (port->len == 0 && !upload_find_port(cx, upload, port)) {
		return false;
	}
	struct ports before = {0};
	list_ports(cx->keep, upload, &before);
	if (upload->touch_1200bps && !touch(cx, *port)) {
		return false;
	}
	if (upload->wait_for_port) {
		wait_for_new(cx, upload, &before, port);
	}
	return true;
}

static bool wants_port(const struct str_vec *command) {
	for (size_t i = 0; i < command->len; i++) {
		if (str_contains(command->at[i], STR("{port}"))) {
			return true;
		}
	}
	return false;
}

bool edge_upload(struct ctx *cx, const struct edge_upload *upload) {
	struct spawn spawn = {.foreground = true};
	str port = {0};
	if (wants_port(&upload->command) && !prepare_port(cx, upload, &port)) {
		return false;
	}
	for (size_t i = 0; i < upload->command.len; i++) {
		str word = str_replace(cx->keep, upload->command.at[i], STR("{port}"), port);
		str_vec_push(cx->keep, &spawn.argv, word);
	}
	struct spawn_result result = {0};
	if (!spawn_run(cx, &spawn, &result)) {
		return false;
	}
	if (result.status != 0) {
		return diag_fault(cx->diag, EXIT_MACHINE, (span){0},
		                  "the upload ended with status %d", result.status);
	}
	return true;
}
