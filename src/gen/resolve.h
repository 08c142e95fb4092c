/*
 * The value of any option of any section: found over extends, joined with environment variables,
 * defaulted, its "%" and "${…}" expanded, typed.  Each value is worked out once.
 */
#ifndef GEN_RESOLVE_H
#define GEN_RESOLVE_H

#include "gen/interpolate.h"
#include "gen/walk.h"

struct resolver {
	struct ctx cx; /* faults go to cx.diag, which may be exchanged with resolve_report_to */
	struct interpolation scope;
	struct map values, walks;
	unsigned sink;
};

/* Begin anew, with nothing worked out.  The resolver stays where it is. */
void resolve_init(struct resolver *r, const struct ctx *cx, struct reads *reads,
                  const struct sections *sections, str project_dir);

/* From now on faults go there; those that were reported before are reported again. */
void resolve_report_to(struct resolver *r, struct diag *diag);

/* The walk from a section; its faults are reported. */
const struct walk *resolve_walk(struct resolver *r, str section, bool *ok);

/* `name` is a present or old name, or any other that a section has. */
enum setting_result resolve_option(struct resolver *r, str section, str name, struct setting **out);

/* The environment variable that gives the option a value now; NULL where none does. */
const char *resolve_variable(struct resolver *r, const struct option *option, str *value);

#endif
