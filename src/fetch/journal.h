/*
 * What is known of a partial download, beside it on disk: where its bytes came from, and a check of
 * those that are there.  Anybody may have written the file: what is not as it should be is no
 * journal.
 */
#ifndef FETCH_JOURNAL_H
#define FETCH_JOURNAL_H

#include "base/ctx.h"

struct journal {
	str url;       /* as people are shown it: no password, no query */
	str etag;      /* a strong one; empty: none */
	str modified;  /* Last-Modified, where it can tell versions apart; empty: none */
	str boot;      /* of which run of the machine; what came after the check holds only in it */
	uint64_t size; /* of the whole file; 0: not known */
	uint64_t bytes; /* so many were there */
	uint64_t check; /* XXH3 of them */
};

/* False, and no report, where the text is not a journal. */
NODISCARD bool journal_parse(struct arena *arena, str text, struct journal *out);

str journal_text(struct arena *arena, const struct journal *journal);

/* The machine's run; empty where the system does not tell. */
str journal_boot(struct arena *arena);

#endif
