#include "fetch/digest.h"

#include <assert.h>
#include <openssl/evp.h>

#include "base/hash.h"

/* The library fails only where there is no memory, which ends the program everywhere else, too. */
static void must(int status) {
	assert(status == 1);
	(void)status;
}

void digest_open(struct digest *digest) {
	digest->context = EVP_MD_CTX_new();
	assert(digest->context);
	digest_reset(digest);
}

void digest_reset(struct digest *digest) {
	must(EVP_DigestInit_ex(digest->context, EVP_sha256(), NULL));
}

void digest_add(struct digest *digest, const void *bytes, size_t count) {
	must(EVP_DigestUpdate(digest->context, bytes, count));
}

str digest_hex(struct arena *arena, const struct digest *digest) {
	uint8_t sum[EVP_MAX_MD_SIZE];
	unsigned count = 0;
	EVP_MD_CTX *copy = EVP_MD_CTX_new();
	assert(copy);
	must(EVP_MD_CTX_copy_ex(copy, digest->context));
	must(EVP_DigestFinal_ex(copy, sum, &count));
	EVP_MD_CTX_free(copy);
	return hash_bytes_hex(arena, sum, count);
}

void digest_close(struct digest *digest) {
	EVP_MD_CTX_free(digest->context);
	digest->context = NULL;
}
