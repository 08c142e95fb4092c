/*
 * One file, waited for: lines for the person who waits, or events as JSON; a failure is a fault.
 */
#ifndef FETCH_DOWNLOAD_H
#define FETCH_DOWNLOAD_H

#include "fetch/transfer.h"
#include "store/store.h"

/* *path is where the verified file is. */
NODISCARD bool download_file(struct ctx *cx, const struct store *store,
                             const struct transfer *wanted, bool json, str *path);

#endif
