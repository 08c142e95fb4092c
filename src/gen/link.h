/*
 * The edge that links an environment's program, and the order of everything on its line.
 */
#ifndef GEN_LINK_H
#define GEN_LINK_H

#include "gen/compile.h"
#include "gen/target.h"

struct link {
	const struct target *target;
	const struct str_vec *objects, *archives;
	str output;
};

/* A file that the linker reads by its words and that is not there yet is noted in `reads`. */
void link_program(const struct maker *maker, struct reads *reads, const struct link *link);

#endif
