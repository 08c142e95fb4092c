#include "base/cli.h"

#include "base/edit.h"

const struct cli_option cli_built_in[2] = {
    {'h', "help",    NULL, "Print this help",   0},
    {0,   "version", NULL, "Print the version", 0},
};

/* Parsing in progress. */
struct parser {
	struct ctx *cx;
	const struct cli_program *program;
	struct str_vec words; /* what is left */
	size_t next;
	struct cli_args *args;
	struct str_vec used; /* options as they were written, beside args->options */
	bool only_operands;
	bool help, version;
	bool ok;
};

static bool has_id(const int *ids, int id) {
	for (; ids && *ids; ids++) {
		if (*ids == id) {
			return true;
		}
	}
	return false;
}

bool cli_takes(const struct cli_program *program, const struct cli_verb *verb, int id) {
	return has_id(program->common, id) || (verb && has_id(verb->options, id));
}

bool cli_shows(const struct cli_program *program, int id) {
	if (has_id(program->common, id)) {
		return true;
	}
	for (size_t i = 0; i < program->verb_count; i++) {
		if (program->verbs[i].help && has_id(program->verbs[i].options, id)) {
			return true;
		}
	}
	return false;
}

const struct cli_verb *cli_find_verb(const struct cli_program *program, str name) {
	for (size_t i = 0; i < program->verb_count; i++) {
		if (str_eq(str_from(program->verbs[i].name), name)) {
			return &program->verbs[i];
		}
	}
	return NULL;
}

static const struct cli_option *find_option(const struct cli_program *program, str name) {
	for (size_t i = 0; i < program->option_count; i++) {
		const struct cli_option *option = &program->options[i];
		if (option->name && str_eq(str_from(option->name), name)) {
			return option;
		}
	}
	return NULL;
}

static const struct cli_option *find_letter(const struct cli_program *program, char letter) {
	for (size_t i = 0; i < program->option_count; i++) {
		if (letter && program->options[i].letter == letter) {
			return &program->options[i];
		}
	}
	return NULL;
}

static PRINTF_LIKE(2, 3) void fault(struct parser *p, const char *format, ...) {
	va_list args;
	va_start(args, format);
	str text = str_format_args(p->cx->diag->arena, format, args);
	va_end(args);
	p->ok = diag_fault(p->cx->diag, EXIT_USAGE, (span){0}, "%" PRI_STR, STR_ARG(text));
}

/* Say which of the names was meant, else where all of them are listed. */
static void help_with(struct parser *p, str word, const struct str_vec *names, const char *before) {
	struct str_vec near = {0};
	edit_nearest(p->cx->scratch, word, names, 1, &near);
	if (near.len) {
		diag_help(p->cx->diag, "did you mean '%s%" PRI_STR "'?", before,
		          STR_ARG(near.at[0]));
	} else {
		diag_help(p->cx->diag, "'%s --help' lists them", p->program->name);
	}
}

static void unknown_option(struct parser *p, str name) {
	struct str_vec names = {0};
	for (size_t i = 0; i < p->program->option_count; i++) {
		const struct cli_option *option = &p->program->options[i];
		if (option->name && cli_shows(p->program, option->id)) {
			str_vec_push(p->cx->scratch, &names, str_from(option->name));
		}
	}
	str_vec_push(p->cx->scratch, &names, STR("help"));
	str_vec_push(p->cx->scratch, &names, STR("version"));
	fault(p, "unknown option '--%" PRI_STR "'", STR_ARG(name));
	help_with(p, name, &names, "--");
}

static void unknown_verb(struct parser *p, str word) {
	struct str_vec names = {0};
	for (size_t i = 0; i < p->program->verb_count; i++) {
		const struct cli_verb *verb = &p->program->verbs[i];
		if (verb->name && verb->help) {
			str_vec_push(p->cx->scratch, &names, str_from(verb->name));
		}
	}
	fault(p, "unknown command '%" PRI_STR "'", STR_ARG(word));
	for (size_t i = 0; i < p->program->hint_count; i++) {
		if (str_eq(word, str_from(p->program->hints[i].word))) {
			diag_help(p->cx->diag, "%s", p->program->hints[i].help);
			return;
		}
	}
	help_with(p, word, &names, "");
}

static void add_option(struct parser *p, const struct cli_option *option, str value, str written) {
	struct cli_value given = {option->id, value};
	cli_values_push(p->cx->keep, &p->args->options, given);
	str_vec_push(p->cx->scratch, &p->used, written);
}

/* The next word as the value of an option. */
static void take_value(struct parser *p, const struct cli_option *option, str written) {
	if (p->next == p->words.len) {
		fault(p, "'%" PRI_STR "' wants a value: %s", STR_ARG(written), option->argument);
		return;
	}
	add_option(p, option, p->words.at[p->next++], written);
}

/* "--name", "--name=value", "--name" "value". */
static void take_long(struct parser *p, str word) {
	str name;
	str value;
	bool has_value = str_cut(str_from_offset(word, 2), '=', &name, &value);
	str written = str_slice(word, 0, 2 + name.len);
	const struct cli_option *option = find_option(p->program, name);
	if (!option && str_eq(name, STR("help"))) {
		p->help = true;
	} else if (!option && str_eq(name, STR("version"))) {
		p->version = true;
	} else if (!option) {
		unknown_option(p, name);
	} else if (!option->argument && has_value) {
		fault(p, "'%" PRI_STR "' takes no value", STR_ARG(written));
	} else if (!option->argument || has_value) {
		add_option(p, option, value, written);
	} else {
		take_value(p, option, written);
	}
}

