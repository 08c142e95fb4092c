/*
 * The places that have one file, and whose turn it is.  A mirror that failed waits; one that will
 * never have the file is out.
 */
#ifndef FETCH_MIRROR_H
#define FETCH_MIRROR_H

#include "base/str.h"
#include "fetch/retry.h"

struct mirror {
	str url;
	unsigned failures; /* since something new came from it */
	int64_t due;       /* not to be asked before: milliseconds of the loop's clock */
	bool out;
	bool whole_only; /* does not give parts as it should */
	bool had_once;   /* RETRY_ONCE and RETRY_CLEAN are used up */
	bool had_clean;
	str fault; /* the last one */
	enum fault_class class;
};
VEC_DEFINE(mirrors, struct mirror)

struct mirror_failure {
	struct retry_verdict verdict;
	int64_t after;   /* seconds that the server asked for */
	uint64_t ground; /* bytes that were new: not there at any time before */
	str text;
};

/* Take down that it failed; `random` as retry_delay has it. */
void mirror_failed(struct mirror *m, const struct mirror_failure *failure, int64_t now,
                   uint32_t random);

/*
 * Which is asked next: from `first` on the first that is not out and due, else the one that is due
 * soonest; mirrors->len where all are out.
 */
size_t mirror_next(const struct mirrors *mirrors, size_t first, int64_t now);

#endif
