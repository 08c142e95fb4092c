/*
 * One path that is watched: what it looked like, and how a later look differs.  Knows nothing of
 * what hangs on it.
 */
#ifndef GEN_WATCH_H
#define GEN_WATCH_H

#include "base/file.h"
#include "gen/scan.h"

/* What hangs on a path; more than one may. */
enum watch_role {
	WATCH_CONTENT = 1,   /* generation, on what it contains */
	WATCH_INCLUDES = 2,  /* generation, on its #include lines */
	WATCH_STAMP = 4,     /* generation, on its being the same file */
	WATCH_OUTPUT = 8,    /* generation wrote it */
	WATCH_INPUT = 16,    /* ninja watches it for build.ninja */
	WATCH_OBJECTS = 32,  /* objects were made from it, or it is a folder of headers */
	WATCH_CONSTANT = 64, /* it never changes: not looked at again */
	WATCH_PRODUCED = 128, /* ninja makes it, and sees its changes */
};

struct watch {
	str path;
	unsigned roles;
	enum file_kind kind;
	struct file_stamp stamp;
	uint64_t hash; /* of the content, of the list of names; 0 where nobody needs it */
	str detail;    /* a directory's list of names, a source's #include lines */
};
VEC_DEFINE(watches, struct watch)

enum watch_change {
	WATCH_SAME,
	WATCH_TOUCHED, /* another stamp, the same content */
	WATCH_EDITED,  /* another content, the same #include lines */
	WATCH_CHANGED,
};

/* Look at the path for the first time; details go to keep. */
void watch_look(struct ctx *cx, struct watch *watch);

/*
 * Give the watch more roles.  What it has seen stays as it is, so that no change is missed: what
 * the new role needs to know besides is added.
 */
void watch_add_role(struct ctx *cx, struct watch *watch, unsigned roles);

/* Look again: brings the watch up to date and says what has changed. */
enum watch_change watch_look_again(struct ctx *cx, struct watch *watch);

/*
 * The names in a directory, sorted, each behind a character for its kind and before a NUL.  Left
 * out are those that fbgen and ninja make in the project's folder.
 */
str watch_listing(struct arena *arena, str path);

/* One of the kinds of names that the detail of a source lists: each behind its kind, before a NUL.
 */
enum watch_include {
	WATCH_QUOTED = '"',
	WATCH_ANGLED = '<',
	WATCH_ASKED = '?',    /* in __has_include */
	WATCH_COMPUTED = '*', /* by a macro: the name is not known */
};

/* The detail of a source that was scanned; computed names are not in it. */
str watch_includes(struct arena *arena, const struct scan *scan);

/* The next name of a detail and its kind; false at the end. */
bool watch_next_name(str *rest, char *kind, str *name);

#endif
