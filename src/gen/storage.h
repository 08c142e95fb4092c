/*
 * The libraries that there are: every folder of every storage with its kind, its layout and what
 * its manifest says, less those that the project ignores or that do not fit it.
 */
#ifndef GEN_STORAGE_H
#define GEN_STORAGE_H

#include "gen/node.h"

/* Fill in the finder's libraries.  All faults are reported. */
NODISCARD bool storage_read(struct finder *finder);

/* The sources of a library, found at the first call. */
const struct str_vec *storage_sources(struct finder *finder, struct node *node);

#endif
