#include "gen/expand.h"

#include "base/buf.h"

struct writer {
	struct buf text, literal;
	const struct map *variables;
	bool filled;
};

static void write_text(struct writer *w, str text, bool literal) {
	buf_add(&w->text, text);
	for (size_t i = 0; i < text.len; i++) {
		buf_add_char(&w->literal, literal ? '\1' : '\0');
	}
}

/* A name begins with an ASCII letter or '_'; letters beyond ASCII go on with it, as in Python. */
static bool starts_name(char c) {
	return c == '_' || (char_is_alnum(c) && !char_is_digit(c));
}

static bool continues_name(char c) {
	return c == '_' || c == '.' || char_is_alnum(c) || (unsigned char)c >= 0x80;
}

/*
 * The value of the name.  "NAME.suffix" is, where NAME is known, its value and the suffix: for
 * SCons it is an attribute that texts do not have.
 */
static void write_value(struct writer *w, str name) {
	w->filled = true;
	str base = name;
	str rest = {0};
	const str *value = w->variables ? map_get(w->variables, name) : NULL;
	if (!value && w->variables && str_cut(name, '.', &base, &rest)) {
		value = map_get(w->variables, base);
	}
	if (value) {
		write_text(w, *value, true);
		write_text(w, str_from_offset(name, base.len), false);
	}
}

/* What stands at a '$': how long it is; its replacement is written. */
static size_t write_dollar(struct writer *w, str rest) {
	char next = '\0';
	if (rest.len > 1) {
		next = rest.at[1];
	}
	if (next == '$') {
		write_text(w, STR("$"), true);
		return 2;
	}
	if (next == '(' || next == ')') {
		return 2;
	}
	size_t end = str_find_char(rest, '}');
	if (next == '{' && end < rest.len) {
		write_value(w, str_slice(rest, 2, end));
		return end + 1;
	}
	if (!starts_name(next)) {
		write_text(w, STR("$"), true);
		return 1;
	}
	end = 2;
	while (end < rest.len && continues_name(rest.at[end])) {
		end++;
	}
	write_value(w, str_slice(rest, 1, end));
	return end;
}

struct expansion expand_word(struct arena *arena, str word, const struct map *variables) {
	size_t at = str_find_char(word, '$');
	if (at == word.len) {
		return (struct expansion){.text = word};
	}
	struct writer w = {{.arena = arena}, {.arena = arena}, variables, false};
	size_t done = 0;
	while (at < word.len) {
		write_text(&w, str_slice(word, done, at), false);
		done = at + write_dollar(&w, str_from_offset(word, at));
		at = done + str_find_char(str_from_offset(word, done), '$');
	}
	write_text(&w, str_from_offset(word, done), false);
	return (struct expansion){buf_str(&w.text), w.literal.at, w.filled};
}
