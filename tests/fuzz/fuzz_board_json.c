/*
 * Any text as a board in PlatformIO's format: faults, never a crash.
 */
#include "gen/board_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena keep = {0};
	struct arena scratch = {0};
	struct diag diag = {.arena = &keep};
	struct ctx cx = {&keep, &scratch, &diag};
	struct reads reads = {.arena = &keep};
	struct family family = {.reads = &reads, .platform = STR("toy")};
	struct board board = {.id = STR("fuzz")};
	struct source source = {STR("fuzz.json"), str_copy(&keep, (str){(const char *)data, size})};
	bool is_ours = false;
	bool ok = board_json_parse(&cx, &family, &source, &board, &is_ours);
	if (ok == (diag.errors > 0)) {
		__builtin_trap(); /* a fault without a message, or a message without a fault */
	}
	arena_release(&keep);
	arena_release(&scratch);
	return 0;
}
