/*
 * Versions and ranges: the first line is a range, the rest a version.
 */
#include <assert.h>

#include "store/version.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena arena = {0};
	str range, text;
	(void)str_cut((str){(const char *)data, size}, '\n', &range, &text);
	struct version v = version_coerce(&arena, text);
	/* What a version is taken for is one itself. */
	struct version again = version_coerce(&arena, version_text(&arena, &v));
	assert(version_compare(&v, &again) == 0);
	if (version_range_valid(range)) {
		(void)version_matches(range, &v);
	}
	arena_release(&arena);
	return 0;
}
