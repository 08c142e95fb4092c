#include "base/cli_help.h"

#include <string.h>

/* Columns of a text, as far as one character is one. */
static size_t width(const char *text) {
	size_t columns = 0;
	for (; *text; text++) {
		columns += ((unsigned char)*text & 0xc0) != 0x80;
	}
	return columns;
}

static void pad(FILE *out, size_t from, size_t to) {
	for (; from < to; from++) {
		fputc(' ', out);
	}
}

/* "-C, --directory DIR", "-j N", "    --json"; its columns.  NULL only counts. */
static size_t print_option_name(const struct cli_option *option, FILE *out) {
	struct arena arena = {0};
	struct str_vec parts = {0};
	str letter = option->letter ? str_format(&arena, "-%c", option->letter) : STR("  ");
	str_vec_push(&arena, &parts, letter);
	if (option->name) {
		const char *comma = option->letter ? "," : " ";
		str_vec_push(&arena, &parts, str_format(&arena, "%s --%s", comma, option->name));
	}
	if (option->argument) {
		str_vec_push(&arena, &parts, str_format(&arena, " %s", option->argument));
	}
	str text = str_join(&arena, &parts, STR(""));
	size_t columns = width(text.at);
	if (out) {
		fputs(text.at, out);
	}
	arena_release(&arena);
	return columns;
}

static void print_option(const struct cli_option *option, size_t column, FILE *out) {
	fputs("  ", out);
	size_t used = print_option_name(option, out);
	pad(out, used, column);
	fprintf(out, "  %s\n", option->help);
}

static void print_options(const struct cli_program *program, const struct cli_verb *verb,
                          FILE *out) {
	size_t column = print_option_name(&cli_built_in[1], NULL);
	for (size_t i = 0; i < program->option_count; i++) {
		const struct cli_option *option = &program->options[i];
		size_t used = print_option_name(option, NULL);
		if (cli_takes(program, verb, option->id) && used > column) {
			column = used;
		}
	}
	fputs("\nOptions:\n", out);
	for (size_t i = 0; i < program->option_count; i++) {
		if (cli_takes(program, verb, program->options[i].id)) {
			print_option(&program->options[i], column, out);
		}
	}
	for (size_t i = 0; i < COUNT_OF(cli_built_in); i++) {
		print_option(&cli_built_in[i], column, out);
	}
}

static void print_usage(const struct cli_program *program, const struct cli_verb *verb,
                        const char *before, FILE *out) {
	fprintf(out, "%s%s", before, program->name);
	if (verb->name) {
		fprintf(out, " %s", verb->name);
	}
	fputs(" [OPTION…]", out);
	if (verb->operands) {
		fprintf(out, " %s", verb->operands);
	}
	fputc('\n', out);
}

static void print_verbs(const struct cli_program *program, FILE *out) {
	size_t column = 0;
	for (size_t i = 0; i < program->verb_count; i++) {
		const struct cli_verb *verb = &program->verbs[i];
		size_t used = verb->name && verb->help ? width(verb->name) : 0;
		column = used > column ? used : column;
	}
	if (column == 0) {
		return;
	}
	fputs("\nCommands:\n", out);
	for (size_t i = 0; i < program->verb_count; i++) {
		const struct cli_verb *verb = &program->verbs[i];
		if (verb->name && verb->help) {
			fprintf(out, "  %s", verb->name);
			pad(out, width(verb->name), column);
			fprintf(out, "  %s\n", verb->help);
		}
	}
	fprintf(out, "\n'%s COMMAND --help' tells more of one.\n", program->name);
}

static void print_notes(const struct cli_program *program, FILE *out) {
	size_t column = 0;
	for (size_t i = 0; i < program->note_count; i++) {
		size_t used = width(program->notes[i].name);
		column = used > column ? used : column;
	}
	if (program->notes_title) {
		fprintf(out, "\n%s:\n", program->notes_title);
	}
	for (size_t i = 0; i < program->note_count; i++) {
		const struct cli_note *note = &program->notes[i];
		fprintf(out, "  %s", note->name);
		pad(out, width(note->name), column);
		fprintf(out, "  %s\n", note->help);
	}
}

