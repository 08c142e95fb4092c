/*
 * The pipeline from a project to its manifest, or the proof that nothing has to be done.
 */
#ifndef GEN_GENERATE_H
#define GEN_GENERATE_H

#include "base/ctx.h"

struct generate_options {
	struct str_vec envs; /* -e, in the order given; empty: all */
	str source;          /* --source */
	bool offline;
	bool ignore_scripts;
};

/*
 * Bring build.ninja, compile_commands.json and .fbgen/ up to date with the project in the working
 * directory.  A fault in an environment that is not a default one is a warning; the others are
 * written in any case.
 */
NODISCARD bool generate(struct ctx *cx, const struct generate_options *options);

#endif
