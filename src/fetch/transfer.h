/*
 * A file that is wanted from the network, who reads it while it comes, and what is told of it.
 * The loop that does it is transfers.
 */
#ifndef FETCH_TRANSFER_H
#define FETCH_TRANSFER_H

#include <sys/types.h>

#include "base/str.h"
#include "fetch/retry.h"

/* Who gets the bytes in their order while they come.  They are not yet verified. */
struct transfer_sink {
	/* The file begins (again): what was given before is void.  False ends the transfer. */
	bool (*begin)(void *user);
	/* Take some of the bytes: how many, 0 for none now, -1 to end the transfer. */
	ssize_t (*take)(void *user, const char *bytes, size_t count);
	/* What to poll for writing after it took less than it was given; -1: ask again soon. */
	int (*poll_fd)(void *user);
	void *user;
};

/* What is wanted. */
struct transfer {
	str label;                 /* for people: "toolchain-atmelavr" */
	struct str_vec urls;       /* mirrors of the same file, the preferred one first */
	str sha256;                /* 64 lower-case hex digits */
	uint64_t size;             /* 0: not known */
	bool http_allowed;         /* its SHA-256 comes from a signed index */
	struct transfer_sink sink; /* take == NULL: none */
	void *user;                /* the caller's own */
};

enum transfer_state {
	TRANSFER_QUEUED,
	TRANSFER_LOCKED, /* another process downloads the same file */
	TRANSFER_CONNECTING,
	TRANSFER_DOWNLOADING,
	TRANSFER_WAITING, /* before the next try; text says why */
	TRANSFER_FEEDING, /* verified; the sink is behind */
	TRANSFER_DONE,
	TRANSFER_FAILED,
};

/* What is told of a transfer: when its state changes, and four times a second while bytes come. */
struct transfer_event {
	const struct transfer *transfer;
	enum transfer_state state;
	uint64_t bytes, size; /* there; expected, 0: not known */
	uint64_t rate;        /* bytes per second, of late */
	int64_t silent;       /* milliseconds since the last byte */
	str host;             /* the mirror's */
	/* TRANSFER_WAITING: what failed.  TRANSFER_FAILED: each mirror's last fault, "; " between.
	 * TRANSFER_DONE: the path of the verified file, dl/SHA256, which is the caller's to remove.
	 * Like `host`, valid during the call only. */
	str text;
	str help;               /* TRANSFER_FAILED */
	enum fault_class class; /* TRANSFER_FAILED */
};

typedef void transfer_listener(void *user, const struct transfer_event *event);

#endif
