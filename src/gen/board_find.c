#include "gen/board_find.h"

#include "base/edit.h"
#include "gen/board_json.h"

enum { NEAREST_IDS = 5 };

/* Options of an environment that are properties of its board. */
static const str board_options[] = {
    STR_INIT("upload_protocol"), STR_INIT("upload_speed"),   STR_INIT("upload_port"),
    STR_INIT("upload_flags"),    STR_INIT("upload_command"),
};

static bool set_value(struct ctx *cx, struct board *board, str name, const struct value *value) {
	str text = {0};
	if (!board_value_text(cx, value, &text)) {
		return false;
	}
	board_set(cx->keep, board, name, text, value->at);
	return true;
}

/* Set all properties of a map: scalars, lists, and maps as "KEY.SUBKEY". */
static bool set_all(struct ctx *cx, struct board *board, const struct value *map) {
	bool ok = true;
	for (const struct value *v = map ? map->first : NULL; v; v = v->next) {
		if (v->kind != VALUE_MAP) {
			ok &= set_value(cx, board, v->key, v);
			continue;
		}
		for (const struct value *sub = v->first; sub; sub = sub->next) {
			str name = str_format(cx->keep, "%" PRI_STR ".%" PRI_STR, STR_ARG(v->key),
			                      STR_ARG(sub->key));
			ok &= sub->kind == VALUE_MAP
			          ? value_error(cx->diag, sub, "expected a text or a list")
			          : set_value(cx, board, name, sub);
		}
	}
	return ok;
}

/* Set what the family says of all its boards, or of those with one core. */
static bool set_patterns(struct ctx *cx, struct board *board, const struct value *map) {
	bool ok = set_all(cx, board, map);
	for (const struct value *v = map ? map->first : NULL; v; v = v->next) {
		struct property *property = map_get(&board->properties, v->key);
		if (property) {
			property->is_pattern = true;
		}
	}
	return ok;
}

/* Lay all descriptions of the id over the board. */
static bool set_rows(struct ctx *cx, const struct family *family, str id, struct board *board,
                     bool *found) {
	struct family_board *known = map_get(&family->boards, id);
	size_t first = 0;
	bool ok = true;
	*found = false;
	for (size_t i = known ? known->json.len : 0; i > 0 && !*found; i--) {
		if (!board_json_read(cx, family, known->json.at[i - 1], board, found)) {
			return false;
		}
		first = *found ? known->own_rows : 0;
	}
	for (size_t i = first; known && i < known->rows.len; i++) {
		const struct value *row = family_row(cx, &known->rows.at[i]);
		ok = row && set_all(cx, board, row) && ok;
		board->at = row && i >= known->own_rows ? row->at : board->at;
		*found = true;
	}
	return ok;
}

static bool is_true(str text) {
	static const str yes[] = {STR_INIT("1"), STR_INIT("yes"), STR_INIT("true")};
	for (size_t i = 0; i < COUNT_OF(yes); i++) {
		if (str_eq_nocase(text, yes[i])) {
			return true;
		}
	}
	return false;
}

/* An override takes the type of what it overrides. */
static void override(struct arena *arena, struct board *board, str name,
                     const struct setting *setting) {
	str old = board_get(board, name);
	str value = setting->text;
	if (str_eq(old, STR("true")) || str_eq(old, STR("false"))) {
		value = is_true(value) ? STR("true") : STR("false");
	}
	board_set(arena, board, name, value, setting->at);
}

static void set_overrides(struct ctx *cx, const struct environment *env, struct board *board) {
	str prefix = STR("board_");
	struct map_entry *e = map_first(&env->settings);
	for (; e; e = map_next(e)) {
		str key = map_key(e);
		if (str_starts_with(key, prefix)) {
			str path = str_from_offset(key, prefix.len);
			override(cx->keep, board, board_json_property(cx->keep, path),
			         map_value(e));
		}
	}
	for (size_t i = 0; i < COUNT_OF(board_options); i++) {
		const struct setting *setting = config_setting(env, board_options[i]);
		if (setting) {
			override(cx->keep, board, board_options[i], setting);
		}
	}
}

