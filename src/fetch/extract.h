/*
 * The process that unpacks: its archive, its folder and the words on how far the archive is there
 * come by descriptors, its answer goes out by one.  Nothing else is within its reach.
 */
#ifndef FETCH_EXTRACT_H
#define FETCH_EXTRACT_H

#include "base/ctx.h"

/* The descriptors that it is born with. */
enum { EXTRACT_WORDS = 0, EXTRACT_ANSWER = 1, EXTRACT_ARCHIVE = 3, EXTRACT_FOLDER = 4 };

/* Where the tree is when it is one folder of what was unpacked. */
#define EXTRACT_ROOT ".root"

/*
 * Unpack as the words say: how many leading components go ("root": the one folder that everything
 * lies in), the most bytes, "rooted" where absolute links count from the tree ("plain": not).  The
 * answer is one JSON object:
 *     {"ok": true, "bytes": N, "entries": N, "root": BOOL, "alike": N, "first_alike": PATH}
 *     {"ok": false, "code": EXIT_CODE, "text": "ENTRY: why"}
 * False, and no answer, where the words are wrong.
 */
NODISCARD bool extract_run(const struct str_vec *words);

#endif
