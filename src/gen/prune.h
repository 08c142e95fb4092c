/*
 * Build products that no edge makes any more.
 */
#ifndef GEN_PRUNE_H
#define GEN_PRUNE_H

#include "gen/statefile.h"

/* Remove what the old state's graph made and the new one's does not, and folders that this empties.
 * Nothing but what is named there, and only below .fbgen/. */
NODISCARD bool prune(struct ctx *cx, const struct statefile *old, const struct statefile *state);

#endif
