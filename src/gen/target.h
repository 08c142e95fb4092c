/*
 * One environment on its way from options to edges: everything that is known of it, phase by phase.
 */
#ifndef GEN_TARGET_H
#define GEN_TARGET_H

#include "gen/library.h"
#include "gen/recipe.h"

/* What all environments of a run share. */
struct target_request {
	const struct config *config;
	const struct board_dirs *boards;
	struct plan_options packages;
	bool ignore_scripts;
};

struct target {
	const struct environment *env;
	struct family family;
	struct board board;
	struct plan plan;
	struct recipe recipe;

	str src_dir, include_dir; /* as reached from the project; include_dir is empty if missing */
	struct str_vec sources;   /* the project's, as reached from the project, sorted */
	struct str_vec tabs;      /* of its sketch, in PlatformIO's order; none: no sketch */
	str sketch;               /* the entry of `sources` that they become */
	struct library_result libraries;

	struct map variables;
	struct flag_set words; /* what every unit is compiled with and the program linked with */
	struct flag_set src_words; /* build_src_flags */
	struct flag_set unwanted;  /* build_unflags, taken out of words already */
};

/* Board and packages: what is needed before anything is fetched. */
NODISCARD bool target_prepare(struct ctx *cx, struct reads *reads,
                              const struct target_request *request, struct target *target);

/* Where the packages are. */
NODISCARD bool target_resolve(struct ctx *cx, struct reads *reads,
                              const struct target_request *request, struct target *target);

/* Recipe, flags, sources and libraries. */
NODISCARD bool target_complete(struct ctx *cx, struct reads *reads,
                               const struct target_request *request, struct target *target);

#endif
