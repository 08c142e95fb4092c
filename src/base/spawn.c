/*
 * The child's input is an anonymous file, so that writing it can neither block nor raise SIGPIPE;
 * its output is a pipe that is read to the end, then the child is waited for.
 */
#include "base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/path.h"

enum { OUTPUT_LIMIT = 256 * 1024 * 1024, CHUNK = 16 * 1024, TICK = 10, NEVER = -1 };

/* A running child and our ends of what connects us to it. */
struct child {
	const struct spawn *spawn;
	pid_t pid;
	int input, output, output_child; /* -1: none */
	int64_t deadline;                /* milliseconds of the monotonic clock, or NEVER */
	bool timed_out, too_much;
	struct sigaction interrupt, quit; /* ours, while the foreground is the child's */
};

static int64_t now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Milliseconds left until the deadline, as poll takes them. */
static int time_left(const struct child *child) {
	if (child->deadline == NEVER) {
		return NEVER;
	}
	int64_t left = child->deadline - now();
	return left < 0 ? 0 : (int)(left < 1000000 ? left : 1000000);
}

static bool is_program(const char *path) {
	struct stat st;
	return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

str spawn_find(struct arena *arena, str name) {
	if (name.len == 0) {
		return STR("");
	}
	if (str_find_char(name, '/') < name.len) {
		str path = path_is_absolute(name) ? name : path_join(arena, file_cwd(arena), name);
		return is_program(str_cstr(arena, path)) ? str_copy(arena, path) : STR("");
	}
	const char *path_variable = getenv("PATH");
	str rest = str_from(path_variable ? path_variable : "/bin:/usr/bin");
	bool more = true;
	while (more) {
		str dir;
		more = str_cut(rest, ':', &dir, &rest);
		if (!path_is_absolute(dir)) {
			dir = path_join(arena, file_cwd(arena), dir);
		}
		str path = path_join(arena, dir, name);
		if (is_program(str_cstr(arena, path))) {
			return path;
		}
	}
	return STR("");
}

/* Whether the environment's entry is one that a "NAME=value" or "NAME" of the list replaces. */
static bool is_replaced(str entry, const struct str_vec *extra) {
	str name;
	str value;
	(void)str_cut(entry, '=', &name, &value);
	for (size_t i = 0; i < extra->len; i++) {
		str other;
		(void)str_cut(extra->at[i], '=', &other, &value);
		if (str_eq(name, other)) {
			return true;
		}
	}
	return false;
}

static char **environ_with(struct arena *arena, const struct str_vec *extra) {
	size_t count = 0;
	while (environ[count]) {
		count++;
	}
	char **out = arena_alloc(arena, count + extra->len + 1, sizeof(*out));
	size_t used = 0;
	for (size_t i = 0; i < count; i++) {
		if (!is_replaced(str_from(environ[i]), extra)) {
			out[used++] = environ[i];
		}
	}
	for (size_t i = 0; i < extra->len; i++) {
		if (str_find_char(extra->at[i], '=') < extra->at[i].len) {
			out[used++] = str_cstr(arena, extra->at[i]);
		}
	}
	return out;
}

static char **arguments(struct arena *arena, const struct str_vec *argv) {
	char **out = arena_alloc(arena, argv->len + 1, sizeof(*out));
	for (size_t i = 0; i < argv->len; i++) {
		out[i] = str_cstr(arena, argv->at[i]);
	}
	return out;
}

/* An anonymous file with the text, at its beginning; -1 and errno where it cannot be made. */
static int input_file(str text) {
	int fd = memfd_create("input", MFD_CLOEXEC);
	while (fd >= 0 && text.len) {
		ssize_t put = write(fd, text.at, text.len);
		if (put < 0 && errno != EINTR) {
			int saved = errno;
			close(fd);
			errno = saved;
			return -1;
		}
		text = str_from_offset(text, put < 0 ? 0 : (size_t)put);
	}
	if (fd >= 0) {
		(void)lseek(fd, 0, SEEK_SET);
	}
	return fd;
}

static void close_if_open(int *fd) {
	if (*fd >= 0) {
		close(*fd);
		*fd = -1;
	}
}

static bool open_ends(struct child *child) {
	int ends[2];
	if (child->spawn->foreground) {
		return true;
	}
	if (child->spawn->input.len) {
		child->input = input_file(child->spawn->input);
		if (child->input < 0) {
			return false;
		}
	}
	if (pipe2(ends, O_CLOEXEC) < 0) {
		return false;
	}
	child->output = ends[0];
	child->output_child = ends[1];
	return true;
}

static void add_actions(const struct child *child, posix_spawn_file_actions_t *actions,
                        struct arena *scratch) {
	const struct spawn *spawn = child->spawn;
	if (spawn->dir.len) {
		posix_spawn_file_actions_addchdir_np(actions, str_cstr(scratch, spawn->dir));
	}
	if (!spawn->foreground) {
		if (child->input >= 0) {
			posix_spawn_file_actions_adddup2(actions, child->input, STDIN_FILENO);
		} else {
			posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null",
			                                 O_RDONLY, 0);
		}
		posix_spawn_file_actions_adddup2(actions, child->output_child, STDOUT_FILENO);
		if (spawn->merged) {
			posix_spawn_file_actions_adddup2(actions, child->output_child,
			                                 STDERR_FILENO);
		}
	}
	if (spawn->quiet) {
		posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	}
}

