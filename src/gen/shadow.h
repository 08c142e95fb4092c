/*
 * Files that come to stand before others: a new header in a folder that is searched earlier, a file
 * that __has_include asks for.  No date shows them, since what an object was made from stays as it
 * was.
 */
#ifndef GEN_SHADOW_H
#define GEN_SHADOW_H

#include "gen/statefile.h"

/* What has come to folders and what has gone from them: paths. */
struct shadows {
	struct map appeared, vanished; /* path → itself */
};

/* Note how the list of a watched folder has changed. */
void shadow_note(struct arena *arena, const struct watch *before, const struct watch *now,
                 struct shadows *out);

/* Remove the objects whose #include lines lead elsewhere now. */
NODISCARD bool shadow_remove(struct ctx *cx, struct statefile *state,
                             const struct shadows *shadows);

/* Watch the folders where such files can appear. */
void shadow_watch(struct ctx *cx, struct statefile *state);

/* Add the folders in the names of #include lines: "util" for "util/x.h". */
void shadow_parents(struct arena *arena, str detail, struct map *parents);

/* Append the folders that exist and in which such names lead from one of `folders`. */
void shadow_subfolders(struct arena *arena, const struct str_vec *folders,
                       const struct map *parents, struct str_vec *out);

#endif
