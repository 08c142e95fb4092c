/*
 * Hashes by their libraries: XXH3 (xxhash) to see changes, SHA-1 and SHA-256 (nettle) for names
 * that others compute too.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include "base/ctx.h"

/* XXH3, 64 bits, of a text. */
uint64_t hash_text(str text);

/* Of texts one after the other; each counts with its length, so that ("ab","c") is not ("a","bc").
 */
uint64_t hash_texts(const struct str_vec *texts);

/* Of a file's content; false, and no report, where it cannot be read.  Large files are streamed. */
NODISCARD bool hash_file(str path, uint64_t *out);

/* The same piece by piece, for what comes in pieces; as it stands at any time. */
struct hash_stream;
struct hash_stream *hash_stream_new(struct arena *arena);
void hash_stream_reset(struct hash_stream *stream);
void hash_stream_add(struct hash_stream *stream, const void *bytes, size_t count);
uint64_t hash_stream_value(const struct hash_stream *stream);

/* 16 lower-case hex digits. */
str hash_hex(struct arena *arena, uint64_t hash);

/* Lower-case hex digits: 40 and 64. */
str hash_sha1(struct arena *arena, str text);
str hash_sha256(struct arena *arena, str text);

/* Lower-case hex digits of bytes. */
str hash_bytes_hex(struct arena *arena, const uint8_t *bytes, size_t count);

#endif
