#include "fetch/partial.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/file.h"
#include "base/path.h"

/* Bytes between two writings of the journal; bytes read at once. */
enum { NOTE_EVERY = 4 << 20, CHUNK = 256 << 10 };

static str beside(struct arena *arena, const struct partial *p, const char *ending) {
	return str_format(arena, "%" PRI_STR "/%" PRI_STR "%s", STR_ARG(p->dir), STR_ARG(p->sha256),
	                  ending);
}

static void forget(struct partial *p) {
	digest_reset(&p->digest);
	hash_stream_reset(p->check);
	p->bytes = 0;
	p->mixed = false;
	p->starts++;
}

bool partial_note(struct ctx *cx, struct partial *p) {
	p->journal.size = p->size;
	p->journal.bytes = p->bytes;
	p->journal.check = hash_stream_value(p->check);
	p->noted = p->bytes;
	struct arena_mark mark = arena_mark(cx->scratch);
	bool ok = file_replace(cx, beside(cx->scratch, p, ".part.json"),
	                       journal_text(cx->scratch, &p->journal), p->dir, NULL);
	arena_rewind(cx->scratch, mark);
	return ok;
}

/* Read on up to `end`, into digest and check; false and a fault where that fails. */
static bool take_up_to(struct ctx *cx, struct partial *p, uint64_t end) {
	struct arena_mark mark = arena_mark(cx->scratch);
	char *chunk = arena_alloc(cx->scratch, CHUNK, 1);
	ssize_t n = 1;
	while (n > 0 && p->bytes < end) {
		size_t most = end - p->bytes < CHUNK ? (size_t)(end - p->bytes) : CHUNK;
		n = pread(p->fd, chunk, most, (off_t)p->bytes);
		if (n > 0) {
			digest_add(&p->digest, chunk, (size_t)n);
			hash_stream_add(p->check, chunk, (size_t)n);
			p->bytes += (uint64_t)n;
		} else if (n < 0 && errno == EINTR) {
			n = 1;
		}
	}
	arena_rewind(cx->scratch, mark);
	return n >= 0 || diag_errno(cx->diag, p->path, "cannot read");
}

/* Size of the open file; 0 and a fault where it is not one. */
static bool length(struct ctx *cx, const struct partial *p, uint64_t *out) {
	struct stat st;
	if (fstat(p->fd, &st) < 0) {
		return diag_errno(cx->diag, p->path, "cannot stat");
	}
	if (!S_ISREG(st.st_mode)) {
		return diag_fault(cx->diag, EXIT_MACHINE, span_file(cx->keep, p->path),
		                  "expected a file");
	}
	*out = (uint64_t)st.st_size;
	return true;
}

static bool cut(struct ctx *cx, const struct partial *p, uint64_t size) {
	return ftruncate(p->fd, (off_t)size) == 0 ||
	       diag_errno(cx->diag, p->path, "cannot cut to size");
}

