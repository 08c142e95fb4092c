/*
 * A file on its way into the store: its bytes so far, their digest, and the journal that lets
 * another process go on where this one ends, however it ends.
 *
 *     dl/SHA256.part, dl/SHA256.part.json    while it is on its way
 *     dl/SHA256                              when its digest was found to be right
 *
 * Who opens one holds the lock of its digest.  Faults of the disk are reported.
 */
#ifndef FETCH_PARTIAL_H
#define FETCH_PARTIAL_H

#include "base/hash.h"
#include "fetch/digest.h"
#include "fetch/journal.h"
#include "store/store.h"

struct partial {
	str sha256, dir, path; /* path: where the bytes are now */
	int fd;
	uint64_t size;   /* what is expected; 0: not known */
	uint64_t bytes;  /* what is there */
	unsigned starts; /* how often it was begun: a reader of older bytes begins again, too */
	bool mixed;      /* bytes came from more than one answer */
	bool whole;      /* verified and under its own name */
	struct digest digest;
	struct hash_stream *check;
	struct journal journal;
	uint64_t noted; /* bytes when the journal was written last */
};

/*
 * Take up what is there: every byte is read again, and what the journal does not vouch for is
 * dropped.  Close it also after a failure.
 */
NODISCARD bool partial_open(struct ctx *cx, const struct store *store, str sha256, uint64_t size,
                            struct partial *out);

/* An answer begins: at the first byte where `anew`, else behind what is there.  `origin` has the
 * url and what tells its version; its texts must outlive the partial. */
NODISCARD bool partial_begin(struct ctx *cx, struct partial *p, const struct journal *origin,
                             bool anew);

/* More bytes; the journal is written every 4 MB. */
NODISCARD bool partial_add(struct ctx *cx, struct partial *p, const void *bytes, size_t count);

/* Write the journal. */
NODISCARD bool partial_note(struct ctx *cx, struct partial *p);

/* Drop all bytes. */
NODISCARD bool partial_drop(struct ctx *cx, struct partial *p);

/* Whether the digest is the expected one. */
bool partial_is_right(const struct partial *p);

/* Give it its own name: its digest is right. */
NODISCARD bool partial_finish(struct ctx *cx, struct partial *p);

/* Up to `most` bytes from the offset on; how many, 0 at the end, -1 and a fault. */
int64_t partial_read(struct ctx *cx, const struct partial *p, uint64_t offset, void *into,
                     size_t most);

void partial_close(struct partial *p);

#endif
