/*
 * From a request to a tree in the store: nothing of it is visible before it is verified and
 * complete, and it is never changed afterwards.
 */
#ifndef FETCH_INSTALL_H
#define FETCH_INSTALL_H

#include "fetch/apt.h"
#include "store/package.h"

/* Remove what runs that were killed have left. */
void install_sweep(struct ctx *cx, const struct store *store);

/* Have the package in the store; *key is where. */
NODISCARD bool install_package(struct ctx *cx, struct apt *apt,
                               const struct package_request *request, str *key);

#endif
