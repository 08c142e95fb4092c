/*
 * What generation has read, so that a later run can tell in a few stats that nothing changed.
 * Every phase that looks at the project, at a package outside the store or at the environment says
 * so here; state.c keeps the list on disk and ninja.c makes inputs of it.
 */
#ifndef GEN_READS_H
#define GEN_READS_H

#include "base/map.h"
#include "base/str.h"

/* struct reads r = {.arena = keep} is empty and ready. */
struct reads {
	struct arena *arena;
	struct map paths;     /* files, directories and paths where nothing stood */
	struct map variables; /* environment variable → str *, NULL where it was not set */
	struct map programs;  /* program name → str *: where PATH led, empty where nowhere */
	struct map commands;  /* shell command of a "!" flag → str *: its output */
};

/* A file or directory that was read, or whose absence was noticed.  Kept in normal form. */
void reads_path(struct reads *reads, str path);
void reads_paths(struct reads *reads, const struct str_vec *paths);

/* The variable's value; NULL where it is not set.  Both are remembered. */
const char *reads_variable(struct reads *reads, const char *name);

/* Where the program is on PATH, empty where it is not.  Remembered. */
str reads_program(struct reads *reads, str name);

void reads_command(struct reads *reads, str command, str output);

#endif