static void set_default(struct ctx *cx, struct board *board, str name, str value) {
	if (value.len && !board_get(board, name).len) {
		board_set(cx->keep, board, name, value, board->at);
	}
}

/* Properties that follow from others. */
static void derive(struct ctx *cx, struct board *board) {
	str hwid = {0};
	str vid = {0};
	str pid = {0};
	str rest = {0};
	(void)str_cut(board_get(board, STR("hwids")), '\n', &hwid, &rest);
	if (str_cut(hwid, ':', &vid, &pid)) {
		set_default(cx, board, STR("vid"), vid);
		set_default(cx, board, STR("pid"), pid);
	}
	str clock = board_get(board, STR("f_cpu"));
	size_t digits = 0;
	while (digits < clock.len && char_is_digit(clock.at[digits])) {
		digits++;
	}
	set_default(cx, board, STR("f_cpu_hz"), str_slice(clock, 0, digits));
	str protocol = board_get(board, STR("upload_protocol"));
	str size = str_format(cx->keep, "bootloader.%" PRI_STR, STR_ARG(protocol));
	set_default(cx, board, STR("bootloader_size"), board_get(board, size));
}

static str framework_of(struct ctx *cx, const struct environment *env) {
	struct str_vec frameworks = config_items(cx->keep, env, STR("framework"));
	return frameworks.len ? frameworks.at[0] : STR("none");
}

bool board_read(struct ctx *cx, const struct family *family, str id, struct board *out,
                bool *found) {
	*out = (struct board){.id = id};
	bool ok = set_patterns(cx, out, value_get(family->root, STR("properties"))) &&
	          set_rows(cx, family, id, out, found);
	derive(cx, out);
	out->name = board_get(out, STR("name"));
	return ok;
}

void board_suggest(struct ctx *cx, str id, const struct str_vec *ids) {
	struct str_vec nearest = {0};
	edit_nearest(cx->keep, id, ids, NEAREST_IDS, &nearest);
	if (nearest.len) {
		str names = str_join(cx->keep, &nearest, STR(", "));
		diag_help(cx->diag, "nearest are %" PRI_STR "; 'fbgen boards' lists all",
		          STR_ARG(names));
	} else {
		diag_help(cx->diag, "'fbgen boards' lists all");
	}
}

static bool unknown_board(struct ctx *cx, const struct family *family,
                          const struct environment *env, str id) {
	struct str_vec ids = {0};
	for (struct map_entry *e = map_first(&family->boards); e; e = map_next(e)) {
		str_vec_push(cx->keep, &ids, map_key(e));
	}
	diag_error(cx->diag, config_span(env, STR("board")),
	           "platform '%" PRI_STR "' has no board '%" PRI_STR "'", STR_ARG(family->platform),
	           STR_ARG(id));
	diag_subject(cx->diag, env->name, STR("board"));
	board_suggest(cx, id, &ids);
	return false;
}

/* Lay all layers; the core's where the core is known. */
static bool set_layers(struct ctx *cx, const struct family *family, const struct environment *env,
                       const struct value *core, struct board *out) {
	str id = config_text(env, STR("board"));
	*out = (struct board){.id = id, .at = config_span(env, STR("board"))};
	bool found = true;
	if (!set_patterns(cx, out, value_get(family->root, STR("properties"))) ||
	    !set_patterns(cx, out, core) || (id.len && !set_rows(cx, family, id, out, &found))) {
		return false;
	}
	if (!found) {
		return unknown_board(cx, family, env, id);
	}
	set_overrides(cx, env, out);
	return true;
}

bool board_find(struct ctx *cx, const struct family *family, const struct environment *env,
                struct board *out) {
	/* Which core it is may be said by any layer, and the core's own lies below the board's. */
	if (!set_layers(cx, family, env, NULL, out)) {
		return false;
	}
	const struct value *cores = value_get(family->root, STR("cores"));
	const struct value *core = value_get(cores, board_get(out, STR("core")));
	if (core && !set_layers(cx, family, env, core, out)) {
		return false;
	}
	board_set(cx->keep, out, STR("framework"), framework_of(cx, env),
	          config_span(env, STR("framework")));
	derive(cx, out);
	out->name = board_get(out, STR("name"));
	return true;
}
