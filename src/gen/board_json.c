#include "gen/board_json.h"

#include "base/file.h"
#include "base/json.h"

/* From PlatformIO's paths to our names: whole paths first, then the first key alone. */
static const struct {
	str path, name;
} paths[] = {
    {STR_INIT("upload.maximum_size"),     STR_INIT("flash")        },
    {STR_INIT("upload.maximum_ram_size"), STR_INIT("ram")          },
    {STR_INIT("debug.simavr_target"),     STR_INIT("simavr_target")},
};

static const struct {
	str prefix, replacement;
} prefixes[] = {
    {STR_INIT("build."),      STR_INIT("")           },
    {STR_INIT("upload."),     STR_INIT("upload_")    },
    {STR_INIT("bootloader."), STR_INIT("bootloader_")},
    {STR_INIT("debug."),      STR_INIT("debug_")     },
};

str board_json_property(struct arena *arena, str path) {
	for (size_t i = 0; i < COUNT_OF(paths); i++) {
		if (str_eq(path, paths[i].path)) {
			return paths[i].name;
		}
	}
	for (size_t i = 0; i < COUNT_OF(prefixes); i++) {
		if (str_starts_with(path, prefixes[i].prefix)) {
			str rest = str_from_offset(path, prefixes[i].prefix.len);
			return prefixes[i].replacement.len
			           ? str_format(arena, "%" PRI_STR "%" PRI_STR,
			                        STR_ARG(prefixes[i].replacement), STR_ARG(rest))
			           : rest;
		}
	}
	return path;
}

/* Whether the file names platforms and ours is not among them. */
static bool is_for_others(const struct family *family, const struct value *root) {
	const struct value *one = value_get(root, STR("platform"));
	const struct value *many = value_get(root, STR("platforms"));
	if (one && !str_eq(value_text(one), family->platform)) {
		return true;
	}
	if (!many || many->kind != VALUE_LIST) {
		return false;
	}
	for (const struct value *v = many->first; v; v = v->next) {
		if (str_eq(value_text(v), family->platform)) {
			return false;
		}
	}
	return true;
}

/* Set what is below a map; the walk keeps its own way back, so no file can exhaust the stack. */
static bool set_values(struct ctx *cx, struct board *board, const struct value *root) {
	const struct value *v = root->first;
	while (v) {
		if (v->kind == VALUE_MAP && v->first) {
			v = v->first;
			continue;
		}
		str path = value_path(cx->keep, v);
		str text = {0};
		if (!board_value_text(cx, v, &text)) {
			return false;
		}
		board_set(cx->keep, board, board_json_property(cx->keep, path), text, v->at);
		while (v != root && !v->next) {
			v = v->parent;
		}
		v = v == root ? NULL : v->next;
	}
	return true;
}

static bool check(struct ctx *cx, const struct value *root) {
	static const str required[] = {STR_INIT("name"), STR_INIT("url"), STR_INIT("vendor")};
	static const str maps[] = {STR_INIT("build"), STR_INIT("upload"), STR_INIT("bootloader"),
	                           STR_INIT("debug")};
	if (root->kind != VALUE_MAP) {
		return value_error(cx->diag, root, "expected an object that describes a board");
	}
	bool ok = true;
	for (size_t i = 0; i < COUNT_OF(required); i++) {
		if (!value_get(root, required[i])) {
			ok = value_error(cx->diag, root, "expected a key '%" PRI_STR "'",
			                 STR_ARG(required[i]));
			diag_help(cx->diag, "a board needs name, url and vendor");
		}
	}
	for (size_t i = 0; i < COUNT_OF(maps); i++) {
		const struct value *map = value_get(root, maps[i]);
		if (map && map->kind != VALUE_MAP) {
			ok = value_error(cx->diag, map, "expected an object");
		}
	}
	return ok;
}

bool board_json_read(struct ctx *cx, const struct family *family, str path, struct board *board,
                     bool *is_ours) {
	struct source *source = arena_new(cx->keep, struct source);
	*is_ours = true;
	reads_path(family->reads, path);
	if (!file_read(cx, path, source)) {
		return false;
	}
	const struct value *root = json_parse(cx, source);
	if (!root) {
		return false;
	}
	if (root->kind == VALUE_MAP && is_for_others(family, root)) {
		*is_ours = false;
		return true;
	}
	board->at = root->at;
	return check(cx, root) && set_values(cx, board, root);
}
