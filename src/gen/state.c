#include "gen/state.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/path.h"
#include "base/spawn.h"
#include "gen/shadow.h"
#include "gen/stale.h"
#include "gen/statefile.h"

static const str manifest_path = STR_INIT("build.ninja");

/* One look at the project beside what the last run left. */
struct check {
	struct ctx *cx;
	struct statefile state;
	struct stale_before before; /* the watches as they were */
	struct shadows shadows;
	bool differs;   /* generation would come out otherwise, as far as is known */
	bool has_moved; /* something is to be written down */
};

static bool same_texts(const struct str_vec *a, const struct str_vec *b) {
	bool same = a->len == b->len;
	for (size_t i = 0; i < a->len && same; i++) {
		same = str_eq(a->at[i], b->at[i]);
	}
	return same;
}

static bool same_identity(struct ctx *cx, const struct statefile *state,
                          const struct state_identity *identity) {
	struct file_stamp program;
	(void)file_stamp(identity->program, &program);
	return str_eq(state->program, identity->program) &&
	       file_stamp_eq(&state->program_stamp, &program) &&
	       str_eq(state->directory, file_cwd(cx->scratch)) &&
	       same_texts(&state->options, &identity->options);
}

static bool same_variables(struct ctx *cx, const struct pairs *variables) {
	bool same = true;
	for (size_t i = 0; i < variables->len && same; i++) {
		const struct pair *pair = &variables->at[i];
		const char *value = getenv(str_cstr(cx->scratch, pair->name));
		same = pair->is_set == (value != NULL) && str_eq(pair->value, str_from(value));
	}
	return same;
}

static bool same_programs(struct ctx *cx, const struct pairs *programs) {
	bool same = true;
	for (size_t i = 0; i < programs->len && same; i++) {
		const struct pair *pair = &programs->at[i];
		same = str_eq(pair->value, spawn_find(cx->scratch, pair->name));
	}
	return same;
}

/* Commands whose output stands in flags are run by every fbgen. */
static bool same_commands(struct ctx *cx, const struct pairs *commands) {
	bool same = true;
	struct diag unheard = {.arena = cx->keep};
	struct ctx quiet = {cx->keep, cx->scratch, &unheard};
	for (size_t i = 0; i < commands->len && same; i++) {
		struct spawn spawn = {.quiet = true};
		str_vec_push(cx->keep, &spawn.argv, STR("/bin/sh"));
		str_vec_push(cx->keep, &spawn.argv, STR("-c"));
		str_vec_push(cx->keep, &spawn.argv, commands->at[i].name);
		struct spawn_result result = {0};
		/* One that fails now fails in generation, which says so. */
		same = spawn_run(&quiet, &spawn, &result) && result.status == 0 &&
		       str_eq(result.out, commands->at[i].value);
	}
	return same;
}

static bool is_other_input(enum watch_change change, unsigned roles) {
	switch (change) {
	case WATCH_SAME:
	case WATCH_TOUCHED:
		return false;
	case WATCH_EDITED:
		return (roles & (WATCH_CONTENT | WATCH_OUTPUT)) != 0;
	case WATCH_CHANGED:
		return (roles & (WATCH_CONTENT | WATCH_INCLUDES | WATCH_STAMP | WATCH_OUTPUT)) != 0;
	}
	return true;
}

static void keep_before(struct check *c) {
	const struct watches *watches = &c->state.watches;
	struct watch *copy = arena_alloc(c->cx->keep, watches->len, sizeof(*copy));
	if (watches->len) {
		memcpy(copy, watches->at, watches->len * sizeof(*copy));
	}
	c->before = (struct stale_before){copy, watches->len, c->state.looked};
}

static void look_at_watches(struct check *c) {
	keep_before(c);
	for (size_t i = 0; i < c->state.watches.len; i++) {
		struct watch *watch = &c->state.watches.at[i];
		enum watch_change change = WATCH_SAME;
		if (!(watch->roles & WATCH_CONSTANT)) {
			change = watch_look_again(c->cx, watch);
		}
		if (change != WATCH_SAME) {
			c->has_moved = true;
			c->differs = c->differs || is_other_input(change, watch->roles);
			shadow_note(c->cx->keep, &c->before.at[i], watch, &c->shadows);
		}
	}
}

/* What ninja would miss; with what its logs tell of objects made since the last look. */
static bool remove_stale(struct check *c) {
	struct ctx *cx = c->cx;
	if (c->has_moved) {
		stale_note_changes(cx, &c->state, &c->before);
	}
	if (stale_logs_changed(&c->state)) {
		stale_learn(cx, &c->state, &c->before);
		c->has_moved = true;
	}
	bool ok = stale_remove(cx, &c->state) && shadow_remove(cx, &c->state, &c->shadows);
	if (c->has_moved) {
		shadow_watch(cx, &c->state);
	}
	return ok;
}

