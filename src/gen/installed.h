/*
 * Packages that PlatformIO has installed: found in its folder, with the versions they have.
 */
#ifndef GEN_INSTALLED_H
#define GEN_INSTALLED_H

#include "base/ctx.h"
#include "gen/reads.h"

/*
 * The folder of the newest version of the package in `dir` (packages_dir) that is in the range, as
 * NAME or NAME@…; empty where there is none.
 */
str installed_find(struct ctx *cx, struct reads *reads, str dir, str name, str range);

#endif
