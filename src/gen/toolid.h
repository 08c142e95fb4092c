/*
 * The identity of a toolchain that does not stand in the store: a hash over the contents of the
 * programs that make up the compiler.  It stands in every command, so that a replaced compiler is
 * seen although its files may be old.
 */
#ifndef GEN_TOOLID_H
#define GEN_TOOLID_H

#include "gen/reads.h"
#include "store/store.h"

/*
 * The identity by the compiler driver (a path): 16 hex digits.  It is kept in the store's notes
 * with the stamps of the files, which go to reads.  A driver that cannot be read is a fault.
 */
NODISCARD bool toolid_find(struct ctx *cx, struct reads *reads, const struct store *store,
                           str driver, str *id);

#endif
