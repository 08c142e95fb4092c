#include "gen/family.h"

#include "base/buf.h"
#include "base/edit.h"
#include "base/file.h"
#include "base/path.h"
#include "base/yaml.h"

/*
 * Parsing 75 kB of YAML costs more than all the rest of a generation, and a project needs one board
 * of it.  So where the table of boards is the last thing in the file and has one line per board, as
 * tools/import-boards writes it, only the lines' ids are read here; family_row parses the line that
 * is wanted.  A table of another form is parsed as a whole.
 */

enum { BUILD_TREE_DEPTH = 4 };

static const struct family_key family_keys[] = {
    {STR_INIT("boards"),     FAMILY_MAP,    false},
    {STR_INIT("cores"),      FAMILY_MAP,    false},
    {STR_INIT("frameworks"), FAMILY_LIST,   false},
    {STR_INIT("packages"),   FAMILY_MAP,    false},
    {STR_INIT("platform"),   FAMILY_SCALAR, true },
    {STR_INIT("platformio"), FAMILY_MAP,    true },
    {STR_INIT("properties"), FAMILY_MAP,    false},
    {STR_INIT("title"),      FAMILY_SCALAR, true },
    {STR_INIT("toolchain"),  FAMILY_SCALAR, true },
};

/* What a file may have that only adds boards. */
static const struct family_key addition_keys[] = {
    {STR_INIT("boards"),   FAMILY_MAP,    true},
    {STR_INIT("platform"), FAMILY_SCALAR, true},
};

static bool is_kind(const struct value *value, enum family_kind kind) {
	switch (value->kind) {
	case VALUE_MAP:
		return kind == FAMILY_MAP;
	case VALUE_LIST:
		return kind == FAMILY_LIST;
	case VALUE_NULL:
		return false;
	case VALUE_BOOL:
	case VALUE_NUMBER:
	case VALUE_TEXT:
		break;
	}
	return kind == FAMILY_SCALAR;
}

static bool unknown_key(struct ctx *cx, const struct value *value, const struct family_key *keys,
                        size_t count) {
	struct str_vec names = {0};
	struct str_vec nearest = {0};
	for (size_t i = 0; i < count; i++) {
		str_vec_push(cx->keep, &names, keys[i].name);
	}
	value_error(cx->diag, value, "unknown key '%" PRI_STR "'", STR_ARG(value->key));
	edit_nearest(cx->keep, value->key, &names, 1, &nearest);
	if (nearest.len) {
		diag_help(cx->diag, "did you mean '%" PRI_STR "'?", STR_ARG(nearest.at[0]));
	} else {
		str known = str_join(cx->keep, &names, STR(", "));
		diag_help(cx->diag, "known are %" PRI_STR, STR_ARG(known));
	}
	return false;
}

static bool check_key(struct ctx *cx, const struct value *value, const struct family_key *keys,
                      size_t count) {
	static const char *const expected[] = {
	    [FAMILY_SCALAR] = "a text", [FAMILY_LIST] = "a list", [FAMILY_MAP] = "a map"};
	for (size_t i = 0; i < count; i++) {
		if (!str_eq(value->key, keys[i].name)) {
			continue;
		}
		if (is_kind(value, keys[i].kind)) {
			return true;
		}
		return value_error(cx->diag, value, "'%" PRI_STR "': expected %s",
		                   STR_ARG(value->key), expected[keys[i].kind]);
	}
	return unknown_key(cx, value, keys, count);
}

bool family_check(struct ctx *cx, const struct value *map, const struct family_key *keys,
                  size_t count) {
	if (!map) {
		return true;
	}
	if (map->kind != VALUE_MAP) {
		return value_error(cx->diag, map, "expected a map");
	}
	bool ok = true;
	for (const struct value *v = map->first; v; v = v->next) {
		ok &= check_key(cx, v, keys, count);
	}
	for (size_t i = 0; i < count; i++) {
		if (keys[i].is_required && !value_get(map, keys[i].name)) {
			ok = value_error(cx->diag, map, "expected a key '%" PRI_STR "'",
			                 STR_ARG(keys[i].name));
		}
	}
	return ok;
}

