/*
 * The state after a generation: what was read and written is new, what objects were made from is
 * carried over from the state before.
 */
#include "base/path.h"
#include "gen/prune.h"
#include "gen/shadow.h"
#include "gen/stale.h"
#include "gen/state.h"
#include "gen/statefile.h"

/* Two states while one is made from the other. */
struct merge {
	struct ctx *cx;
	const struct state_record *record;
	struct statefile old, new;
	struct map old_objects;  /* path → struct object * */
	struct map folder_lists; /* joined folders → uint32_t * */
	const struct str_vec *last_folders;
	uint32_t last_place;   /* of last_folders */
	struct watches before; /* of the new watches: what the old state knew of them */
};

static void add_pairs(struct arena *arena, const struct map *map, struct pairs *out) {
	for (struct map_entry *e = map_first(map); e; e = map_next(e)) {
		const str *value = map_value(e);
		struct pair pair = {map_key(e), value ? *value : STR(""), value != NULL};
		pairs_push(arena, out, pair);
	}
}

/*
 * The watch of a path with a role.  What the old state knows of it is looked at again, which reads
 * the file only where its stamp has changed.
 */
static uint32_t add_watch(struct merge *m, str path, unsigned role) {
	struct ctx *cx = m->cx;
	uint32_t index = statefile_watch(cx->keep, &m->new, path);
	struct watch *watch = &m->new.watches.at[index];
	bool is_new = index >= m->before.len;
	const uint32_t *place = is_new ? statefile_find(cx->keep, &m->old, path) : NULL;
	if (!is_new) {
		watch_add_role(cx, watch, role);
		return index;
	}
	if (place) {
		/* Starts with what the old state saw, and keeps only the present role. */
		*watch = m->old.watches.at[*place];
		watches_push(cx->keep, &m->before, *watch);
		watch_add_role(cx, watch, role);
		watch->roles = role;
		if (!(role & WATCH_CONSTANT)) {
			(void)watch_look_again(cx, watch);
		}
	} else {
		watch->roles = role;
		watch_look(cx, watch);
		watches_push(cx->keep, &m->before, *watch);
	}
	return index;
}

/*
 * A path that changed while generation was under way: what was read is not known, so that the next
 * check must find a change.
 */
static void note_race(struct merge *m, const struct read_entry *read, uint32_t index) {
	struct watch *watch = &m->new.watches.at[index];
	bool same = read->kind == watch->kind && file_stamp_eq(&read->stamp, &watch->stamp);
	bool same_list = read->kind == FILE_DIRECTORY && watch->kind == FILE_DIRECTORY &&
	                 read->listing == watch->hash;
	if (!same && !same_list) {
		watch->kind = read->kind;
		watch->stamp = read->stamp;
		watch->hash = ~watch->hash;
		watch->detail = watch->kind == FILE_DIRECTORY ? watch->detail : STR("!");
	}
}

/* The tree of a path in the store: it cannot change, but it can go. */
static str tree_of(str path) {
	size_t start = sizeof(".fbgen/store/") - 1;
	if (str_eq(path_name(path), STR(".ok"))) {
		return path; /* the mark of a complete one */
	}
	return str_slice(path, 0, start + str_find_char(str_from_offset(path, start), '/'));
}

/* Nothing can appear in a folder whose list is watched without being seen. */
static bool is_covered(const struct merge *m, str path) {
	const struct read_entry *parent = map_get(&m->record->reads->paths, path_parent(path));
	return parent && parent->kind == FILE_DIRECTORY && parent->role == READ_CONTENT;
}

static void add_read(struct merge *m, str path, const struct read_entry *read) {
	static const unsigned roles[] = {[READ_MACHINE] = WATCH_STAMP,
	                                 [READ_INCLUDES] = WATCH_INCLUDES,
	                                 [READ_CONTENT] = WATCH_CONTENT};
	if (path_is_inside(path, STR(".fbgen/store"))) {
		(void)add_watch(m, tree_of(path), WATCH_STAMP);
		return;
	}
	/* A link to nowhere is in the list already: that it leads somewhere is not seen there. */
	if (read->kind == FILE_MISSING && is_covered(m, path) && !file_exists(path)) {
		return;
	}
	note_race(m, read, add_watch(m, path, roles[read->role]));
}

static void add_reads(struct merge *m) {
	const struct reads *reads = m->record->reads;
	for (struct map_entry *e = map_first(&reads->paths); e; e = map_next(e)) {
		add_read(m, map_key(e), map_value(e));
	}
	struct str_vec inputs = {0};
	state_inputs(m->cx->keep, reads, &inputs);
	for (size_t i = 0; i < inputs.len; i++) {
		(void)add_watch(m, inputs.at[i], WATCH_INPUT);
	}
}

/* The place of a list of folders in the state; equal lists have the same. */
static uint32_t place_of(struct merge *m, const struct str_vec *list) {
	struct arena *keep = m->cx->keep;
	struct str_vec folders = {0};
	for (size_t i = 0; i < list->len; i++) {
		str_vec_push(keep, &folders, path_normal(keep, list->at[i]));
	}
	uint32_t **place =
	    (uint32_t **)map_at(keep, &m->folder_lists, str_join(keep, &folders, STR("\n")));
	if (!*place) {
		*place = arena_new(keep, uint32_t);
		**place = (uint32_t)m->new.folders.len;
		str_lists_push(keep, &m->new.folders, folders);
	}
	return **place;
}

