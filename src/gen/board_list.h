/*
 * The boards of all families: `fbgen boards`, and which platform an id belongs to.
 */
#ifndef GEN_BOARD_LIST_H
#define GEN_BOARD_LIST_H

#include <stdio.h>

#include "gen/family.h"

struct board_query {
	str text; /* what id, name or mcu must contain, any case; empty: all */
	bool json;
};

/* `fbgen boards`: id, name, mcu, clock in Hz, flash and RAM in bytes, of every family. */
NODISCARD bool board_list(struct ctx *cx, const struct board_dirs *dirs,
                          const struct board_query *query, FILE *out);

/* The platform whose family has the board; an id of none is a fault with the nearest ones. */
NODISCARD bool board_platform(struct ctx *cx, const struct board_dirs *dirs, str id, str *out);

#endif