str board_data_dir(struct arena *arena, struct reads *reads) {
	const char *variable = reads_variable(reads, "FBGEN_DATA");
	if (variable && *variable) {
		return str_from(variable);
	}
	str program = file_real(arena, STR("/proc/self/exe"));
	str dir = path_parent(program);
	str boards = path_join(arena, path_parent(dir), STR("share/fbgen/boards"));
	if (file_kind(boards) == FILE_DIRECTORY) {
		return boards;
	}
	/* In a build tree the sources are some folders above: build/src/fbgen. */
	for (int level = 0; level < BUILD_TREE_DEPTH; level++) {
		dir = path_parent(dir);
		boards = path_join(arena, dir, STR("boards"));
		if (file_kind(boards) == FILE_DIRECTORY &&
		    file_kind(path_join(arena, dir, STR("meson.build"))) == FILE_REGULAR) {
			return boards;
		}
	}
	return (str){0};
}

str board_user_dir(struct arena *arena, struct reads *reads) {
	const char *config = reads_variable(reads, "XDG_CONFIG_HOME");
	if (config && *config == '/') {
		return path_join(arena, str_from(config), STR("fbgen/boards"));
	}
	const char *home = reads_variable(reads, "HOME");
	if (!home || !*home) {
		return (str){0};
	}
	return path_join(arena, str_from(home), STR(".config/fbgen/boards"));
}

str family_name(str requirement) {
	str name = str_trim(requirement);
	if (str_contains(name, STR("://")) || str_starts_with(name, STR("git@"))) {
		name = str_slice(name, 0, str_find_char(name, '#'));
		name = path_name(name);
		name = str_slice(name, 0, str_find_char(name, '.'));
	} else {
		name = path_name(str_trim(str_slice(name, 0, str_find_char(name, '@'))));
	}
	str prefix = STR("platform-");
	return str_starts_with(name, prefix) ? str_from_offset(name, prefix.len) : name;
}

/* Names become parts of paths: nothing else may be in them. */
static bool is_name(str name) {
	for (size_t i = 0; i < name.len; i++) {
		if (!char_is_alnum(name.at[i]) && name.at[i] != '_' && name.at[i] != '-') {
			return false;
		}
	}
	return name.len > 0;
}

static struct family_board *board_at(struct ctx *cx, struct family *family, str id) {
	void **place = map_at(cx->keep, &family->boards, id);
	if (!*place) {
		*place = arena_new(cx->keep, struct family_board);
	}
	return *place;
}

/* A line "  ID: {…}" of the table. */
static bool table_line(str line, str *id) {
	str rest = {0};
	if (!str_starts_with(line, STR("  ")) ||
	    !str_cut(str_from_offset(line, 2), ':', id, &rest)) {
		return false;
	}
	return id->len && id->at[0] != ' ' && id->at[0] != '#' && id->at[0] != '"' &&
	       id->at[0] != '\'' && str_starts_with(rest, STR(" {")) &&
	       str_ends_with(rest, STR("}"));
}

/* The part of the text behind the line "boards:", where all its lines are of the table's form. */
static bool find_table(str text, str *head, str *table) {
	str mark = STR("\nboards:\n");
	size_t at = str_find(text, mark);
	if (at == text.len) {
		return false;
	}
	str rest = str_from_offset(text, at + mark.len);
	str line = {0};
	str id = {0};
	while (str_next_line(&rest, &line)) {
		str trimmed = str_trim(line);
		if (trimmed.len && trimmed.at[0] != '#' && !table_line(line, &id)) {
			return false;
		}
	}
	*head = str_slice(text, 0, at + 1);
	*table = str_from_offset(text, at + mark.len);
	return true;
}

