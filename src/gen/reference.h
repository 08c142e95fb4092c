/*
 * The form of "${name}" and "${section.option}" in a text.  Knows nothing of what they stand for.
 */
#ifndef GEN_REFERENCE_H
#define GEN_REFERENCE_H

#include "base/str.h"

struct reference {
	str whole; /* from the dollar sign to the brace */
	bool has_section;
	str section, option;
};

/* The first reference of the text; false where it has none. */
bool reference_find(str text, struct reference *out);

#endif
