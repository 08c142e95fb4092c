/*
 * SHA-256 of a stream, by the library that uses the processor's instructions for it.
 */
#ifndef FETCH_DIGEST_H
#define FETCH_DIGEST_H

#include "base/str.h"

struct digest {
	struct evp_md_ctx_st *context;
};

void digest_open(struct digest *digest); /* to be closed */
void digest_reset(struct digest *digest);
void digest_add(struct digest *digest, const void *bytes, size_t count);

/* Of all that was added so far, as lower-case hex; more may be added. */
str digest_hex(struct arena *arena, const struct digest *digest);

void digest_close(struct digest *digest);

#endif
