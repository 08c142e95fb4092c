/*
 * Asking fbfetch for packages that the store lacks.
 */
#ifndef GEN_REQUEST_H
#define GEN_REQUEST_H

#include "base/ctx.h"

/* A package that is wanted, and what became of it. */
struct request {
	str name;
	str text; /* the canonical text of its record */
	str key;  /* in the store; empty: it failed */
	str fault, help;
	enum exit_code code;
};
VEC_DEFINE(requests, struct request)

/* The request of that name, or NULL. */
struct request *request_find(const struct requests *requests, str name);

/*
 * Run fbfetch once for all of them.  False, and a fault, where it could not be run or did not
 * answer; a package that cannot be had is told in its request.
 */
NODISCARD bool request_run(struct ctx *cx, struct requests *requests);

#endif
