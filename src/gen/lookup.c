#include "gen/lookup.h"

#include "base/path.h"

/* Where a name led to in the folders that all nodes share. */
struct resolved {
	struct listed_file *file;
	size_t generation;
};

/* The node's include folders, listed. */
static const struct folders *own_folders(struct finder *finder, struct node *node) {
	const struct str_vec *dirs = &node->library.include_dirs;
	while (node->include.len < dirs->len) {
		struct folder *folder =
		    listing_folder(&finder->listing, dirs->at[node->include.len]);
		folders_push(finder->cx->scratch, &node->include, folder);
	}
	return &node->include;
}

/* Push the libraries that something (or that nothing) depends on. */
static void push_fit(const struct finder *finder, bool is_dependent, struct nodes *out) {
	for (size_t i = 0; i < finder->fit.len; i++) {
		if (finder->fit.at[i]->is_dependent == is_dependent) {
			nodes_push(finder->cx->scratch, out, finder->fit.at[i]);
		}
	}
}

/* Put the libraries that something depends on first, and forget what depended on the order. */
void lookup_reorder(struct finder *finder) {
	struct arena *scratch = finder->cx->scratch;
	finder->generation++;
	finder->ordered.len = 0;
	finder->search.len = 0;
	push_fit(finder, true, &finder->ordered);
	push_fit(finder, false, &finder->ordered);
	for (size_t i = 0; i <= finder->ordered.len; i++) {
		struct node *node = i ? finder->ordered.at[i - 1] : &finder->project;
		const struct folders *own = own_folders(finder, node);
		for (size_t k = 0; k < own->len; k++) {
			folders_push(scratch, &finder->search, own->at[k]);
		}
	}
}

/* Whether the file in `folder` is the library's by the text of its path. */
static bool holds(const struct node *node, const struct folder *folder) {
	return path_is_inside(folder->path, node->library.dir);
}

/* The library that a folder belongs to: by its path, else by where its links lead. */
static struct node *find_owner(struct finder *finder, struct folder *folder) {
	for (size_t i = 0; i < finder->ordered.len; i++) {
		if (holds(finder->ordered.at[i], folder)) {
			return finder->ordered.at[i];
		}
	}
	str real = listing_link(&finder->listing, folder);
	for (size_t i = 0; real.len && i < finder->ordered.len; i++) {
		struct folder *root = finder->ordered.at[i]->folder;
		str dir = listing_real(&finder->listing, root);
		if (dir.len && path_is_inside(real, dir)) {
			return finder->ordered.at[i];
		}
	}
	return NULL;
}

struct node *lookup_owner(struct finder *finder, struct folder *folder) {
	if (folder->owner_known != finder->generation) {
		folder->owner_known = finder->generation;
		folder->owner = find_owner(finder, folder);
	}
	return folder->owner;
}

/* Whether a file is the node's own, and so is searched with it. */
bool lookup_is_own(struct finder *finder, const struct node *node, struct folder *folder) {
	if (node != &finder->project) {
		return holds(node, folder) || lookup_owner(finder, folder) == node;
	}
	const struct str_vec *dirs = &node->library.include_dirs;
	str test_dir = finder->request->test_dir;
	bool own = test_dir.len && path_is_inside(folder->path, test_dir);
	for (size_t i = 0; !own && i < dirs->len; i++) {
		own = path_is_inside(folder->path, dirs->at[i]);
	}
	return own;
}

/* Look a name up in the folders that all nodes share. */
static struct listed_file *resolve_shared(struct finder *finder, str name) {
	void **place = map_at(finder->cx->scratch, &finder->resolved, name);
	struct resolved *known = *place;
	if (!known) {
		known = arena_new(finder->cx->scratch, struct resolved);
		*place = known;
	}
	if (known->generation == finder->generation) {
		return known->file;
	}
	known->generation = finder->generation;
	known->file = NULL;
	for (size_t i = 0; !known->file && i < finder->search.len; i++) {
		known->file = listing_find(&finder->listing, finder->search.at[i], name);
	}
	return known->file;
}

/* The file that an include of a node's file leads to, or NULL. */
struct listed_file *lookup_include(struct finder *finder, struct node *node, struct folder *folder,
                                   const struct include *include) {
	struct listed_file *file = NULL;
	if (include->quoted) {
		file = listing_find(&finder->listing, folder, include->name);
	}
	const struct folders *own = own_folders(finder, node);
	for (size_t i = 0; !file && i < own->len; i++) {
		file = listing_find(&finder->listing, own->at[i], include->name);
	}
	if (!file) {
		file = resolve_shared(finder, include->name);
	}
	if (!file && !include->quoted) {
		file = listing_find(&finder->listing, folder, include->name);
	}
	return file;
}
