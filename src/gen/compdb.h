/*
 * Compile commands for editors: compile_commands.json in its "arguments" form.
 */
#ifndef GEN_COMPDB_H
#define GEN_COMPDB_H

#include "gen/graph.h"

/*
 * Write the units to `path`.  `directory` is the project, absolute; the compiler's path is made
 * absolute with it.
 */
NODISCARD bool compdb_write(struct ctx *cx, const struct units *units, str directory, str path);

/* The text alone. */
str compdb_text(struct ctx *cx, const struct units *units, str directory);

#endif
