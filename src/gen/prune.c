#include "gen/prune.h"

#include "base/path.h"

/* Where the links to packages and the state itself are: never a build product. */
static const str kept[] = {STR_INIT(".fbgen/store"), STR_INIT(".fbgen/tool"),
                           STR_INIT(".fbgen/package"), STR_INIT(".fbgen/state")};

static bool may_be_removed(struct ctx *cx, str path) {
	bool may = path_is_inside(path, STR(".fbgen")) && !str_eq(path, STR(".fbgen")) &&
	           str_eq(path, path_normal(cx->scratch, path));
	for (size_t i = 0; i < COUNT_OF(kept); i++) {
		may = may && !path_is_inside(path, kept[i]);
	}
	return may;
}

static void remove_empty_folders(str path) {
	while (path.len) {
		path = path_parent(path);
		bool goes_on = path_is_inside(path, STR(".fbgen")) && !str_eq(path, STR(".fbgen"));
		if (!goes_on || !file_remove_empty(path)) {
			return;
		}
	}
}

static void add_names(struct arena *arena, const struct statefile *state, struct str_vec *out) {
	for (size_t i = 0; i < state->objects.len; i++) {
		str_vec_push(arena, out, state->objects.at[i].path);
	}
	str_vec_append(arena, out, &state->outputs);
	for (size_t i = 0; i < state->watches.len; i++) {
		if (state->watches.at[i].roles & WATCH_OUTPUT) {
			str_vec_push(arena, out, state->watches.at[i].path);
		}
	}
}

static bool remove_one(struct ctx *cx, str path) {
	if (!file_remove(path)) {
		return diag_errno(cx->diag, path, "cannot remove");
	}
	remove_empty_folders(path);
	return true;
}

bool prune(struct ctx *cx, const struct statefile *old, const struct statefile *state) {
	struct arena_mark mark = arena_mark(cx->scratch);
	struct str_vec before = {0};
	struct str_vec now = {0};
	struct map stays = {0};
	add_names(cx->scratch, old, &before);
	add_names(cx->scratch, state, &now);
	for (size_t i = 0; i < now.len; i++) {
		*map_at(cx->scratch, &stays, now.at[i]) = &stays;
	}
	bool ok = true;
	for (size_t i = 0; i < before.len; i++) {
		str path = before.at[i];
		if (!map_get(&stays, path) && may_be_removed(cx, path) &&
		    file_kind(path) != FILE_DIRECTORY) {
			ok = remove_one(cx, path) && ok;
		}
	}
	arena_rewind(cx->scratch, mark);
	return ok;
}
