/*
 * A file that is still growing, read by one process while another one writes it.  How much of it
 * is there comes through a descriptor, as words; when that ends before the last word, so does the
 * reading.
 */
#ifndef FETCH_INPUT_H
#define FETCH_INPUT_H

#include <sys/types.h>

#include "base/str.h"

/* A word: how many bytes are there, and whether these are all. */
#define INPUT_COMPLETE (UINT64_C(1) << 63)

struct input {
	int file, words;
	uint64_t there, at; /* bytes that may be read; where the next is */
	bool is_complete;
	unsigned char part[sizeof(uint64_t)]; /* of a word that is not whole yet */
	size_t part_len;
};

/* Up to `size` bytes from where it stands; waits for one at least.  0 at the end, -1 and errno. */
ssize_t input_read(struct input *input, void *bytes, size_t size);

/* Wait until all is there; false and errno where that will never be. */
NODISCARD bool input_wait(struct input *input);

/* The first bytes, without going on; less where there are no more. */
ssize_t input_peek(struct input *input, void *bytes, size_t size);

#endif