/* Only a captured child that may be killed has a process group of its own: any other one should
 * get the terminal's signals as we do. */
static bool has_group(const struct spawn *spawn) {
	return spawn->seconds && !spawn->foreground;
}

/* Start it; an errno, 0 where it runs. */
static int start(struct child *child, struct arena *scratch, const char *path) {
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attributes);
	add_actions(child, &actions, scratch);
	short flags = 0;
	if (has_group(child->spawn)) {
		flags = POSIX_SPAWN_SETPGROUP;
		posix_spawnattr_setpgroup(&attributes, 0);
	}
	if (child->spawn->foreground) {
		sigset_t set;
		sigemptyset(&set);
		if (child->interrupt.sa_handler != SIG_IGN) {
			sigaddset(&set, SIGINT);
		}
		if (child->quit.sa_handler != SIG_IGN) {
			sigaddset(&set, SIGQUIT);
		}
		flags = (short)(flags | POSIX_SPAWN_SETSIGDEF);
		posix_spawnattr_setsigdefault(&attributes, &set);
	}
	posix_spawnattr_setflags(&attributes, flags);
	int fault = posix_spawn(&child->pid, path, &actions, &attributes,
	                        arguments(scratch, &child->spawn->argv),
	                        environ_with(scratch, &child->spawn->extra));
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return fault;
}

static void stop(const struct child *child) {
	(void)kill(has_group(child->spawn) ? -child->pid : child->pid, SIGKILL);
}

/* Whether there is something to read, or the end, before the deadline. */
static bool wait_for_output(const struct child *child) {
	struct pollfd ready = {.fd = child->output, .events = POLLIN};
	int count = 0;
	do {
		count = poll(&ready, 1, time_left(child));
	} while (count <= 0 && time_left(child) != 0);
	return count > 0;
}

/* Read the pipe to its end, the deadline or the limit. */
static void read_output(struct child *child, struct buf *out) {
	char *chunk = arena_alloc(out->arena, CHUNK, 1);
	while (out->len <= OUTPUT_LIMIT) {
		if (!wait_for_output(child)) {
			child->timed_out = true;
			stop(child);
			return;
		}
		ssize_t got = read(child->output, chunk, CHUNK);
		if (got == 0 || (got < 0 && errno != EINTR)) {
			return;
		}
		str piece = {chunk, got < 0 ? 0 : (size_t)got};
		if (child->spawn->on_output) {
			child->spawn->on_output(child->spawn->user, piece);
		} else {
			buf_add(out, piece);
		}
	}
	child->too_much = true;
	stop(child);
}

