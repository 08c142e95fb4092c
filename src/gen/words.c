#include "gen/words.h"

#include "base/buf.h"
#include "gen/family.h"
#include "gen/flags.h"

/* Patterns name properties that may be patterns; a circle runs into these. */
enum { EXPAND_DEPTH = 8, EXPAND_STEPS = 1000 };

/* A word being filled in. */
struct expansion {
	struct ctx *cx;
	const struct board *board;
	const struct value *word;
	struct buf out;
	unsigned steps;
};

static bool matches(const struct board *board, const struct value *condition) {
	str actual = board_get(board, condition->key);
	if (str_eq(value_text(condition), STR("*"))) {
		return actual.len > 0;
	}
	if (condition->kind != VALUE_LIST) {
		return str_eq(actual, value_text(condition));
	}
	for (const struct value *v = condition->first; v; v = v->next) {
		if (str_eq(actual, value_text(v))) {
			return true;
		}
	}
	return false;
}

bool words_apply(const struct board *board, const struct value *item) {
	const struct value *when = value_get(item, STR("when"));
	for (const struct value *v = when ? when->first : NULL; v; v = v->next) {
		if (!matches(board, v)) {
			return false;
		}
	}
	return true;
}

/* The next "{name}" of a text; false where there is none. */
static bool next_name(str text, str *before, str *name, str *after) {
	str rest = {0};
	return str_cut(text, '{', before, &rest) && str_cut(rest, '}', name, after);
}

static bool is_late(str name) {
	return str_eq(name, STR("in")) || str_eq(name, STR("out")) || str_eq(name, STR("port"));
}

static bool unset(const struct expansion *e, str name) {
	struct diag *diag = e->cx->diag;
	if (e->board->id.len) {
		diag_error(diag, e->board->at,
		           "board '%" PRI_STR "' does not say its '%" PRI_STR "'",
		           STR_ARG(e->board->id), STR_ARG(name));
		diag_help(diag, "set board_build.%" PRI_STR " in platformio.ini", STR_ARG(name));
	} else {
		diag_error(diag, e->board->at, "without a board nothing says its '%" PRI_STR "'",
		           STR_ARG(name));
		diag_help(diag, "add a line 'board = ID'; 'fbgen boards' lists them");
	}
	diag_note(diag, e->word->at, "this word needs it");
	return false;
}

static void add_value(struct buf *out, str value, bool is_quoted) {
	for (size_t i = 0; i < value.len; i++) {
		if (!is_quoted || value.at[i] != '"') {
			buf_add_char(out, value.at[i]);
		}
	}
}

/* Add a text with its names filled in. */
static bool expand(struct expansion *e, str text, int depth) { // NOLINT(misc-no-recursion): depth
	str before = {0};
	str name = {0};
	str after = {0};
	while (next_name(text, &before, &name, &after)) {
		if (depth == EXPAND_DEPTH || e->steps++ == EXPAND_STEPS) {
			return value_error(e->cx->diag, e->word,
			                   "a property in '%" PRI_STR "' names itself",
			                   STR_ARG(value_text(e->word)));
		}
		buf_add(&e->out, before);
		const struct property *property = map_get(&e->board->properties, name);
		bool is_quoted =
		    str_ends_with(before, STR("\"")) && str_starts_with(after, STR("\""));
		if (is_late(name)) {
			buf_format(&e->out, "{%" PRI_STR "}", STR_ARG(name));
		} else if (!property) {
			return unset(e, name);
		} else if (!property->is_pattern) {
			add_value(&e->out, property->value, is_quoted);
		} else if (!expand(e, property->value, depth + 1)) {
			return false;
		}
		text = after;
	}
	buf_add(&e->out, text);
	return true;
}

bool words_expand(struct ctx *cx, const struct board *board, const struct value *word, str *out) {
	struct expansion e = {cx, board, word, {.arena = cx->keep}, 0};
	if (!expand(&e, value_text(word), 0)) {
		return false;
	}
	*out = buf_str(&e.out);
	return true;
}

/* The property that a word like "{upload_flags}" stands for. */
static bool is_list(str text, str *name) {
	str before = {0};
	str after = {0};
	return next_name(text, &before, name, &after) && before.len == 0 && after.len == 0 &&
	       str_ends_with(*name, STR("_flags"));
}

/* Append the words of a property's lines. */
static bool splice(struct ctx *cx, const struct board *board, str name, struct str_vec *words) {
	const struct property *property = map_get(&board->properties, name);
	if (!property) {
		return true;
	}
	struct flag_place place = {.base_dir = STR("."), .at = property->at, .option = name};
	str rest = property->value;
	str line = {0};
	bool ok = true;
	while (str_next_line(&rest, &line)) {
		ok &= flags_split(cx, line, &place, words);
	}
	return ok;
}

static bool read_word(struct ctx *cx, const struct board *board, const struct value *word,
                      struct str_vec *out) {
	str text = {0};
	if (word->kind == VALUE_LIST || word->kind == VALUE_MAP) {
		return value_error(cx->diag, word, "expected a word");
	}
	if (is_list(value_text(word), &text)) {
		return splice(cx, board, text, out);
	}
	if (!words_expand(cx, board, word, &text)) {
		return false;
	}
	str_vec_push(cx->keep, out, text);
	return true;
}

static bool read_group(struct ctx *cx, const struct board *board, const struct value *group,
                       struct str_vec *words, struct str_vec *defaults) {
	static const struct family_key keys[] = {
	    {STR_INIT("defaults"), FAMILY_LIST, false},
	    {STR_INIT("when"),     FAMILY_MAP,  false},
	    {STR_INIT("words"),    FAMILY_LIST, false},
	};
	if (!family_check(cx, group, keys, COUNT_OF(keys))) {
		return false;
	}
	const struct value *plain = value_get(group, STR("words"));
	const struct value *soft = value_get(group, STR("defaults"));
	if (!plain == !soft || (soft && !defaults)) {
		return value_error(cx->diag, group, "expected a key 'words'%s",
		                   defaults ? " or 'defaults'" : "");
	}
	if (!words_apply(board, group)) {
		return true;
	}
	bool ok = true;
	const struct value *list = plain ? plain : soft;
	for (const struct value *v = list->first; v; v = v->next) {
		ok &= read_word(cx, board, v, plain ? words : defaults);
	}
	return ok;
}

bool words_read(struct ctx *cx, const struct board *board, const struct value *list,
                struct str_vec *words, struct str_vec *defaults) {
	if (!list) {
		return true;
	}
	if (list->kind != VALUE_LIST) {
		return value_error(cx->diag, list, "expected a list of words");
	}
	bool ok = true;
	for (const struct value *v = list->first; v; v = v->next) {
		ok &= v->kind == VALUE_MAP ? read_group(cx, board, v, words, defaults)
		                           : read_word(cx, board, v, words);
	}
	return ok;
}
