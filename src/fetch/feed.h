/*
 * The reader of a transfer: it gets the bytes from disk, in their order, behind the network and at
 * its own speed.
 */
#ifndef FETCH_FEED_H
#define FETCH_FEED_H

#include "fetch/running.h"

/* Give it what there is, up to a few pieces; `chunk` is room for one. */
void feed_some(struct running *r, char *chunk, size_t size);

/* Whether there is something for it. */
bool feed_is_behind(const struct running *r);

/* The descriptor to poll for writing before it takes more; -1: none. */
int feed_poll_fd(const struct running *r);

#endif
