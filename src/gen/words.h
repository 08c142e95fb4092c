/*
 * Lists of words in a family's file, with a board's properties filled in.  An item is
 *   a word                                  "{name}" in it stands for the property's value
 *   {when: {NAME: VALUE, …}, words: [...]}  words for boards with these properties
 *   {when: …, defaults: [...]}              defines for whoever has not defined the name himself
 * A value of `when` may also be a list, any of which will do, or '*': the property is set, not
 * empty.  `when` may be missing before `defaults`.
 *
 * {in}, {out} and {port} stay as they are: they are filled in where the words are used.  A word
 * that is nothing but one property whose name ends in "_flags" becomes the property's words, of
 * which there may be none.  Between double quotes a value loses its own.
 */
#ifndef GEN_WORDS_H
#define GEN_WORDS_H

#include "gen/board.h"

/* Whether the board has what an item's `when` asks for; it does where there is none. */
NODISCARD bool words_apply(const struct board *board, const struct value *item);

/* Fill in the properties.  One that is not set is a fault. */
NODISCARD bool words_expand(struct ctx *cx, const struct board *board, const struct value *word,
                            str *out);

/*
 * Append the words of a list; a missing list has none.  Defaults go to `defaults`, or are a fault
 * where it is NULL.
 */
NODISCARD bool words_read(struct ctx *cx, const struct board *board, const struct value *list,
                          struct str_vec *words, struct str_vec *defaults);

#endif
