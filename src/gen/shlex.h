/*
 * What becomes of quotes on the way from an option's text to a program's argument: Python's
 * shlex.split, which cuts the text into words, and the shell's removal of quotes from one word.
 * Knows nothing of what the words mean.
 */
#ifndef GEN_SHLEX_H
#define GEN_SHLEX_H

#include "base/str.h"

enum shlex_fault { SHLEX_DONE, SHLEX_OPEN_QUOTE, SHLEX_OPEN_ESCAPE };

/*
 * Append the words of the text as shlex.split(text) gives them.  At a fault, *fault_at is the
 * offset of the quote or backslash to which nothing belongs.
 */
enum shlex_fault shlex_split(struct arena *arena, str text, struct str_vec *words,
                             size_t *fault_at);

/*
 * The word as sh -c would hand it on, but that no other character is special: blanks do not
 * separate, nothing is expanded or redirected.  `literal`, which may be NULL, has one byte per
 * byte of the word; where it is not zero, the byte is no quote.  A word whose quotes do not pair,
 * which a shell would refuse, stays as it is.
 */
str shlex_unquote(struct arena *arena, str word, const char *literal);

#endif
