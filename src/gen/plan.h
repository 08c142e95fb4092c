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
	str id;   /* identity: the store's key, or a hash of the tools' contents */
	str bin;  /* of a toolchain: ".fbgen/tool/ID", the folder of its programs */
	bool is_owned; /* its files may change: they are inputs of generation */
};
VEC_DEFINE(plan_packages, struct plan_package)

struct plan {
	struct plan_packages packages;
};

/* How the command line narrows the choice. */
struct plan_options {
	str source;   /* --source KIND; empty: the usual order */
	bool offline; /* the store alone */
};

/*
 * Resolve every package of the plan for this environment (platform_packages may name others in
 * their place), make the links, and remember what was looked at.
 */
NODISCARD bool plan_resolve(struct ctx *cx, struct reads *reads, const struct config *config,
                            const struct environment *env, const struct plan_options *options,
                            struct plan *plan);

/* The package of that name, or NULL. */
const struct plan_package *plan_find(const struct plan *plan, str name);

#endif
