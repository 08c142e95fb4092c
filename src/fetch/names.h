/*
 * The names of an archive as a tree of folders and what is in them: each name once, found by its
 * bytes, or by its bytes but for the case of ASCII letters.
 */
#ifndef FETCH_NAMES_H
#define FETCH_NAMES_H

#include "base/str.h"

enum entry_kind { ENTRY_FILE, ENTRY_FOLDER, ENTRY_SYMLINK, ENTRY_HARDLINK, ENTRY_OTHER };

struct name {
	str text;             /* one component */
	str target;           /* of a symbolic link */
	struct name *parent;  /* NULL: the root */
	struct name *chain;   /* the next of the same bucket */
	struct name *younger; /* the one that was added next */
	uint64_t hash;
	enum entry_kind kind;
};

struct names {
	struct arena *arena;
	struct name root;
	struct name *first, *last; /* in the order in which they came, the root left out */
	struct name **buckets;
	size_t bucket_count; /* a power of two, or 0 */
	size_t count, bytes; /* of all texts and targets */
};

/* The name in the folder, or NULL; *alike is another one that differs by case alone, or NULL. */
struct name *names_find(const struct names *names, const struct name *folder, str text,
                        struct name **alike);

/* Add one that is not there; text and target are copied. */
struct name *names_add(struct names *names, struct name *folder, const struct name *name);

/* "folder/name" */
str names_path(struct arena *arena, const struct name *name);

#endif
