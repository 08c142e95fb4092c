/*
 * What one run remembers for the next: which inputs generation had and what they looked like, which
 * files it wrote, and of every file that an object was compiled from what it contained.  Makes the
 * no-op cheap, and sees the changes that dates do not show (design: never stale).
 */
#ifndef GEN_STATE_H
#define GEN_STATE_H

#include "base/ctx.h"
#include "gen/graph.h"
#include "gen/reads.h"

/* What must be the same for a run to have nothing to do, besides the inputs. */
struct state_identity {
	str program;            /* the running fbgen, absolute */
	struct str_vec options; /* those that change what is generated, in the order given */
};

/*
 * Look at the state of the project (the working directory).  *fresh tells that nothing which
 * generation reads has changed.  In any case the objects that ninja would wrongly keep are deleted:
 * their sources changed without growing newer, or a new file shadows one they were made from.
 */
NODISCARD bool state_check(struct ctx *cx, const struct state_identity *identity, bool *fresh);

/* What a finished generation hands to the next run. */
struct state_record {
	const struct state_identity *identity;
	const struct reads *reads;
	const struct graph *graph;
	struct str_vec outputs;   /* files that generation wrote: compile_commands.json … */
	const struct map *search; /* object → struct unit_search * */
	bool has_faults; /* the next run generates anew in any case, so that they are told again */
};

/* Write the state, and delete objects and archives under .fbgen/obj that the graph no longer has.
 */
NODISCARD bool state_write(struct ctx *cx, const struct state_record *record);

/*
 * Add to what was read the folders where a new header could come before one that is in use.  To be
 * called before the inputs are asked for.
 */
void state_add_folders(struct reads *reads, const struct map *search);

/*
 * The inputs of build.ninja, each once, in the order in which they were read: what exists outside
 * the store and is the project's; for a path where nothing stands the nearest folder above it.
 */
void state_inputs(struct arena *arena, const struct reads *reads, struct str_vec *out);

/* The newest time among these inputs (nanoseconds), for ninja_write. */
int64_t state_newest(const struct reads *reads);

#endif
