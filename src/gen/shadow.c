/*
 * Only when something has appeared or vanished in a watched folder are #include lines followed, and
 * only those that name it: each is resolved as the compiler does, once with and once without what
 * is new.  An object is removed where the new file comes first and the one it was made from second;
 * a line that led to another file than those it was made from stands in a part that is not
 * compiled. A name that led nowhere in these folders may have led to the compiler's own: removed
 * too.
 */
#include "gen/shadow.h"

#include "base/path.h"
#include "gen/stale.h"

/* Looking for the lines that matter. */
struct search {
	struct ctx *cx;
	struct statefile *state;
	const struct shadows *shadows;
	struct map names; /* last parts of what appeared and vanished */
	bool any_name;    /* a searched folder itself has appeared or vanished */
	bool *matters;    /* per watch: a line of it names such a part */
};

static void note(struct arena *arena, struct map *map, str folder, str name) {
	str path = path_join(arena, folder, name);
	*map_at(arena, map, path) = map;
}

/* A place in a sorted list of names. */
struct cursor {
	str rest, name;
	char kind;
	bool ended;
};

static void step(struct cursor *c) {
	c->ended = !watch_next_name(&c->rest, &c->kind, &c->name);
}

static int order_of(const struct cursor *a, const struct cursor *b) {
	if (a->ended || b->ended) {
		return a->ended - b->ended;
	}
	return str_compare(a->name, b->name);
}

static void compare_lists(struct arena *arena, const struct watch *before, const struct watch *now,
                          struct shadows *out) {
	struct cursor a = {.rest = before->detail};
	struct cursor b = {.rest = now->detail};
	step(&a);
	step(&b);
	while (!a.ended || !b.ended) {
		int order = order_of(&a, &b);
		bool is_other = order != 0 || a.kind != b.kind;
		if (order <= 0 && is_other) {
			note(arena, &out->vanished, now->path, a.name);
		}
		if (order >= 0 && is_other) {
			note(arena, &out->appeared, now->path, b.name);
		}
		if (order <= 0) {
			step(&a);
		}
		if (order >= 0) {
			step(&b);
		}
	}
}

void shadow_note(struct arena *arena, const struct watch *before, const struct watch *now,
                 struct shadows *out) {
	if (before->kind != FILE_DIRECTORY && now->kind == FILE_DIRECTORY) {
		note(arena, &out->appeared, STR(""), now->path);
	} else if (before->kind == FILE_DIRECTORY && now->kind != FILE_DIRECTORY) {
		note(arena, &out->vanished, STR(""), now->path);
	} else if (now->kind == FILE_DIRECTORY) {
		compare_lists(arena, before, now, out);
	}
}

/* Whether the path, or a folder above it, is in the map. */
static bool is_below(const struct map *paths, str path) {
	while (path.len) {
		if (map_get(paths, path)) {
			return true;
		}
		size_t slash = str_rfind_char(path, '/');
		path = str_slice(path, 0, slash < path.len ? slash : 0);
	}
	return false;
}

static bool names_something(const struct search *s, str name) {
	str part;
	bool more = true;
	while (more) {
		more = str_cut(name, '/', &part, &name);
		if (map_get(&s->names, part)) {
			return true;
		}
	}
	return false;
}

static bool has_line_that_matters(const struct search *s, str detail) {
	char kind = 0;
	str name;
	while (watch_next_name(&detail, &kind, &name)) {
		if (s->any_name || kind == WATCH_COMPUTED || names_something(s, name)) {
			return true;
		}
	}
	return false;
}

static void collect_names(struct search *s) {
	const struct map *maps[] = {&s->shadows->appeared, &s->shadows->vanished};
	for (size_t i = 0; i < COUNT_OF(maps); i++) {
		struct map_entry *e = map_first(maps[i]);
		for (; e; e = map_next(e)) {
			str name = path_name(map_key(e));
			*map_at(s->cx->scratch, &s->names, name) = s;
		}
	}
	for (size_t i = 0; i < s->state->folders.len; i++) {
		const struct str_vec *list = &s->state->folders.at[i];
		for (size_t k = 0; k < list->len; k++) {
			s->any_name = s->any_name || is_below(&s->shadows->appeared, list->at[k]) ||
			              is_below(&s->shadows->vanished, list->at[k]);
		}
	}
}

