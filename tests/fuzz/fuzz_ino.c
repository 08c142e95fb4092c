/*
 * Any text is a sketch: its conversion ends, and holds every line of it.  The input is cut into
 * tabs at 0xff bytes.
 */
#include <stdlib.h>
#include <string.h>

#include "gen/ino.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void cut_tabs(struct arena *arena, str text, struct source_refs *out) {
	static const str names[] = {STR_INIT("a.ino"), STR_INIT("b\"\\.ino"), STR_INIT("c.pde")};
	for (bool more = true; more && out->len < COUNT_OF(names);) {
		struct source *tab = arena_new(arena, struct source);
		tab->path = names[out->len];
		more = str_cut(text, '\xff', &tab->text, &text);
		source_refs_push(arena, out, tab);
	}
}

/* Each line of the tabs must stand in the result, in order, save for blanks in front. */
static void check(const struct source_refs *ordered, str result) {
	for (size_t i = 0; i < ordered->len; i++) {
		str rest = ordered->at[i]->text;
		rest = str_starts_with(rest, STR("\xef\xbb\xbf")) ? str_from_offset(rest, 3) : rest;
		for (size_t k = 0; k < rest.len; k++) {
			const char *found = memchr(result.at, rest.at[k], result.len);
			if (!found) {
				abort();
			}
			result = str_from_offset(result, (size_t)(found - result.at) + 1);
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena keep = {0};
	struct arena scratch = {0};
	struct diag diag = {.arena = &keep};
	struct ctx cx = {&keep, &scratch, &diag};
	struct source_refs tabs = {0};
	struct source_refs ordered = {0};
	const struct source *main = NULL;
	str text = {(const char *)data, size};
	cut_tabs(&keep, str_copy(&keep, text), &tabs);
	ino_order(&tabs, &keep, &ordered, &main);
	check(&ordered, ino_convert(&cx, &ordered));
	(void)ino_prototypes(&cx, &ordered);
	arena_release(&keep);
	arena_release(&scratch);
	return 0;
}
