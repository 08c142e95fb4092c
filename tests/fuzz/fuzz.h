/*
 * What fuzzers share.  A fuzzer is one function; libFuzzer calls it with inputs of its own,
 * replay.c with the files of the corpus.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include "base/ctx.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The world of one call. */
struct fuzz {
	struct arena keep, scratch;
	struct diag diag;
	struct ctx cx;
	struct source source; /* the input as a file */
};

/* A world whose source is the input: a copy without a byte behind it, so that reading on shows. */
void fuzz_begin(struct fuzz *fuzz, const uint8_t *data, size_t size);

/* Print all faults to nowhere, check that scratch was given back, release everything. */
void fuzz_end(struct fuzz *fuzz);

#endif
