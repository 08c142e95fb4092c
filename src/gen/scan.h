/*
 * The #include lines of one file as a text scan sees them: conditions and comments are not looked
 * at (PlatformIO's finder modes "chain" and "deep").
 */
#ifndef GEN_SCAN_H
#define GEN_SCAN_H

#include "base/ctx.h"

struct include {
	str name;
	bool quoted;      /* "name", else <name> */
	bool conditional; /* it stands between #if and #endif that are no guard of the file */
};
VEC_DEFINE(includes, struct include)

struct scan {
	struct includes includes; /* each once, sorted by (delimiter, name): "D.h" before <A.h> */
	struct str_vec has;       /* names in __has_include(…), each once */
};

/* Views into the text. */
void scan_text(struct arena *arena, str text, struct scan *out);

/* The text with every comment replaced by blanks, line ends kept: what is left of a sketch's tab
 * when it is merged. */
str scan_without_comments(struct arena *arena, str text);

#endif
