#include "gen/setting.h"

#include "base/blank.h"

/* An item without its comment: a ';' behind a blank and all that follows. */
static str without_comment(str item) {
	for (size_t i = 0; i < item.len; i++) {
		if (item.at[i] == ';' && blank_trailing(str_slice(item, 0, i))) {
			return blank_trim_end(str_slice(item, 0, i));
		}
	}
	return item;
}

void setting_split(struct arena *arena, str text, struct str_vec *out) {
	str between = str_find_char(text, '\n') < text.len ? STR("\n") : STR(", ");
	for (bool more = true; more;) {
		size_t end = str_find(text, between);
		str item = blank_trim(str_slice(text, 0, end));
		if (item.len && item.at[0] != ';' && item.at[0] != '#') {
			str_vec_push(arena, out, without_comment(item));
		}
		more = end < text.len;
		text = str_from_offset(text, end + between.len);
	}
}

static bool is_one_of(str text, const char *const *words, size_t count) {
	for (size_t i = 0; i < count; i++) {
		if (str_eq_nocase(text, str_from(words[i]))) {
			return true;
		}
	}
	return false;
}

bool setting_bool(str text, bool *out) {
	static const char *const yes[] = {"1", "true", "t", "yes", "y", "on"};
	static const char *const no[] = {"0", "false", "f", "no", "n", "off", ""};
	str word = blank_trim(text);
	*out = is_one_of(word, yes, COUNT_OF(yes));
	return *out || is_one_of(word, no, COUNT_OF(no));
}

/* A whole number as Python's int() reads it: a sign, digits, single underscores between them. */
static bool read_number(struct arena *scratch, str text, int64_t *out) {
	text = blank_trim(text);
	bool negative = text.len && text.at[0] == '-';
	if (negative || (text.len && text.at[0] == '+')) {
		text = str_from_offset(text, 1);
	}
	if (str_starts_with(text, STR("_")) || str_ends_with(text, STR("_")) ||
	    str_contains(text, STR("__"))) {
		return false;
	}
	uint64_t size;
	if (!str_to_u64(str_replace(scratch, text, STR("_"), STR("")), INT64_MAX, &size)) {
		return false;
	}
	*out = negative ? -(int64_t)size : (int64_t)size;
	return true;
}

/* "'off', 'chain' or 'deep'". */
static str list_choices(struct arena *arena, const char *choices) {
	struct str_vec words = {0};
	struct str_vec quoted = {0};
	option_split_list(arena, choices, &words);
	for (size_t i = 0; i < words.len; i++) {
		const char *before = i == 0 ? "" : i + 1 == words.len ? " or " : ", ";
		str_vec_push(arena, &quoted,
		             str_format(arena, "%s'%" PRI_STR "'", before, STR_ARG(words.at[i])));
	}
	return str_join(arena, &quoted, STR(""));
}

static bool check_choice(struct ctx *cx, const struct origin *origin, const struct option *option,
                         str text) {
	if (option_is_choice(option, text)) {
		return true;
	}
	str choices = list_choices(cx->scratch, option->choices);
	return origin_error(cx->diag, origin, text, "'%" PRI_STR "' is not %" PRI_STR,
	                    STR_ARG(text), STR_ARG(choices));
}

static bool parse_scalar(struct ctx *cx, const struct origin *origin, struct setting *setting) {
	str text = setting->text;
	switch (setting->option->type) {
	case OPTION_TEXT:
	case OPTION_DIR:
		return true;
	case OPTION_CHOICE:
		return check_choice(cx, origin, setting->option, text);
	case OPTION_BOOL:
		return setting_bool(text, &setting->boolean) ||
		       origin_error(cx->diag, origin, text, "'%" PRI_STR "' is not 'yes' or 'no'",
		                    STR_ARG(text));
	case OPTION_INT:
		if (!read_number(cx->scratch, text, &setting->number)) {
			return origin_error(cx->diag, origin, text,
			                    "'%" PRI_STR "' is not a whole number", STR_ARG(text));
		}
		return check_choice(cx, origin, setting->option, blank_trim(text));
	}
	return true;
}

static bool parse_list(struct ctx *cx, const struct origin *origin, struct setting *setting) {
	setting->items = (struct str_vec){0};
	setting_split(cx->keep, setting->text, &setting->items);
	setting->text = str_join(cx->keep, &setting->items, STR("\n"));
	bool ok = true;
	for (size_t i = 0; i < setting->items.len; i++) {
		ok &= check_choice(cx, origin, setting->option, setting->items.at[i]);
	}
	return ok;
}

bool setting_parse(struct ctx *cx, const struct origin *origin, struct setting *setting) {
	if (!setting->option) {
		return true;
	}
	struct arena_mark mark = arena_mark(cx->scratch);
	bool ok = setting->option->multiple ? parse_list(cx, origin, setting)
	                                    : parse_scalar(cx, origin, setting);
	arena_rewind(cx->scratch, mark);
	return ok;
}
