#include "gen/kind.h"

#include "base/path.h"
#include "gen/sources.h"

static bool has_file(const struct node *node, str name) {
	return listing_kind(node->folder, name) == FILE_REGULAR;
}

static bool has_folder(const struct node *node, str name) {
	return listing_kind(node->folder, name) == FILE_DIRECTORY;
}

/* A path that the manifest names, in the library. */
static str inside(struct finder *finder, const struct node *node, str path) {
	struct arena *keep = finder->cx->keep;
	return path_normal(keep, path_join(keep, node->library.dir, path));
}

/* The library's folder of that name, or of the other. */
static str folder_of(struct finder *finder, const struct node *node, str name, str other) {
	if (has_folder(node, name)) {
		return inside(finder, node, name);
	}
	return has_folder(node, other) ? inside(finder, node, other) : (str){0};
}

/* Whether the text behind #include names a framework's header. */
static bool is_framework_header(str text) {
	static const str headers[] = {STR_INIT("Arduino.h"), STR_INIT("mbed.h")};
	size_t blanks = 0;
	while (blanks < text.len && char_is_blank(text.at[blanks])) {
		blanks++;
	}
	text = str_from_offset(text, blanks);
	if (blanks == 0 || text.len == 0 || (text.at[0] != '<' && text.at[0] != '"')) {
		return false;
	}
	text = str_from_offset(text, 1);
	for (size_t i = 0; i < COUNT_OF(headers); i++) {
		str rest = str_from_offset(text, headers[i].len);
		if (str_starts_with(text, headers[i]) && rest.len &&
		    (rest.at[0] == '"' || rest.at[0] == '<')) {
			return true;
		}
	}
	return false;
}

/*
 * Whether a file without a manifest beside it says which framework it is for.  Only a header in
 * quotes counts, directly behind a '#' that begins its line: PlatformIO's pattern says so.
 */
static bool names_framework(str text) {
	static const str word = STR_INIT("#include");
	str rest = text;
	for (size_t at = str_find(rest, word); at < rest.len; at = str_find(rest, word)) {
		const char *here = rest.at + at;
		rest = str_from_offset(rest, at + word.len);
		if ((here == text.at || here[-1] == '\n') && is_framework_header(rest)) {
			return true;
		}
	}
	return false;
}

static enum library_kind kind_of_text(str text) {
	bool arduino = str_contains(text, STR("Arduino.h"));
	if ((arduino || str_contains(text, STR("mbed.h"))) && names_framework(text)) {
		return arduino ? KIND_ARDUINO : KIND_MBED;
	}
	return KIND_UNKNOWN;
}

/* Only #include lines count, and so it is enough to remember that these were read. */
static enum library_kind kind_of_file(struct listing *listing, struct listed_file *file) {
	(void)listing_scan(listing, file);
	return kind_of_text(listing_text(listing, file));
}

/* Push the folders below; one that was met before under another name is left out. */
static void push_below(struct finder *finder, struct folder *folder, struct map *seen,
                       struct folders *out) {
	struct arena *scratch = finder->cx->scratch;
	for (struct map_entry *e = map_first(&folder->entries); e; e = map_next(e)) {
		struct folder *below = listing_below(&finder->listing, folder, map_key(e));
		void **place =
		    below ? map_at(scratch, seen, listing_real(&finder->listing, below)) : NULL;
		if (place && !*place) {
			*place = below;
			folders_push(scratch, out, below);
		}
	}
}

static enum library_kind kind_of_folder(struct finder *finder, struct folder *folder) {
	struct listing *listing = &finder->listing;
	if (listing_kind(folder, STR("mbed_lib.json")) == FILE_REGULAR) {
		return KIND_MBED;
	}
	for (struct map_entry *e = map_first(&folder->entries); e; e = map_next(e)) {
		str name = map_key(e);
		struct listed_file *file = sources_is_source(name) || sources_is_header(name)
		                               ? listing_find(listing, folder, name)
		                               : NULL;
		enum library_kind kind = file ? kind_of_file(listing, file) : KIND_UNKNOWN;
		if (kind != KIND_UNKNOWN) {
			return kind;
		}
	}
	return KIND_UNKNOWN;
}

/* What the files of a library without a manifest say. */
static enum library_kind kind_of_files(struct finder *finder, const struct node *node) {
	struct folders walk = {0};
	struct map seen = {0};
	folders_push(finder->cx->scratch, &walk, node->folder);
	for (size_t i = 0; i < walk.len; i++) {
		enum library_kind kind = kind_of_folder(finder, walk.at[i]);
		if (kind != KIND_UNKNOWN) {
			return kind;
		}
		push_below(finder, walk.at[i], &seen, &walk);
	}
	return KIND_UNKNOWN;
}

