#include "base/hash.h"

#define XXH_INLINE_ALL
#include <errno.h>
#include <inttypes.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <stdalign.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/file.h"

enum { CHUNK = 64 * 1024 };

uint64_t hash_text(str text) {
	return XXH3_64bits(text.len ? text.at : "", text.len);
}

uint64_t hash_texts(const struct str_vec *texts) {
	XXH3_state_t state;
	XXH3_64bits_reset(&state);
	for (size_t i = 0; i < texts->len; i++) {
		uint64_t len = texts->at[i].len;
		XXH3_64bits_update(&state, &len, sizeof(len));
		if (len) {
			XXH3_64bits_update(&state, texts->at[i].at, texts->at[i].len);
		}
	}
	return XXH3_64bits_digest(&state);
}

bool hash_file(str path, uint64_t *out) {
	int fd = file_open(path);
	if (fd < 0) {
		return false;
	}
	XXH3_state_t state;
	XXH3_64bits_reset(&state);
	unsigned char chunk[CHUNK];
	ssize_t got = 0;
	do {
		got = read(fd, chunk, sizeof(chunk));
		if (got > 0) {
			XXH3_64bits_update(&state, chunk, (size_t)got);
		}
	} while (got > 0 || (got < 0 && errno == EINTR));
	close(fd);
	*out = XXH3_64bits_digest(&state);
	return got == 0;
}

/* The library wants its state aligned more than an arena does. */
struct hash_stream {
	XXH3_state_t *state;
};

struct hash_stream *hash_stream_new(struct arena *arena) {
	struct hash_stream *stream = arena_new(arena, struct hash_stream);
	size_t align = alignof(XXH3_state_t);
	char *bytes = arena_alloc(arena, 1, sizeof(XXH3_state_t) + align);
	stream->state = (void *)(bytes + (align - (uintptr_t)bytes % align) % align);
	hash_stream_reset(stream);
	return stream;
}

void hash_stream_reset(struct hash_stream *stream) {
	XXH3_64bits_reset(stream->state);
}

void hash_stream_add(struct hash_stream *stream, const void *bytes, size_t count) {
	XXH3_64bits_update(stream->state, bytes, count);
}

uint64_t hash_stream_value(const struct hash_stream *stream) {
	return XXH3_64bits_digest(stream->state);
}

str hash_bytes_hex(struct arena *arena, const uint8_t *bytes, size_t count) {
	static const char digits[] = "0123456789abcdef";
	char *text = arena_alloc(arena, count * 2 + 1, 1);
	for (size_t i = 0; i < count; i++) {
		text[2 * i] = digits[bytes[i] >> 4];
		text[2 * i + 1] = digits[bytes[i] & 15];
	}
	return (str){text, count * 2};
}

str hash_hex(struct arena *arena, uint64_t hash) {
	return str_format(arena, "%016" PRIx64, hash);
}

str hash_sha1(struct arena *arena, str text) {
	struct sha1_ctx state;
	uint8_t digest[SHA1_DIGEST_SIZE];
	sha1_init(&state);
	sha1_update(&state, text.len, (const uint8_t *)text.at);
	sha1_digest(&state, sizeof(digest), digest);
	return hash_bytes_hex(arena, digest, sizeof(digest));
}

str hash_sha256(struct arena *arena, str text) {
	struct sha256_ctx state;
	uint8_t digest[SHA256_DIGEST_SIZE];
	sha256_init(&state);
	sha256_update(&state, text.len, (const uint8_t *)text.at);
	sha256_digest(&state, sizeof(digest), digest);
	return hash_bytes_hex(arena, digest, sizeof(digest));
}
