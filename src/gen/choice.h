/*
 * Which of its sources a package is taken from: platform_packages, then --source, then the first
 * kind in the settled order that is configured for this machine.  A kind that was chosen and fails
 * is a fault; no other is tried in its place.
 */
#ifndef GEN_CHOICE_H
#define GEN_CHOICE_H

#include "gen/override.h"
#include "gen/plan.h"

struct choice {
	str kind;
	str dir; /* local, platformio: the package's folder; system: that of its programs */
	const struct value *source; /* distro, system: the entry under `sources:` */
};

/* What choosing has to know. */
struct chooser {
	struct reads *reads;
	const struct environment *env;
	const struct plan_options *options;
	struct plan_session *session;
	struct overrides overrides;
};

NODISCARD bool choice_make(struct ctx *cx, const struct chooser *chooser,
                           const struct plan_package *package, struct choice *out);

/* Advice for the fault reported last: the other kinds the package has, behind `first` (may be
 * empty). */
void choice_help(struct ctx *cx, const struct plan_package *package, str kind, str first);

/* The package's source of that kind, or NULL. */
const struct value *choice_source(const struct plan_package *package, str kind);

#endif
