/*
 * Compile commands for editors: compile_commands.json in its "arguments" form.
 */
#ifndef GEN_COMPDB_H
#define GEN_COMPDB_H

#include "gen/graph.h"

/*
 * The units as a database.  `directory` is the project, absolute; the compiler's path is made
 * absolute with it.
 */
str compdb_text(struct arena *arena, const struct units *units, str directory);

/* Write a database, but not over one of somebody else. */
NODISCARD bool compdb_write(struct ctx *cx, str text, str path);

#endif
