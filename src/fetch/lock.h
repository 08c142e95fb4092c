/*
 * Locks of the store: files that are never removed, held by flock, free as soon as their holder is
 * gone.
 */
#ifndef FETCH_LOCK_H
#define FETCH_LOCK_H

#include "store/store.h"

/* Wait for the lock; says what it waits for where another holds it.  A descriptor, or -1 and a
 * fault. */
int lock_take(struct ctx *cx, const struct store *store, str name, str what);

/* The lock if it is free, else -1, with EWOULDBLOCK where another holds it; nothing is reported. */
int lock_try(struct ctx *cx, const struct store *store, str name);

void lock_release(int lock);

#endif
