/*
 * The preprocessor's side of a sketch: which branch a token stands in, whether it is ever compiled,
 * and which names are macros.
 */
#ifndef GEN_INO_BRANCH_H
#define GEN_INO_BRANCH_H

#include "gen/ino_model.h"

enum branch_kind { BRANCH_NONE, BRANCH_IF, BRANCH_ELSE, BRANCH_END };

/* An open #if. */
struct branch {
	struct branch *outer;
	struct ino_chain *chain;
	bool was_dead; /* all of it is in a dead branch */
	bool taken;    /* a branch that is always compiled has been there */
	bool has_else;
};

struct branches {
	struct branch *open;
	const struct ino_condition *condition; /* where the reader stands */
	bool dead;
};

/* Follow the directive at a position; its condition and deadness are set. */
enum branch_kind branch_follow(struct ino_model *model, struct branches *branches, size_t at);

/*
 * The prototype of a function whose head has branches: all that stands from its first token up to
 * `to`, in lines, with every branch whole; its condition is set.  Empty where that would be wrong.
 */
str branch_text(struct ino_model *model, struct ino_function *function, size_t to);

#endif
