/*
 * Which functions of a sketch need a prototype, and where it can stand: in front of the declaration
 * that first names the function, if the types that it names are known there.
 */
#ifndef GEN_INO_PLACE_H
#define GEN_INO_PLACE_H

#include "gen/ino_model.h"

struct ino_prototype {
	size_t
	    at; /* the token in front of which it stands: the first of a declaration, or an #if */
	const struct ino_function *function;
	struct str_vec forwards;       /* declarations of types, in front of it */
	struct positions directives;   /* lines that open its condition */
	size_t ends;                   /* how many #endif close it */
	const struct ino_space *space; /* the namespace at that place */
	str linkage;                   /* the linkage at that place */
};
VEC_DEFINE(ino_prototypes_found, struct ino_prototype)

/* In the order of their places. */
void ino_place(struct ino_model *model, struct ino_prototypes_found *out);

/* The function's prototype in front of everything, under its conditions; false where that cannot
 * be. */
bool ino_place_conditions(struct ino_model *model, const struct ino_function *function,
                          struct ino_prototype *out);

#endif
