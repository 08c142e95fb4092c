/*
 * What is missing on this machine, and the command that cures it.
 */
#ifndef GEN_DOCTOR_H
#define GEN_DOCTOR_H

#include <stdio.h>

#include "gen/family.h"

/* Print one line for everything fbgen can use.  False where something is missing that every
 * project needs. */
NODISCARD bool doctor_run(struct ctx *cx, const struct board_dirs *dirs, FILE *out);

#endif
