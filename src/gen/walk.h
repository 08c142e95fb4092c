/*
 * Whose options a section has: its own, then those of the sections that it extends, the last named
 * first and each with its own parents, then, for an environment, those of [env].
 */
#ifndef GEN_WALK_H
#define GEN_WALK_H

#include "gen/sections.h"

VEC_DEFINE(section_list, const struct section *)

struct walk {
	struct section_list order; /* each section once, the first to be asked first */
	struct diag faults;        /* a circle, a parent that cannot be read */
};

/* Sections that are not there are left out (and warned of), the root too. */
void walk_make(struct ctx *cx, const struct sections *sections, str root, struct walk *out);

#endif
