/*
 * A board in PlatformIO's own format, boards/ID.json, and the names that its values have there.
 */
#ifndef GEN_BOARD_JSON_H
#define GEN_BOARD_JSON_H

#include "gen/board.h"
#include "gen/family.h"

/* The property that PlatformIO keeps at a path: "build.mcu" → "mcu", "upload.maximum_size" →
 * "flash", "upload.speed" → "upload_speed". */
str board_json_property(struct arena *arena, str path);

/*
 * Lay the file's values over the board.  *is_ours is false, and nothing is set, where the file is
 * for other platforms.  What PlatformIO demands of a board (name, url, vendor) is demanded.
 */
NODISCARD bool board_json_read(struct ctx *cx, const struct family *family, str path,
                               struct board *board, bool *is_ours);

/* The same for a text that has been read. */
NODISCARD bool board_json_parse(struct ctx *cx, const struct family *family,
                                const struct source *source, struct board *board, bool *is_ours);

#endif
