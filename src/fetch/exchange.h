/*
 * One request for one file, or for the rest of it, and what the answer does to the partial.  The
 * loop that drives it belongs to transfer.
 */
#ifndef FETCH_EXCHANGE_H
#define FETCH_EXCHANGE_H

#include "fetch/partial.h"
#include "fetch/retry.h"

/* What is asked for. */
struct exchange_ask {
	str url;     /* may be asked: address_refusal */
	bool plain;  /* http is allowed to any host */
	bool ranges; /* the server may be asked for a part */
};

/* What the head of an answer says. */
struct exchange_head {
	long status;
	int64_t length;            /* Content-Length; -1: not said */
	bool chunked;              /* the end of the body is marked */
	bool has_range;            /* Content-Range could be read */
	uint64_t from, total;      /* of it; total 0: not said */
	str etag, modified, coded; /* coded: Content-Encoding */
	int64_t date;
};

struct exchange {
	struct ctx *cx;
	struct partial *partial;
	struct exchange_ask ask;
	void *easy;         /* libcurl's handle */
	void *headers;      /* its list */
	char *errors;       /* its words */
	struct arena arena; /* of the head */
	struct exchange_head head;
	str url; /* where redirects have led */
	unsigned redirects;
	uint64_t offset;     /* a part from there on was asked for; 0: all */
	uint64_t arrived;    /* bytes of any kind: while it grows, the server lives */
	uint64_t skipped;    /* of bodies that are not the file */
	bool in_head, takes; /* takes: the body goes into the partial */
	bool failed;         /* the answer was no good; how: */
	struct retry_verdict verdict;
	str fault;
};

enum exchange_end {
	EXCHANGE_ENDED,    /* all bytes came that were to come; whether they are right is open */
	EXCHANGE_REDIRECT, /* to be performed again */
	EXCHANGE_FAILED,
};

struct exchange_result {
	enum exchange_end end;
	struct retry_verdict verdict; /* of a failure */
	int64_t after;                /* seconds that the server asked us to wait */
	str text;                     /* "ADDRESS: what" */
};

/* Make the request; the partial must be open and not whole.  False where
 * there is no memory for it.  Close it in any case. */
NODISCARD bool exchange_open(struct exchange *x, struct ctx *cx, struct partial *partial,
                             const struct exchange_ask *ask);

/* The library has ended it with `code`: what that means. */
struct exchange_result exchange_end(struct exchange *x, int code);

/* It was silent for too long. */
struct exchange_result exchange_stalled(struct exchange *x, int64_t seconds);

void exchange_close(struct exchange *x);

#endif
