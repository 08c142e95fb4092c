/*
 * The variables that a flag may name and SCons would expand when it builds: $PROJECT_DIR,
 * $BOARD_MCU, ${PIOENV} …  (PlatformIO documents them as build variables.)
 */
#ifndef GEN_VARIABLES_H
#define GEN_VARIABLES_H

#include "gen/board.h"
#include "gen/config.h"

/* Name → str *. */
void variables_collect(struct arena *arena, const struct config *config,
                       const struct environment *env, const struct board *board, struct map *out);

/* Set, or replace, one more. */
void variables_set(struct arena *arena, struct map *variables, str name, str value);

#endif
