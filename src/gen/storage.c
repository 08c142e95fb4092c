#include "gen/storage.h"

#include "base/json.h"
#include "base/path.h"
#include "gen/kind.h"
#include "gen/sources.h"

/* What the environments of PlatformIO call a build without a framework. */
static const str no_framework = STR_INIT("__noframework__");

static const char *const modes[] = {"off", "chain", "deep", "chain+", "deep+"};
static const char *const compat_modes[] = {"off", "soft", "strict"};

enum { COMPAT_OFF, COMPAT_SOFT, COMPAT_STRICT };

/* The index of a mode given by name or number; `otherwise` where it is neither. */
static size_t mode_index(struct arena *arena, str text, const char *const *names, size_t count,
                         size_t otherwise) {
	str word = str_lower(arena, str_trim(text));
	uint64_t number = 0;
	for (size_t i = 0; i < count; i++) {
		if (str_eq(word, str_from(names[i]))) {
			return i;
		}
	}
	return str_to_u64(word, count - 1, &number) ? (size_t)number : otherwise;
}

static size_t compat_mode_of(const struct finder *finder, const struct node *node) {
	struct arena *arena = finder->cx->scratch;
	str text = finder->request->compat_mode;
	if (node->kind == KIND_PLATFORMIO && node->manifest.compat_mode.at) {
		text = node->manifest.compat_mode;
	}
	return mode_index(arena, text, compat_modes, COUNT_OF(compat_modes), COMPAT_SOFT);
}

/*
 * The mode that a library is searched in.  Those that evaluate conditions come down to text.  An
 * Arduino library with dependencies has such a mode unless the project says which.
 */
static void choose_mode(struct finder *finder, struct node *node) {
	static const struct {
		enum library_mode mode;
		bool is_reduced;
	} textual[] = {
	    {MODE_OFF,   false},
	    {MODE_CHAIN, false},
	    {MODE_DEEP,  false},
	    {MODE_CHAIN, true },
	    {MODE_DEEP,  true }
        };
	const struct manifest *manifest = &node->manifest;
	node->mode = finder->mode;
	if (node->kind == KIND_ARDUINO) {
		node->is_reduced = manifest->depends.len && !finder->request->mode_is_set;
	} else if (node->kind == KIND_PLATFORMIO && manifest->mode.at) {
		size_t index = mode_index(finder->cx->scratch, manifest->mode, modes,
		                          COUNT_OF(modes), MODE_CHAIN);
		node->mode = textual[index].mode;
		node->is_reduced = textual[index].is_reduced;
	}
}

/* Whether one of the names is in the list; an empty list and "*" take all. */
static bool fits(const struct str_vec *names, const struct str_vec *list) {
	if (list->len == 0 || str_vec_has(list, STR("*"))) {
		return true;
	}
	for (size_t i = 0; i < names->len; i++) {
		if (str_vec_has(list, names->at[i])) {
			return true;
		}
	}
	return false;
}

static void split_frameworks(struct arena *arena, str text, struct str_vec *out) {
	for (size_t from = 0, i = 0; i <= text.len; i++) {
		if (i < text.len && text.at[i] != ',' && text.at[i] != '\n') {
			continue;
		}
		str name = str_trim(str_slice(text, from, i));
		if (name.len) {
			str_vec_push(arena, out, name);
		}
		from = i + 1;
	}
	if (out->len == 0) {
		str_vec_push(arena, out, no_framework);
	}
}

static bool frameworks_fit(struct finder *finder, const struct node *node) {
	struct arena *arena = finder->cx->scratch;
	struct str_vec names = {0};
	struct str_vec own = {0};
	split_frameworks(arena, finder->request->framework, &names);
	switch (node->kind) {
	case KIND_UNKNOWN:
		return true;
	case KIND_PLATFORMIO:
		return fits(&names, &node->manifest.frameworks);
	case KIND_ARDUINO:
		str_vec_push(arena, &own, STR("arduino"));
		str_vec_push(arena, &own, STR("energia"));
		break;
	case KIND_MBED:
		str_vec_push(arena, &own, STR("mbed"));
		break;
	}
	return fits(&names, &own);
}