static bool is_file(str path) {
	enum file_kind kind = file_kind(path);
	return kind != FILE_MISSING && kind != FILE_DIRECTORY;
}

static bool is_made_from(const struct search *s, const struct object *object, str path) {
	const uint32_t *index = statefile_find(s->cx->keep, s->state, path);
	for (size_t i = 0; index && i < object->made.len; i++) {
		if (object->made.at[i] == *index) {
			return true;
		}
	}
	return false;
}

/* Where a line leads: what is there now, and what was there before. */
struct leads {
	bool to_new, to_old, to_gone;
	str old;
};

/* One folder of the search; false where it need not go on. */
static bool follow(const struct search *s, str folder, str name, struct leads *leads) {
	struct arena *scratch = s->cx->scratch;
	str path = path_normal(scratch, path_join(scratch, folder, name));
	if (!is_file(path)) {
		leads->to_gone = leads->to_gone || is_below(&s->shadows->vanished, path);
	} else if (is_below(&s->shadows->appeared, path)) {
		leads->to_new = true;
	} else {
		leads->to_old = true;
		leads->old = path;
	}
	return !leads->to_old;
}

static bool leads_elsewhere(const struct search *s, const struct object *object, str file,
                            char kind, str name) {
	struct arena_mark mark = arena_mark(s->cx->scratch);
	const struct str_vec *folders = &s->state->folders.at[object->folders];
	struct leads leads = {0};
	bool more = kind == WATCH_ANGLED || follow(s, path_parent(file), name, &leads);
	for (size_t i = 0; i < folders->len && more; i++) {
		more = follow(s, folders->at[i], name, &leads);
	}
	bool elsewhere = leads.to_new;
	if (kind == WATCH_ASKED) {
		bool is_there = leads.to_new || leads.to_old;
		bool was_there = leads.to_gone || leads.to_old;
		elsewhere = is_there != was_there;
	} else if (elsewhere && leads.to_old) {
		elsewhere = is_made_from(s, object, leads.old);
	}
	arena_rewind(s->cx->scratch, mark);
	return elsewhere;
}

/* A computed #include may name any new file that is called as one of those behind it. */
static bool may_be_computed(const struct search *s, const struct object *object) {
	bool may = false;
	for (size_t i = 0; i < object->made.len && !may; i++) {
		str path = s->state->watches.at[object->made.at[i]].path;
		struct map_entry *e = map_first(&s->shadows->appeared);
		for (; e && !may; e = map_next(e)) {
			may = str_eq(path_name(map_key(e)), path_name(path)) &&
			      !str_eq(map_key(e), path);
		}
	}
	return may;
}

static bool file_leads_elsewhere(const struct search *s, const struct object *object,
                                 const struct watch *file) {
	str rest = file->detail;
	char kind = 0;
	str name;
	bool elsewhere = false;
	while (!elsewhere && watch_next_name(&rest, &kind, &name)) {
		if (kind == WATCH_COMPUTED) {
			elsewhere = may_be_computed(s, object);
		} else if (s->any_name || names_something(s, name)) {
			elsewhere = leads_elsewhere(s, object, file->path, kind, name);
		}
	}
	return elsewhere;
}

static bool is_shadowed(const struct search *s, const struct object *object) {
	for (size_t i = 0; i < object->made.len && object->folders != NO_FOLDERS; i++) {
		uint32_t file = object->made.at[i];
		if (s->matters[file] &&
		    file_leads_elsewhere(s, object, &s->state->watches.at[file])) {
			return true;
		}
	}
	return false;
}

