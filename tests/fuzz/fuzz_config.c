/* Any text resolves, or is refused, in bounded time and depth, and the result can be printed. */
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"
#include "gen/config.h"

/* Print the configuration, to nowhere. */
static void print(const struct config *config, const struct diag *diag) {
	char *printed = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&printed, &size);
	if (!out) {
		abort();
	}
	config_print_json(config, diag, out);
	config_print_text(config, out);
	fclose(out);
	free(printed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct fuzz fuzz;
	fuzz_begin(&fuzz, data, size);
	struct reads reads = {.arena = &fuzz.keep};
	struct config config = {0};
	bool ok = config_parse(&fuzz.cx, &reads, &fuzz.source, &config);
	if (ok != (fuzz.diag.errors == 0)) {
		abort();
	}
	for (size_t i = 0; i < config.envs.len; i++) {
		diag_append(&fuzz.diag, &config.envs.at[i]->faults, DIAG_ERROR);
	}
	print(&config, &fuzz.diag);
	fuzz_end(&fuzz);
	return 0;
}
