/* Any text resolves, or is refused, in bounded time and depth, and the result can be printed. */
#include <stdio.h>
#include <stdlib.h>

#include "gen/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena keep = {0};
	struct arena scratch = {0};
	struct diag diag = {.arena = &keep};
	struct ctx cx = {&keep, &scratch, &diag};
	struct source source = {
	    STR("fuzz.ini"), {(const char *)data, size}
        };
	struct reads reads = {.arena = &keep};
	struct config config = {0};
	bool ok = config_parse(&cx, &reads, &source, &config);
	if (ok != (diag.errors == 0)) {
		abort();
	}
	for (size_t i = 0; i < config.envs.len; i++) {
		diag_append(&diag, &config.envs.at[i]->faults, DIAG_ERROR);
	}
	FILE *out = fopen("/dev/null", "w");
	if (out) {
		config_print_json(&config, &diag, out);
		config_print_text(&config, out);
		diag_print(&diag, out, false);
		fclose(out);
	}
	arena_release(&keep);
	arena_release(&scratch);
	return 0;
}
