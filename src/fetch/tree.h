/*
 * An unpacked tree on its way to being a package: links that would leave it made real, the record's
 * fix-ups, modes.
 */
#ifndef FETCH_TREE_H
#define FETCH_TREE_H

#include "store/package.h"

/*
 * Make the tree at `path` stand alone.  `all` is the folder it was unpacked into with everything
 * around it: what a link names there, or as a file of the machine, takes the link's place; a link
 * to nothing is removed.
 */
NODISCARD bool tree_settle(struct ctx *cx, str all, str path);

/* The record's links and replacements; `final` is where the tree will stand: "{tree}". */
NODISCARD bool tree_fix(struct ctx *cx, str path, const struct package_request *request, str final);

/* Files 0444 or 0555, folders 0755; anything but files, folders and links is a fault. */
NODISCARD bool tree_seal(struct ctx *cx, str path);

#endif
