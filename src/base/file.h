/*
 * The one seam to the disk: read whole files, replace them if their bytes change, walk directories
 * in a settled order.  Paths are relative to the working directory or absolute.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <sys/types.h>

#include "base/ctx.h"

/* What tells whether a file may have changed. */
struct file_stamp {
	uint64_t inode, size;
	int64_t mtime, ctime; /* nanoseconds since 1970 */
};

enum file_kind { FILE_MISSING, FILE_REGULAR, FILE_DIRECTORY, FILE_OTHER };

/* What stands at the path, links followed; FILE_MISSING also where it cannot be looked at. */
enum file_kind file_kind(str path);

/* The same, and its stamp; zero where it is missing. */
enum file_kind file_stamp(str path, struct file_stamp *out);

/* Whether anything stands at the path, be it a link to nowhere. */
bool file_exists(str path);

/* The stamp of the path itself, a link not followed; what it is: FILE_OTHER for a link. */
enum file_kind file_stamp_itself(str path, struct file_stamp *out);

bool file_stamp_eq(const struct file_stamp *a, const struct file_stamp *b);

/* Read a whole file into keep, NUL-terminated behind its text.  A fault is reported. */
NODISCARD bool file_read(struct ctx *cx, str path, struct source *out);

/* The same without a report: false where there is no such file or it cannot be read. */
NODISCARD bool file_try_read(struct arena *arena, str path, str *out);

/* Report why file_try_read failed just now, as file_read does.  Always false. */
bool file_read_fault(struct ctx *cx, str path);

/* A descriptor for reading; -1 and errno where there is none. */
int file_open(str path);

/*
 * Make `text` the content of the file at path.  Where it already is, nothing is touched.  Else it
 * is written to a new file in `staging` (a directory of the same file system; empty: the working
 * one) and renamed into place, so that no part of it is ever visible.  *changed may be NULL.
 */
NODISCARD bool file_replace(struct ctx *cx, str path, str text, str staging, bool *changed);

/* Make the directory and those above it. */
NODISCARD bool file_make_dirs(struct ctx *cx, str path);

/* Make `path` a symbolic link to `target`, replacing what is there in one step. */
NODISCARD bool file_link(struct ctx *cx, str path, str target);

/* Remove a file; that it is missing is no fault. */
bool file_remove(str path);

/* Remove a directory that is empty; false where it is not. */
bool file_remove_empty(str path);

/* Set the time of a file to nanoseconds since 1970. */
NODISCARD bool file_set_time(struct ctx *cx, str path, int64_t time);

/* Remove a directory and all below it, or a file; nothing is followed. */
NODISCARD bool file_remove_tree(struct ctx *cx, str path);

struct file_entry {
	str name;
	enum file_kind kind; /* links followed */
};
VEC_DEFINE(file_entries, struct file_entry)

/*
 * The entries of a directory without "." and "..", sorted by the bytes of their names.  False, and
 * no report, where it cannot be read.
 */
NODISCARD bool file_list(struct arena *arena, str path, struct file_entries *out);

/* The same, with a report; but a folder that is not there has no entries. */
NODISCARD bool file_list_any(struct ctx *cx, struct arena *arena, str path,
                             struct file_entries *out);

/* The path with all links resolved, absolute; the empty view where it does not exist. */
str file_real(struct arena *arena, str path);

/* The working directory, absolute. */
str file_cwd(struct arena *arena);

#endif
