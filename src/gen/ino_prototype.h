/*
 * What can be said of a function ahead of its definition, made from its head.
 */
#ifndef GEN_INO_PROTOTYPE_H
#define GEN_INO_PROTOTYPE_H

#include "gen/ino_head.h"
#include "gen/ino_model.h"

/*
 * The prototype on one line, without ';' and without default arguments (the definition keeps
 * them).  Empty where none can be: the return type is only known from the body.
 */
str prototype_text(struct arena *arena, const struct head *head);

/* The types of its parameters: what tells overloads apart. */
str prototype_signature(struct arena *arena, const struct head *head);

/* The names that must be declared in front of it, where the sketch declares them. */
void prototype_needs(struct arena *arena, const struct head *head, struct ino_needs *out);

/* What declares a type (not a function) ahead of its definition; empty where nothing can. */
str prototype_of_type(struct arena *arena, const struct head *head);

/* The tokens' texts in a row, with a blank where the source has a gap. */
str prototype_row(struct arena *arena, const struct head *head, size_t from, size_t to);

#endif
