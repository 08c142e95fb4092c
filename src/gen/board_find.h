/*
 * An environment's board, laid in layers: what holds for the whole family, for the core, for the
 * board (the family's table, the user's and the project's boards/), and the board_… overrides of
 * the environment.
 */
#ifndef GEN_BOARD_FIND_H
#define GEN_BOARD_FIND_H

#include "gen/board.h"
#include "gen/config.h"
#include "gen/family.h"

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

/* Help for the fault of an id that is none of these: the nearest ones. */
void board_suggest(struct ctx *cx, str id, const struct str_vec *ids);

#endif
