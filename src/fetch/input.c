#include "fetch/input.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Words read at once: only the last counts. */
enum { WORDS = 512 };

static void take_word(struct input *input, uint64_t word) {
	uint64_t there = word & ~INPUT_COMPLETE;
	input->there = there > input->there ? there : input->there;
	input->is_complete = input->is_complete || (word & INPUT_COMPLETE) != 0;
}

/* Wait for the next words. */
static bool hear(struct input *input) {
	unsigned char bytes[WORDS * sizeof(uint64_t)];
	memcpy(bytes, input->part, input->part_len);
	ssize_t got;
	do {
		got = read(input->words, bytes + input->part_len, sizeof(bytes) - input->part_len);
	} while (got < 0 && errno == EINTR);
	if (got <= 0) {
		errno = got == 0 ? ECANCELED : errno;
		return false;
	}
	size_t len = input->part_len + (size_t)got, whole = len / sizeof(uint64_t);
	for (size_t i = 0; i < whole; i++) {
		uint64_t word;
		memcpy(&word, bytes + i * sizeof(word), sizeof(word));
		take_word(input, word);
	}
	input->part_len = len % sizeof(uint64_t);
	memcpy(input->part, bytes + whole * sizeof(uint64_t), input->part_len);
	return true;
}

static bool wait_for(struct input *input, uint64_t bytes) {
	while (input->there < bytes && !input->is_complete) {
		if (!hear(input)) {
			return false;
		}
	}
	return true;
}

static ssize_t read_at(const struct input *input, void *bytes, size_t size) {
	uint64_t left = input->there > input->at ? input->there - input->at : 0;
	size_t most = left < size ? (size_t)left : size;
	ssize_t got = 0;
	while (most > 0) {
		got = pread(input->file, bytes, most, (off_t)input->at);
		if (got > 0 || (got < 0 && errno != EINTR)) {
			break;
		}
		if (got == 0) {
			/* It was promised and is not there: someone cut the file. */
			errno = EIO;
			return -1;
		}
	}
	return got;
}

ssize_t input_read(struct input *input, void *bytes, size_t size) {
	if (!wait_for(input, input->at + 1)) {
		return -1;
	}
	ssize_t got = read_at(input, bytes, size);
	input->at += got > 0 ? (uint64_t)got : 0;
	return got;
}

bool input_wait(struct input *input) {
	return wait_for(input, UINT64_MAX);
}

ssize_t input_peek(struct input *input, void *bytes, size_t size) {
	return wait_for(input, input->at + size) ? read_at(input, bytes, size) : -1;
}
