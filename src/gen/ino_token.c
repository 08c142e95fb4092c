#include "gen/ino_token.h"

#include <string.h>

/* Reading position; `fresh` while nothing but blanks and comments stood on the line. */
struct reader {
	str text;
	size_t at;
	bool fresh;
};

static char peek(const struct reader *r, size_t ahead) {
	if (r->at + ahead >= r->text.len) {
		return '\0';
	}
	return r->text.at[r->at + ahead];
}

static bool is_name_start(char c) {
	return (char_is_alnum(c) && !char_is_digit(c)) || c == '_' || c == '$' || (c & 0x80) != 0;
}

static bool is_name(char c) {
	return is_name_start(c) || char_is_digit(c);
}

/* Length of a line splice at the position: a backslash, blanks, a line end; 0 where there is none.
 */
static size_t splice(const struct reader *r) {
	if (peek(r, 0) != '\\') {
		return 0;
	}
	size_t len = 1;
	while (peek(r, len) == ' ' || peek(r, len) == '\t' || peek(r, len) == '\r') {
		len++;
	}
	return peek(r, len) == '\n' ? len + 1 : 0;
}

/* To the line end that closes a line comment, which a splice carries over. */
static void skip_line_comment(struct reader *r) {
	while (r->at < r->text.len && r->text.at[r->at] != '\n') {
		size_t spliced = splice(r);
		r->at += spliced ? spliced : 1;
	}
}

static void skip_block_comment(struct reader *r) {
	str rest = str_from_offset(r->text, r->at + 2);
	size_t end = str_find(rest, STR("*/"));
	r->at = end == rest.len ? r->text.len : r->at + 2 + end + 2;
}

static bool skip_comment(struct reader *r) {
	if (peek(r, 0) != '/') {
		return false;
	}
	if (peek(r, 1) == '/') {
		skip_line_comment(r);
		return true;
	}
	if (peek(r, 1) == '*') {
		skip_block_comment(r);
		return true;
	}
	return false;
}

/* A literal from its opening quote on; an open one ends with its line. */
static void skip_quoted(struct reader *r) {
	char quote = r->text.at[r->at++];
	while (r->at < r->text.len && r->text.at[r->at] != '\n') {
		size_t spliced = splice(r);
		char c = r->text.at[r->at];
		r->at += spliced ? spliced : c == '\\' && peek(r, 1) != '\n' ? 2 : 1;
		if (c == quote) {
			break;
		}
	}
	if (r->at > r->text.len) {
		r->at = r->text.len;
	}
}

/* A raw string from its quote on; what does not begin as one is read as a plain string. */
static void skip_raw(struct reader *r) {
	size_t open = 1;
	while (open <= 17 && peek(r, open) && !strchr("( )\\\t\v\f\n\"", peek(r, open))) {
		open++;
	}
	if (peek(r, open) != '(' || open > 17) {
		skip_quoted(r);
		return;
	}
	str delimiter = str_slice(r->text, r->at + 1, r->at + open);
	for (r->at += open + 1; r->at < r->text.len; r->at++) {
		if (peek(r, 0) == ')' && peek(r, delimiter.len + 1) == '"' &&
		    str_starts_with(str_from_offset(r->text, r->at + 1), delimiter)) {
			r->at += delimiter.len + 2;
			return;
		}
	}
}

/* A name, or the literal whose prefix it is. */
static enum token_kind read_name(struct reader *r) {
	static const str raw[] = {STR_INIT("R"), STR_INIT("u8R"), STR_INIT("uR"), STR_INIT("UR"),
	                          STR_INIT("LR")};
	static const str plain[] = {STR_INIT("u8"), STR_INIT("u"), STR_INIT("U"), STR_INIT("L")};
	size_t from = r->at;
	while (is_name(peek(r, 0)) && r->at < r->text.len) {
		r->at++;
	}
	str name = str_slice(r->text, from, r->at);
	char next = peek(r, 0);
	for (size_t i = 0; next == '"' && i < COUNT_OF(raw); i++) {
		if (str_eq(name, raw[i])) {
			skip_raw(r);
			return TOKEN_LITERAL;
		}
	}
	for (size_t i = 0; (next == '"' || next == '\'') && i < COUNT_OF(plain); i++) {
		if (str_eq(name, plain[i])) {
			skip_quoted(r);
			return TOKEN_LITERAL;
		}
	}
	return TOKEN_NAME;
}

/* A preprocessing number, with digit separators and signs of exponents. */
static void read_number(struct reader *r) {
	while (r->at < r->text.len) {
		char c = peek(r, 0);
		char next = peek(r, 1);
		bool exponent = c && strchr("eEpP", c) && next && strchr("+-", next);
		if (!is_name(c) && c != '.' && !(c == '\'' && is_name(next))) {
			return;
		}
		r->at += exponent ? 2 : 1;
	}
}

