/*
 * Objects that ninja would keep although what they were made from has changed: ninja compares dates
 * alone, and a file may change without growing newer.
 */
#ifndef GEN_STALE_H
#define GEN_STALE_H

#include "gen/statefile.h"

/* The watches as the last run left them; those behind them are new. */
struct stale_before {
	const struct watch *at;
	size_t len;
};

/*
 * Learn from ninja's logs which objects were made since the last look, and from what.  With
 * `before` NULL nothing is known about files as they were when an object was made.
 */
void stale_learn(struct ctx *cx, struct statefile *state, const struct stale_before *before);

/* Whether ninja's logs have changed since they were read. */
bool stale_logs_changed(const struct statefile *state);

/* Watched files may have another content than before: what was made from them now differs. */
void stale_note_changes(struct ctx *cx, struct statefile *state,
                        const struct stale_before *before);

/* Remove the objects that ninja would wrongly keep. */
NODISCARD bool stale_remove(struct ctx *cx, const struct statefile *state);

/* Remove one object, so that ninja makes it again. */
NODISCARD bool stale_remove_object(struct ctx *cx, const struct object *object);

/* What a path that objects are made from may do: roles of its watch. */
unsigned stale_roles(struct arena *arena, struct statefile *state, str path);

#endif
