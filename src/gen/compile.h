/*
 * Compile edges: one rule for each kind of line and set of words, one object for each unit under a
 * rule, whoever asks for it.
 */
#ifndef GEN_COMPILE_H
#define GEN_COMPILE_H

#include "gen/graph.h"
#include "gen/recipe.h"

/* Who makes the edges of one environment, and where they go. */
struct maker {
	struct ctx *cx;
	struct graph *graph;
	const struct recipe *recipe;
	str bin; /* the folder of the toolchain's programs */
	bool is_system_toolchain;
	struct units *units; /* gets every unit */
	struct map *search;  /* gets object → struct unit_search * */
};

/* How units with the same words are compiled, one entry a kind of line; made at its first use. */
struct compiler {
	const struct flag_set *words;
	struct {
		const struct rule *rule;
		str hash;
	} lines[LINE_COUNT];
	struct str_vec *folders; /* where #include looks, without the source's own */
};

struct compile {
	str source; /* what the compiler reads */
	str name;   /* what the object is named after: the source, or its place in the project */
};

/* Compile one unit; its object is appended to `objects`.  What is no source is passed over. */
void compile(const struct maker *maker, struct compiler *compiler, struct compile what,
             struct str_vec *objects);

/* The path of a tool as commands call it. */
str compile_tool(const struct maker *maker, enum recipe_tool tool);

#endif
