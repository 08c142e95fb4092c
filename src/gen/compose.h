/*
 * What the search found as build order and search paths: which words of a library reach those that
 * depend on it, and where they stand there.
 */
#ifndef GEN_COMPOSE_H
#define GEN_COMPOSE_H

#include "gen/node.h"

/* Fill in `out` and the include_path, sources and depends of every library in its order. */
void compose(struct finder *finder, struct library_result *out);

#endif
