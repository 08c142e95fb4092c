/*
 * Boards as data: a board is a flat map of properties.  Knows nothing of where they come from.
 */
#ifndef GEN_BOARD_H
#define GEN_BOARD_H

#include "base/map.h"
#include "base/value.h"

struct property {
	str value; /* items of a list are separated by '\n', items of lists in it by ':' */
	span at;
	bool is_pattern; /* "{name}" in it stands for another property */
};

struct board {
	str id; /* empty: the environment names none */
	str name;
	struct map properties; /* "mcu", "flash", "upload_protocol", … → struct property * */
	span at;               /* the user's file that defines it, else what asks for it */
};

/* A property's value, empty where it is not set. */
str board_get(const struct board *board, str name);

/* Set (or replace) a property, which is no pattern. */
void board_set(struct arena *arena, struct board *board, str name, str value, span at);

/* A value of a file as a property's text; false, and a fault, where it is no text nor list. */
NODISCARD bool board_value_text(struct ctx *cx, const struct value *value, str *out);

#endif
