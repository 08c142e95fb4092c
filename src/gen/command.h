/*
 * Words of commands: of those that run fbgen itself as a part of the build, and of those that a
 * family's file writes with {in} and {out}.
 */
#ifndef GEN_COMMAND_H
#define GEN_COMMAND_H

#include "gen/graph.h"

/* How the manifest calls fbgen: a link that every run renews. */
#define COMMAND_FBGEN ".fbgen/fbgen"

/* "fbgen edge VERB" */
void command_edge(struct arena *arena, struct str_vec *words, const char *verb);

/* "--NAME=VALUE"; nothing where the value is empty. */
void command_option(struct arena *arena, struct str_vec *words, const char *name, str value);

/* "--NAME=NUMBER" */
void command_number(struct arena *arena, struct str_vec *words, const char *name, uint64_t number);

/* "--NAME" where it is wanted. */
void command_flag(struct arena *arena, struct str_vec *words, const char *name, bool wanted);

/* What "{in}" and "{out}" stand for in a rule; any other word as it is. */
str command_placeholder(str word);

#endif
