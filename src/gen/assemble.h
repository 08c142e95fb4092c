/*
 * The edges of one environment: units, archives, the program, its size check and images, and the
 * names a user may give to ninja.  Equal compiles of several environments are one edge.
 */
#ifndef GEN_ASSEMBLE_H
#define GEN_ASSEMBLE_H

#include "gen/graph.h"
#include "gen/target.h"

/* What the edges of one environment mean to others. */
struct assembly {
	struct units units;     /* for editors: project first, then libraries, then the framework */
	struct map search;      /* object → struct unit_search * */
	struct str_vec targets; /* what `ninja ENV` makes */
	str program;            /* ".fbgen/ENV/firmware.elf" */
	str size_file;          /* ".fbgen/ENV/firmware.size"; empty where sizes are not checked */
};

void assemble(struct ctx *cx, struct reads *reads, struct graph *graph, const struct target *target,
              struct assembly *out);

#endif
