#include "gen/scan.h"

#include <stdlib.h>
#include <string.h>

/*
 * The method: jump from '#' to '#', keep those that are the first thing on their line, and read
 * what follows.  A name runs to the next '>' or '"' whatever the delimiter before it, over line
 * ends too: that is what the pattern of the original says, and it decides what is found.
 */
struct scanner {
	struct arena *arena;
	str text;
	size_t pos;          /* where the next directive is looked for */
	bool has_no_closer;  /* no '>' or '"' stands behind the position last asked for */
	bool has_begun;      /* a directive has been seen */
	size_t depth, guard; /* of #if; the depth of what stands in the file's guard */
	struct scan *out;
};

static bool is_space(char c) {
	return c == ' ' || c == '\t';
}

static size_t skip_space(str text, size_t at) {
	while (at < text.len && is_space(text.at[at])) {
		at++;
	}
	return at;
}

static bool begins_line(str text, size_t at) {
	while (at > 0 && is_space(text.at[at - 1])) {
		at--;
	}
	return at == 0 || text.at[at - 1] == '\n';
}

/* Step over the word where it stands at *at. */
static bool take_word(str text, size_t *at, str word) {
	if (!str_starts_with(str_from_offset(text, *at), word)) {
		return false;
	}
	*at += word.len;
	return true;
}

/* The offset of the next '>' or '"', text.len where there is none. */
static size_t find_closer(struct scanner *s, size_t from) {
	if (s->has_no_closer) {
		return s->text.len;
	}
	size_t at = from;
	while (at < s->text.len && s->text.at[at] != '>' && s->text.at[at] != '"') {
		at++;
	}
	s->has_no_closer = at == s->text.len;
	return at;
}

/* Read <name> or "name" at `at`.  Gives the offset behind it, or 0 where there is no such thing. */
static size_t read_name(struct scanner *s, size_t at, struct include *out) {
	if (at >= s->text.len || (s->text.at[at] != '<' && s->text.at[at] != '"')) {
		return 0;
	}
	size_t end = find_closer(s, at + 1);
	if (end == s->text.len || end == at + 1) {
		return 0;
	}
	out->quoted = s->text.at[at] == '"';
	out->name = str_slice(s->text, at + 1, end);
	return end + 1;
}

/* The name that __has_include is asked for in the text behind the word; empty where there is none.
 */
static str read_has(str rest) {
	size_t at = skip_space(rest, 0);
	at = take_word(rest, &at, STR("(")) ? skip_space(rest, at) : rest.len;
	if (at >= rest.len || (rest.at[at] != '<' && rest.at[at] != '"')) {
		return STR("");
	}
	str line = str_from_offset(rest, at + 1);
	line = str_slice(line, 0, str_find_char(line, '\n'));
	size_t close = str_find_char(line, rest.at[at] == '<' ? '>' : '"');
	return close < line.len ? str_slice(line, 0, close) : STR("");
}

/* Collect the names of __has_include(…) wherever it stands. */
static void scan_has(struct arena *arena, str text, struct str_vec *out) {
	static const str word = STR_INIT("__has_include");
	for (str rest = text;;) {
		size_t at = str_find(rest, word);
		if (at == rest.len) {
			return;
		}
		rest = str_from_offset(rest, at + word.len);
		str name = read_has(rest);
		if (name.len) {
			str_vec_add(arena, out, name);
		}
	}
}

/* Count the conditions that are open behind the directive's word at `at`. */
static void count_conditions(struct scanner *s, size_t at) {
	if (take_word(s->text, &at, STR("if"))) {
		s->depth++;
		bool negated = take_word(s->text, &at, STR("ndef"));
		s->guard += negated && !s->has_begun;
	} else if (take_word(s->text, &at, STR("endif")) && s->depth > 0) {
		s->depth--;
	}
	s->has_begun = true;
}

