/*
 * The head of a declaration: its tokens outside of braces, up to '{' or ';'.  Says what kind of
 * thing it declares and where its parts are.
 */
#ifndef GEN_INO_HEAD_H
#define GEN_INO_HEAD_H

#include "gen/ino_token.h"

enum head_kind {
	HEAD_CODE,     /* what follows is code: a method, an ISR(...), anything unknown */
	HEAD_SPACE,    /* a namespace */
	HEAD_LINKAGE,  /* extern "C" */
	HEAD_FUNCTION, /* a function that a prototype can declare */
	HEAD_TYPE,     /* a class, union or enumeration with its body */
	HEAD_VALUE,    /* an initialiser */
};

struct head {
	struct token_refs list; /* set by the caller; the rest is found out */
	size_t from;            /* behind macro calls that stand in front */
	size_t start;           /* behind template<…> */
	size_t name;            /* of functions and types; the list's end: has none */
	size_t open, close;     /* the parentheses of a function's parameters */
};

enum head_kind head_parse(struct head *head);

/* The token at i, one without text behind the end; whether it is, or has, something. */
const struct token *head_token(const struct head *head, size_t i);
bool head_is(const struct head *head, size_t i, char punct);
bool head_has(const struct head *head, size_t i, str text);
bool head_is_name(const struct head *head, size_t i);

/* Behind the group that opens with '(' or '[' at i; the list's end where it stays open. */
size_t head_skip_group(const struct head *head, size_t i);

/* Behind the template's list that opens at i; i where it is none. */
size_t head_skip_angle(const struct head *head, size_t i);

/* Whether the token is one of C++'s words; "class", "struct", "union" or "enum". */
bool head_is_keyword(const struct token *token);
bool head_is_class_key(const struct token *token);

#endif
