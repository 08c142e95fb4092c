#include "gen/reference.h"

/* Characters before the first that cannot stand in the name of a section. */
static size_t section_len(str text) {
	size_t len = 0;
	while (len < text.len && text.at[len] != '.' && text.at[len] != '}' &&
	       text.at[len] != '(' && text.at[len] != ')') {
		len++;
	}
	return len;
}

/* The inner part of "${…}": a section up to the first dot, where something follows the dot. */
static void split(str inner, struct reference *out) {
	size_t len = section_len(inner);
	out->has_section = len && len + 1 < inner.len && inner.at[len] == '.';
	out->section = str_slice(inner, 0, out->has_section ? len : 0);
	out->option = str_from_offset(inner, out->has_section ? len + 1 : 0);
}

bool reference_find(str text, struct reference *out) {
	for (;;) {
		text = str_from_offset(text, str_find(text, STR("${")));
		size_t close = str_find_char(text, '}');
		if (close == text.len) {
			return false;
		}
		if (close > 2) {
			out->whole = str_slice(text, 0, close + 1);
			split(str_slice(text, 2, close), out);
			return true;
		}
		text = str_from_offset(text, close);
	}
}