/* "-x", "-xvalue", "-x" "value", and several that take nothing: "-xy". */
static void take_letters(struct parser *p, str word) {
	for (size_t i = 1; i < word.len; i++) {
		const struct cli_option *option = find_letter(p->program, word.at[i]);
		str written = str_format(p->cx->scratch, "-%c", word.at[i]);
		str rest = str_from_offset(word, i + 1);
		if (!option && word.at[i] == 'h') {
			p->help = true;
		} else if (!option) {
			fault(p, "unknown option '%" PRI_STR "'", STR_ARG(written));
			help_with(p, (str){0}, &(struct str_vec){0}, "");
			return;
		} else if (!option->argument) {
			add_option(p, option, (str){0}, written);
		} else if (rest.len) {
			add_option(p, option, rest, written);
			return;
		} else {
			take_value(p, option, written);
			return;
		}
	}
}

static void take_operand(struct parser *p, str word) {
	bool may_be_verb = !p->args->verb && p->args->operands.len == 0 && !p->only_operands;
	const struct cli_verb *verb =
	    may_be_verb && word.len ? cli_find_verb(p->program, word) : NULL;
	if (verb) {
		p->args->verb = verb;
	} else {
		str_vec_push(p->cx->keep, &p->args->operands, word);
	}
}

static void take_word(struct parser *p, str word) {
	bool is_option = !p->only_operands && word.len > 1 && word.at[0] == '-';
	if (!is_option) {
		take_operand(p, word);
	} else if (str_eq(word, STR("--"))) {
		p->only_operands = true;
	} else if (word.at[1] == '-') {
		take_long(p, word);
	} else {
		take_letters(p, word);
	}
}

/* How many of the words of "WHAT [WORD…]" stand in no brackets. */
static size_t required(const char *operands) {
	size_t count = 0;
	str rest = str_from(operands);
	while (rest.len) {
		str word;
		(void)str_cut(rest, ' ', &word, &rest);
		count += word.len && word.at[0] != '[';
	}
	return count;
}

static void check_operands(struct parser *p) {
	const struct cli_verb *verb = p->args->verb;
	const struct str_vec *operands = &p->args->operands;
	if (operands->len && !verb->operands) {
		if (!verb->name && !p->only_operands) {
			unknown_verb(p, operands->at[0]);
			return;
		}
		fault(p, "'%s' takes no operand, found '%" PRI_STR "'",
		      verb->name ? verb->name : p->program->name, STR_ARG(operands->at[0]));
		return;
	}
	if (operands->len < required(verb->operands)) {
		fault(p, "'%s' wants: %s", verb->name ? verb->name : p->program->name,
		      verb->operands);
	}
}

static void check_options(struct parser *p) {
	const struct cli_verb *verb = p->args->verb;
	for (size_t i = 0; i < p->used.len; i++) {
		if (cli_takes(p->program, verb, p->args->options.at[i].id)) {
			continue;
		}
		if (verb->name) {
			fault(p, "'%s' does not take '%" PRI_STR "'", verb->name,
			      STR_ARG(p->used.at[i]));
			diag_help(p->cx->diag, "'%s %s --help' lists what it takes",
			          p->program->name, verb->name);
		} else {
			fault(p, "'%" PRI_STR "' needs a command", STR_ARG(p->used.at[i]));
			diag_help(p->cx->diag, "'%s --help' lists them", p->program->name);
		}
	}
}

static void check(struct parser *p) {
	struct cli_args *args = p->args;
	if (!args->verb) {
		args->verb = cli_find_verb(p->program, STR(""));
	}
	if (args->verb) {
		check_operands(p);
	} else if (args->operands.len) {
		unknown_verb(p, args->operands.at[0]);
	} else if (p->ok) {
		fault(p, "expected a command");
		diag_help(p->cx->diag, "'%s --help' lists them", p->program->name);
	}
	if (args->verb && p->ok) {
		check_options(p);
	}
}

bool cli_parse(struct ctx *cx, const struct cli_program *program, int argc, char **argv,
               struct cli_args *out) {
	struct arena_mark mark = arena_mark(cx->scratch);
	struct parser p = {.cx = cx, .program = program, .args = out, .ok = true};
	*out = (struct cli_args){0};
	for (int i = 1; i < argc; i++) {
		str_vec_push(cx->scratch, &p.words, str_from(argv[i]));
	}
	while (p.next < p.words.len) {
		take_word(&p, p.words.at[p.next++]);
	}
	if (p.ok && (p.help || p.version)) {
		out->question = p.help ? CLI_HELP : CLI_VERSION;
	} else {
		check(&p);
	}
	arena_rewind(cx->scratch, mark);
	return p.ok;
}

bool cli_has(const struct cli_args *args, int id) {
	for (size_t i = 0; i < args->options.len; i++) {
		if (args->options.at[i].id == id) {
			return true;
		}
	}
	return false;
}

str cli_get(const struct cli_args *args, int id) {
	str value = {0};
	for (size_t i = 0; i < args->options.len; i++) {
		if (args->options.at[i].id == id) {
			value = args->options.at[i].value;
		}
	}
	return value;
}

struct str_vec cli_list(struct arena *arena, const struct cli_args *args, int id) {
	struct str_vec list = {0};
	for (size_t i = 0; i < args->options.len; i++) {
		if (args->options.at[i].id == id) {
			str_vec_add(arena, &list, args->options.at[i].value);
		}
	}
	return list;
}
