#include "base/map.h"

#include <string.h>

/* uthash takes its memory from the arena that stands in scope as `arena`, and never frees. */
#define uthash_malloc(size)    arena_alloc(arena, 1, size)
#define uthash_free(at, size)  ((void)(at), (void)(size))
#define uthash_bzero(at, size) memset((at), 0, (size))
/* One at a time: the usual function falls through switch labels, which compilers warn of. */
#define HASH_FUNCTION HASH_OAT
#include <uthash.h>

struct map_entry {
	str key;
	void *value;
	UT_hash_handle hh;
};

/* uthash hands the key to memcmp, which must not see NULL. */
static str with_text(str key) {
	return key.at ? key : STR("");
}

/* What tidy would count below are uthash's macros. */
/* NOLINTBEGIN(readability-function-*) */

static struct map_entry *find(const struct map *map, str key) {
	struct map_entry *found = NULL;
	key = with_text(key);
	HASH_FIND(hh, map->head, key.at, key.len, found);
	return found;
}

void *map_get(const struct map *map, str key) {
	struct map_entry *found = find(map, key);
	return found ? found->value : NULL;
}

void **map_at(struct arena *arena, struct map *map, str key) {
	struct map_entry *entry = find(map, key);
	if (!entry) {
		entry = arena_new(arena, struct map_entry);
		entry->key = with_text(key);
		HASH_ADD_KEYPTR(hh, map->head, entry->key.at, entry->key.len, entry);
	}
	return &entry->value;
}

/* NOLINTEND(readability-function-*) */

size_t map_count(const struct map *map) {
	return HASH_COUNT(map->head);
}

struct map_entry *map_first(const struct map *map) {
	return map->head;
}

struct map_entry *map_next(const struct map_entry *entry) {
	return entry->hh.next;
}

str map_key(const struct map_entry *entry) {
	return entry->key;
}

void *map_value(const struct map_entry *entry) {
	return entry->value;
}