void cli_print_help(const struct cli_program *program, const struct cli_verb *verb, FILE *out) {
	if (verb && verb->name) {
		print_usage(program, verb, "Usage: ", out);
		fprintf(out, "%s%s%s", verb->help ? "\n" : "", verb->help ? verb->help : "",
		        verb->help ? ".\n" : "");
		print_options(program, verb, out);
		return;
	}
	verb = cli_find_verb(program, (str){0});
	fprintf(out, "%s\n\n", program->summary);
	if (verb) {
		print_usage(program, verb, "Usage: ", out);
		fprintf(out, "       %s COMMAND …\n\n%s.\n", program->name, verb->help);
	} else {
		fprintf(out, "Usage: %s COMMAND …\n", program->name);
	}
	print_verbs(program, out);
	print_options(program, verb, out);
	print_notes(program, out);
}

/* Text with what Markdown would take for its own escaped. */
static void print_markdown_text(const char *text, FILE *out) {
	for (; *text; text++) {
		if (strchr("\\`*_[]<>#|", *text)) {
			fputc('\\', out);
		}
		fputc(*text, out);
	}
}

/* The commands that take an option, where not all do. */
static void print_takers(const struct cli_program *program, int id, FILE *out) {
	if (id == 0 || cli_takes(program, NULL, id)) {
		return;
	}
	const char *before = "> For ";
	for (size_t i = 0; i < program->verb_count; i++) {
		const struct cli_verb *verb = &program->verbs[i];
		if (verb->help && cli_takes(program, verb, id)) {
			fprintf(out, "%s**%s**", before, verb->name ? verb->name : program->name);
			before = ", ";
		}
	}
	fputs(".\n", out);
}

/* What follows a bold name: its operands, which may be NULL, and the paragraph about it. */
static void print_markdown_entry(const char *operands, const char *help, FILE *out) {
	if (operands) {
		fputs(" *", out);
		print_markdown_text(operands, out);
		fputc('*', out);
	}
	fputs("\n\n> ", out);
	print_markdown_text(help, out);
	fputs(".\n", out);
}

static void print_markdown_option(const struct cli_program *program,
                                  const struct cli_option *option, FILE *out) {
	fputc('\n', out);
	if (option->letter) {
		fprintf(out, "**-%c**%s", option->letter, option->name ? ", " : "");
	}
	if (option->name) {
		fprintf(out, "**--%s**", option->name);
	}
	print_markdown_entry(option->argument, option->help, out);
	print_takers(program, option->id, out);
}

void cli_print_markdown(const struct cli_program *program, FILE *out) {
	fputs("# COMMANDS\n", out);
	for (size_t i = 0; i < program->verb_count; i++) {
		const struct cli_verb *verb = &program->verbs[i];
		if (!verb->help) {
			continue;
		}
		fprintf(out, "\n**%s%s%s**", program->name, verb->name ? " " : "",
		        verb->name ? verb->name : "");
		print_markdown_entry(verb->operands, verb->help, out);
	}
	fputs("\n# OPTIONS\n", out);
	for (size_t i = 0; i < program->option_count; i++) {
		if (cli_shows(program, program->options[i].id)) {
			print_markdown_option(program, &program->options[i], out);
		}
	}
	for (size_t i = 0; i < COUNT_OF(cli_built_in); i++) {
		print_markdown_option(program, &cli_built_in[i], out);
	}
}

bool cli_answer(const struct cli_program *program, const struct cli_args *args, FILE *out) {
	if (args->question == CLI_HELP) {
		cli_print_help(program, args->verb, out);
	} else if (args->question == CLI_VERSION) {
		fprintf(out, "%s %s\n", program->name, program->version);
	}
	return args->question != CLI_NOTHING;
}