bool shadow_remove(struct ctx *cx, struct statefile *state, const struct shadows *shadows) {
	if (!map_first(&shadows->appeared) && !map_first(&shadows->vanished)) {
		return true;
	}
	struct arena_mark mark = arena_mark(cx->scratch);
	struct search s = {.cx = cx, .state = state, .shadows = shadows};
	collect_names(&s);
	s.matters = arena_alloc(cx->scratch, state->watches.len, sizeof(*s.matters));
	for (size_t i = 0; i < state->watches.len; i++) {
		const struct watch *watch = &state->watches.at[i];
		s.matters[i] =
		    watch->kind == FILE_REGULAR && has_line_that_matters(&s, watch->detail);
	}
	bool ok = true;
	for (size_t i = 0; i < state->objects.len; i++) {
		if (is_shadowed(&s, &state->objects.at[i])) {
			ok = stale_remove_object(cx, &state->objects.at[i]) && ok;
		}
	}
	arena_rewind(cx->scratch, mark);
	return ok;
}

void shadow_parents(struct arena *arena, str detail, struct map *parents) {
	char kind = 0;
	str name;
	while (watch_next_name(&detail, &kind, &name)) {
		str parent = path_parent(name);
		if (!str_eq(parent, STR(".")) && !path_is_absolute(parent)) {
			*map_at(arena, parents, parent) = parents;
		}
	}
}

static void add_folder(struct arena *arena, str path, struct str_vec *out) {
	path = path_normal(arena, path);
	if (file_kind(path) == FILE_DIRECTORY) {
		str_vec_push(arena, out, path);
	}
}

void shadow_subfolders(struct arena *arena, const struct str_vec *folders,
                       const struct map *parents, struct str_vec *out) {
	size_t count = folders->len; /* `out` may be the same list */
	for (struct map_entry *e = map_first(parents); e; e = map_next(e)) {
		for (size_t i = 0; i < count; i++) {
			add_folder(arena, path_join(arena, folders->at[i], map_key(e)), out);
		}
	}
}

static void watch_folder(struct ctx *cx, struct statefile *state, str path) {
	unsigned roles = stale_roles(cx->keep, state, path);
	if (roles != WATCH_OBJECTS) {
		return;
	}
	uint32_t index = statefile_watch(cx->keep, state, path);
	watch_add_role(cx, &state->watches.at[index], roles);
}

/* The folders of all searches that can change, each once. */
static struct str_vec own_folders(struct ctx *cx, struct statefile *state) {
	struct str_vec folders = {0};
	struct map all = {0};
	for (size_t i = 0; i < state->folders.len; i++) {
		const struct str_vec *list = &state->folders.at[i];
		for (size_t k = 0; k < list->len; k++) {
			*map_at(cx->scratch, &all, list->at[k]) = &all;
		}
	}
	for (struct map_entry *e = map_first(&all); e; e = map_next(e)) {
		if (stale_roles(cx->keep, state, map_key(e)) == WATCH_OBJECTS) {
			str_vec_push(cx->keep, &folders, map_key(e));
		}
	}
	return folders;
}

void shadow_watch(struct ctx *cx, struct statefile *state) {
	struct arena_mark mark = arena_mark(cx->scratch);
	struct str_vec folders = own_folders(cx, state);
	struct map parents = {0};
	size_t count = state->watches.len;
	for (size_t i = 0; i < count; i++) {
		/* Copied: the list may move while folders are added to it. */
		struct watch watch = state->watches.at[i];
		if (watch.kind == FILE_REGULAR && watch.roles & WATCH_OBJECTS && watch.detail.len) {
			watch_folder(cx, state, path_parent(watch.path));
			shadow_parents(cx->scratch, watch.detail, &parents);
		}
	}
	shadow_subfolders(cx->keep, &folders, &parents, &folders);
	for (size_t i = 0; i < folders.len; i++) {
		watch_folder(cx, state, folders.at[i]);
	}
	arena_rewind(cx->scratch, mark);
}
