#include "gen/recipe.h"

#include "base/file.h"
#include "base/glob.h"
#include "base/path.h"
#include "gen/sources.h"
#include "gen/words.h"

/* What PlatformIO 6.2.0 calls itself to the compiled program. */
#define PLATFORMIO_DEFINE "PLATFORMIO=60200"

static const struct family_key recipe_keys[] = {
    {STR_INIT("archives"),     FAMILY_LIST,   false},
    {STR_INIT("asm"),          FAMILY_LIST,   false},
    {STR_INIT("aspp"),         FAMILY_LIST,   false},
    {STR_INIT("c"),            FAMILY_LIST,   false},
    {STR_INIT("common"),       FAMILY_LIST,   false},
    {STR_INIT("cxx"),          FAMILY_LIST,   false},
    {STR_INIT("defines"),      FAMILY_LIST,   false},
    {STR_INIT("folders"),      FAMILY_MAP,    false},
    {STR_INIT("group"),        FAMILY_SCALAR, false},
    {STR_INIT("images"),       FAMILY_LIST,   false},
    {STR_INIT("includes"),     FAMILY_LIST,   false},
    {STR_INIT("libraries"),    FAMILY_LIST,   false},
    {STR_INIT("library_dirs"), FAMILY_LIST,   false},
    {STR_INIT("link"),         FAMILY_LIST,   false},
    {STR_INIT("program"),      FAMILY_MAP,    true },
    {STR_INIT("run"),          FAMILY_LIST,   false},
    {STR_INIT("size"),         FAMILY_MAP,    false},
    {STR_INIT("tools"),        FAMILY_MAP,    true },
    {STR_INIT("upload"),       FAMILY_MAP,    false},
};

/* Which key of the recipe holds the words of which scope. */
static const struct {
	str key;
	enum flag_scope scope;
} scopes[] = {
    {STR_INIT("c"),         SCOPE_C      },
    {STR_INIT("cxx"),       SCOPE_CXX    },
    {STR_INIT("asm"),       SCOPE_ASM    },
    {STR_INIT("aspp"),      SCOPE_ASPP   },
    {STR_INIT("common"),    SCOPE_COMMON },
    {STR_INIT("defines"),   SCOPE_DEFINE },
    {STR_INIT("includes"),  SCOPE_INCLUDE},
    {STR_INIT("link"),      SCOPE_LINK   },
    {STR_INIT("libraries"), SCOPE_LIB    },
};

static const struct family_key tool_keys[RECIPE_TOOL_COUNT] = {
    [RECIPE_C] = {STR_INIT("c"),       FAMILY_SCALAR, true },
    [RECIPE_CXX] = {STR_INIT("cxx"),     FAMILY_SCALAR, true },
    [RECIPE_ASM] = {STR_INIT("asm"),     FAMILY_SCALAR, true },
    [RECIPE_AR] = {STR_INIT("ar"),      FAMILY_SCALAR, true },
    [RECIPE_OBJCOPY] = {STR_INIT("objcopy"), FAMILY_SCALAR, false},
    [RECIPE_SIZE] = {STR_INIT("size"),    FAMILY_SCALAR, false},
};

/* What the steps share. */
struct reader {
	struct ctx *cx;
	const struct recipe_request *request;
	const struct value *data; /* the family's recipe */
	struct recipe *out;
};

static bool read_tools(const struct reader *r) {
	const struct value *tools = value_get(r->data, STR("tools"));
	if (!family_check(r->cx, tools, tool_keys, RECIPE_TOOL_COUNT)) {
		return false;
	}
	for (size_t i = 0; i < RECIPE_TOOL_COUNT; i++) {
		r->out->tools[i] = value_text(value_get(tools, tool_keys[i].name));
	}
	return true;
}

static bool read_program(const struct reader *r) {
	static const struct family_key keys[] = {
	    {STR_INIT("name"),   FAMILY_SCALAR, true},
	    {STR_INIT("suffix"), FAMILY_SCALAR, true},
	};
	const struct value *program = value_get(r->data, STR("program"));
	if (!family_check(r->cx, program, keys, COUNT_OF(keys))) {
		return false;
	}
	r->out->program = value_text(value_get(program, STR("name")));
	r->out->suffix = value_text(value_get(program, STR("suffix")));
	const struct value *group = value_get(r->data, STR("group"));
	r->out->group = group && group->boolean;
	return true;
}

