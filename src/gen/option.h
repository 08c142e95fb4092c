/*
 * The options of platformio.ini as a table: names, types, defaults, environment variables.
 */
#ifndef GEN_OPTION_H
#define GEN_OPTION_H

#include <stdio.h>

#include "base/str.h"

enum option_scope { OPTION_PLATFORMIO, OPTION_ENV };

enum option_type { OPTION_TEXT, OPTION_BOOL, OPTION_INT, OPTION_CHOICE, OPTION_DIR };

struct option {
	enum option_scope scope;
	enum option_type type;
	bool multiple;
	str name;
	const char *old_names;     /* separated by blanks; NULL: none */
	const char *default_value; /* NULL: none; items of a multiple one are separated by '\n' */
	const char *variable;      /* environment variable without PLATFORMIO_; NULL: none */
	const char *choices;       /* of a choice or a number, separated by blanks; NULL: any */
	const char *help;          /* one line for docs/options.md */
};

extern const struct option options[];
extern const size_t option_count;

/* By present or old name, in lower case; NULL where there is none. */
const struct option *option_find(enum option_scope scope, str name);

/* Whether the name is one of the option's old ones. */
bool option_is_old_name(const struct option *option, str name);

/* Whether the value is one that the option allows; always true where it has no choices. */
bool option_is_choice(const struct option *option, str value);

/* Append the words of a list of the table (old_names, choices). */
void option_split_list(struct arena *arena, const char *list, struct str_vec *out);

/* The page docs/options.md. */
void option_print_markdown(FILE *out);

#endif
