/*
 * The value of any option of any section: found over extends, joined with environment variables,
 * defaulted, its "%" and "${…}" expanded, typed.  Each value is worked out once.
 */
#ifndef GEN_RESOLVE_H
#define GEN_RESOLVE_H

#include "gen/reads.h"
#include "gen/sections.h"
#include "gen/setting.h"
#include "gen/walk.h"

struct frame;

struct resolver {
	struct ctx cx; /* faults go to cx.diag, which may be exchanged with resolve_report_to */
	struct reads *reads;
	const struct sections *sections;
	str project_dir;
	bool incomplete; /* an ini file had faults: what is missing may have been lost there */

	struct map values, walks;
	const struct frame *frames; /* values that are being worked out, the innermost first */
	unsigned depth, sink;
	size_t produced; /* bytes that references have made */
	str time;
};

/* From now on faults go there; those that were reported before are reported again. */
void resolve_report_to(struct resolver *r, struct diag *diag);

/* The walk from a section; its faults are reported. */
const struct walk *resolve_walk(struct resolver *r, str section, bool *ok);

enum resolve_result {
	RESOLVE_SET,     /* *out is the value */
	RESOLVE_UNSET,   /* nowhere set, no default: *out is empty */
	RESOLVE_FAULT,   /* reported */
	RESOLVE_CIRCLE,  /* it is being worked out: the caller reports */
	RESOLVE_NOTHING, /* no such section or option: the caller reports */
};

/* `name` is a present or old name, or any other that a section has. */
enum resolve_result resolve_option(struct resolver *r, str section, str name, struct setting **out);

/* The environment variable that gives the option a value now; NULL where none does. */
const char *resolve_variable(struct resolver *r, const struct option *option, str *value);

#endif
