#include "fetch/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/file.h"
#include "base/path.h"
#include "fetch/progress.h"

static int lock_open(struct ctx *cx, str dir, str name) {
	return open(str_cstr(cx->keep, path_join(cx->keep, dir, name)),
	            O_RDWR | O_CREAT | O_CLOEXEC, 0644);
}

int lock_take(struct ctx *cx, const struct store *store, str name, str what) {
	str dir = store_dir(cx->keep, store, STR("locks"));
	if (!file_make_dirs(cx, dir)) {
		return -1;
	}
	int fd = lock_open(cx, dir, name);
	if (fd < 0) {
		diag_errno(cx->diag, path_join(cx->keep, dir, name), "cannot open the lock");
		return -1;
	}
	if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
		return fd;
	}
	progress_line("waiting for another fbfetch: %" PRI_STR, STR_ARG(what));
	int status;
	do {
		status = flock(fd, LOCK_EX);
	} while (status < 0 && errno == EINTR);
	if (status < 0) {
		diag_errno(cx->diag, path_join(cx->keep, dir, name), "cannot take the lock");
		close(fd);
		return -1;
	}
	return fd;
}

int lock_try(struct ctx *cx, const struct store *store, str name) {
	int fd = lock_open(cx, store_dir(cx->keep, store, STR("locks")), name);
	if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) < 0) {
		int cause = errno;
		close(fd);
		errno = cause;
		fd = -1;
	}
	return fd;
}

void lock_release(int lock) {
	close(lock);
}
