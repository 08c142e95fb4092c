/*
 * `fbgen debug`: single decisions of the program, printed for tests and for people who report one.
 */
#ifndef GEN_DEBUG_H
#define GEN_DEBUG_H

#include <stdio.h>

#include "base/ctx.h"

/* words[0] says what: "semver RANGE VERSION", "options". */
NODISCARD bool debug_print(struct ctx *cx, const struct str_vec *words, FILE *out);

#endif