static bool add_table(struct ctx *cx, struct family *family, const struct source *source,
                      str table) {
	bool ok = true;
	str line = {0};
	str id = {0};
	while (str_next_line(&table, &line)) {
		if (!table_line(line, &id)) {
			continue;
		}
		struct family_board *board = board_at(cx, family, id);
		if (board->rows.len) {
			ok = diag_error(cx->diag, span_of(source, id),
			                "board '%" PRI_STR "' stands here twice", STR_ARG(id));
		}
		struct family_row row = {NULL, span_of(source, line)};
		family_rows_push(cx->keep, &board->rows, row);
		board->own_rows = 1;
	}
	return ok;
}

const struct value *family_row(struct ctx *cx, struct family_row *row) {
	if (!row->row) {
		/* Empty lines in front keep the places of faults right. */
		struct source *source = arena_new(cx->keep, struct source);
		struct buf text = {.arena = cx->keep};
		for (size_t line = span_line(row->line); line > 1; line--) {
			buf_add_char(&text, '\n');
		}
		str all = row->line.source->text;
		buf_add(&text, str_slice(all, row->line.offset, row->line.offset + row->line.len));
		buf_add_char(&text, '\n');
		*source = (struct source){row->line.source->path, buf_str(&text)};
		const struct value *root = yaml_parse(cx, source);
		row->row = root && root->kind == VALUE_MAP ? root->first : NULL;
		if (!row->row) {
			return NULL;
		}
	}
	if (row->row->kind != VALUE_MAP) {
		value_error(cx->diag, row->row, "board '%" PRI_STR "': expected a map",
		            STR_ARG(row->row->key));
		return NULL;
	}
	return row->row;
}

static void add_rows(struct ctx *cx, struct family *family, const struct value *boards,
                     bool is_own) {
	for (const struct value *v = boards ? boards->first : NULL; v; v = v->next) {
		struct family_row row = {v, v->at};
		struct family_board *board = board_at(cx, family, v->key);
		family_rows_push(cx->keep, &board->rows, row);
		board->own_rows += is_own;
	}
}

bool family_parse(struct ctx *cx, const struct source *source, struct family *out) {
	struct source *head = arena_new(cx->keep, struct source);
	*head = *source;
	str table = {0};
	bool has_table = find_table(source->text, &head->text, &table);
	out->root = yaml_parse(cx, head);
	if (!out->root) {
		return false;
	}
	bool ok = family_check(cx, out->root, family_keys, COUNT_OF(family_keys));
	const struct value *platform = value_get(out->root, STR("platform"));
	if (ok && !str_eq(value_text(platform), out->platform)) {
		ok = value_error(cx->diag, platform,
		                 "expected '%" PRI_STR "', as the file is called",
		                 STR_ARG(out->platform));
	}
	if (has_table) {
		return add_table(cx, out, source, table) && ok;
	}
	add_rows(cx, out, ok ? value_get(out->root, STR("boards")) : NULL, true);
	return ok;
}

/* What the user has for all projects is the machine's. */
static void note_read(const struct family *family, str path) {
	if (path_is_inside(path, family->dirs.user)) {
		reads_machine(family->reads, path);
	} else {
		reads_path(family->reads, path);
	}
}

/* Read a file of the user's or the project's; it may be for another platform. */
static bool read_addition(struct ctx *cx, struct family *family, str path) {
	struct source *source = arena_new(cx->keep, struct source);
	note_read(family, path);
	if (!file_read(cx, path, source)) {
		return false;
	}
	const struct value *root = yaml_parse(cx, source);
	if (!root) {
		return false;
	}
	bool is_ours = str_eq(value_text(value_get(root, STR("platform"))), family->platform);
	bool is_family = value_get(root, STR("platformio")) && !(is_ours && family->root);
	bool ok = is_family ? family_check(cx, root, family_keys, COUNT_OF(family_keys))
	                    : family_check(cx, root, addition_keys, COUNT_OF(addition_keys));
	if (ok && is_ours) {
		family->root = is_family ? root : family->root;
		add_rows(cx, family, value_get(root, STR("boards")), is_family);
	}
	return ok;
}

