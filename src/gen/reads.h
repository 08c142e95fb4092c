/*
 * What generation has read, so that a later run can tell in a few stats that nothing changed.
 * Every phase that looks at the project, at a package outside the store or at the environment says
 * so here; state.c keeps the list on disk and ninja.c makes inputs of it.
 */
#ifndef GEN_READS_H
#define GEN_READS_H

#include "base/file.h"
#include "base/map.h"
#include "gen/scan.h"

/* What of a path mattered; a later one takes precedence over those before it. */
enum read_role {
	READ_MACHINE,  /* part of the machine: seen by its stamp alone, no input of ninja's */
	READ_INCLUDES, /* its #include lines */
	READ_CONTENT,  /* all of it; of a directory its list of names */
};

/* A path and what was there when it was read: it may have changed before generation is done. */
struct read_entry {
	enum read_role role;
	enum file_kind kind;
	struct file_stamp stamp;
	uint64_t listing; /* of a directory: hash of the names in it */
	str includes;     /* names on its #include lines, where they were looked at (watch.h) */
};

/* struct reads r = {.arena = keep} is empty and ready. */
struct reads {
	struct arena *arena;
	struct map
	    paths; /* files, directories and paths where nothing stood → struct read_entry * */
	struct map variables; /* environment variable → str *, NULL where it was not set */
	struct map programs;  /* program name → str *: where PATH led, empty where nowhere */
	struct map commands;  /* shell command of a "!" flag → str *: its output */
};

/*
 * A file or directory that is about to be read, or whose absence was noticed.  Kept in normal form.
 */
void reads_path(struct reads *reads, str path);
void reads_paths(struct reads *reads, const struct str_vec *paths);

/*
 * A source or header of which generation looks at the #include lines alone: when it is edited and
 * they stay as they are, nothing has to be generated anew.
 */
void reads_scanned(struct reads *reads, str path, const struct scan *scan);

/* A file of the machine, not of the project: a compiler, fbgen's own data. */
void reads_machine(struct reads *reads, str path);

/* The variable's value; NULL where it is not set.  Both are remembered. */
const char *reads_variable(struct reads *reads, const char *name);

/* Where the program is on PATH, empty where it is not.  Remembered. */
str reads_program(struct reads *reads, str name);

void reads_command(struct reads *reads, str command, str output);

#endif
