/*
 * Which known name a user may have meant.
 */
#ifndef BASE_EDIT_H
#define BASE_EDIT_H

#include "base/str.h"

/* Levenshtein's distance with transpositions, ignoring the case of ASCII letters; at most `max`+1.
 */
size_t edit_distance(struct arena *scratch, str a, str b, size_t max);

/* Up to `count` of the names, nearest first, none farther than a third of the word's length (at
 * least 2) unless it starts with the word. */
void edit_nearest(struct arena *arena, str word, const struct str_vec *names, size_t count,
                  struct str_vec *out);

#endif
