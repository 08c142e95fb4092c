/*
 * What a failed request means: whether the same may work later, after which time, and of which
 * class the fault is.  Knows codes and times, neither files nor connections.
 */
#ifndef FETCH_RETRY_H
#define FETCH_RETRY_H

#include <stdbool.h>
#include <stdint.h>

/* What kind of thing went wrong. */
enum fault_class {
	FAULT_NONE,
	FAULT_NET,    /* no connection, or one that broke */
	FAULT_HTTP,   /* the server answered, but not with the file */
	FAULT_HASH,   /* the bytes are not those that were promised */
	FAULT_DISK,   /* they could not be written */
	FAULT_POLICY, /* what we do not do: an address, a redirect, a certificate */
	FAULT_READER, /* who reads the bytes wants no more of them, and knows why */
};

enum retry_step {
	RETRY_SOON,  /* it may work later */
	RETRY_ONCE,  /* one more time, then no longer */
	RETRY_CLEAN, /* one more time, from the first byte */
	RETRY_NEVER, /* not from this mirror */
	RETRY_STOP,  /* from no mirror */
};

struct retry_verdict {
	enum retry_step step;
	enum fault_class class;
	bool throttled; /* the server asks for patience */
};

/* Of libcurl's code. */
struct retry_verdict retry_of_curl(int code);

/* Of an HTTP status that is neither the file, nor a part of it, nor a redirect. */
struct retry_verdict retry_of_status(long status);

/* How often a mirror is asked while nothing new comes from it. */
enum { RETRY_TRIES = 6 };

/* That much new ground, and a mirror's failures are forgotten. */
enum { RETRY_GROUND = 1000000 };

/*
 * Milliseconds to wait after the given number of failures (from 1 on).  `after` is what the server
 * asked for, in seconds (0: nothing); `random` any number: the wait is spread, so that many who
 * fail together do not come back together.
 */
int64_t retry_delay(unsigned failures, bool throttled, int64_t after, uint32_t random);

#endif
