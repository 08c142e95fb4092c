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

/* What the last run left; zero where there is no (valid) state. */
struct state;

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
	struct str_vec
	    outputs; /* files that generation wrote: build.ninja, compile_commands.json … */
	/* Folders that units search for headers, per object: what shadowing means. */
	const struct map *search;   /* object → struct str_vec *: quote and -I folders in order */
	struct str_vec has_include; /* names in __has_include of project files */
};

/* Write the state, and delete objects and archives under .fbgen/obj that the graph no longer has.
 */
NODISCARD bool state_write(struct ctx *cx, const struct state_record *record);

/* The newest time among the paths read (nanoseconds), for ninja_write. */
int64_t state_newest(const struct reads *reads);

/* Paths read that ninja can watch: those that exist. */
void state_inputs(struct arena *arena, const struct reads *reads, struct str_vec *out);

#endif
