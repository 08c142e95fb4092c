/*
 * Completion scripts from the tables of a command line, one writer per shell.  Arguments named DIR
 * and FILE complete as such, others not at all.
 */
#ifndef BASE_CLI_COMPLETE_H
#define BASE_CLI_COMPLETE_H

#include <stdio.h>

#include "base/cli.h"

/* A completion script for "bash", "zsh" or "fish"; false for another shell. */
NODISCARD bool cli_print_completion(const struct cli_program *program, str shell, FILE *out);

#endif
