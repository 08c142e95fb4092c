/*
 * Command lines from one table: parsing.  Prints nothing: see cli_help and cli_complete.
 */
#ifndef BASE_CLI_H
#define BASE_CLI_H

#include "base/ctx.h"

struct cli_option {
	char letter;          /* -C; 0: none */
	const char *name;     /* --directory, without the hyphens; NULL: none */
	const char *argument; /* what it takes ("DIR"); NULL: nothing */
	const char *help;
	int id; /* the program's own enum */
};

struct cli_verb {
	const char *name;     /* NULL: what the program does without a verb */
	const char *operands; /* "[QUERY]"; NULL: takes none */
	const char *help;     /* NULL: hidden */
	const int *options; /* ids of the options it takes besides the common ones, 0 at the end */
	int id;
};

/* What stands at the end of a program's help: names, and a line about each. */
struct cli_note {
	const char *name, *help;
};

/* A word that people of other tools will try in place of a verb, and what is said to them. */
struct cli_hint {
	const char *word, *help;
};

struct cli_program {
	const char *name, *summary, *version;
	const char *notes_title; /* NULL: no notes */
	const struct cli_note *notes;
	size_t note_count;
	const struct cli_hint *hints;
	size_t hint_count;
	const struct cli_option *options;
	size_t option_count;
	const struct cli_verb *verbs;
	size_t verb_count;
	const int *common; /* ids of options that every verb takes, 0 at the end */
};

struct cli_value {
	int id;
	str value;
};
VEC_DEFINE(cli_values, struct cli_value)

/* What --help and --version ask, before which nothing else matters. */
enum cli_question { CLI_NOTHING, CLI_HELP, CLI_VERSION };

struct cli_args {
	const struct cli_verb *verb;
	struct cli_values options; /* in the order given */
	struct str_vec operands;
	enum cli_question question;
};

/*
 * Options may stand before and after the verb; "--" ends them; "--name=value", "-Cvalue" and "-vj4"
 * are understood.  An unknown verb or option is a fault (EXIT_USAGE) with the nearest name; so is
 * an option that the verb does not take, an operand where it takes none, and a missing one that
 * does not stand in brackets.  Every program has --help (-h) and --version; they need not be in a
 * table.
 */
NODISCARD bool cli_parse(struct ctx *cx, const struct cli_program *program, int argc, char **argv,
                         struct cli_args *out);

bool cli_has(const struct cli_args *args, int id);

/* The last value given for the option; empty where there is none. */
str cli_get(const struct cli_args *args, int id);

/* All values given for the option, in their order, each once. */
struct str_vec cli_list(struct arena *arena, const struct cli_args *args, int id);

/* The verb of that name, or NULL; for the empty name what the program does without a verb. */
const struct cli_verb *cli_find_verb(const struct cli_program *program, str name);

/* Whether the verb takes the option, as one of its own or as a common one. */
bool cli_takes(const struct cli_program *program, const struct cli_verb *verb, int id);

/* Whether any verb that is not hidden takes the option. */
bool cli_shows(const struct cli_program *program, int id);

/* --help and --version. */
extern const struct cli_option cli_built_in[2];

#endif
