/*
 * What a user may ask of ninja by name: ENV, and what can be done with its program: ENV-size,
 * ENV-run, ENV-upload.
 */
#ifndef GEN_ACTIONS_H
#define GEN_ACTIONS_H

#include "gen/assemble.h"

/* Edges that make nothing and so run whenever they are asked for. */
void actions_add(struct graph *graph, struct target *target, const struct assembly *assembly);

/* For an environment that could not be generated: a target that prints the file and fails. */
str actions_add_fault(struct graph *graph, str env, str file);

/*
 * Give an environment its short name, then, when all have theirs, their actions: an environment's
 * own name beats another's action, a file or folder of the project keeps its name.  Who loses is
 * noted and has its name under .fbgen/ only.
 */
void actions_name_environment(struct ctx *cx, struct graph *graph, const struct environment *env,
                              const struct str_vec *targets);
void actions_name_actions(struct ctx *cx, struct graph *graph, const struct environment *env);

#endif
