/*
 * What "${…}" stands for: the project's folder and hash, the time, environment variables, other
 * options.  Other names stay as they are: they are expanded when flags are made.  Knows nothing of
 * how another option gets its value.
 */
#ifndef GEN_INTERPOLATE_H
#define GEN_INTERPOLATE_H

#include "gen/reads.h"
#include "gen/sections.h"
#include "gen/setting.h"

struct frame;

/* Where references are looked up, and how far it has got. */
struct interpolation {
	struct reads *reads;
	const struct sections *sections;
	str project_dir;
	bool incomplete; /* an ini file had faults: what is missing may have been lost there */

	/* The setting of another option, of any section. */
	enum setting_result (*look_up)(void *user, str section, str name, struct setting **out);
	void *user;

	const struct frame *frames; /* values that are being worked out, the innermost first */
	unsigned depth;
	size_t produced; /* bytes that references have made */
	str time;
};

/*
 * Expand the references in *text, the value of an option that was asked for in the section.  All
 * faults are reported at the origin; false if there was any.
 */
NODISCARD bool interpolate_text(struct ctx *cx, struct interpolation *interpolation, str section,
                                const struct origin *origin, str *text);

#endif
