#include "gen/shlex.h"

#include <string.h>

#include "base/buf.h"

/* shlex's blanks; other white space belongs to words. */
static bool is_separator(char c) {
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct splitter {
	str text;
	size_t at;
	struct buf word;
	size_t open; /* where the quote or escape at hand began */
};

/* A backslash: the next character is itself. */
static enum shlex_fault take_escape(struct splitter *s) {
	s->open = s->at++;
	if (s->at == s->text.len) {
		return SHLEX_OPEN_ESCAPE;
	}
	buf_add_char(&s->word, s->text.at[s->at++]);
	return SHLEX_DONE;
}

/* A backslash between double quotes: it escapes those two alone, and else stays. */
static enum shlex_fault take_quoted_escape(struct splitter *s) {
	if (s->at + 1 < s->text.len) {
		char next = s->text.at[s->at + 1];
		if (next != '"' && next != '\\') {
			buf_add_char(&s->word, '\\');
		}
	}
	return take_escape(s);
}

/* From a quote to its fellow. */
static enum shlex_fault take_quoted(struct splitter *s) {
	char quote = s->text.at[s->at];
	size_t open = s->at++;
	while (s->at < s->text.len && s->text.at[s->at] != quote) {
		if (quote == '\'' || s->text.at[s->at] != '\\') {
			buf_add_char(&s->word, s->text.at[s->at++]);
			continue;
		}
		enum shlex_fault fault = take_quoted_escape(s);
		if (fault != SHLEX_DONE) {
			return fault;
		}
	}
	s->open = open;
	return s->at++ < s->text.len ? SHLEX_DONE : SHLEX_OPEN_QUOTE;
}

static enum shlex_fault take_word(struct splitter *s) {
	while (s->at < s->text.len && !is_separator(s->text.at[s->at])) {
		char c = s->text.at[s->at];
		enum shlex_fault fault = SHLEX_DONE;
		if (c == '\\') {
			fault = take_escape(s);
		} else if (c == '"' || c == '\'') {
			fault = take_quoted(s);
		} else {
			buf_add_char(&s->word, c);
			s->at++;
		}
		if (fault != SHLEX_DONE) {
			return fault;
		}
	}
	return SHLEX_DONE;
}

enum shlex_fault shlex_split(struct arena *arena, str text, struct str_vec *words,
                             size_t *fault_at) {
	struct splitter s = {.text = text};
	while (true) {
		while (s.at < text.len && is_separator(text.at[s.at])) {
			s.at++;
		}
		if (s.at == text.len) {
			return SHLEX_DONE;
		}
		s.word = (struct buf){.arena = arena};
		enum shlex_fault fault = take_word(&s);
		if (fault != SHLEX_DONE) {
			*fault_at = s.open;
			return fault;
		}
		str_vec_push(arena, words, buf_str(&s.word));
	}
}

/* Whether a backslash in front of the character takes its meaning away, and goes itself. */
static bool is_escapable(char quote, char c) {
	if (quote == '"') {
		return c == '"' || c == '\\' || c == '$' || c == '`';
	}
	return quote == 0;
}

/* Whether the byte opens a quote, or closes the one that is open. */
static bool is_quote(char quote, char c) {
	return quote ? c == quote : c == '"' || c == '\'';
}

str shlex_unquote(struct arena *arena, str word, const char *literal) {
	struct buf out = {.arena = arena};
	char quote = 0;
	for (size_t i = 0; i < word.len; i++) {
		char c = word.at[i];
		bool is_plain = literal && literal[i];
		bool has_next = i + 1 < word.len;
		if (!is_plain && is_quote(quote, c)) {
			quote = (char)(quote == c ? '\0' : c);
		} else if (!is_plain && c == '\\' && has_next &&
		           is_escapable(quote, word.at[i + 1])) {
			buf_add_char(&out, word.at[++i]);
		} else {
			buf_add_char(&out, c);
		}
	}
	return quote ? word : buf_str(&out);
}
