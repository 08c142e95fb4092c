/*
 * What the tables of a command line say to people: --help, and the manual page's sections.
 */
#ifndef BASE_CLI_HELP_H
#define BASE_CLI_HELP_H

#include <stdio.h>

#include "base/cli.h"

/* Print what --help or --version asks; false where neither was given. */
bool cli_answer(const struct cli_program *program, const struct cli_args *args, FILE *out);

/* Help for one verb; for the program as a whole where `verb` is NULL or has no name. */
void cli_print_help(const struct cli_program *program, const struct cli_verb *verb, FILE *out);

/* The OPTIONS and COMMANDS sections of the manual page, in Markdown. */
void cli_print_markdown(const struct cli_program *program, FILE *out);

#endif