/* A folder is the first of its candidates that exists, else the first. */
static bool find_folder(const struct reader *r, const struct value *candidates) {
	struct str_vec paths = {0};
	if (!words_read(r->cx, r->request->board, candidates, &paths, NULL)) {
		return false;
	}
	size_t chosen = 0;
	for (size_t i = paths.len; i > 0; i--) {
		paths.at[i - 1] = path_normal(r->cx->keep, paths.at[i - 1]);
		reads_path(r->request->family->reads, paths.at[i - 1]);
		chosen = file_kind(paths.at[i - 1]) == FILE_DIRECTORY ? i - 1 : chosen;
	}
	if (paths.len) {
		board_set(r->cx->keep, r->request->board, candidates->key, paths.at[chosen],
		          candidates->at);
	}
	return true;
}

static bool find_folders(const struct reader *r) {
	const struct value *folders = value_get(r->data, STR("folders"));
	bool ok = true;
	for (const struct value *v = folders ? folders->first : NULL; v; v = v->next) {
		ok &= find_folder(r, v);
	}
	return ok;
}

/* The board's own flags behind PlatformIO's define. */
static bool read_board_words(const struct reader *r) {
	struct arena *keep = r->cx->keep;
	const struct property *flags = map_get(&r->request->board->properties, STR("extra_flags"));
	flags_add(keep, &r->out->board_words, SCOPE_DEFINE, STR(PLATFORMIO_DEFINE));
	if (!flags) {
		return true;
	}
	struct flag_place place = {.base_dir = STR("."),
	                           .at = flags->at,
	                           .option = STR("extra_flags"),
	                           .variables = r->request->variables,
	                           .reads = r->request->family->reads,
	                           .no_commands = true};
	struct str_vec items = {0};
	str rest = flags->value;
	str line = {0};
	while (str_next_line(&rest, &line)) {
		str_vec_push(keep, &items, line);
	}
	return flags_parse(r->cx, &items, &place, &r->out->board_words);
}

static bool read_words(const struct reader *r) {
	struct arena *keep = r->cx->keep;
	bool ok = true;
	for (size_t i = 0; i < COUNT_OF(scopes); i++) {
		struct str_vec words = {0};
		const struct value *list = value_get(r->data, scopes[i].key);
		bool is_define = scopes[i].scope == SCOPE_DEFINE;
		ok &= words_read(r->cx, r->request->board, list, &words,
		                 is_define ? &r->out->defaults : NULL);
		for (size_t k = 0; k < words.len; k++) {
			/* Build variables are filled in late: build_unflags does not reach them. */
			str word = flags_expand(keep, words.at[k], r->request->variables);
			struct flag flag = {.word = word, .filled = !str_eq(word, words.at[k])};
			flag_vec_push(keep, &r->out->words.scope[scopes[i].scope], flag);
		}
	}
	return ok;
}

/* An archive that may be empty is none the less missed: what it holds has headers too. */
static bool missing_folder(const struct reader *r, const struct value *record,
                           const struct recipe_archive *archive, bool is_required) {
	const struct board *board = r->request->board;
	struct diag *diag = r->cx->diag;
	str property = is_required ? STR("core") : STR("variant");
	if (is_required) {
		diag_error(diag, board->at, "there is no folder '%" PRI_STR "'",
		           STR_ARG(archive->dir));
	} else {
		diag_warning(diag, board->at, "there is no folder '%" PRI_STR "'",
		             STR_ARG(archive->dir));
	}
	diag_note(diag, record->at, "%" PRI_STR " is made from it", STR_ARG(archive->name));
	diag_help(diag, "board '%" PRI_STR "' needs a package with the %" PRI_STR " '%" PRI_STR "'",
	          STR_ARG(board->id), STR_ARG(property), STR_ARG(board_get(board, property)));
	return !is_required;
}

