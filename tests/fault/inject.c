/*
 * A preload library that makes one system call of a program fail, as a full or a failing disk does.
 *
 *   INJECT_CALL   which calls are counted: "reading" (open to read, opendir, read) or "writing"
 *                 (open to write, write, rename, mkdir, symlink, utimensat, unlink)
 *   INJECT_AT     the number, from 1, of the one that fails
 *   INJECT_ERRNO  with this errno, as a number
 *   INJECT_BELOW  count only paths below this folder
 *   INJECT_LOG    file that gets the name and the path of the call that failed; none, none failed
 *
 * Programs that the program starts are left alone.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))
/* The real one.  ISO C has no cast from an object's address to a function's; POSIX wants it. */
#define NEXT(name)                                                                                 \
	((union {                                                                                  \
		 void *address;                                                                    \
		 __typeof__(name) *function;                                                       \
	 }){dlsym(RTLD_NEXT, #name)}                                                               \
	     .function)

enum side { READING, WRITING };

/* What the environment said when the program began; nothing is counted where call is NULL. */
static struct {
	const char *call, *below, *log;
	long at, error, count;
} plan;

static const char *variable(const char *name) {
	const char *value = getenv(name);
	return value ? value : "";
}

__attribute__((constructor)) static void prepare(void) {
	plan.call = variable("INJECT_CALL");
	plan.below = variable("INJECT_BELOW");
	plan.log = variable("INJECT_LOG");
	plan.at = strtol(variable("INJECT_AT"), NULL, 10);
	plan.error = strtol(variable("INJECT_ERRNO"), NULL, 10);
	unsetenv("LD_PRELOAD");
}

/* By the kernel itself: what is logged must not be counted. */
static void note(const char *name, const char *path) {
	char line[PATH_MAX + 64];
	int length = snprintf(line, sizeof(line), "%s %s\n", name, path);
	long fd = syscall(SYS_openat, AT_FDCWD, plan.log, O_WRONLY | O_CREAT | O_APPEND, 0666);
	if (fd >= 0 && length > 0) {
		(void)!syscall(SYS_write, fd, line, (size_t)length);
		(void)syscall(SYS_close, fd);
	}
}

/* Whether the path, which may be relative, is one that counts. */
static int is_below(const char *path) {
	char here[PATH_MAX];
	size_t length = strlen(plan.below);
	if (length == 0 || strncmp(path, plan.below, length) == 0) {
		return 1;
	}
	return path[0] != '/' && getcwd(here, sizeof(here)) &&
	       strncmp(here, plan.below, length) == 0;
}

/* Count a call; whether it is the one to fail. */
static int fails(enum side side, const char *name, const char *path) {
	if (!plan.call || strcmp(plan.call, side == READING ? "reading" : "writing") != 0 ||
	    !is_below(path) || ++plan.count != plan.at) {
		return 0;
	}
	note(name, path);
	errno = (int)plan.error;
	return 1;
}

/* The path of a descriptor; empty where it is no file. */
static const char *path_of(int fd, char out[static PATH_MAX]) {
	char link[64];
	(void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	ssize_t length = readlink(link, out, PATH_MAX - 1);
	out[length > 0 ? length : 0] = '\0';
	return out[0] == '/' ? out : "";
}

EXPORT int open(const char *path, int flags, ...) {
	mode_t mode = 0;
	if (flags & O_CREAT) {
		va_list args;
		va_start(args, flags);
		mode = va_arg(args, mode_t);
		va_end(args);
	}
	enum side side = (flags & O_ACCMODE) == O_RDONLY ? READING : WRITING;
	if (fails(side, "open", path)) {
		return -1;
	}
	return NEXT(open)(path, flags, mode);
}

EXPORT DIR *opendir(const char *path) {
	return fails(READING, "opendir", path) ? NULL : NEXT(opendir)(path);
}

EXPORT ssize_t read(int fd, void *buf, size_t size) {
	char path[PATH_MAX];
	path_of(fd, path);
	if (path[0] && fails(READING, "read", path)) {
		return -1;
	}
	return NEXT(read)(fd, buf, size);
}

EXPORT ssize_t write(int fd, const void *buf, size_t size) {
	char path[PATH_MAX];
	path_of(fd, path);
	if (path[0] && fails(WRITING, "write", path)) {
		return -1;
	}
	return NEXT(write)(fd, buf, size);
}

EXPORT int rename(const char *from, const char *to) {
	return fails(WRITING, "rename", to) ? -1 : NEXT(rename)(from, to);
}

EXPORT int mkdir(const char *path, mode_t mode) {
	return fails(WRITING, "mkdir", path) ? -1 : NEXT(mkdir)(path, mode);
}

EXPORT int symlink(const char *target, const char *path) {
	return fails(WRITING, "symlink", path) ? -1 : NEXT(symlink)(target, path);
}

EXPORT int unlink(const char *path) {
	return fails(WRITING, "unlink", path) ? -1 : NEXT(unlink)(path);
}

EXPORT int utimensat(int dir, const char *path, const struct timespec times[2], int flags) {
	if (fails(WRITING, "utimensat", path)) {
		return -1;
	}
	return NEXT(utimensat)(dir, path, times, flags);
}
