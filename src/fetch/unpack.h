/*
 * Unpacks archives in processes of their own, while they are downloaded or from a whole file.
 *
 * The archive is a file that may still be growing: the child reads what unpack_advance says is
 * there, at its own speed, and waits for more.  So the one who writes the file is never held up,
 * keeps nothing in memory, and nothing is unpacked from bytes that have not reached the file.
 * What comes out must not be used before the whole archive is known to be the right one.
 *
 *     unpack_start(cx, &order, &unpack)
 *     unpack_advance(&unpack, 4096, UNPACK_MORE) ... unpack_advance(&unpack, size, UNPACK_WHOLE)
 *     unpack_finish(cx, &unpack, &result)     or unpack_abort(&unpack)
 */
#ifndef FETCH_UNPACK_H
#define FETCH_UNPACK_H

#include <sys/types.h>

#include "base/ctx.h"

/* Strip: where everything lies in one folder, that folder is the tree. */
enum { UNPACK_ONE_ROOT = -1 };

struct unpack_order {
	str name;       /* of the archive, in faults */
	int archive;    /* the file, open for reading; stays the caller's */
	str into;       /* a folder; what it holds already is not replaced */
	int strip;      /* leading components of all paths to take away, or UNPACK_ONE_ROOT */
	bool is_rooted; /* absolute links count from the tree, as in a system's package */
	uint64_t most;  /* bytes that may come out; 0: what usual archives of its size stay below */
	uint64_t size;  /* of the archive, where `most` is 0 */
};

struct unpack {
	struct unpack_order order;
	pid_t pid;
	int words, answer; /* ours; `answer` is readable when the child has come to its end */
	uint64_t unsaid;   /* the last word, where it was not taken yet */
};

struct unpack_result {
	str tree; /* where the package's root is: `into`, or the one folder in it */
	uint64_t bytes, entries;
};

/* Start the child.  False and a fault where it cannot be. */
NODISCARD bool unpack_start(struct ctx *cx, const struct unpack_order *order, struct unpack *out);

enum unpack_state { UNPACK_MORE, UNPACK_WHOLE };

/*
 * So many bytes of the file are there now, counted from its beginning; they may never change
 * again.  Never waits.  That the child has ended already is no fault here: unpack_finish tells.
 */
void unpack_advance(struct unpack *unpack, uint64_t bytes, enum unpack_state state);

/*
 * Wait for the child, after UNPACK_WHOLE was said (else it is a fault).  False and one fault that
 * names the archive and the entry.
 */
NODISCARD bool unpack_finish(struct ctx *cx, struct unpack *unpack, struct unpack_result *out);

/* End the child wherever it is; what it has made is the caller's to remove. */
void unpack_abort(struct unpack *unpack);

/* Start, all of the file, finish. */
NODISCARD bool unpack_file(struct ctx *cx, const struct unpack_order *order,
                           struct unpack_result *out);

#endif
