/*
 * What "${…}" stands for: the project's folder and hash, the time, environment variables, other
 * options.  Other names stay as they are: they are expanded when flags are made.
 */
#ifndef GEN_INTERPOLATE_H
#define GEN_INTERPOLATE_H

#include "gen/resolve.h"

/*
 * Expand the references in *text, the value of an option that was asked for in the section.  All
 * faults are reported at the origin; false if there was any.
 */
NODISCARD bool interpolate_text(struct resolver *r, str section, const struct origin *origin,
                                str *text);

#endif
