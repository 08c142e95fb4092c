/*
 * Files from the network into the store's dl/ folder: several at a time in one loop, resumed across
 * anything, from one mirror after the other, each verified by its SHA-256.  Knows nothing of what
 * the files are.
 *
 * A download is written to disk as fast as it comes.  A sink (one who unpacks) reads behind it at
 * its own speed, from the first byte on, also of what an earlier run has left: a slow reader never
 * slows the network, and nothing is held in memory.
 */
#ifndef FETCH_TRANSFERS_H
#define FETCH_TRANSFERS_H

#include <poll.h>

#include "fetch/transfer.h"
#include "store/store.h"

struct transfers; /* the loop and all that is in it */

/* NULL and a fault where there is no memory for it. */
struct transfers *transfers_open(struct ctx *cx, const struct store *store,
                                 transfer_listener *listener, void *user);

/*
 * Take up another one; what was added first goes first.  It must stay where it is until
 * TRANSFER_DONE or TRANSFER_FAILED is told of it, which happens once, and from transfers_step
 * alone.
 */
void transfers_add(struct transfers *all, const struct transfer *transfer);

/*
 * Do what can be done, waiting up to `wait` milliseconds for something to happen, be it on one of
 * the `count` descriptors of the caller's own in `more` (revents are set).  False when all are done
 * or failed.
 */
bool transfers_step(struct transfers *all, struct pollfd *more, size_t count, int wait);

/* End it: what is under way stays on disk, to be resumed.  NULL is allowed. */
void transfers_close(struct transfers *all);

/* The exit status that goes with a class. */
enum exit_code transfer_code(enum fault_class class);

#endif