/* Read the directive whose '#' stands at `at`; gives where to go on. */
static size_t scan_directive(struct scanner *s, size_t at) {
	size_t behind = skip_space(s->text, at + 1);
	count_conditions(s, behind);
	if (!take_word(s->text, &behind, STR("include")) &&
	    !take_word(s->text, &behind, STR("import"))) {
		return behind;
	}
	struct include include = {0};
	size_t end = read_name(s, skip_space(s->text, behind), &include);
	if (!end) {
		return behind;
	}
	include.conditional = s->depth > s->guard;
	includes_push(s->arena, &s->out->includes, include);
	return end;
}

/* By delimiter, then by name; a name goes before those that continue it. */
static int compare_includes(const void *a, const void *b) {
	const struct include *left = a;
	const struct include *right = b;
	if (left->quoted != right->quoted) {
		return left->quoted ? -1 : 1;
	}
	return str_compare(left->name, right->name);
}

static void sort_once(struct includes *list) {
	if (list->len < 2) {
		return;
	}
	qsort(list->at, list->len, sizeof(*list->at), compare_includes);
	size_t kept = 1;
	for (size_t i = 1; i < list->len; i++) {
		struct include *last = &list->at[kept - 1];
		if (compare_includes(last, &list->at[i]) != 0) {
			list->at[kept++] = list->at[i];
		} else {
			last->conditional = last->conditional && list->at[i].conditional;
		}
	}
	list->len = kept;
}

void scan_text(struct arena *arena, str text, struct scan *out) {
	*out = (struct scan){0};
	if (str_starts_with(text, STR("\xef\xbb\xbf"))) {
		text = str_from_offset(text, 3);
	}
	struct scanner s = {.arena = arena, .text = text, .out = out};
	while (s.pos < text.len) {
		const char *hash = memchr(text.at + s.pos, '#', text.len - s.pos);
		if (!hash) {
			break;
		}
		size_t at = (size_t)(hash - text.at);
		s.pos = begins_line(text, at) ? scan_directive(&s, at) : at + 1;
	}
	sort_once(&out->includes);
	scan_has(arena, text, &out->has);
}

/* The offset behind the literal that opens at `at`; an unclosed one ends with its line. */
static size_t skip_literal(str text, size_t at) {
	char quote = text.at[at++];
	while (at < text.len && text.at[at] != '\n') {
		if (text.at[at] == quote) {
			return at + 1;
		}
		at += text.at[at] == '\\' ? 2 : 1;
	}
	return at < text.len ? at : text.len;
}

/* The end of the line at `at`, lines that a backslash continues included. */
static size_t logical_end(str text, size_t at) {
	for (;;) {
		const char *end = memchr(text.at + at, '\n', text.len - at);
		if (!end) {
			return text.len;
		}
		size_t stop = (size_t)(end - text.at);
		size_t last = stop > at && text.at[stop - 1] == '\r' ? stop - 1 : stop;
		if (last == at || text.at[last - 1] != '\\') {
			return stop;
		}
		at = stop + 1;
	}
}

/* The offset behind the comment at `at`, or `at` where there is none. */
static size_t skip_comment(str text, size_t at) {
	str rest = str_from_offset(text, at);
	if (str_starts_with(rest, STR("//"))) {
		return logical_end(text, at);
	}
	if (!str_starts_with(rest, STR("/*"))) {
		return at;
	}
	size_t close = str_find(str_from_offset(rest, 2), STR("*/"));
	return close + 4 < rest.len ? at + close + 4 : text.len;
}

str scan_without_comments(struct arena *arena, str text) {
	char *copy = arena_alloc(arena, text.len + 1, 1);
	memcpy(copy, text.at, text.len);
	for (size_t at = 0; at < text.len;) {
		if (text.at[at] == '"' || text.at[at] == '\'') {
			at = skip_literal(text, at);
			continue;
		}
		size_t end = skip_comment(text, at);
		for (size_t i = at; i < end; i++) {
			copy[i] = text.at[i] == '\n' ? '\n' : ' ';
		}
		at = end > at ? end : at + 1;
	}
	return (str){copy, text.len};
}
