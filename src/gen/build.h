/*
 * `fbgen build`: generate, run ninja, and say in a few lines what came of it.
 */
#ifndef GEN_BUILD_H
#define GEN_BUILD_H

#include "gen/generate.h"

struct build_options {
	struct generate_options generate;
	struct str_vec targets; /* as given; empty: the defaults */
	str jobs;               /* -j; empty: ninja's own choice */
};

/* One build at a time in a project: a second one waits for the first. */
NODISCARD bool build_project(struct ctx *cx, const struct build_options *options);

#endif