static bool platforms_fit(struct finder *finder, const struct node *node) {
	struct str_vec names = {0};
	str_vec_push(finder->cx->scratch, &names, finder->request->platform);
	return node->kind == KIND_UNKNOWN || node->kind == KIND_MBED ||
	       fits(&names, &node->manifest.platforms);
}

static bool is_compatible(struct finder *finder, const struct node *node) {
	size_t compat = compat_mode_of(finder, node);
	return (compat < COMPAT_SOFT || frameworks_fit(finder, node)) &&
	       (compat < COMPAT_STRICT || platforms_fit(finder, node));
}

/* Parse one of the manifest's texts of flags in the library's folder. */
static bool parse_flags(struct finder *finder, const struct node *node, const struct str_vec *items,
                        const char *option, struct flag_set *out) {
	if (items->len == 0) {
		return true;
	}
	struct flag_place place = {
	    .base_dir = node->library.dir,
	    .at = {node->manifest.source, SIZE_MAX, 0},
	    .option = str_from(option),
	    .variables = finder->request->variables,
	    .reads = finder->reads,
	};
	return flags_parse(finder->cx, items, &place, out);
}

static bool add_own_flags(struct finder *finder, struct node *node) {
	struct arena *keep = finder->cx->keep;
	struct manifest *manifest = &node->manifest;
	struct library *library = &node->library;
	if (node->kind == KIND_ARDUINO && manifest->link_flags.at) {
		str_vec_push(keep, &manifest->flags, manifest->link_flags);
	}
	bool ok = parse_flags(finder, node, &manifest->flags, "build.flags", &library->flags);
	ok =
	    parse_flags(finder, node, &manifest->unflags, "build.unflags", &library->unflags) && ok;
	flags_remove(&library->flags, &library->unflags);
	return ok;
}

/* Where a precompiled library keeps what was compiled for this controller. */
static void add_precompiled(struct finder *finder, struct node *node) {
	str mcu = finder->request->mcu;
	if (node->kind != KIND_ARDUINO || !node->manifest.precompiled || mcu.len == 0) {
		return;
	}
	struct folder *sources = listing_folder(&finder->listing, node->library.source_dir);
	const struct folder *made = listing_below(&finder->listing, sources, mcu);
	if (made) {
		flags_add(finder->cx->keep, &node->front, SCOPE_LIBPATH,
		          str_copy(finder->cx->keep, made->path));
	}
}

static bool has_flag(const struct flag_vec *list, str word) {
	for (size_t i = 0; i < list->len; i++) {
		if (str_eq(list->at[i].word, word)) {
			return true;
		}
	}
	return false;
}

/* The -I folders of a library's own flags are its include folders too. */
static void add_flag_folders(struct finder *finder, struct node *node) {
	struct arena *keep = finder->cx->keep;
	struct flag_vec *own = &node->library.flags.scope[SCOPE_INCLUDE];
	for (size_t i = 0; i < own->len; i++) {
		own->at[i].word = path_normal(keep, own->at[i].word);
		if (node->kind == KIND_PLATFORMIO &&
		    !has_flag(&finder->request->flags->scope[SCOPE_INCLUDE], own->at[i].word)) {
			str_vec_add(keep, &node->library.include_dirs, own->at[i].word);
		}
	}
}

static bool choose_archive(const struct finder *finder, const struct node *node) {
	const struct library_request *request = finder->request;
	bool own = node->kind == KIND_PLATFORMIO && node->manifest.archive_is_set;
	return own && !request->archive_is_set ? node->manifest.archive : request->archive;
}

