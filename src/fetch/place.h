/*
 * Files, folders and links made below one folder, never through a link: each folder on the way is
 * opened by itself.
 */
#ifndef FETCH_PLACE_H
#define FETCH_PLACE_H

#include "fetch/filter.h"

struct place_level {
	size_t end; /* of the folder's path, in `path` */
	int folder;
};

struct place {
	int top;    /* the folder below which all is made */
	char *path; /* of the folder that is open, FILTER_PATH bytes */
	struct place_level levels[FILTER_DEPTH];
	size_t depth;
};

void place_init(struct place *place, struct arena *arena, int top);
void place_release(struct place *place);

/* All are false with errno set where they fail; the path is normal and relative. */
NODISCARD bool place_folder(struct place *place, str path);
NODISCARD bool place_symlink(struct place *place, str path, str target);

/* A copy where the disk has no links of files. */
NODISCARD bool place_hardlink(struct place *place, str path, str target, unsigned mode);

/* A new empty file, open for writing; -1. */
int place_file(struct place *place, str path, unsigned mode);

/* Write all of it at that offset. */
NODISCARD bool place_write(int file, str bytes, uint64_t offset);

/* Whether the disk takes "A" for "a" in that folder. */
bool place_is_caseless(int top);

#endif
