/*
 * The state file.  Its hash keeps damage out, so the fuzzer's text stands behind a right one.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/hash.h"
#include "gen/statefile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The version's line, then the hash. */
enum { HEAD = sizeof("fbgen state 1\n") - 1 };

/* Everything that a valid state names must be there. */
static void use(struct arena *arena, struct statefile *state) {
	for (size_t i = 0; i < state->objects.len; i++) {
		const struct object *object = &state->objects.at[i];
		for (size_t k = 0; k < object->made.len; k++) {
			str path = state->watches.at[object->made.at[k]].path;
			(void)statefile_watch(arena, state, path);
		}
		for (size_t k = 0; k < object->differences.len; k++) {
			(void)state->watches.at[object->differences.at[k].file];
		}
		if (object->folders != NO_FOLDERS) {
			(void)state->folders.at[object->folders];
		}
	}
	for (size_t i = 0; i < state->watches.len; i++) {
		str rest = state->watches.at[i].detail;
		char kind = 0;
		str name;
		while (watch_next_name(&rest, &kind, &name)) {
		}
	}
}

static void parse(struct arena *arena, str text) {
	struct statefile state;
	if (!statefile_parse(arena, text, &state)) {
		return;
	}
	struct statefile again;
	str written = statefile_text(arena, &state);
	use(arena, &state);
	if (!statefile_parse(arena, written, &again) ||
	    !str_eq(written, statefile_text(arena, &again))) {
		abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena arena = {0};
	parse(&arena, (str){(const char *)data, size});
	if (size > HEAD + sizeof(uint64_t)) {
		char *text = arena_alloc(&arena, size, 1);
		memcpy(text, data, size);
		str body = str_from_offset((str){text, size}, HEAD + sizeof(uint64_t));
		uint64_t hash = hash_text(body);
		memcpy(text + HEAD, &hash, sizeof(hash));
		parse(&arena, (str){text, size});
	}
	arena_release(&arena);
	return 0;
}
