/* The reader of ini files takes any bytes, and what it tells of them can be printed. */
#include <stdio.h>
#include <stdlib.h>

#include "base/ini.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena keep = {0};
	struct arena scratch = {0};
	struct diag diag = {.arena = &keep};
	struct ctx cx = {&keep, &scratch, &diag};
	struct source source = {
	    STR("fuzz.ini"), {(const char *)data, size}
        };
	struct ini_sections sections = {0};
	bool ok = ini_parse(&cx, &source, &sections);
	if (ok != (diag.errors == 0)) {
		abort();
	}
	for (size_t i = 0; i < sections.len; i++) {
		for (size_t k = 0; k < sections.at[i].entries.len; k++) {
			const struct ini_entry *entry = &sections.at[i].entries.at[k];
			(void)ini_find(entry, str_slice(entry->value, 1, 3));
		}
	}
	FILE *out = fopen("/dev/null", "w");
	if (out) {
		diag_print(&diag, out, true);
		fclose(out);
	}
	arena_release(&keep);
	arena_release(&scratch);
	return 0;
}
