/* The reader of ini files takes any bytes, and tells of a fault whenever it fails. */
#include <stdlib.h>

#include "base/ini.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct fuzz fuzz;
	fuzz_begin(&fuzz, data, size);
	struct ini_sections sections = {0};
	bool ok = ini_parse(&fuzz.cx, &fuzz.source, &sections);
	if (ok != (fuzz.diag.errors == 0)) {
		abort();
	}
	for (size_t i = 0; i < sections.len; i++) {
		const struct ini_entries *entries = &sections.at[i].entries;
		for (size_t k = 0; k < entries->len; k++) {
			(void)ini_find(&entries->at[k], str_slice(entries->at[k].value, 1, 3));
		}
	}
	fuzz_end(&fuzz);
	return 0;
}
