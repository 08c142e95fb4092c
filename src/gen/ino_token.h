/*
 * A sketch's text as tokens of C++: names, numbers, literals, punctuation and whole preprocessor
 * lines.  Comments, blanks and line splices are left out.  Knows nothing of declarations.
 */
#ifndef GEN_INO_TOKEN_H
#define GEN_INO_TOKEN_H

#include "base/ctx.h"

enum token_kind { TOKEN_NAME, TOKEN_NUMBER, TOKEN_LITERAL, TOKEN_PUNCT, TOKEN_DIRECTIVE };

struct ino_condition;

struct token {
	enum token_kind kind;
	char punct;   /* a punctuation of one character; 0 for all else */
	unsigned tab; /* which of the sketch's tabs it stands in */
	str text;     /* a view into the tab's text */

	/* What the reader of declarations finds out. */
	bool declares; /* it names what a declaration declares */
	bool dead;     /* in a branch that is never compiled */
	size_t decl;   /* the declaration at namespace scope that holds it */
	const struct ino_condition *condition;
};
VEC_DEFINE(tokens, struct token)
VEC_DEFINE(token_refs, const struct token *)

/* Append the tokens of a text. */
void token_scan(struct arena *arena, str text, unsigned tab, struct tokens *out);

bool token_is(const struct token *token, char punct);
bool token_has(const struct token *token, str text);

/* A directive's name ("if"), and what follows it without blanks at both ends. */
str token_directive(const struct token *token, str *rest);

#endif
