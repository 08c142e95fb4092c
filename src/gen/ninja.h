/*
 * The graph as build.ninja.  The only place that quotes for the shell and escapes for ninja.
 */
#ifndef GEN_NINJA_H
#define GEN_NINJA_H

#include "base/buf.h"
#include "gen/graph.h"

/* The first line of every manifest that fbgen wrote. */
extern const str ninja_banner;

/* The text of the manifest. */
str ninja_text(struct ctx *cx, const struct graph *graph);

/* One word as the shell needs it: as it is where it is plain, else in single quotes. */
void ninja_shell_word(struct buf *buf, str word);

/*
 * Write build.ninja: never over one that fbgen did not write; its time is always set to the later
 * of now and `newest_input` (nanoseconds), so that ninja finds it up to date.
 */
NODISCARD bool ninja_write(struct ctx *cx, str text, int64_t newest_input);

#endif
