#include "support.h"

#include "base/file.h"
#include "gen/edge_upload.h"

/* A made-up machine: a serial port and the USB device that it belongs to. */
static void add_port(struct fixture *f, const char *port, const char *vendor, const char *product) {
	str dir = str_format(&f->keep, "usb/%s", port);
	str vendor_file = str_format(&f->keep, "%" PRI_STR "/idVendor", STR_ARG(dir));
	str product_file = str_format(&f->keep, "%" PRI_STR "/idProduct", STR_ARG(dir));
	str interface = str_format(&f->keep, "%" PRI_STR "/1:1.0/tty", STR_ARG(dir));
	str class = str_format(&f->keep, "class/%s", port);
	fixture_write(f, str_cstr(&f->keep, vendor_file), vendor);
	fixture_write(f, str_cstr(&f->keep, product_file), product);
	assert_true(file_make_dirs(&f->cx, interface));
	assert_true(file_make_dirs(&f->cx, class));
	str link = str_format(&f->keep, "%" PRI_STR "/device", STR_ARG(class));
	str target = str_format(&f->keep, "../../%" PRI_STR, STR_ARG(interface));
	assert_true(file_link(&f->cx, link, target));
}

/* An upload to a board with the ids, on the made-up machine. */
static struct edge_upload upload_to(struct fixture *f, const char *ids) {
	struct edge_upload upload = {.classes = STR("class"), .devices = STR("/dev")};
	str rest = str_from(ids);
	str id;
	for (bool more = rest.len > 0; more;) {
		more = str_cut(rest, ' ', &id, &rest);
		str_vec_push(&f->keep, &upload.hwids, id);
	}
	return upload;
}

static void start(struct fixture *f) {
	fixture_enter_dir(f);
	assert_true(file_make_dirs(&f->cx, STR("class/console")));
}

static void the_port_is_the_one_with_the_boards_id(void **state) {
	static const char *const ids[] = {"2341:0043", "0x2341:0x0043", "1:2 2341:0043",
	                                  "9:9 0X2341:0X0043"};
	struct fixture *f = *state;
	start(f);
	add_port(f, "ttyUSB0", "1a86\n", "7523\n");
	add_port(f, "ttyACM1", "2341\n", "0043\n");
	for (size_t i = 0; i < COUNT_OF(ids); i++) {
		struct edge_upload upload = upload_to(f, ids[i]);
		str port;
		assert_true(upload_find_port(&f->cx, &upload, &port));
		assert_str(port, "/dev/ttyACM1");
	}
}

static void the_only_port_will_do(void **state) {
	struct fixture *f = *state;
	start(f);
	add_port(f, "ttyUSB0", "1a86\n", "7523\n");
	struct edge_upload upload = upload_to(f, "2341:0043");
	str port;
	assert_true(upload_find_port(&f->cx, &upload, &port));
	assert_str(port, "/dev/ttyUSB0");
}

static void several_unknown_ports_are_listed(void **state) {
	struct fixture *f = *state;
	start(f);
	add_port(f, "ttyACM0", "1a86\n", "7523\n");
	add_port(f, "ttyUSB0", "0403\n", "6001\n");
	struct edge_upload upload = upload_to(f, "2341:0043");
	str port;
	assert_false(upload_find_port(&f->cx, &upload, &port));
	assert_printed(f, "error: none of the 2 USB serial ports is known to be this board's\n"
	                  "note: /dev/ttyACM0 is a device 1a86:7523\n"
	                  "note: /dev/ttyUSB0 is a device 0403:6001\n"
	                  "help: connect the board, or name its port: upload_port = "
	                  "/dev/ttyACM0\n");
}

static void without_a_port_the_fault_says_so(void **state) {
	struct fixture *f = *state;
	start(f);
	struct edge_upload upload = upload_to(f, "");
	str port;
	assert_false(upload_find_port(&f->cx, &upload, &port));
	assert_printed(f, "error: no USB serial port was found\n"
	                  "help: connect the board, or name its port: upload_port = "
	                  "/dev/ttyACM0\n");
}

static void the_port_stands_in_the_command(void **state) {
	struct fixture *f = *state;
	start(f);
	add_port(f, "ttyUSB0", "1a86\n", "7523\n");
	struct edge_upload upload = upload_to(f, "");
	str_vec_push(&f->keep, &upload.command, STR("touch"));
	str_vec_push(&f->keep, &upload.command, STR("./x{port}"));
	assert_true(file_make_dirs(&f->cx, STR("x/dev")));
	assert_true(edge_upload(&f->cx, &upload));
	assert_int_equal(file_kind(STR("x/dev/ttyUSB0")), FILE_REGULAR);
}

static void a_command_without_a_port_looks_for_none(void **state) {
	struct fixture *f = *state;
	start(f);
	struct edge_upload upload = upload_to(f, "");
	str_vec_push(&f->keep, &upload.command, STR("true"));
	assert_true(edge_upload(&f->cx, &upload));
	upload.command.at[0] = STR("false");
	assert_false(edge_upload(&f->cx, &upload));
	assert_printed(f, "error: the upload ended with status 1\n");
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(the_port_is_the_one_with_the_boards_id),
	    fixture_test(the_only_port_will_do),
	    fixture_test(several_unknown_ports_are_listed),
	    fixture_test(without_a_port_the_fault_says_so),
	    fixture_test(the_port_stands_in_the_command),
	    fixture_test(a_command_without_a_port_looks_for_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
