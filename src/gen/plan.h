/*
 * Which packages an environment needs and where each one is: chosen among its sources, asked of
 * fbfetch where the store lacks it, and reached from the project through a link under .fbgen/.
 */
#ifndef GEN_PLAN_H
#define GEN_PLAN_H

#include "base/ctx.h"
#include "base/value.h"
#include "gen/config.h"
#include "gen/reads.h"

struct plan_package {
	str name;                   /* "toolchain-atmelavr" */
	const struct value *record; /* its entry under `packages:` of the family */
	span at;                    /* what asks for it: the environment's board or platform */
	bool is_toolchain;

	/* Filled in by plan_resolve: */
	str kind; /* "distro", "system", "local", "platformio" */
	str path; /* as reached from the project: "core", ".fbgen/store/KEY", ".fbgen/package/N" */
	str real; /* the same place, absolute, links resolved */
	str id;   /* of a toolchain: from the store's key, else from the tools' contents */
	str bin;  /* of a toolchain: ".fbgen/tool/ID", the folder of its programs */
	bool is_owned; /* its files may change: they are inputs of generation */
};
VEC_DEFINE(plan_packages, struct plan_package)

struct plan {
	struct plan_packages packages;
};

/*
 * What the environments of one run share: two that want different places for one name get two
 * links, and what could not be had once is not asked for again.
 */
struct plan_session {
	struct map links;    /* name of a link below .fbgen/package → str *: what it leads to */
	struct map failed;   /* text of a request → what plan.c knows of its failure */
	bool source_refused; /* a fault of --source has been told */
};

/* What is the same for every environment; the command line narrows the choice. */
struct plan_options {
	const struct config *config;
	str source;                   /* --source KIND; empty: the usual order */
	bool offline;                 /* the store alone */
	struct plan_session *session; /* NULL: of this call alone */
};

/*
 * Resolve every package of the plan for this environment (platform_packages may name others in
 * their place), make the links, and remember what was looked at.  All that the store lacks is asked
 * of one fbfetch; where it lacks nothing, no process is started.  (provide.c)
 */
NODISCARD bool plan_resolve(struct ctx *cx, struct reads *reads, const struct environment *env,
                            const struct plan_options *wanted, struct plan *plan);

/* The package of that name, or NULL. */
const struct plan_package *plan_find(const struct plan *plan, str name);

#endif
