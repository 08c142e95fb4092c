/*
 * Whether a downloaded file is the one that was promised.
 */
#ifndef FETCH_VERIFY_H
#define FETCH_VERIFY_H

#include "base/ctx.h"

struct archive {
	str name;   /* the Debian package */
	str file;   /* name of its file */
	str sha256; /* lower-case hex */
	uint64_t size;
};
VEC_DEFINE(archives, struct archive)

/* Compare size and SHA-256 of the archive's file in `dir`; a difference is a fault. */
NODISCARD bool verify_archive(struct ctx *cx, str dir, const struct archive *archive);

#endif
