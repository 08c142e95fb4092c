/*
 * The interpolation that ConfigParser does itself: "%%" is '%', "%(option)s" the value of an option
 * of the same section or of [DEFAULT], any other '%' a fault.
 */
#ifndef GEN_PERCENT_H
#define GEN_PERCENT_H

#include "gen/origin.h"
#include "gen/sections.h"

/* The value of the origin's entry, which stands in the section; false, and a fault, where it
 * cannot be expanded. */
NODISCARD bool percent_expand(struct ctx *cx, const struct sections *sections,
                              const struct section *section, const struct origin *origin, str *out);

#endif