/* Look through a folder of the user's or the project's. */
static bool read_additions(struct ctx *cx, struct family *family, str dir) {
	struct file_entries entries = {0};
	if (!dir.len) {
		return true;
	}
	note_read(family, dir);
	if (!file_list_any(cx, cx->keep, dir, &entries)) {
		return false;
	}
	bool ok = true;
	for (size_t i = 0; i < entries.len; i++) {
		str name = entries.at[i].name;
		str path = path_join(cx->keep, dir, name);
		str extension = path_extension(name);
		if (str_eq(extension, STR(".yaml")) || str_eq(extension, STR(".yml"))) {
			ok &= read_addition(cx, family, path);
		} else if (str_eq(extension, STR(".json"))) {
			struct family_board *board = board_at(cx, family, path_stem(name));
			str_vec_push(cx->keep, &board->json, path);
		}
	}
	return ok;
}

void family_names(struct ctx *cx, const struct board_dirs *dirs, struct str_vec *out) {
	struct file_entries entries = {0};
	if (!file_list(cx->keep, dirs->data, &entries)) {
		return;
	}
	for (size_t i = 0; i < entries.len; i++) {
		if (str_eq(path_extension(entries.at[i].name), STR(".yaml"))) {
			str_vec_push(cx->keep, out, path_stem(entries.at[i].name));
		}
	}
}

bool family_none(struct ctx *cx, const struct board_dirs *dirs) {
	if (dirs->data.len) {
		(void)diag_fault(cx->diag, EXIT_MACHINE, span_file(cx->keep, dirs->data),
		                 "no boards are described here: expected PLATFORM.yaml files");
	} else {
		(void)diag_fault(cx->diag, EXIT_MACHINE, (span){0},
		                 "fbgen's own folder of boards was not found: expected it in "
		                 "../share/fbgen/boards, seen from the program");
	}
	diag_help(cx->diag, "install fbgen whole, or name the folder: FBGEN_DATA=DIR");
	return false;
}

static bool unknown_platform(struct ctx *cx, const struct family *family, span at) {
	struct str_vec names = {0};
	family_names(cx, &family->dirs, &names);
	if (names.len == 0) {
		return family_none(cx, &family->dirs);
	}
	diag_error(cx->diag, at, "platform '%" PRI_STR "' is not known", STR_ARG(family->platform));
	str known = str_join(cx->keep, &names, STR(", "));
	diag_help(cx->diag, "known are %" PRI_STR, STR_ARG(known));
	return false;
}

/* Who runs fbgen in its own source tree has its families as the project's boards/. */
static bool is_same_folder(struct ctx *cx, str a, str b) {
	str real = file_real(cx->scratch, a);
	return real.len && str_eq(real, file_real(cx->scratch, b));
}

bool family_read(struct ctx *cx, const struct family_request *request, struct family *out) {
	*out = (struct family){.dirs = *request->dirs,
	                       .reads = request->reads,
	                       .platform = family_name(request->platform)};
	if (!is_name(out->platform)) {
		return unknown_platform(cx, out, request->at);
	}
	str name = str_format(cx->keep, "%" PRI_STR ".yaml", STR_ARG(out->platform));
	str path = path_join(cx->keep, out->dirs.data, name);
	bool ok = true;
	if (out->dirs.data.len) {
		reads_machine(out->reads, path);
		struct source *source = arena_new(cx->keep, struct source);
		ok = file_kind(path) != FILE_REGULAR ||
		     (file_read(cx, path, source) && family_parse(cx, source, out));
	}
	ok &= read_additions(cx, out, out->dirs.user);
	if (!is_same_folder(cx, out->dirs.project, out->dirs.data)) {
		ok &= read_additions(cx, out, out->dirs.project);
	}
	if (ok && !out->root) {
		return unknown_platform(cx, out, request->at);
	}
	out->title = value_text(value_get(out->root, STR("title")));
	return ok;
}