/* Where an input was only touched, the manifest's time is set, or ninja would call us for ever. */
static bool settle_manifest(struct check *c) {
	int64_t newest = 0;
	struct watch *manifest = NULL;
	for (size_t i = 0; i < c->state.watches.len; i++) {
		struct watch *watch = &c->state.watches.at[i];
		if (watch->roles & WATCH_INPUT && watch->stamp.mtime > newest) {
			newest = watch->stamp.mtime;
		}
		if (watch->roles & WATCH_OUTPUT && str_eq(watch->path, manifest_path)) {
			manifest = watch;
		}
	}
	if (!manifest || manifest->stamp.mtime >= newest) {
		return true;
	}
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	int64_t time = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
	c->has_moved = true;
	bool ok = file_set_time(c->cx, manifest_path, newest > time ? newest : time);
	(void)watch_look_again(c->cx, manifest);
	return ok;
}

bool state_check(struct ctx *cx, const struct state_identity *identity, bool *fresh) {
	*fresh = false;
	struct check c = {.cx = cx};
	if (!statefile_read(cx, &c.state)) {
		return true;
	}
	struct arena_mark mark = arena_mark(cx->scratch);
	c.differs = !c.state.complete || !same_identity(cx, &c.state, identity) ||
	            !same_variables(cx, &c.state.variables) ||
	            !same_programs(cx, &c.state.programs);
	look_at_watches(&c);
	bool ok = remove_stale(&c);
	c.differs = c.differs || !same_commands(cx, &c.state.commands);
	ok = (c.differs || settle_manifest(&c)) && ok;
	if (c.has_moved || c.state.complete == c.differs) {
		c.state.complete = !c.differs;
		c.state.looked = stale_clock();
		ok = statefile_write(cx, &c.state) && ok;
	}
	arena_rewind(cx->scratch, mark);
	*fresh = ok && !c.differs;
	return ok;
}

/* Whether ninja is to watch a path that was read. */
static bool is_watched(str path, const struct read_entry *read) {
	bool is_ours =
	    path_is_inside(path, STR(".fbgen")) && !path_is_inside(path, STR(".fbgen/package"));
	return read->role != READ_MACHINE && !is_ours;
}

/* The nearest folder of the project above a path where nothing stands. */
static str existing_parent(str path) {
	while (!path_is_absolute(path) && !str_starts_with(path, STR(".."))) {
		path = path_parent(path);
		if (file_kind(path) == FILE_DIRECTORY) {
			return path;
		}
	}
	return STR("");
}

void state_inputs(struct arena *arena, const struct reads *reads, struct str_vec *out) {
	struct map seen = {0};
	for (struct map_entry *e = map_first(&reads->paths); e; e = map_next(e)) {
		str path = map_key(e);
		const struct read_entry *read = map_value(e);
		if (!is_watched(path, read)) {
			continue;
		}
		path = read->kind == FILE_MISSING ? existing_parent(path) : path;
		void **place = path.len ? map_at(arena, &seen, path) : NULL;
		if (place && !*place) {
			*place = &seen;
			str_vec_push(arena, out, path);
		}
	}
}

int64_t state_newest(const struct reads *reads) {
	struct arena arena = {0};
	struct str_vec inputs = {0};
	int64_t newest = 0;
	state_inputs(&arena, reads, &inputs);
	for (size_t i = 0; i < inputs.len; i++) {
		const struct read_entry *read = map_get(&reads->paths, inputs.at[i]);
		struct file_stamp stamp = read ? read->stamp : (struct file_stamp){0};
		if (!read) {
			(void)file_stamp(inputs.at[i], &stamp);
		}
		newest = stamp.mtime > newest ? stamp.mtime : newest;
	}
	arena_release(&arena);
	return newest;
}

/* Add a list, unless it is that of the unit before; the list. */
static const struct str_vec *add_folders(struct arena *arena, struct map *all,
                                         const struct str_vec *list, const struct str_vec *last) {
	for (size_t i = 0; list != last && i < list->len; i++) {
		*map_at(arena, all, list->at[i]) = all;
	}
	return list;
}

void state_add_folders(struct reads *reads, const struct map *search) {
	struct arena arena = {0};
	struct map all = {0};
	struct map parents = {0};
	struct str_vec folders = {0};
	const struct str_vec *last = NULL;
	for (struct map_entry *e = map_first(search); e; e = map_next(e)) {
		const struct unit_search *unit = map_value(e);
		*map_at(&arena, &all, unit->own) = &all;
		last = add_folders(&arena, &all, unit->folders, last);
	}
	for (struct map_entry *e = map_first(&all); e; e = map_next(e)) {
		if (!path_is_inside(map_key(e), STR(".fbgen/store"))) {
			str_vec_push(&arena, &folders, map_key(e));
		}
	}
	for (struct map_entry *e = map_first(&reads->paths); e; e = map_next(e)) {
		const struct read_entry *read = map_value(e);
		shadow_parents(&arena, read->includes, &parents);
	}
	shadow_subfolders(&arena, &folders, &parents, &folders);
	reads_paths(reads, &folders);
	arena_release(&arena);
}
