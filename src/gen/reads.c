#include "gen/reads.h"

#include <stdlib.h>

#include "base/path.h"
#include "base/spawn.h"

void reads_path(struct reads *reads, str path) {
	struct arena_mark mark = arena_mark(reads->arena);
	str normal = path_normal(reads->arena, path);
	size_t before = map_count(&reads->paths);
	void **place = map_at(reads->arena, &reads->paths, normal);
	if (map_count(&reads->paths) == before) {
		arena_rewind(reads->arena, mark);
		return;
	}
	str *kept = arena_new(reads->arena, str);
	*kept = normal;
	*place = kept;
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
