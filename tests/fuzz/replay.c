/*
 * Runs a fuzzer over every file of the folders given: replay_NAME FOLDER…
 */
#include <stdio.h>

#include "base/file.h"
#include "base/path.h"
#include "fuzz.h"

/* The number of files that were run; 0 is a fault, too: a test of nothing proves nothing. */
static size_t replay(struct arena *arena, str folder) {
	struct file_entries entries;
	size_t count = 0;
	if (!file_list(arena, folder, &entries)) {
		return 0;
	}
	for (size_t i = 0; i < entries.len; i++) {
		str path = path_join(arena, folder, entries.at[i].name);
		str text;
		if (!file_try_read(arena, path, &text)) {
			fprintf(stderr, "%" PRI_STR ": cannot read\n", STR_ARG(path));
			return 0;
		}
		/* Said before: where it ends in a crash, this is the input. */
		printf("%" PRI_STR "\n", STR_ARG(path));
		fflush(stdout);
		(void)LLVMFuzzerTestOneInput((const uint8_t *)text.at, text.len);
		count++;
	}
	return count;
}

int main(int argc, char **argv) {
	struct arena arena = {0};
	bool ok = argc > 1;
	for (int i = 1; i < argc; i++) {
		size_t count = replay(&arena, str_from(argv[i]));
		if (count == 0) {
			fprintf(stderr, "%s: no corpus\n", argv[i]);
		}
		ok = ok && count;
	}
	arena_release(&arena);
	return ok ? 0 : 1;
}
