/*
 * A platform's family as data: boards/PLATFORM.yaml with the user's and the project's own boards
 * laid over it.  Knows where each board is described and which keys a family may have, not what
 * their values mean.
 */
#ifndef GEN_FAMILY_H
#define GEN_FAMILY_H

#include "base/ctx.h"
#include "base/map.h"
#include "base/value.h"
#include "gen/reads.h"

/*
 * Where families and boards are looked for: `data` is fbgen's own boards/ folder, `user` that in
 * the user's configuration, `project` the project's boards_dir.  Those that do not exist are empty.
 */
struct board_dirs {
	str data, user, project;
};

struct family {
	struct board_dirs dirs;
	struct reads *reads;
	str platform;             /* "atmelavr" */
	str title;                /* "Atmel AVR" */
	const struct value *root; /* the file; without its boards where they are one line each */
	struct map boards;        /* id → struct family_board * */
};

/* One description of a board: parsed, or the place of its line in the family's table. */
struct family_row {
	const struct value *row;
	span line;
};
VEC_DEFINE(family_rows, struct family_row)

/* What is said of an id. */
struct family_board {
	struct family_rows rows; /* a later one is laid over the earlier ones */
	size_t own_rows;         /* how many of them are the family's own, and so the first */
	struct str_vec json;     /* files in PlatformIO's format; the last one that is for this
	                            platform takes the place of the family's own rows */
};

/* Say that there are no families at all, and what can be done about it.  False. */
bool family_none(struct ctx *cx, const struct board_dirs *dirs);

/* fbgen's own boards/ folder: $FBGEN_DATA, else where the program is installed, else above it in
 * its source tree.  Empty where there is none. */
str board_data_dir(struct arena *arena, struct reads *reads);

/* The user's own boards: fbgen/boards in their configuration folder. */
str board_user_dir(struct arena *arena, struct reads *reads);

/* The platform's name in what `platform =` says: a name, "owner/name @ version", a URL. */
str family_name(str requirement);

struct family_request {
	const struct board_dirs *dirs;
	struct reads *reads;
	str platform; /* as family_name takes it */
	span at;      /* what asks for it */
};

/* Read a platform's family with the user's additions.  An unknown platform is a fault that names
 * the known ones. */
NODISCARD bool family_read(struct ctx *cx, const struct family_request *request,
                           struct family *out);

/* The same from the text of its own file alone; `out` has its platform and all else empty. */
NODISCARD bool family_parse(struct ctx *cx, const struct source *source, struct family *out);

/* Append the platforms that have a family in fbgen's own folder, sorted. */
void family_names(struct ctx *cx, const struct board_dirs *dirs, struct str_vec *out);

/* The parsed row, a map; NULL, and faults, where it is none. */
NODISCARD const struct value *family_row(struct ctx *cx, struct family_row *row);

enum family_kind { FAMILY_SCALAR, FAMILY_LIST, FAMILY_MAP };

/* A key that a map of the file may have. */
struct family_key {
	str name;
	enum family_kind kind;
	bool is_required;
};

/* Report keys that are unknown, missing or of another kind; false if there was any.  That the map
 * itself is missing is no fault. */
NODISCARD bool family_check(struct ctx *cx, const struct value *map, const struct family_key *keys,
                            size_t count);

#endif
