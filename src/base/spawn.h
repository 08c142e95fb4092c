/*
 * Child processes by posix_spawn.
 */
#ifndef BASE_SPAWN_H
#define BASE_SPAWN_H

#include "base/ctx.h"

struct spawn {
	struct str_vec argv;  /* argv[0] is looked up on PATH where it has no slash */
	str dir;              /* working directory; empty: this one */
	str input;            /* what the child reads; empty: /dev/null */
	struct str_vec extra; /* "NAME=value" over the environment; "NAME" removes it */
	bool quiet;           /* stderr goes to /dev/null, else to ours */
	bool merged;          /* stderr counts as output, too */
	bool foreground;      /* stdin, stdout and stderr are ours; nothing is captured */
	unsigned seconds;     /* kill the child's process group after that; 0: never */
	/* Gets the output piece by piece as it comes, which is not kept then; NULL: it is. */
	void (*on_output)(void *user, str piece);
	void *user;
};

struct spawn_result {
	str out;    /* what the child wrote to stdout, in keep */
	int status; /* exit status; 128 + signal where it was killed */
	bool timed_out;
};

/*
 * Run a child to its end.  A child that cannot be started is a fault (EXIT_MACHINE) that names the
 * program; one that exits with any status is not.
 */
NODISCARD bool spawn_run(struct ctx *cx, const struct spawn *spawn, struct spawn_result *out);

/* The path of a program on PATH (or of one with a slash), absolute; empty where there is none. */
str spawn_find(struct arena *arena, str name);

#endif
