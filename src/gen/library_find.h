/*
 * The library finder: which libraries a project uses, in which order they are built and linked,
 * what each unit sees of them.  PlatformIO's LDF, modes "chain", "deep" and "off"; those that
 * evaluate conditions come later.
 */
#ifndef GEN_LIBRARY_FIND_H
#define GEN_LIBRARY_FIND_H

#include "gen/library.h"
#include "gen/reads.h"

NODISCARD bool library_find(struct ctx *cx, struct reads *reads,
                            const struct library_request *request, struct library_result *out);

#endif
