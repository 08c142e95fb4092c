#include <assert.h>
#include <string.h>

#include "gen/scan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A copy of just this size, so that a read behind its end is seen. */
static str copied(struct arena *arena, const uint8_t *data, size_t size) {
	char *text = arena_alloc(arena, size, 1);
	memcpy(text, data, size);
	return (str){text, size};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena arena = {0};
	struct scan scan;
	str text = size ? copied(&arena, data, size) : STR("");
	scan_text(&arena, text, &scan);
	for (size_t i = 0; i < scan.includes.len; i++) {
		str name = scan.includes.at[i].name;
		assert(name.len && name.at >= text.at && name.at + name.len <= text.at + text.len);
		assert(!str_contains(name, STR(">")) && !str_contains(name, STR("\"")));
	}
	str code = scan_without_comments(&arena, text);
	assert(code.len == text.len);
	scan_text(&arena, code, &scan);
	arena_release(&arena);
	return 0;
}
