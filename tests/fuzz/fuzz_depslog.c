/*
 * Ninja's two logs: each reader must live through both.
 */
#include <stddef.h>
#include <stdint.h>

#include "gen/buildlog.h"
#include "gen/depslog.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena arena = {0};
	str text = {(const char *)data, size};
	struct depslog deps;
	struct buildlog builds;
	depslog_parse(&arena, text, &deps);
	for (struct map_entry *e = map_first(&deps.records); e; e = map_next(e)) {
		const struct depslog_record *record = map_value(e);
		(void)str_join(&arena, &record->paths, STR("|"));
	}
	buildlog_parse(&arena, text, &builds);
	arena_release(&arena);
	return 0;
}
