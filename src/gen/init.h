/*
 * A new project from a template.
 */
#ifndef GEN_INIT_H
#define GEN_INIT_H

#include "gen/family.h"

/*
 * Make a project for the board in the working directory: a sketch for a board with the arduino
 * framework, a program for the host where the id is "native".  Nothing is overwritten: where one of
 * the files exists, nothing is made at all.
 */
NODISCARD bool init_project(struct ctx *cx, const struct board_dirs *dirs, str board);

#endif