/* Read a text of the library, kept for the places of faults; false where there is none. */
static bool read_text(struct finder *finder, const struct node *node, str name,
                      const struct source **out) {
	struct arena *keep = finder->cx->keep;
	struct source *source = arena_new(keep, struct source);
	source->path = path_join(keep, node->library.dir, name);
	reads_path(finder->reads, source->path);
	*out = source;
	return file_try_read(keep, source->path, &source->text) ||
	       file_read_fault(finder->cx, source->path);
}

typedef void parse_function(struct ctx *cx, const struct source *source, struct manifest *out);

static void read_manifest(struct finder *finder, struct node *node, str name,
                          parse_function *parse) {
	const struct source *source;
	if (has_file(node, name) && read_text(finder, node, name, &source)) {
		parse(finder->cx, source, &node->manifest);
	}
}

/* The package manager's record: in the folder, or hidden in what git keeps there. */
static void read_record(struct finder *finder, struct node *node) {
	const struct source *source;
	str name = has_file(node, STR(".piopm")) ? STR(".piopm") : STR(".git/.piopm");
	bool may_exist = has_file(node, name) || has_folder(node, STR(".git"));
	if (may_exist && read_text(finder, node, name, &source)) {
		manifest_parse_record(finder->cx, source, &node->record);
	}
}

static void read_as(struct finder *finder, struct node *node, enum library_kind kind) {
	node->kind = kind;
	switch (kind) {
	case KIND_PLATFORMIO:
		read_manifest(finder, node, STR("library.json"), manifest_parse_json);
		break;
	case KIND_ARDUINO:
		read_manifest(finder, node, STR("library.properties"), manifest_parse_properties);
		break;
	case KIND_MBED:
		read_manifest(finder, node, STR("module.json"), manifest_parse_module);
		break;
	case KIND_UNKNOWN:
		break;
	}
}

/* library.json may ask to be built as another kind. */
static void follow_builder(struct finder *finder, struct node *node) {
	static const struct {
		str builder;
		enum library_kind kind;
	} builders[] = {
	    {STR_INIT("ArduinoLibBuilder"),    KIND_ARDUINO   },
	    {STR_INIT("MbedLibBuilder"),       KIND_MBED      },
	    {STR_INIT("PlatformIOLibBuilder"), KIND_PLATFORMIO},
	    {STR_INIT("UnknownLibBuilder"),    KIND_UNKNOWN   },
	};
	str builder = node->manifest.builder;
	if (!builder.len) {
		return;
	}
	size_t i = 0;
	while (i < COUNT_OF(builders) && !str_eq(builder, builders[i].builder)) {
		i++;
	}
	if (i == COUNT_OF(builders)) {
		diag_warning(finder->cx->diag, (span){node->manifest.source, SIZE_MAX, 0},
		             "unknown builder '%" PRI_STR "' is ignored", STR_ARG(builder));
	} else if (builders[i].kind != KIND_PLATFORMIO) {
		node->manifest = (struct manifest){0};
		read_as(finder, node, builders[i].kind);
	}
}

void kind_read(struct finder *finder, struct node *node) {
	enum library_kind kind = KIND_UNKNOWN;
	if (has_file(node, STR("library.json"))) {
		kind = KIND_PLATFORMIO;
	} else if (has_file(node, STR("library.properties")) ||
	           has_file(node, STR("keywords.txt"))) {
		kind = KIND_ARDUINO;
	} else if (has_file(node, STR("module.json"))) {
		kind = KIND_MBED;
	} else {
		kind = kind_of_files(finder, node);
	}
	read_as(finder, node, kind);
	follow_builder(finder, node);
	read_record(finder, node);
}

static str source_dir_of(struct finder *finder, const struct node *node) {
	if (node->kind == KIND_PLATFORMIO && node->manifest.source_dir.at) {
		return inside(finder, node, node->manifest.source_dir);
	}
	if (node->kind == KIND_MBED && has_folder(node, STR("source"))) {
		return inside(finder, node, STR("source"));
	}
	str dir = folder_of(finder, node, STR("src"), STR("Src"));
	return dir.at ? dir : node->library.dir;
}