static bool read_archive(const struct reader *r, const struct value *record) {
	static const struct family_key keys[] = {
	    {STR_INIT("dir"),      FAMILY_SCALAR, true },
            {STR_INIT("filter"),   FAMILY_SCALAR, false},
	    {STR_INIT("name"),     FAMILY_SCALAR, true },
            {STR_INIT("required"), FAMILY_SCALAR, false},
	    {STR_INIT("when"),     FAMILY_MAP,    false},
	};
	const struct board *board = r->request->board;
	if (!family_check(r->cx, record, keys, COUNT_OF(keys))) {
		return false;
	}
	if (!words_apply(board, record)) {
		return true;
	}
	const struct value *filter = value_get(record, STR("filter"));
	const struct value *required = value_get(record, STR("required"));
	struct recipe_archive archive = {
	    .name = value_text(value_get(record, STR("name"))),
	    .filter = filter ? value_text(filter) : sources_default_filter,
	};
	if (!words_expand(r->cx, board, value_get(record, STR("dir")), &archive.dir)) {
		return false;
	}
	archive.dir = path_normal(r->cx->keep, archive.dir);
	bool is_required = required && required->boolean;
	if (file_kind(archive.dir) != FILE_DIRECTORY &&
	    !missing_folder(r, record, &archive, is_required)) {
		return false;
	}
	recipe_archives_push(r->cx->keep, &r->out->archives, archive);
	return true;
}

static bool read_archives(const struct reader *r) {
	const struct value *list = value_get(r->data, STR("archives"));
	bool ok = true;
	for (const struct value *v = list ? list->first : NULL; v; v = v->next) {
		ok &= read_archive(r, v);
	}
	return ok;
}

/* The program name of the tool that a record names. */
static bool read_tool(const struct reader *r, const struct value *name, str *out) {
	for (size_t i = 0; i < RECIPE_TOOL_COUNT; i++) {
		if (str_eq(value_text(name), tool_keys[i].name) && r->out->tools[i].len) {
			*out = r->out->tools[i];
			return true;
		}
	}
	return value_error(r->cx->diag, name, "'%" PRI_STR "' is none of the recipe's tools",
	                   STR_ARG(value_text(name)));
}

static bool read_image(const struct reader *r, const struct value *record) {
	static const struct family_key keys[] = {
	    {STR_INIT("suffix"), FAMILY_SCALAR, true},
	    {STR_INIT("tool"),   FAMILY_SCALAR, true},
	    {STR_INIT("words"),  FAMILY_LIST,   true},
	};
	struct recipe_image image = {0};
	str tool = {0};
	if (!family_check(r->cx, record, keys, COUNT_OF(keys)) ||
	    !read_tool(r, value_get(record, STR("tool")), &tool)) {
		return false;
	}
	image.suffix = value_text(value_get(record, STR("suffix")));
	str_vec_push(r->cx->keep, &image.words, tool);
	if (!words_read(r->cx, r->request->board, value_get(record, STR("words")), &image.words,
	                NULL)) {
		return false;
	}
	recipe_images_push(r->cx->keep, &r->out->images, image);
	return true;
}

static bool read_images(const struct reader *r) {
	const struct value *list = value_get(r->data, STR("images"));
	bool ok = true;
	for (const struct value *v = list ? list->first : NULL; v; v = v->next) {
		ok &= read_image(r, v);
	}
	return ok;
}

/* Where the property with that value was set; else where the board was. */
static span place_of_value(const struct board *board, str value) {
	for (struct map_entry *e = map_first(&board->properties); e; e = map_next(e)) {
		const struct property *property = map_value(e);
		if (str_eq(property->value, value)) {
			return property->at;
		}
	}
	return board->at;
}

/* A number of bytes that a property gives; no property, no limit. */
static bool read_limit(const struct reader *r, str text, uint64_t *out) {
	uint64_t number = 0;
	if (text.len && !str_to_u64(text, UINT32_MAX, &number)) {
		return diag_error(r->cx->diag, place_of_value(r->request->board, text),
		                  "expected a number of bytes, not '%" PRI_STR "'", STR_ARG(text));
	}
	*out = number;
	return true;
}

static bool read_limits(const struct reader *r, const struct value *size) {
	const struct board *board = r->request->board;
	struct recipe_size *out = &r->out->size;
	struct str_vec reserved = {0};
	bool ok = read_limit(r, board_get(board, STR("flash")), &out->flash_max) &&
	          read_limit(r, board_get(board, STR("ram")), &out->ram_max) &&
	          words_read(r->cx, board, value_get(size, STR("reserved")), &reserved, NULL);
	for (size_t i = 0; ok && i < reserved.len; i++) {
		uint64_t bytes = 0;
		ok = read_limit(r, reserved.at[i], &bytes);
		out->flash_max -= bytes < out->flash_max ? bytes : 0;
	}
	return ok;
}

