/*
 * Any text as a family's file: all its boards are built from it; faults, never a crash.
 */
#include "gen/board_find.h"
#include "gen/recipe.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BOARDS = 20 };

static struct setting *set(struct arena *arena, struct environment *env, str name, str text) {
	struct setting *setting = arena_new(arena, struct setting);
	*setting = (struct setting){.name = name, .text = text};
	str_vec_push(arena, &setting->items, text);
	*map_at(arena, &env->settings, name) = setting;
	return setting;
}

/* What a generation does with one board; false where anything was reported. */
static bool build(struct ctx *cx, const struct family *family, str id, bool has_framework) {
	struct environment env = {.name = STR("e")};
	struct board board = {0};
	struct plan plan = {0};
	struct recipe recipe = {0};
	struct map variables = {0};
	set(cx->keep, &env, STR("board"), id);
	if (has_framework) {
		set(cx->keep, &env, STR("framework"), STR("arduino"));
	}
	if (!board_find(cx, family, &env, &board) ||
	    !recipe_packages(cx, family, &board, &env, &plan)) {
		return false;
	}
	for (size_t i = 0; i < plan.packages.len; i++) {
		plan.packages.at[i].path = STR("/nonexistent");
	}
	struct recipe_request request = {family, &board, &env, &plan, &variables};
	return recipe_read(cx, &request, &recipe);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena keep = {0};
	struct arena scratch = {0};
	struct diag diag = {.arena = &keep};
	struct ctx cx = {&keep, &scratch, &diag};
	struct reads reads = {.arena = &keep};
	struct family family = {.reads = &reads, .platform = STR("toy")};
	struct source source = {STR("toy.yaml"), str_copy(&keep, (str){(const char *)data, size})};
	bool ok = family_parse(&cx, &source, &family);
	if (ok == (diag.errors > 0)) {
		__builtin_trap(); /* a fault without a message, or a message without a fault */
	}
	struct map_entry *e = ok ? map_first(&family.boards) : NULL;
	for (size_t i = 0; e && i < MOST_BOARDS; e = map_next(e), i++) {
		size_t before = diag.errors;
		ok = build(&cx, &family, map_key(e), i % 2 == 0);
		if (ok == (diag.errors > before)) {
			__builtin_trap();
		}
	}
	arena_release(&keep);
	arena_release(&scratch);
	return 0;
}
