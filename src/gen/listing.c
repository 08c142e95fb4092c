#include "gen/listing.h"

#include <errno.h>

#include "base/path.h"

struct listed_entry {
	enum file_kind kind;
	struct folder *folder;    /* of a directory, once asked for */
	struct listed_file *file; /* of a file, once asked for */
};

static void list_entries(struct listing *listing, struct folder *folder) {
	struct arena *arena = listing->cx->scratch;
	struct file_entries entries;
	folder->exists = file_list(arena, folder->path, &entries);
	if (!folder->exists && errno != ENOENT && errno != ENOTDIR) {
		(void)diag_errno(listing->cx->diag, folder->path, "cannot list the folder");
	}
	if (!folder->exists) {
		return;
	}
	struct listed_entry *listed = arena_alloc(arena, entries.len, sizeof(*listed));
	for (size_t i = 0; i < entries.len; i++) {
		listed[i].kind = entries.at[i].kind;
		*map_at(arena, &folder->entries, entries.at[i].name) = &listed[i];
	}
}

/* `path` is in normal form. */
static struct folder *folder_at(struct listing *listing, str path) {
	struct folder *folder = map_get(&listing->folders, path);
	if (folder) {
		return folder;
	}
	folder = arena_new(listing->cx->scratch, struct folder);
	folder->path = path;
	list_entries(listing, folder);
	reads_path(listing->reads, path);
	*map_at(listing->cx->scratch, &listing->folders, path) = folder;
	return folder;
}

struct folder *listing_folder(struct listing *listing, str path) {
	return folder_at(listing, path_normal(listing->cx->scratch, path));
}

enum file_kind listing_kind(const struct folder *folder, str name) {
	const struct listed_entry *entry = map_get(&folder->entries, name);
	return entry ? entry->kind : FILE_MISSING;
}

struct folder *listing_below(struct listing *listing, struct folder *folder, str name) {
	struct listed_entry *entry = map_get(&folder->entries, name);
	if (!entry || entry->kind != FILE_DIRECTORY) {
		return NULL;
	}
	if (!entry->folder) {
		entry->folder =
		    folder_at(listing, path_join(listing->cx->scratch, folder->path, name));
	}
	return entry->folder;
}

static struct listed_file *file_in(struct listing *listing, struct folder *folder, str name) {
	struct listed_entry *entry = map_get(&folder->entries, name);
	if (!entry || entry->kind != FILE_REGULAR) {
		return NULL;
	}
	if (!entry->file) {
		entry->file = arena_new(listing->cx->scratch, struct listed_file);
		entry->file->path = path_join(listing->cx->scratch, folder->path, name);
		entry->file->folder = folder;
	}
	return entry->file;
}

static str working_dir(struct listing *listing) {
	if (!listing->cwd.len) {
		listing->cwd = file_cwd(listing->cx->scratch);
	}
	return listing->cwd;
}

/* The folder above, by the text of the path. */
static struct folder *folder_above(struct listing *listing, const struct folder *folder) {
	return listing_folder(listing, path_join(listing->cx->scratch, folder->path, STR("..")));
}

/* An absolute path is looked up where it would be found from the project. */
static struct listed_file *find_absolute(struct listing *listing, str path) {
	str inside = path_relative_inside(listing->cx->scratch, path, working_dir(listing));
	return file_in(listing, listing_folder(listing, path_parent(inside)), path_name(path));
}

struct listed_file *listing_find(struct listing *listing, struct folder *folder, str path) {
	if (path_is_absolute(path)) {
		return find_absolute(listing, path);
	}
	str part;
	while (str_cut(path, '/', &part, &path)) {
		if (part.len == 0 || str_eq(part, STR("."))) {
			continue;
		}
		folder = str_eq(part, STR("..")) ? folder_above(listing, folder)
		                                 : listing_below(listing, folder, part);
		if (!folder) {
			return NULL;
		}
	}
	return file_in(listing, folder, part);
}

str listing_text(struct listing *listing, struct listed_file *file) {
	if (!file->is_read) {
		file->is_read = true;
		if (!file_try_read(listing->cx->scratch, file->path, &file->text)) {
			(void)file_read_fault(listing->cx, file->path);
			file->text = STR("");
		}
	}
	return file->text;
}

const struct scan *listing_scan(struct listing *listing, struct listed_file *file) {
	if (!file->is_scanned) {
		file->is_scanned = true;
		scan_text(listing->cx->scratch, listing_text(listing, file), &file->scan);
		reads_scanned(listing->reads, file->path, &file->scan);
	}
	return &file->scan;
}

str listing_real(struct listing *listing, struct folder *folder) {
	if (!folder->real.at) {
		folder->real = file_real(listing->cx->scratch, folder->path);
	}
	return folder->real;
}

str listing_link(struct listing *listing, struct folder *folder) {
	str real = listing_real(listing, folder);
	str said = folder->path;
	if (!path_is_absolute(said)) {
		said = path_join(listing->cx->scratch, working_dir(listing), said);
	}
	bool same = str_eq(real, path_normal(listing->cx->scratch, said));
	return same ? STR("") : real;
}
