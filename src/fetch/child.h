/*
 * Children of fbfetch whose words, on both of their streams, say what went wrong.
 */
#ifndef FETCH_CHILD_H
#define FETCH_CHILD_H

#include "base/spawn.h"

/* Run the words in `dir` (empty: here); out holds both streams, in English. */
NODISCARD bool child_run(struct ctx *cx, const struct str_vec *words, str dir,
                         struct spawn_result *out);

/* "WHAT: TEXT" as a fault: of the machine where its disk is full, else of the package.  Always
 * false. */
bool child_fault(struct ctx *cx, str what, str text);

#endif