/* NULL `at` where there is none. */
static str include_dir_of(struct finder *finder, const struct node *node) {
	if (node->kind == KIND_PLATFORMIO && node->manifest.include_dir.at) {
		return inside(finder, node, node->manifest.include_dir);
	}
	if (node->kind != KIND_ARDUINO) {
		return folder_of(finder, node, STR("include"), STR("Include"));
	}
	bool both = has_folder(node, STR("include")) && has_folder(node, STR("src"));
	return both ? inside(finder, node, STR("include")) : (str){0};
}

/* Whether utility/ is an include folder: of the flat layout only. */
static bool has_utility(const struct node *node) {
	bool flat = !has_folder(node, STR("src")) && has_folder(node, STR("utility"));
	bool asks = node->kind == KIND_ARDUINO ||
	            (node->kind == KIND_PLATFORMIO && !node->manifest.has_build &&
	             has_file(node, STR("library.properties")));
	return flat && asks;
}

/* Whether mbed would look into a folder of a library that has no manifest. */
static bool is_mbed_folder(const struct node *node, struct arena *arena, str path) {
	static const str words[] = {STR_INIT("/."), STR_INIT("test"), STR_INIT("example")};
	str part = str_lower(arena, str_from_offset(path, node->library.dir.len));
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (str_contains(part, words[i])) {
			return false;
		}
	}
	return true;
}

static void add_mbed_folders(struct finder *finder, struct node *node) {
	struct arena *keep = finder->cx->keep;
	struct str_vec *dirs = &node->library.include_dirs;
	str_vec_add(keep, dirs, node->library.dir);
	for (size_t i = 0; i < node->manifest.extra_includes.len; i++) {
		str_vec_push(keep, dirs, inside(finder, node, node->manifest.extra_includes.at[i]));
	}
	struct folders walk = {0};
	struct map seen = {0};
	folders_push(finder->cx->scratch, &walk, node->folder);
	for (size_t i = 0; i < walk.len && !node->manifest.source; i++) {
		str path = walk.at[i]->path;
		if (is_mbed_folder(node, finder->cx->scratch, path)) {
			str_vec_add(keep, dirs, str_copy(keep, path));
		}
		push_below(finder, walk.at[i], &seen, &walk);
	}
}

/* An Arduino library without src/: its own folder and utility/, neither of them below. */
static const str flat_filter =
    STR_INIT("+<*.c> +<*.cc> +<*.cpp> +<*.cxx> +<*.c++> +<*.S> +<*.spp> +<*.SPP> +<*.sx> +<*.s>");
static const str flat_utility_filter =
    STR_INIT("+<*.c> +<*.cc> +<*.cpp> +<*.cxx> +<*.c++> +<*.S> +<*.spp> +<*.SPP> +<*.sx> +<*.s>"
             " +<utility/*.c> +<utility/*.cc> +<utility/*.cpp> +<utility/*.cxx> +<utility/*.c++>"
             " +<utility/*.S> +<utility/*.spp> +<utility/*.SPP> +<utility/*.sx> +<utility/*.s>");

static void choose_filter(struct finder *finder, struct node *node) {
	const struct manifest *manifest = &node->manifest;
	if (node->kind == KIND_PLATFORMIO && manifest->filter.at) {
		str filter =
		    flags_expand(finder->cx->keep, manifest->filter, finder->request->variables);
		node->filter = filter.len ? filter : sources_default_filter;
		return;
	}
	bool arduino = node->kind == KIND_ARDUINO ||
	               (node->kind == KIND_PLATFORMIO && has_file(node, STR("library.properties")));
	bool recursive = !arduino || has_folder(node, STR("src"));
	node->leaves_asm = arduino;
	node->filter = sources_library_filter;
	if (!recursive) {
		node->filter = has_folder(node, STR("utility")) ? flat_utility_filter : flat_filter;
	}
}

void kind_lay_out(struct finder *finder, struct node *node) {
	struct arena *keep = finder->cx->keep;
	struct library *library = &node->library;
	library->source_dir = source_dir_of(finder, node);
	str include_dir = include_dir_of(finder, node);
	if (include_dir.at) {
		str_vec_push(keep, &library->include_dirs, include_dir);
	}
	str_vec_push(keep, &library->include_dirs, library->source_dir);
	if (has_utility(node)) {
		str_vec_push(keep, &library->include_dirs, inside(finder, node, STR("utility")));
	}
	if (node->kind == KIND_MBED) {
		add_mbed_folders(finder, node);
	}
	choose_filter(finder, node);
}