static bool read_library(struct finder *finder, size_t index, str dir) {
	struct arena *keep = finder->cx->keep;
	struct node *node = arena_new(keep, struct node);
	node->storage = index;
	node->folder = listing_folder(&finder->listing, dir);
	node->library.dir = str_copy(keep, node->folder->path);
	kind_read(finder, node);
	str name = node->manifest.name;
	node->library.name = name.at ? name : path_name(node->library.dir);
	node->library.version = node->manifest.version;
	nodes_push(keep, &finder->all, node);
	node->is_ignored = str_vec_has(&finder->request->ignore, node->library.name);
	node->is_fit = !node->is_ignored && is_compatible(finder, node);
	if (!node->is_fit) {
		return true;
	}
	nodes_push(keep, &finder->fit, node);
	choose_mode(finder, node);
	kind_lay_out(finder, node);
	node->library.archive = choose_archive(finder, node);
	bool ok = add_own_flags(finder, node);
	add_precompiled(finder, node);
	add_flag_folders(finder, node);
	return ok;
}

/* Where a NAME.pio-link leads; empty where nowhere. */
static str resolve_link(struct finder *finder, str path) {
	struct arena *keep = finder->cx->keep;
	struct source source;
	struct diag faults = {.arena = keep};
	struct ctx quiet = {keep, finder->cx->scratch, &faults};
	reads_path(finder->reads, path);
	const struct value *root =
	    file_read(&quiet, path, &source) ? json_parse(&quiet, &source) : NULL;
	str uri = value_text(value_find(root, STR("spec.uri")));
	if (!str_starts_with(uri, STR("symlink://"))) {
		return STR("");
	}
	str target = str_from_offset(uri, STR("symlink://").len);
	return path_join(keep, value_text(value_get(root, STR("cwd"))), target);
}

/* The folder of a storage's entry; empty where it is no library. */
static str library_dir(struct finder *finder, const struct folder *folder, str name) {
	str path = path_join(finder->cx->scratch, folder->path, name);
	switch (listing_kind(folder, name)) {
	case FILE_DIRECTORY:
		return str_eq(name, STR("__cores__")) ? STR("") : path;
	case FILE_REGULAR:
		return str_ends_with(name, STR(".pio-link")) ? resolve_link(finder, path) : STR("");
	case FILE_MISSING:
	case FILE_OTHER:
		break;
	}
	return STR("");
}

bool storage_read(struct finder *finder) {
	const struct str_vec *storages = &finder->request->storages;
	struct map seen = {0};
	bool ok = true;
	for (size_t i = 0; i < storages->len; i++) {
		const struct folder *folder = listing_folder(&finder->listing, storages->at[i]);
		void **place = map_at(finder->cx->scratch, &seen, folder->path);
		struct map_entry *entry = *place ? NULL : map_first(&folder->entries);
		*place = finder;
		for (; entry; entry = map_next(entry)) {
			str dir = library_dir(finder, folder, map_key(entry));
			ok = (dir.len == 0 || read_library(finder, i, dir)) && ok;
		}
	}
	return ok;
}

/* An Arduino library leaves its .asm files out. */
static bool is_left_out(const struct node *node, str path) {
	str extension = path_extension(path);
	return node->leaves_asm && path_name(path).at[0] != '.' &&
	       str_eq_nocase(extension, STR(".asm"));
}

const struct str_vec *storage_sources(struct finder *finder, struct node *node) {
	struct library *library = &node->library;
	struct ctx *cx = finder->cx;
	if (node->has_sources) {
		return &library->sources;
	}
	node->has_sources = true;
	struct str_vec found = {0};
	sources_find(cx, finder->reads, library->source_dir, node->filter, &found);
	for (size_t i = 0; i < found.len; i++) {
		if (!is_left_out(node, found.at[i])) {
			str path = path_join(cx->keep, library->source_dir, found.at[i]);
			str_vec_push(cx->keep, &library->sources, path_normal(cx->keep, path));
		}
	}
	return &library->sources;
}