/* Which list an object searches; the source's own folder comes of itself. */
static uint32_t folders_of(struct merge *m, str object) {
	const struct unit_search *search = map_get(m->record->search, object);
	if (!search) {
		return NO_FOLDERS;
	}
	/* Units with the same list follow one another. */
	if (search->folders != m->last_folders) {
		m->last_folders = search->folders;
		m->last_place = place_of(m, search->folders);
	}
	return m->last_place;
}

/* The inputs of an edge that nothing makes and that may change. */
static struct indices inputs_of(struct merge *m, const struct edge *edge) {
	struct arena *keep = m->cx->keep;
	struct indices inputs = {0};
	size_t explicit = edge->inputs.len;
	for (size_t i = 0; i < explicit + edge->implicit.len; i++) {
		str path = i < explicit ? edge->inputs.at[i] : edge->implicit.at[i - explicit];
		path = path_normal(keep, path);
		if (!map_get(&m->record->graph->producer, path) &&
		    stale_roles(keep, &m->new, path) == WATCH_OBJECTS) {
			indices_push(keep, &inputs, add_watch(m, path, WATCH_OBJECTS));
		}
	}
	return inputs;
}

/* What the old state knows of an object: what it was made from and how that differed. */
static void carry_over(struct merge *m, const struct object *old, struct object *object) {
	struct arena *keep = m->cx->keep;
	object->built = old->built;
	object->made = (struct indices){0};
	for (size_t i = 0; i < old->made.len; i++) {
		const struct watch *watch = &m->old.watches.at[old->made.at[i]];
		unsigned role = stale_roles(keep, &m->new, watch->path);
		indices_push(keep, &object->made, add_watch(m, watch->path, role));
	}
	for (size_t i = 0; i < old->differences.len; i++) {
		struct difference difference = old->differences.at[i];
		str path = m->old.watches.at[difference.file].path;
		difference.file = add_watch(m, path, stale_roles(keep, &m->new, path));
		differences_push(keep, &object->differences, difference);
	}
}

static void add_object(struct merge *m, const struct edge *edge) {
	struct object object = {.path = edge->outputs.at[0]};
	object.folders = folders_of(m, object.path);
	object.inputs = inputs_of(m, edge);
	object.made = object.inputs;
	const struct object *old = map_get(&m->old_objects, object.path);
	if (old) {
		carry_over(m, old, &object);
	}
	objects_push(m->cx->keep, &m->new.objects, object);
}

static void add_outputs(struct merge *m, const struct str_vec *outputs, size_t from) {
	for (size_t i = from; i < outputs->len; i++) {
		str_vec_push(m->cx->keep, &m->new.outputs, outputs->at[i]);
	}
}

static void add_graph(struct merge *m) {
	for (size_t i = 0; i < m->old.objects.len; i++) {
		struct object *object = &m->old.objects.at[i];
		*map_at(m->cx->keep, &m->old_objects, object->path) = object;
	}
	const struct edges *edges = &m->record->graph->edges;
	/* All folders first: what stands outside the project is people's where it is in one. */
	for (size_t i = 0; i < edges->len; i++) {
		(void)folders_of(m, edges->at[i]->outputs.at[0]);
	}
	for (size_t i = 0; i < edges->len; i++) {
		const struct edge *edge = edges->at[i];
		if (edge->rule) {
			add_object(m, edge);
			add_outputs(m, &edge->outputs, 1);
			add_outputs(m, &edge->implicit_outputs, 0);
		}
	}
}

static void add_identity(struct merge *m) {
	struct ctx *cx = m->cx;
	const struct state_identity *identity = m->record->identity;
	m->new.complete = !m->record->has_faults;
	m->new.program = identity->program;
	(void)file_stamp(identity->program, &m->new.program_stamp);
	m->new.directory = file_cwd(cx->keep);
	m->new.options = identity->options;
	add_pairs(cx->keep, &m->record->reads->variables, &m->new.variables);
	add_pairs(cx->keep, &m->record->reads->programs, &m->new.programs);
	add_pairs(cx->keep, &m->record->reads->commands, &m->new.commands);
}

bool state_write(struct ctx *cx, const struct state_record *record) {
	struct merge m = {.cx = cx, .record = record};
	if (!statefile_read(cx, &m.old)) {
		m.old = (struct statefile){0};
	}
	add_identity(&m);
	add_reads(&m);
	(void)add_watch(&m, STR("build.ninja"), WATCH_OUTPUT);
	for (size_t i = 0; i < record->outputs.len; i++) {
		(void)add_watch(&m, record->outputs.at[i], WATCH_OUTPUT);
	}
	add_graph(&m);
	struct stale_before before = {m.before.at, m.before.len, 0};
	stale_note_changes(cx, &m.new, &before);
	stale_learn(cx, &m.new, NULL);
	shadow_watch(cx, &m.new);
	m.new.looked = stale_clock();
	return stale_remove(cx, &m.new) && prune(cx, &m.old, &m.new) && statefile_write(cx, &m.new);
}