/* '>' stays alone, since it may close a template's list. */
static char read_punct(struct reader *r) {
	static const struct {
		str text;
		char punct; /* what a digraph stands for */
	} operators[] = {
	    {STR_INIT("<<="), 0  },
            {STR_INIT("..."), 0  },
            {STR_INIT("->*"), 0  },
            {STR_INIT("::"),  0  },
	    {STR_INIT("->"),  0  },
            {STR_INIT("<<"),  0  },
            {STR_INIT("=="),  0  },
            {STR_INIT("!="),  0  },
	    {STR_INIT("<="),  0  },
            {STR_INIT("&&"),  0  },
            {STR_INIT("||"),  0  },
            {STR_INIT("++"),  0  },
	    {STR_INIT("--"),  0  },
            {STR_INIT("+="),  0  },
            {STR_INIT("-="),  0  },
            {STR_INIT("*="),  0  },
	    {STR_INIT("/="),  0  },
            {STR_INIT("%="),  0  },
            {STR_INIT("&="),  0  },
            {STR_INIT("|="),  0  },
	    {STR_INIT("^="),  0  },
            {STR_INIT("<%"),  '{'},
            {STR_INIT("%>"),  '}'},
	};
	str rest = str_from_offset(r->text, r->at);
	for (size_t i = 0; i < COUNT_OF(operators); i++) {
		str op = operators[i].text;
		if (str_starts_with(rest, op)) {
			r->at += op.len;
			return operators[i].punct;
		}
	}
	return r->text.at[r->at++];
}

/* A directive up to the end of its logical line, without the line end. */
static void read_directive(struct reader *r) {
	while (r->at < r->text.len && r->text.at[r->at] != '\n') {
		size_t spliced = splice(r);
		if (spliced) {
			r->at += spliced;
		} else if (is_name_start(peek(r, 0))) {
			(void)read_name(r);
		} else if (char_is_digit(peek(r, 0))) {
			read_number(r);
		} else if (peek(r, 0) == '"' || peek(r, 0) == '\'') {
			skip_quoted(r);
		} else if (!skip_comment(r)) {
			r->at++;
		}
	}
	if (r->at > 0 && r->text.at[r->at - 1] == '\r') {
		r->at--;
	}
}

static struct token read_token(struct reader *r) {
	struct token token = {.kind = TOKEN_PUNCT};
	size_t from = r->at;
	char c = peek(r, 0);
	if (r->fresh && (c == '#' || (c == '%' && peek(r, 1) == ':'))) {
		token.kind = TOKEN_DIRECTIVE;
		read_directive(r);
	} else if (is_name_start(c)) {
		token.kind = read_name(r);
	} else if (char_is_digit(c) || (c == '.' && char_is_digit(peek(r, 1)))) {
		token.kind = TOKEN_NUMBER;
		read_number(r);
	} else if (c == '"' || c == '\'') {
		token.kind = TOKEN_LITERAL;
		skip_quoted(r);
	} else {
		token.punct = read_punct(r);
	}
	r->fresh = false;
	token.text = str_slice(r->text, from, r->at);
	return token;
}

void token_scan(struct arena *arena, str text, unsigned tab, struct tokens *out) {
	struct reader r = {.text = text, .fresh = true};
	while (r.at < text.len) {
		size_t spliced = splice(&r);
		if (spliced) {
			r.at += spliced;
		} else if (char_is_blank(peek(&r, 0)) || peek(&r, 0) == '\0') {
			r.fresh = r.fresh || peek(&r, 0) == '\n';
			r.at++;
		} else if (!skip_comment(&r)) {
			struct token token = read_token(&r);
			token.tab = tab;
			tokens_push(arena, out, token);
		}
	}
}

bool token_is(const struct token *token, char punct) {
	return token->punct == punct;
}

bool token_has(const struct token *token, str text) {
	return str_eq(token->text, text);
}

str token_directive(const struct token *token, str *rest) {
	struct reader r = {.text = token->text};
	r.at = str_starts_with(r.text, STR("%:")) ? 2 : 1;
	while (r.at < r.text.len) {
		size_t spliced = splice(&r);
		if (spliced) {
			r.at += spliced;
		} else if (char_is_blank(peek(&r, 0))) {
			r.at++;
		} else if (!skip_comment(&r)) {
			break;
		}
	}
	size_t from = r.at;
	while (r.at < r.text.len && is_name(peek(&r, 0))) {
		r.at++;
	}
	*rest = str_trim(str_from_offset(r.text, r.at));
	return str_slice(r.text, from, r.at);
}