static bool read_size(const struct reader *r) {
	static const struct family_key keys[] = {
	    {STR_INIT("flash_pattern"), FAMILY_SCALAR, true },
	    {STR_INIT("ram_pattern"),   FAMILY_SCALAR, true },
	    {STR_INIT("reserved"),      FAMILY_LIST,   false},
	    {STR_INIT("tool"),          FAMILY_SCALAR, true },
	    {STR_INIT("words"),         FAMILY_LIST,   true },
	};
	const struct value *size = value_get(r->data, STR("size"));
	struct recipe_size *out = &r->out->size;
	str tool = {0};
	if (!size) {
		return true;
	}
	if (!family_check(r->cx, size, keys, COUNT_OF(keys)) ||
	    !read_tool(r, value_get(size, STR("tool")), &tool)) {
		return false;
	}
	str_vec_push(r->cx->keep, &out->words, tool);
	out->flash_pattern = value_text(value_get(size, STR("flash_pattern")));
	out->ram_pattern = value_text(value_get(size, STR("ram_pattern")));
	const struct value *words = value_get(size, STR("words"));
	return words_read(r->cx, r->request->board, words, &out->words, NULL) &&
	       read_limits(r, size);
}

/* The words for the first protocol whose pattern the board's matches. */
static const struct value *upload_words(const struct reader *r) {
	const struct value *upload = value_get(r->data, STR("upload"));
	str protocol = board_get(r->request->board, STR("upload_protocol"));
	for (const struct value *v = upload ? upload->first : NULL; v && protocol.len;
	     v = v->next) {
		if (glob_match(v->key, protocol)) {
			return v;
		}
	}
	return NULL;
}

static bool is_set(const struct reader *r, const char *property) {
	return str_eq(board_get(r->request->board, str_from(property)), STR("true"));
}

static bool read_upload(const struct reader *r) {
	struct recipe_upload *upload = &r->out->upload;
	const struct board *board = r->request->board;
	if (!words_read(r->cx, board, upload_words(r), &upload->words, NULL)) {
		return false;
	}
	for (size_t i = 0; i < upload->words.len; i++) {
		upload->needs_port |= str_contains(upload->words.at[i], STR("{port}"));
	}
	upload->port = board_get(board, STR("upload_port"));
	upload->touch_1200bps = is_set(r, "upload_use_1200bps_touch");
	upload->wait_for_port = is_set(r, "upload_wait_for_upload_port");
	str rest = board_get(board, STR("hwids"));
	str line = {0};
	while (str_next_line(&rest, &line)) {
		str_vec_push(r->cx->keep, &upload->hwids, line);
	}
	return true;
}

static bool read_lists(const struct reader *r) {
	const struct board *board = r->request->board;
	const struct value *dirs = value_get(r->data, STR("library_dirs"));
	return words_read(r->cx, board, dirs, &r->out->library_dirs, NULL) &&
	       words_read(r->cx, board, value_get(r->data, STR("run")), &r->out->run, NULL);
}

/* Whether the environment uses a framework; then its core is a package. */
static bool has_framework(const struct board *board) {
	return !str_eq(board_get(board, STR("framework")), STR("none"));
}

bool recipe_read(struct ctx *cx, const struct recipe_request *request, struct recipe *out) {
	/* Folders are properties that the words of later steps name. */
	static bool (*const steps[])(const struct reader *) = {
	    read_tools,    read_program, find_folders, read_board_words, read_words,
	    read_archives, read_images,  read_size,    read_lists,       read_upload,
	};
	const struct value *data = value_get(request->family->root, STR("platformio"));
	struct reader r = {cx, request, data, out};
	*out =
	    (struct recipe){.name = STR("platformio"), .words_last = has_framework(request->board)};
	if (!family_check(cx, data, recipe_keys, COUNT_OF(recipe_keys))) {
		return false;
	}
	str package = board_get(request->board, STR("package"));
	const struct plan_package *core = plan_find(request->plan, package);
	if (core && out->words_last) {
		board_set(cx->keep, request->board, STR("framework_dir"), core->path, core->at);
	}
	bool ok = true;
	for (size_t i = 0; ok && i < COUNT_OF(steps); i++) {
		ok = steps[i](&r);
	}
	return ok;
}
