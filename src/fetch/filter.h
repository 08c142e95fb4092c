/*
 * Which entries of an archive may become files, and where: rules on names alone, without the disk.
 * What would lie, or lead, outside of the folder that is unpacked into refuses the whole archive.
 */
#ifndef FETCH_FILTER_H
#define FETCH_FILTER_H

#include "fetch/names.h"

/* The most that any archive may hold. */
enum {
	FILTER_ENTRIES = 500000, /* so many names, too: folders may be only implied */
	FILTER_PATH = 4096,
	FILTER_NAME = 255,
	FILTER_DEPTH = 64,
	FILTER_TEXT = 64 * 1024 * 1024, /* all names and targets together */
};

/* Strip: take the one folder that everything lies in for the tree, where there is one. */
enum { FILTER_ONE_ROOT = -1 };

struct entry {
	enum entry_kind kind;
	str path, target;
	unsigned mode;
	uint64_t size;
	bool is_sized;  /* the size is known; content must have it */
	bool is_sparse; /* but it may end with a hole */
};

struct filter_rules {
	int strip;      /* leading components to take away, or FILTER_ONE_ROOT */
	bool is_rooted; /* an absolute link counts from the tree's root, as in a system's package */
	bool is_caseless; /* the disk does not tell "A" from "a" */
	uint64_t bytes;   /* the most that all entries may hold together */
};

struct filter {
	struct names names; /* its arena lasts */
	struct arena *each; /* lasts for one entry */
	struct filter_rules rules;
	uint64_t bytes, entries;
	size_t alike;    /* names that differ from another by case alone */
	str first_alike; /* the first of them */
	size_t steps;    /* spent on links */
};

enum filter_answer { FILTER_WRITE, FILTER_SKIP, FILTER_REFUSE };

struct placed {
	str path;      /* relative, normal, never empty */
	str target;    /* of a hard link: where it lies now; of a symbolic one: its text */
	unsigned mode; /* of a file or folder */
};

/* `keep` holds the names, `each` what is told of one entry, until the next. */
void filter_init(struct filter *filter, struct arena *keep, struct arena *each,
                 const struct filter_rules *rules);

/* What to do with the next entry; *reason says why it is refused. */
enum filter_answer filter_entry(struct filter *filter, const struct entry *entry,
                                struct placed *out, str *reason);

/* Count bytes of content that were not announced; false where they are too many. */
NODISCARD bool filter_grow(struct filter *filter, uint64_t bytes, str *reason);

/*
 * After the last entry: whether every link stays inside, also through other links.  *root is the
 * one folder that is the tree; empty: there is none, or it was not asked for.  Else the entry at
 * *path is to blame.
 */
NODISCARD bool filter_end(struct filter *filter, str *root, str *path, str *reason);

#endif
