/*
 * What the edge of a sketch runs: tabs in, one C++ file out, and the prototypes that an editor
 * wants to see before a tab.
 */
#ifndef GEN_EDGE_INO_H
#define GEN_EDGE_INO_H

#include "base/ctx.h"

/*
 * Read the tabs (in PlatformIO's order of names), put them in the order of the sketch, and make
 * `output` their C++ text; `prelude` (empty: none) gets the prototypes.  A file whose bytes do not
 * change is left alone.
 */
NODISCARD bool edge_ino(struct ctx *cx, const struct str_vec *tabs, str output, str prelude);

#endif
