#include "gen/reads.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/path.h"
#include "base/spawn.h"
#include "gen/watch.h"

static void look(struct read_entry *read, str path) {
	if (path_is_inside(path, STR(".fbgen/store"))) {
		return;
	}
	read->kind = file_stamp(path, &read->stamp);
	if (read->kind == FILE_DIRECTORY) {
		struct arena arena = {0};
		read->listing = hash_text(watch_listing(&arena, path));
		arena_release(&arena);
	}
}

static struct read_entry *remember_path(struct reads *reads, str path, enum read_role role) {
	struct arena_mark mark = arena_mark(reads->arena);
	str normal = path_normal(reads->arena, path);
	struct read_entry *known = map_get(&reads->paths, normal);
	if (known) {
		arena_rewind(reads->arena, mark);
		known->role = role > known->role ? role : known->role;
		return known;
	}
	struct read_entry *read = arena_new(reads->arena, struct read_entry);
	read->role = role;
	look(read, normal);
	/* The normal form may be a view into what the caller gave. */
	*map_at(reads->arena, &reads->paths, str_copy(reads->arena, normal)) = read;
	return read;
}

void reads_path(struct reads *reads, str path) {
	(void)remember_path(reads, path, READ_CONTENT);
}

void reads_scanned(struct reads *reads, str path, const struct scan *scan) {
	struct read_entry *read = remember_path(reads, path, READ_INCLUDES);
	if (!read->includes.at) {
		read->includes = watch_includes(reads->arena, scan);
	}
}

void reads_machine(struct reads *reads, str path) {
	(void)remember_path(reads, path, READ_MACHINE);
}

void reads_paths(struct reads *reads, const struct str_vec *paths) {
	for (size_t i = 0; i < paths->len; i++) {
		reads_path(reads, paths->at[i]);
	}
}

/* Remember a text under a name; the first one stays. */
static void remember(struct reads *reads, struct map *map, str name, str text) {
	if (map_get(map, name)) {
		return;
	}
	str *kept = arena_new(reads->arena, str);
	*kept = str_copy(reads->arena, text);
	*map_at(reads->arena, map, str_copy(reads->arena, name)) = kept;
}

const char *reads_variable(struct reads *reads, const char *name) {
	const char *value = getenv(name);
	str key = str_from(name);
	if (value) {
		remember(reads, &reads->variables, key, str_from(value));
		return value;
	}
	size_t before = map_count(&reads->variables);
	struct arena_mark mark = arena_mark(reads->arena);
	(void)map_at(reads->arena, &reads->variables, str_copy(reads->arena, key));
	if (map_count(&reads->variables) == before) {
		arena_rewind(reads->arena, mark);
	}
	return NULL;
}

str reads_program(struct reads *reads, str name) {
	const str *known = map_get(&reads->programs, name);
	if (!known) {
		str *found = arena_new(reads->arena, str);
		*found = spawn_find(reads->arena, name);
		*map_at(reads->arena, &reads->programs, str_copy(reads->arena, name)) = found;
		known = found;
	}
	return *known;
}

void reads_command(struct reads *reads, str command, str output) {
	remember(reads, &reads->commands, command, output);
}
