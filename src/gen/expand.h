/*
 * $NAME, ${NAME} and $$ in a word, as SCons replaces them.  Knows nothing of quotes, but tells
 * which bytes came from a value, so that who removes quotes can leave those alone.
 */
#ifndef GEN_EXPAND_H
#define GEN_EXPAND_H

#include "base/map.h"

struct expansion {
	str text;
	const char
	    *literal; /* one byte per byte of text, not zero where a value stands; NULL: no '$'
	               */
	bool filled;  /* a variable was named, known or not */
};

/* `variables` (name → str *) may be NULL.  Without a '$', text is the word itself. */
struct expansion expand_word(struct arena *arena, str word, const struct map *variables);

#endif
