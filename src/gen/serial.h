/*
 * The serial line of a simulated board as people read it: without the simulator's colours, its dots
 * for control characters and what it says of itself.  Knows nothing of programs.
 */
#ifndef GEN_SERIAL_H
#define GEN_SERIAL_H

#include <stdio.h>

#include "base/buf.h"

/* struct serial s = {.out = stdout, .line = {.arena = a}} is ready. */
struct serial {
	FILE *out;
	struct buf line; /* what has come of the line that is not yet printed */
};

/* Take a piece of output; lines are printed as they end, one that never does in parts. */
void serial_take(struct serial *serial, str piece);

/* Print what is left of a line without an end. */
void serial_end(struct serial *serial);

/* What to print of a line, in the arena; false where the line is the simulator's own. */
bool serial_line(struct arena *arena, str raw, str *out);

#endif