/* A file under its own name was right when it got there; it may have been damaged since. */
static bool open_whole(struct ctx *cx, struct partial *p) {
	p->path = beside(cx->keep, p, "");
	p->fd = open(str_cstr(cx->keep, p->path), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct ctx quiet = {cx->keep, cx->scratch, &(struct diag){.arena = cx->keep}};
	uint64_t there = 0;
	if (p->fd < 0) {
		return false;
	}
	p->whole = length(&quiet, p, &there) && (p->size == 0 || p->size == there) &&
	           take_up_to(&quiet, p, there) && partial_is_right(p);
	if (!p->whole) {
		close(p->fd);
		p->fd = -1;
		forget(p);
		file_remove(p->path);
	}
	return p->whole;
}

/* How many of the bytes that are there may be right: what came after the journal was written is
 * lost with the machine's memory, not with a process. */
static uint64_t trusted(struct ctx *cx, struct partial *p, uint64_t there) {
	str text = {0};
	struct journal journal;
	if (!file_try_read(cx->keep, beside(cx->keep, p, ".part.json"), &text) ||
	    !journal_parse(cx->keep, text, &journal) || journal.bytes > there ||
	    (p->size != 0 && there > p->size)) {
		return 0;
	}
	str boot = p->journal.boot;
	p->journal = journal;
	p->journal.boot = boot;
	bool same = boot.len > 0 && str_eq(boot, journal.boot);
	return same ? there : journal.bytes;
}

/* Read what is there again. */
static bool take_up(struct ctx *cx, struct partial *p) {
	uint64_t there = 0;
	if (!length(cx, p, &there)) {
		return false;
	}
	uint64_t keep = trusted(cx, p, there);
	if (keep > 0 && !take_up_to(cx, p, p->journal.bytes)) {
		return false;
	}
	if (p->bytes != p->journal.bytes || hash_stream_value(p->check) != p->journal.check) {
		keep = 0;
	}
	if (keep == 0) {
		forget(p);
		p->journal = (struct journal){.boot = p->journal.boot};
	}
	if (!take_up_to(cx, p, keep) || (keep != there && !cut(cx, p, keep))) {
		return false;
	}
	p->mixed = p->bytes > 0;
	p->noted = p->bytes;
	return true;
}

/* Better said before than found out after an hour. */
static bool has_room(struct ctx *cx, const struct partial *p) {
	struct statvfs fs;
	uint64_t need = p->size > p->bytes ? p->size - p->bytes : 0;
	if (need == 0 || fstatvfs(p->fd, &fs) < 0) {
		return true;
	}
	uint64_t room = (uint64_t)fs.f_bavail * fs.f_frsize;
	if (room >= need) {
		return true;
	}
	diag_fault(cx->diag, EXIT_MACHINE, span_file(cx->keep, p->dir),
	           "%.1f MB are missing of the download, the disk has room for %.1f MB",
	           (double)need / 1e6, (double)room / 1e6);
	diag_help(cx->diag, "make room, or set FBGEN_HOME to a folder on another disk");
	return false;
}

bool partial_open(struct ctx *cx, const struct store *store, str sha256, uint64_t size,
                  struct partial *out) {
	*out = (struct partial){.sha256 = sha256, .size = size, .fd = -1};
	out->dir = store_dir(cx->keep, store, STR("dl"));
	out->check = hash_stream_new(cx->keep);
	out->journal.boot = journal_boot(cx->keep);
	digest_open(&out->digest);
	if (open_whole(cx, out)) {
		return true;
	}
	if (!file_make_dirs(cx, out->dir)) {
		return false;
	}
	out->path = beside(cx->keep, out, ".part");
	out->fd = open(str_cstr(cx->keep, out->path),
	               O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0644);
	if (out->fd < 0) {
		return diag_errno(cx->diag, out->path, "cannot open");
	}
	return take_up(cx, out) && has_room(cx, out);
}

bool partial_drop(struct ctx *cx, struct partial *p) {
	forget(p);
	return cut(cx, p, 0) && partial_note(cx, p);
}

bool partial_begin(struct ctx *cx, struct partial *p, const struct journal *origin, bool anew) {
	if (anew && p->bytes > 0) {
		forget(p);
		if (!cut(cx, p, 0)) {
			return false;
		}
	}
	p->mixed = p->mixed || p->bytes > 0;
	p->journal.url = origin->url;
	p->journal.etag = origin->etag;
	p->journal.modified = origin->modified;
	return partial_note(cx, p);
}

bool partial_add(struct ctx *cx, struct partial *p, const void *bytes, size_t count) {
	const char *at = bytes;
	size_t left = count;
	while (left > 0) {
		ssize_t n = pwrite(p->fd, at, left, (off_t)p->bytes);
		if (n < 0 && errno == EINTR) {
			continue;
		}
		if (n < 0) {
			return diag_errno(cx->diag, p->path, "cannot write");
		}
		digest_add(&p->digest, at, (size_t)n);
		hash_stream_add(p->check, at, (size_t)n);
		p->bytes += (uint64_t)n;
		at += n;
		left -= (size_t)n;
	}
	return p->bytes - p->noted < NOTE_EVERY || partial_note(cx, p);
}

bool partial_is_right(const struct partial *p) {
	struct arena arena = {0};
	bool right = str_eq(digest_hex(&arena, &p->digest), p->sha256);
	arena_release(&arena);
	return right && (p->size == 0 || p->bytes == p->size);
}

bool partial_finish(struct ctx *cx, struct partial *p) {
	str path = beside(cx->keep, p, "");
	if (rename(str_cstr(cx->keep, p->path), str_cstr(cx->keep, path)) < 0) {
		return diag_errno(cx->diag, path, "cannot put the download in its place");
	}
	p->path = path;
	p->whole = true;
	file_remove(beside(cx->keep, p, ".part.json"));
	return true;
}

int64_t partial_read(struct ctx *cx, const struct partial *p, uint64_t offset, void *into,
                     size_t most) {
	ssize_t n;
	do {
		n = pread(p->fd, into, most, (off_t)offset);
	} while (n < 0 && errno == EINTR);
	if (n < 0) {
		diag_errno(cx->diag, p->path, "cannot read");
	}
	return n;
}

void partial_close(struct partial *p) {
	if (p->fd >= 0) {
		close(p->fd);
		p->fd = -1;
	}
	if (p->digest.context) {
		digest_close(&p->digest);
	}
}
