/*
 * What a sketch declares at file and namespace scope: functions, types, constants and macros, with
 * the places and the conditions that they stand under.  Positions are indices of tokens.
 */
#ifndef GEN_INO_MODEL_H
#define GEN_INO_MODEL_H

#include "base/map.h"
#include "gen/ino_token.h"

VEC_DEFINE(positions, size_t)

/* The lines #if, #elif …, #else that choose between branches. */
struct ino_chain {
	struct positions lines;
};

/* One branch; it stands in another or (NULL) outside of all. */
struct ino_condition {
	const struct ino_condition *outer;
	const struct ino_chain *chain;
	size_t branch, depth; /* the outermost has depth 1 */
};

/* A namespace, however often it is opened.  NULL is the file's scope. */
struct ino_space {
	const struct ino_space *outer;
	str open; /* "namespace a" */
	str name;
	size_t number, depth;
};

enum ino_scope_kind { SCOPE_SPACE, SCOPE_LINKAGE, SCOPE_CODE, SCOPE_TYPE, SCOPE_VALUE };

/* An open brace. */
struct ino_scope {
	const struct ino_scope *outer;
	enum ino_scope_kind kind;
	size_t depth;
	size_t begin; /* the first token of the declaration that it belongs to */
	const struct ino_space *space;
	str linkage; /* the text behind extern; empty: C++ */
};

struct ino_declaration {
	size_t begin;
	const struct ino_scope *scope;
};
VEC_DEFINE(ino_declarations, struct ino_declaration)

/* A name that a prototype may need to be declared before it; values matter in [] and <> only. */
struct ino_need {
	str name;
	bool value;
};
VEC_DEFINE(ino_needs, struct ino_need)

struct ino_function {
	str name;      /* "+" for operator+ */
	str prototype; /* without default arguments; with its ';' */
	str signature; /* what tells overloads apart: the types of its parameters */
	size_t begin;  /* the first token of its head */
	size_t at;     /* the token that names it */
	struct ino_needs needs;
	const struct ino_condition *condition;
	const struct ino_space *space;
	str linkage;
};
VEC_DEFINE(ino_functions, struct ino_function *)

struct ino_name;
VEC_DEFINE(ino_names, struct ino_name *)

/* All that goes by one name; positions are ascending. */
struct ino_name {
	struct ino_functions declared; /* functions without a body */
	bool is_function;              /* one with a body is there */
	struct positions uses;         /* where it may be called, when it is a function */
	struct positions defines;      /* #define and #undef */
	struct ino_names text;         /* what the macro's text names */
	char brace;                    /* the macro stands for this brace; 0: it does not */
	bool is_type, is_value;
	size_t type, value; /* the first token that declares it as a type or macro, as a value */
	str forward;        /* what declares the type ahead of its definition; empty: nothing can */
};

struct ino_model {
	struct arena *arena;
	struct tokens tokens;
	struct ino_declarations declarations;
	struct ino_functions functions; /* those with a body */
	struct positions includes;
	struct map names;
};

/* The entry of a name; made where it is new. */
struct ino_name *ino_name_at(struct ino_model *model, str name);

/* Whether one condition holds wherever the other one does. */
bool ino_condition_covers(const struct ino_condition *wide, const struct ino_condition *narrow);

#endif