/* False where the deadline came first. */
static bool ends_in_time(const struct child *child, int *status) {
	int handle = (int)syscall(SYS_pidfd_open, child->pid, 0);
	pid_t ended = 0;
	for (;;) {
		ended = waitpid(child->pid, status, WNOHANG);
		int left = time_left(child);
		if (ended || left == 0) {
			break;
		}
		/* Kernels before 5.3 have no handles: look again every tick. */
		struct pollfd ready = {.fd = handle, .events = POLLIN};
		(void)poll(&ready, 1, handle < 0 && left > TICK ? TICK : left);
	}
	close_if_open(&handle);
	return ended != 0;
}

/* Wait for the child to end, kill it at its deadline; its status. */
static int wait_for_end(struct child *child) {
	int status = 0;
	bool stopped = child->timed_out || child->too_much;
	if (!stopped && child->deadline != NEVER) {
		if (ends_in_time(child, &status)) {
			return status;
		}
		child->timed_out = true;
		stop(child);
	}
	while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR) {
	}
	return status;
}

/* While a child has the terminal, its user's interrupt is the child's matter. */
static void leave_signals_to_child(struct child *child) {
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	sigaction(SIGINT, &ignore, &child->interrupt);
	sigaction(SIGQUIT, &ignore, &child->quit);
}

static void take_signals_back(const struct child *child) {
	sigaction(SIGINT, &child->interrupt, NULL);
	sigaction(SIGQUIT, &child->quit, NULL);
}

/* Where the program is; a name with a slash is the child's to resolve, in its own directory. */
static bool find_program(struct ctx *cx, const struct spawn *spawn, str *out) {
	str name = spawn->argv.at[0];
	if (spawn->dir.len && file_kind(spawn->dir) != FILE_DIRECTORY) {
		return diag_fault(cx->diag, EXIT_MACHINE, span_file(cx->diag->arena, spawn->dir),
		                  "cannot run '%" PRI_STR "' here: not a directory", STR_ARG(name));
	}
	bool has_slash = str_find_char(name, '/') < name.len;
	*out = has_slash ? name : spawn_find(cx->scratch, name);
	if (out->len == 0) {
		diag_fault(cx->diag, EXIT_MACHINE, (span){0},
		           "cannot find the program '%" PRI_STR "'", STR_ARG(name));
		diag_help(cx->diag, "install it, or put its folder on PATH");
		return false;
	}
	return true;
}

static bool run(struct ctx *cx, struct child *child, str program, struct spawn_result *out) {
	const struct spawn *spawn = child->spawn;
	int fault = open_ends(child) ? 0 : errno;
	if (spawn->foreground) {
		leave_signals_to_child(child);
	}
	if (!fault) {
		fault = start(child, cx->scratch, str_cstr(cx->scratch, program));
	}
	close_if_open(&child->input);
	close_if_open(&child->output_child);
	struct buf text = {.arena = cx->scratch};
	if (!fault && !spawn->foreground) {
		read_output(child, &text);
	}
	close_if_open(&child->output);
	if (!fault) {
		int status = wait_for_end(child);
		out->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
		out->timed_out = child->timed_out;
		out->out = str_copy(cx->keep, buf_str(&text));
	}
	if (spawn->foreground) {
		take_signals_back(child);
	}
	if (fault) {
		return diag_fault(cx->diag, EXIT_MACHINE, (span){0},
		                  "cannot start '%" PRI_STR "': %s", STR_ARG(program),
		                  strerror(fault));
	}
	if (child->too_much) {
		return diag_fault(cx->diag, EXIT_MACHINE, (span){0},
		                  "'%" PRI_STR "' wrote more than %d MB and was stopped",
		                  STR_ARG(program), OUTPUT_LIMIT / 1024 / 1024);
	}
	return true;
}

bool spawn_run(struct ctx *cx, const struct spawn *spawn, struct spawn_result *out) {
	struct arena_mark mark = arena_mark(cx->scratch);
	*out = (struct spawn_result){0};
	struct child child = {
	    .spawn = spawn,
	    .input = -1,
	    .output = -1,
	    .output_child = -1,
	    .deadline = spawn->seconds ? now() + (int64_t)spawn->seconds * 1000 : NEVER,
	};
	str program = {0};
	bool ok = find_program(cx, spawn, &program) && run(cx, &child, program, out);
	arena_rewind(cx->scratch, mark);
	return ok;
}
