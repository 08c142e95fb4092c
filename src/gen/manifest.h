/*
 * What a library says about itself: library.json, library.properties, module.json, and the record
 * that a package manager left (.piopm).  A text whose `at` is NULL was not given.
 */
#ifndef GEN_MANIFEST_H
#define GEN_MANIFEST_H

#include "base/ctx.h"

struct dependency {
	str owner, name;
};
VEC_DEFINE(dependencies, struct dependency)

struct manifest {
	const struct source *source; /* NULL: there is none, or it is broken */
	str name, version;
	struct str_vec frameworks, platforms; /* empty: any */
	struct dependencies depends;

	bool has_build; /* library.json has a "build" */
	str include_dir, source_dir, filter;
	struct str_vec flags, unflags;
	bool archive, archive_is_set;
	str mode, compat_mode; /* by name or number, as written */
	str builder, extra_script;

	bool precompiled; /* library.properties */
	str link_flags;

	struct str_vec extra_includes; /* module.json */
};

/* Who installed the library, from where; empty where nobody says. */
struct manifest_record {
	str name, version, owner, uri;
};

/*
 * Parse a manifest.  Where it is broken that is a warning, and it counts as empty: nothing in it
 * holds.
 */
void manifest_parse_json(struct ctx *cx, const struct source *source, struct manifest *out);
void manifest_parse_properties(struct ctx *cx, const struct source *source, struct manifest *out);
void manifest_parse_module(struct ctx *cx, const struct source *source, struct manifest *out);

/* Parse a record; one that is broken is empty. */
void manifest_parse_record(struct ctx *cx, const struct source *source,
                           struct manifest_record *out);

#endif
