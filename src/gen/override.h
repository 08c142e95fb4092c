/*
 * platform_packages of an environment: what it says instead of the family's own choice.
 */
#ifndef GEN_OVERRIDE_H
#define GEN_OVERRIDE_H

#include "gen/config.h"

enum override_kind {
	OVERRIDE_FOLDER, /* a folder of this machine */
	OVERRIDE_RANGE,  /* a version range */
	OVERRIDE_LATER   /* something that cannot be had yet */
};

struct override {
	str name; /* of the package, without its owner */
	enum override_kind kind;
	str value; /* the folder, absolute or relative to the project; the range; the text */
	str text;  /* the item as it is written */
};
VEC_DEFINE(overrides, struct override)

/* The items of the option; "NAME" alone says nothing and is left out. */
void override_read(struct arena *arena, const struct environment *env, struct overrides *out);

/* The last one for the package, or NULL. */
const struct override *override_find(const struct overrides *overrides, str name);

#endif
