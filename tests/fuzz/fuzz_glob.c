#include <stdlib.h>

#include "base/glob.h"
#include "fuzz.h"

/* The first line is the pattern, the rest the name. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct fuzz fuzz;
	str pattern;
	str name;
	fuzz_begin(&fuzz, data, size);
	(void)str_cut(fuzz.source.text, '\n', &pattern, &name);
	bool matches = glob_match(pattern, name);
	/* A star more, wherever it stands, never takes a match away. */
	str looser = str_format(&fuzz.keep, "*%" PRI_STR "*", STR_ARG(pattern));
	bool is_text = str_find_char(pattern, '\0') == pattern.len;
	if (matches && is_text && !glob_match(looser, name)) {
		abort();
	}
	fuzz_end(&fuzz);
	return 0;
}
