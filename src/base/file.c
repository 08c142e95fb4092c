#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"

/* No file of ours is larger; a length beyond it is a sparse file or a mistake. */
enum { FILE_LIMIT = 1 << 30, DEVICE_LIMIT = 1 << 16 };

/* A NUL-terminated path for one system call. */
struct cpath {
	char text[PATH_MAX];
};

/* False, and errno, where the path is too long or holds a NUL. */
static bool cpath_of(struct cpath *out, str path) {
	if (path.len >= sizeof(out->text)) {
		errno = ENAMETOOLONG;
		return false;
	}
	if (str_find_char(path, '\0') < path.len) {
		errno = EINVAL;
		return false;
	}
	if (path.len) {
		memcpy(out->text, path.at, path.len);
	}
	out->text[path.len] = '\0';
	return true;
}

static int64_t nanoseconds(struct timespec t) {
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static enum file_kind kind_of(mode_t mode) {
	if (S_ISREG(mode)) {
		return FILE_REGULAR;
	}
	return S_ISDIR(mode) ? FILE_DIRECTORY : FILE_OTHER;
}

static enum file_kind stamp(str path, int flags, struct file_stamp *out) {
	struct cpath c;
	struct stat st;
	*out = (struct file_stamp){0};
	if (!cpath_of(&c, path.len ? path : STR(".")) ||
	    fstatat(AT_FDCWD, c.text, &st, flags) < 0) {
		return FILE_MISSING;
	}
	out->inode = st.st_ino;
	out->size = (uint64_t)st.st_size;
	out->mtime = nanoseconds(st.st_mtim);
	out->ctime = nanoseconds(st.st_ctim);
	return kind_of(st.st_mode);
}

enum file_kind file_stamp(str path, struct file_stamp *out) {
	return stamp(path, 0, out);
}

enum file_kind file_stamp_itself(str path, struct file_stamp *out) {
	return stamp(path, AT_SYMLINK_NOFOLLOW, out);
}

enum file_kind file_kind(str path) {
	struct file_stamp stamp;
	return file_stamp(path, &stamp);
}

bool file_stamp_eq(const struct file_stamp *a, const struct file_stamp *b) {
	return a->inode == b->inode && a->size == b->size && a->mtime == b->mtime &&
	       a->ctime == b->ctime;
}

bool file_exists(str path) {
	struct cpath c;
	struct stat st;
	return cpath_of(&c, path.len ? path : STR(".")) && lstat(c.text, &st) == 0;
}

/* read() that a signal does not end. */
static ssize_t read_some(int fd, char *at, size_t size) {
	ssize_t got;
	do {
		got = read(fd, at, size);
	} while (got < 0 && errno == EINTR);
	return got;
}

/*
 * All bytes of an open file; its size is a first guess at their number.  Two bytes more are kept:
 * one for the NUL, one for the read that finds the end.
 */
static bool read_all(struct arena *arena, int fd, const struct stat *st, str *out) {
	size_t limit = S_ISREG(st->st_mode) ? FILE_LIMIT : DEVICE_LIMIT;
	size_t cap = (size_t)st->st_size + 2;
	size_t len = 0;
	char *text = arena_alloc(arena, cap, 1);
	for (;;) {
		if (len + 1 == cap) {
			size_t more = cap < 4096 ? 4096 : cap;
			text = arena_grow(arena, text, cap, cap + more);
			cap += more;
		}
		ssize_t got = read_some(fd, text + len, cap - len - 1);
		if (got < 0) {
			return false;
		}
		if (len > limit) {
			errno = EFBIG;
			return false;
		}
		if (got == 0) {
			*out = (str){text, len};
			return true;
		}
		len += (size_t)got;
	}
}

int file_open(str path) {
	struct cpath c;
	/* O_NONBLOCK: opening a FIFO would wait for a writer, for ever. */
	return cpath_of(&c, path) ? open(c.text, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
}

/* What has no end, or ends when another program likes, is no file to read: ENOTSUP. */
static int refusal(const struct stat *st) {
	if (S_ISDIR(st->st_mode)) {
		return EISDIR;
	}
	if (!S_ISREG(st->st_mode) && !S_ISCHR(st->st_mode)) {
		return ENOTSUP;
	}
	return st->st_size > FILE_LIMIT ? EFBIG : 0;
}

static bool read_path(struct arena *arena, str path, str *out) {
	int fd = file_open(path);
	if (fd < 0) {
		return false;
	}
	struct stat st;
	bool ok = fstat(fd, &st) == 0;
	if (ok && refusal(&st) != 0) {
		errno = refusal(&st);
		ok = false;
	}
	ok = ok && read_all(arena, fd, &st, out);
	int saved = errno;
	close(fd);
	errno = saved;
	return ok;
}

bool file_read_fault(struct ctx *cx, str path) {
	if (errno == ENOTSUP) {
		return diag_fault(cx->diag, EXIT_MACHINE, span_file(cx->diag->arena, path),
		                  "cannot read: this is no regular file");
	}
	return diag_errno(cx->diag, path, "cannot read");
}

bool file_read(struct ctx *cx, str path, struct source *out) {
	str text;
	if (!read_path(cx->keep, path, &text)) {
		return file_read_fault(cx, path);
	}
	*out = (struct source){.path = str_copy(cx->keep, path), .text = text};
	return true;
}

bool file_try_read(struct arena *arena, str path, str *out) {
	return read_path(arena, path, out);
}

static bool write_all(int fd, str text) {
	while (text.len) {
		ssize_t put = write(fd, text.at, text.len);
		if (put < 0 && errno == EINTR) {
			continue;
		}
		if (put < 0) {
			return false;
		}
		text = str_from_offset(text, (size_t)put);
	}
	return true;
}

/* Write a new file with the text and rename it to its place. */
static bool write_renamed(const char *path, str text, const char *temporary) {
	int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0) {
		return false;
	}
	bool ok = write_all(fd, text);
	int saved = errno;
	if (close(fd) < 0 && ok) {
		saved = errno;
		ok = false;
	}
	if (ok && rename(temporary, path) < 0) {
		saved = errno;
		ok = false;
	}
	if (!ok) {
		unlink(temporary);
	}
	errno = saved;
	return ok;
}

static bool content_is(struct arena *scratch, str path, str text) {
	struct arena_mark mark = arena_mark(scratch);
	struct file_stamp stamp;
	str now;
	bool same = file_stamp(path, &stamp) == FILE_REGULAR && stamp.size == text.len &&
	            file_try_read(scratch, path, &now) && str_eq(now, text);
	arena_rewind(scratch, mark);
	return same;
}

bool file_replace(struct ctx *cx, str path, str text, str staging, bool *changed) {
	bool same = content_is(cx->scratch, path, text);
	if (changed) {
		*changed = !same;
	}
	if (same) {
		return true;
	}
	struct arena_mark mark = arena_mark(cx->scratch);
	str name = str_format(cx->scratch, ".write.%ld", (long)getpid());
	struct cpath c;
	struct cpath temporary;
	bool ok = cpath_of(&c, path) &&
	          cpath_of(&temporary, path_join(cx->scratch, staging, name)) &&
	          write_renamed(c.text, text, temporary.text);
	if (!ok) {
		diag_errno(cx->diag, path, "cannot write");
	}
	arena_rewind(cx->scratch, mark);
	return ok;
}

/* Leaves errno as it was. */
static bool is_directory(const char *path) {
	int saved = errno;
	struct stat st;
	bool is = stat(path, &st) == 0 && S_ISDIR(st.st_mode);
	errno = saved;
	return is;
}

bool file_make_dirs(struct ctx *cx, str path) {
	struct cpath c;
	if (!cpath_of(&c, path)) {
		return diag_errno(cx->diag, path, "cannot make the directory");
	}
	for (size_t i = 1; i <= path.len; i++) {
		if (i < path.len && path.at[i] != '/') {
			continue;
		}
		c.text[i] = '\0';
		/* A file system may refuse to make what is already there with any errno. */
		if (mkdir(c.text, 0777) < 0 && errno != EEXIST && !is_directory(c.text)) {
			return diag_errno(cx->diag, path, "cannot make the directory");
		}
		c.text[i] = i < path.len ? '/' : '\0';
	}
	if (path.len && !is_directory(c.text)) {
		errno = ENOTDIR;
		return diag_errno(cx->diag, path, "cannot make the directory");
	}
	return true;
}

bool file_link(struct ctx *cx, str path, str target) {
	struct cpath c;
	char now[PATH_MAX];
	if (!cpath_of(&c, path)) {
		return diag_errno(cx->diag, path, "cannot make the link");
	}
	ssize_t len = readlink(c.text, now, sizeof(now));
	if (len >= 0 && str_eq((str){now, (size_t)len}, target)) {
		return true;
	}
	struct arena_mark mark = arena_mark(cx->scratch);
	char *temporary =
	    str_cstr(cx->scratch, str_format(cx->scratch, "%s.%ld", c.text, (long)getpid()));
	unlink(temporary);
	bool ok = symlink(str_cstr(cx->scratch, target), temporary) == 0 &&
	          rename(temporary, c.text) == 0;
	if (!ok) {
		diag_errno(cx->diag, path, "cannot make the link");
		unlink(temporary);
	}
	arena_rewind(cx->scratch, mark);
	return ok;
}

bool file_remove(str path) {
	struct cpath c;
	return cpath_of(&c, path) && (unlink(c.text) == 0 || errno == ENOENT);
}

bool file_remove_empty(str path) {
	struct cpath c;
	return cpath_of(&c, path) && rmdir(c.text) == 0;
}

bool file_set_time(struct ctx *cx, str path, int64_t time) {
	struct cpath c;
	struct timespec stamp = {.tv_sec = time / 1000000000, .tv_nsec = time % 1000000000};
	struct timespec times[] = {stamp, stamp};
	if (!cpath_of(&c, path) || utimensat(AT_FDCWD, c.text, times, 0) < 0) {
		return diag_errno(cx->diag, path, "cannot set its time");
	}
	return true;
}

/* Empty the directory `fd`, which it closes. */
/* NOLINTNEXTLINE(misc-no-recursion): a level is a descriptor, and those end. */
static bool empty_directory(int fd) {
	DIR *dir = fdopendir(fd);
	if (!dir) {
		close(fd);
		return false;
	}
	bool ok = true;
	for (struct dirent *e = readdir(dir); ok && e; e = readdir(dir)) {
		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) {
			continue;
		}
		if (unlinkat(fd, e->d_name, 0) == 0) {
			continue;
		}
		int below = openat(fd, e->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		ok = below >= 0 && empty_directory(below) &&
		     unlinkat(fd, e->d_name, AT_REMOVEDIR) == 0;
	}
	int saved = errno;
	closedir(dir);
	errno = saved;
	return ok;
}

bool file_remove_tree(struct ctx *cx, str path) {
	struct cpath c;
	if (!cpath_of(&c, path)) {
		return diag_errno(cx->diag, path, "cannot remove");
	}
	if (unlink(c.text) == 0 || errno == ENOENT) {
		return true;
	}
	int saved = errno;
	int fd = open(c.text, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0 && (errno == ENOTDIR || errno == ELOOP)) {
		errno = saved; /* no directory: the reason is unlink's */
	}
	if (fd < 0 || !empty_directory(fd) || rmdir(c.text) < 0) {
		return diag_errno(cx->diag, path, "cannot remove");
	}
	return true;
}

static int compare_entry_names(const void *a, const void *b) {
	return str_compare(((const struct file_entry *)a)->name,
	                   ((const struct file_entry *)b)->name);
}

/* The kind of an entry: what readdir says, but for links, which are followed. */
static enum file_kind entry_kind(int fd, const struct dirent *e) {
	switch (e->d_type) {
	case DT_REG:
		return FILE_REGULAR;
	case DT_DIR:
		return FILE_DIRECTORY;
	default: {
		struct stat st;
		return fstatat(fd, e->d_name, &st, 0) < 0 ? FILE_MISSING : kind_of(st.st_mode);
	}
	}
}

bool file_list(struct arena *arena, str path, struct file_entries *out) {
	struct cpath c;
	*out = (struct file_entries){0};
	DIR *dir = cpath_of(&c, path.len ? path : STR(".")) ? opendir(c.text) : NULL;
	if (!dir) {
		return false;
	}
	errno = 0;
	for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) {
			continue;
		}
		struct file_entry entry = {str_copy(arena, str_from(e->d_name)),
		                           entry_kind(dirfd(dir), e)};
		file_entries_push(arena, out, entry);
		errno = 0; /* looking at a link may have failed; reading the directory has not */
	}
	int fault = errno;
	closedir(dir);
	if (out->len) {
		qsort(out->at, out->len, sizeof(*out->at), compare_entry_names);
	}
	errno = fault;
	return fault == 0;
}

bool file_list_any(struct ctx *cx, struct arena *arena, str path, struct file_entries *out) {
	return file_list(arena, path, out) || errno == ENOENT ||
	       diag_errno(cx->diag, path, "cannot list the folder");
}

str file_real(struct arena *arena, str path) {
	struct cpath c;
	char real[PATH_MAX];
	if (!cpath_of(&c, path) || !realpath(c.text, real)) {
		return STR("");
	}
	return str_copy(arena, str_from(real));
}

str file_cwd(struct arena *arena) {
	char cwd[PATH_MAX];
	return getcwd(cwd, sizeof(cwd)) ? str_copy(arena, str_from(cwd)) : STR("/");
}
