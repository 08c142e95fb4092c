/*
 * The graph as build.ninja.  The only place that quotes for the shell and escapes for ninja.
 */
#ifndef GEN_NINJA_H
#define GEN_NINJA_H

#include "base/buf.h"
#include "gen/graph.h"

/* What the manifest says besides the graph. */
struct ninja_manifest {
	const struct graph *graph;
	struct str_vec generator; /* the command that writes it anew, raw words */
	struct str_vec inputs;    /* what that command reads */
};

/* The text of the manifest. */
str ninja_text(struct ctx *cx, const struct ninja_manifest *manifest);

/* Add one word as the shell needs it: as it is where it is plain, else in single quotes. */
void ninja_shell_word(struct buf *buf, str word);

/* Whether nothing stands in the place of build.ninja, or one of ours; else a fault is reported. */
NODISCARD bool ninja_may_write(struct ctx *cx);

/*
 * Write build.ninja: never over one that fbgen did not write.  Its time is always set to the later
 * of now and `newest_input` (nanoseconds since 1970), so that ninja finds it up to date.
 */
NODISCARD bool ninja_write(struct ctx *cx, str text, int64_t newest_input);

#endif
