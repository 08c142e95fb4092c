/*
 * Versions and the ranges that ask for them, as Python's semantic_version SimpleSpec reads them,
 * with npm's meaning for carets and tildes on 0.x and prereleases.
 */
#ifndef STORE_VERSION_H
#define STORE_VERSION_H

#include "base/str.h"

struct version {
	uint64_t major, minor, patch;
	str prerelease, build;
};

/* Any version text as the semantic version it is taken for: "1" is 1.0.0, "r5" is 0.0.0+r5. */
struct version version_coerce(struct arena *arena, str text);

str version_text(struct arena *arena, const struct version *version);

int version_compare(const struct version *a, const struct version *b);

/* Whether the text can stand behind the hyphen (the plus) of a version; the empty text can. */
bool version_prerelease_valid(str s);
bool version_build_valid(str s);

/*
 * Ranges (range.c).
 * Whether the text is one: blocks with commas between, all of which must be met.
 */
bool version_range_valid(str range);

/* Whether the version is in the (valid) range. */
bool version_matches(str range, const struct version *version);

#endif
