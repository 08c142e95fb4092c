#include "fetch/verify.h"

#include <fcntl.h>
#include <nettle/sha2.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/path.h"

/* Bytes read at once. */
enum { CHUNK = 1 << 18 };

/* The digest of what the descriptor gives, and how much that was. */
static bool digest(int fd, uint8_t *chunk, uint8_t out[SHA256_DIGEST_SIZE], uint64_t *size) {
	struct sha256_ctx sha;
	sha256_init(&sha);
	*size = 0;
	ssize_t n;
	while ((n = read(fd, chunk, CHUNK)) > 0) {
		sha256_update(&sha, (size_t)n, chunk);
		*size += (uint64_t)n;
	}
	sha256_digest(&sha, SHA256_DIGEST_SIZE, out);
	return n == 0;
}

static str hex(struct arena *arena, const uint8_t *bytes, size_t count) {
	struct buf b = {.arena = arena};
	for (size_t i = 0; i < count; i++) {
		buf_format(&b, "%02x", bytes[i]);
	}
	return buf_str(&b);
}

bool verify_archive(struct ctx *cx, str dir, const struct archive *archive) {
	str path = path_join(cx->keep, dir, archive->file);
	int fd = open(str_cstr(cx->keep, path), O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		return diag_errno(cx->diag, path, "cannot open what was downloaded");
	}
	uint8_t sum[SHA256_DIGEST_SIZE];
	uint64_t size = 0;
	struct arena_mark mark = arena_mark(cx->scratch);
	bool ok = digest(fd, arena_alloc(cx->scratch, CHUNK, 1), sum, &size) ||
	          diag_errno(cx->diag, path, "cannot read what was downloaded");
	arena_rewind(cx->scratch, mark);
	close(fd);
	if (!ok) {
		return false;
	}
	str got = hex(cx->keep, sum, sizeof(sum));
	if (size != archive->size || !str_eq(got, archive->sha256)) {
		return diag_fault(cx->diag, EXIT_PACKAGE, (span){0},
		                  "%" PRI_STR ": expected %llu bytes with SHA-256 %" PRI_STR
		                  ", got %llu bytes with %" PRI_STR,
		                  STR_ARG(archive->file), (unsigned long long)archive->size,
		                  STR_ARG(archive->sha256), (unsigned long long)size, STR_ARG(got));
	}
	return true;
}
