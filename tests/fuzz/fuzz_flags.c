/*
 * Flags from any text: lines are items of build_flags, what follows a line "---" is unwanted, and
 * what follows a second one is for debugging.  Commands are not run.
 */
#include <stdlib.h>

#include "fuzz.h"
#include "gen/flags.h"

static void parse(struct ctx *cx, const struct flag_place *place, str *rest, struct flag_set *out) {
	struct str_vec items = {0};
	str line;
	while (str_next_line(rest, &line) && !str_eq(line, STR("---"))) {
		str_vec_push(cx->keep, &items, line);
	}
	(void)!flags_parse(cx, &items, place, out);
}

/* No word is empty, and none came from nowhere. */
static void check_lines(struct ctx *cx, const struct flag_set *set) {
	for (int line = 0; line < LINE_COUNT; line++) {
		struct str_vec words = {0};
		flags_line(cx->keep, set, (enum flag_line)line, &words);
		for (size_t i = 0; i < words.len; i++) {
			if (words.at[i].len == 0) {
				abort();
			}
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct fuzz fuzz;
	fuzz_begin(&fuzz, data, size);
	struct arena *keep = fuzz.cx.keep;
	struct map variables = {0};
	str project = STR("/home/me/p");
	str mcu = STR("atmega'328\"p\\ $x");
	*map_at(keep, &variables, STR("PROJECT_DIR")) = &project;
	*map_at(keep, &variables, STR("BOARD_MCU")) = &mcu;
	str rest = fuzz.source.text;
	struct flag_place place = {.base_dir = STR("."),
	                           .at = span_of(&fuzz.source, rest),
	                           .option = STR("build_flags"),
	                           .variables = &variables,
	                           .no_commands = true};
	struct flag_set set = {0};
	struct flag_set unwanted = {0};
	struct flag_set debug = {0};
	parse(&fuzz.cx, &place, &rest, &set);
	parse(&fuzz.cx, &place, &rest, &unwanted);
	parse(&fuzz.cx, &place, &rest, &debug);
	check_lines(&fuzz.cx, &set);
	flags_make_debug(keep, &set, &debug);
	flags_remove(&set, &unwanted);
	check_lines(&fuzz.cx, &set);
	struct flag_set all = {0};
	flags_append(keep, &all, &set);
	flags_append(keep, &all, &debug);
	check_lines(&fuzz.cx, &all);
	fuzz_end(&fuzz);
	return 0;
}
