/*
 * A map from text to a pointer that iterates in insertion order.  Keys are not copied: they must
 * live as long as the map.  The method is uthash's; its memory is the arena's.
 */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include "base/str.h"

struct map_entry;

/* struct map m = {0} is empty. */
struct map {
	struct map_entry *head;
};

/* The value of the key, or NULL. */
void *map_get(const struct map *map, str key);

/*
 * The place for the key's value, made (holding NULL) where the key is new.  It stays valid as long
 * as the arena does.
 */
void **map_at(struct arena *arena, struct map *map, str key);

size_t map_count(const struct map *map);

/*
 * Iteration: for (struct map_entry *e = map_first(m); e; e = map_next(e)).
 */
struct map_entry *map_first(const struct map *map);
struct map_entry *map_next(const struct map_entry *entry);
str map_key(const struct map_entry *entry);
void *map_value(const struct map_entry *entry);

#endif
