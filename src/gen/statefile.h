/*
 * What the state file holds, in memory and on disk.  Knows nothing of what it means for a build.
 */
#ifndef GEN_STATEFILE_H
#define GEN_STATEFILE_H

#include "base/map.h"
#include "gen/watch.h"

VEC_DEFINE(indices, uint32_t)
VEC_DEFINE(str_lists, struct str_vec)

/* A file of which an object was made when it had another content than it has now. */
struct difference {
	uint32_t file; /* index of a watch */
	uint64_t hash; /* what the object was made from; 0: something unknown */
};
VEC_DEFINE(differences, struct difference)

#define NO_FOLDERS UINT32_MAX

/* The first output of an edge that runs a command. */
struct object {
	str path;
	int64_t built;         /* its time in ninja's log; 0: ninja has not made it */
	uint32_t folders;      /* which list of folders it searches for headers, or NO_FOLDERS */
	struct indices made;   /* watches of the files it is made from, that ninja does not make */
	struct indices inputs; /* those of them that the graph names */
	struct differences differences;
};
VEC_DEFINE(objects, struct object)

/* A text under a name. */
struct pair {
	str name, value;
	bool is_set; /* of a variable */
};
VEC_DEFINE(pairs, struct pair)

struct statefile {
	bool complete; /* generation came to its end, and nothing it reads has changed since */
	str program, directory;
	struct file_stamp program_stamp;
	struct str_vec options;
	struct pairs variables, programs, commands;
	struct watches watches;
	struct map index; /* path → uint32_t *: its place in watches; made when it is needed */
	struct objects objects;
	struct str_lists folders;
	struct str_vec outputs;                /* what else the graph's edges make */
	struct file_stamp build_log, deps_log; /* when they were read */
	int64_t looked; /* time of the look, by the clock that files get their times from */
};

/* The text of the file; the same state gives the same text. */
str statefile_text(struct arena *arena, const struct statefile *state);

/* Views into the text; false where it is not such a text, whole and undamaged. */
NODISCARD bool statefile_parse(struct arena *arena, str text, struct statefile *out);

/* The watch of that path, made with no role (and not looked at) where there is none. */
uint32_t statefile_watch(struct arena *arena, struct statefile *state, str path);

/* The place of that path in watches, or NULL. */
const uint32_t *statefile_find(struct arena *arena, struct statefile *state, str path);

/* Read .fbgen/state; false where there is none that is valid. */
NODISCARD bool statefile_read(struct ctx *cx, struct statefile *out);
NODISCARD bool statefile_write(struct ctx *cx, const struct statefile *state);

#endif
