/*
 * Platform families and boards as data: boards/PLATFORM.yaml, a project's boards/ID.json (in
 * PlatformIO's format) and boards/ID.yaml, and the board_… overrides of an environment.
 * A board is a flat map of properties.
 */
#ifndef GEN_BOARD_H
#define GEN_BOARD_H

#include "base/ctx.h"
#include "base/map.h"
#include "base/value.h"
#include "gen/config.h"
#include "gen/reads.h"

struct property {
	str value;
	span at;
};

struct family {
	str platform; /* "atmelavr" */
	str title;
	const struct value *root; /* the whole file */
	struct map boards; /* id → const struct value *: the family's rows and the user's */
};

struct board {
	str id; /* empty: the environment names none */
	str name;
	struct map properties; /* "mcu", "flash", "upload_protocol", … → struct property * */
	span at;               /* where it is defined */
};

/*
 * Where families and boards are looked for: `data` is fbgen's own boards/ folder, `user` that in
 * the user's configuration, `project` the project's boards_dir.  Those that do not exist are empty.
 */
struct board_dirs {
	str data, user, project;
};

/* Find fbgen's own data folder: $FBGEN_DATA, else beside the program, else where it was installed.
 */
str board_data_dir(struct arena *arena, struct reads *reads);

/* The user's own boards: fbgen/boards in their configuration folder. */
str board_user_dir(struct arena *arena, struct reads *reads);

/* Read a platform's family with the user's additions.  An unknown platform is a fault at `at` that
 * names the known ones. */
NODISCARD bool family_read(struct ctx *cx, struct reads *reads, const struct board_dirs *dirs,
                           str platform, span at, struct family *out);

/* The environment's board with its overrides; an unknown id is a fault with the nearest ones. */
NODISCARD bool board_find(struct ctx *cx, const struct family *family,
                          const struct environment *env, struct board *out);

/* A property's value, empty where it is not set. */
str board_get(const struct board *board, str name);

/* Set (or replace) a property. */
void board_set(struct arena *arena, struct board *board, str name, str value, span at);

/* The platform that has a board of that id, for `fbgen init`; an unknown id is a fault. */
NODISCARD bool board_platform(struct ctx *cx, const struct board_dirs *dirs, str id, str *platform);

struct board_query {
	str text; /* what id, name or mcu must contain, any case; empty: all */
	bool json;
};

/* `fbgen boards`: id, name, mcu, clock in Hz, flash and RAM in bytes, of every family. */
NODISCARD bool board_list(struct ctx *cx, const struct board_dirs *dirs,
                          const struct board_query *query, FILE *out);

#endif
