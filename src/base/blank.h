/*
 * Blanks as Unicode knows them: what Python's str.strip() takes away, so that a no-break space
 * pasted into an ini file means the same here as there.
 */
#ifndef BASE_BLANK_H
#define BASE_BLANK_H

#include "base/str.h"

/* Bytes of the blank that s begins with (ends with); 0 where it is none. */
size_t blank_leading(str s);
size_t blank_trailing(str s);

/* Without blanks at both ends, at the end. */
str blank_trim(str s);
str blank_trim_end(str s);

#endif
