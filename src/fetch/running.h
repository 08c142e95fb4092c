/*
 * One transfer on its way: its mirrors, its partial, its request and its reader.  When it may ask
 * is the loop's to say (transfer).
 */
#ifndef FETCH_RUNNING_H
#define FETCH_RUNNING_H

#include "fetch/exchange.h"
#include "fetch/mirror.h"
#include "fetch/transfer.h"

struct running {
	const struct transfer *wanted;
	const struct store *store;
	struct running *next;
	struct arena keep, scratch;
	struct diag diag;
	struct ctx cx;
	enum transfer_state state;
	int lock; /* -1: not held */
	struct partial partial;
	struct mirrors mirrors;
	size_t mirror; /* the one whose turn it is */
	int64_t due;   /* TRANSFER_WAITING, TRANSFER_LOCKED: not before */
	bool asks;     /* exchange is open */
	struct exchange exchange;
	uint64_t ground; /* the most bytes there ever were */
	uint64_t seen;   /* what the exchange had brought when we looked last */
	int64_t moved;   /* and when that was more than before */
	/* the reader */
	unsigned starts; /* which beginning of the file it has */
	uint64_t fed;
	bool full; /* it took less than it was given */
	/* what was told of it */
	enum transfer_state told;
	int64_t told_at;
	uint64_t measured, rate; /* bytes at that time; bytes per second */
	int64_t measured_at;
	/* the result, or why it waits */
	enum fault_class class;
	str text;
};

struct running *running_new(const struct transfer *wanted, const struct store *store);

/*
 * Take the lock and up what is there: from here on it is TRANSFER_WAITING, TRANSFER_LOCKED where
 * another process has it, or already at its end.
 */
void running_start(struct running *r, int64_t now);

/* Open the request to the next mirror.  False where it is not yet due, or all mirrors have failed.
 */
NODISCARD bool running_ask(struct running *r, int64_t now);

/* The library ended the request; true where it is to be performed once more (a redirect). */
NODISCARD bool running_ended(struct running *r, int code, int64_t now);

/* Silent for too long? Then the request counts as failed. */
bool running_is_stalled(struct running *r, int64_t now);
void running_stalled(struct running *r, int64_t now);

/* Close the request. */
void running_close(struct running *r);

/* Release everything; what is on disk stays. */
void running_free(struct running *r);

/* How long a server may be silent. */
enum { RUNNING_SILENCE = 15000 };

#endif
