/*
 * Reads what a sketch declares from its tokens, brace by brace; where branches of an #if open
 * different numbers of braces it goes on with one of them.
 */
#ifndef GEN_INO_READ_H
#define GEN_INO_READ_H

#include "gen/ino_model.h"

/* Read the tabs' texts, one behind the other. */
void ino_read(struct arena *arena, const struct str_vec *texts, struct ino_model *out);

#endif
