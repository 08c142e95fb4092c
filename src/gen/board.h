/*
 * Boards as data: a board is a flat map of properties, laid in layers: what holds for the whole
 * family, for the core, for the board (the family's table, the user's and the project's boards/),
 * and the board_… overrides of an environment.
 */
#ifndef GEN_BOARD_H
#define GEN_BOARD_H

#include <stdio.h>

#include "gen/config.h"
#include "gen/family.h"

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

/*
 * The environment's board with its overrides; an unknown id is a fault with the nearest ones.
 * Besides what the layers say it has the properties
 *   framework        the environment's, or "none"
 *   vid, pid         the first of hwids
 *   f_cpu_hz         the digits of f_cpu
 *   bootloader_size  "bootloader.PROTOCOL" for its upload_protocol
 *   upload_port, upload_flags, upload_command   the environment's options
 * where no layer sets them.
 */
NODISCARD bool board_find(struct ctx *cx, const struct family *family,
                          const struct environment *env, struct board *out);

/* A board of the family as its row says, without environment; for lists.  False, and faults, where
 * its description is faulty; *found is false where it is for another platform. */
NODISCARD bool board_read(struct ctx *cx, const struct family *family, str id, struct board *out,
                          bool *found);

/* A property's value, empty where it is not set. */
str board_get(const struct board *board, str name);

/* Set (or replace) a property, which is no pattern. */
void board_set(struct arena *arena, struct board *board, str name, str value, span at);

/* A value of a file as a property's text; false, and a fault, where it is no text nor list. */
NODISCARD bool board_value_text(struct ctx *cx, const struct value *value, str *out);

/* The platform whose family has the board; an id of none is a fault with the nearest ones. */
NODISCARD bool board_platform(struct ctx *cx, const struct board_dirs *dirs, str id, str *out);

struct board_query {
	str text; /* what id, name or mcu must contain, any case; empty: all */
	bool json;
};

/* `fbgen boards`: id, name, mcu, clock in Hz, flash and RAM in bytes, of every family. */
NODISCARD bool board_list(struct ctx *cx, const struct board_dirs *dirs,
                          const struct board_query *query, FILE *out);

#endif
