/*
 * Shared libraries that programs of a package need and the machine may not have.
 */
#ifndef FETCH_LOADER_H
#define FETCH_LOADER_H

#include "base/ctx.h"

/*
 * Sort Debian library packages ("libmpc3") into those whose library the loader does not find, and
 * the files of the others.
 */
void loader_check(struct arena *arena, const struct str_vec *packages, struct str_vec *missing,
                  struct str_vec *found);

/* Gather the shared libraries below `from` in TREE/.libraries, and make TREE/.tools: a script for
 * each program in TREE/bin that starts it with them. */
NODISCARD bool loader_wrap(struct ctx *cx, str from, str tree);

#endif
