/*
 * The syntax of platformio.ini: sections, and keys with values that may run over several lines, as
 * Python's ConfigParser(inline_comment_prefixes=("#", ";")) reads them.  Knows nothing of what the
 * keys mean; "%" and "${…}" stay as they are.
 */
#ifndef BASE_INI_H
#define BASE_INI_H

#include "base/ctx.h"

struct ini_entry {
	str key;              /* lower case */
	str value;            /* its lines joined by '\n', comments taken out, trimmed at the end */
	struct str_vec lines; /* the lines of the value as views into the source */
	span at;              /* where the key stands */
};
VEC_DEFINE(ini_entries, struct ini_entry)

struct ini_section {
	str name; /* as written between the brackets */
	span at;
	struct ini_entries entries;
};
VEC_DEFINE(ini_sections, struct ini_section)

/*
 * Append the sections in file order; one that is opened twice is there once.  All faults are
 * reported; false if there was any, and then the sections hold what could be read.  A byte order
 * mark is skipped; text that is not UTF-8 is a fault at its first wrong byte, a NUL one at its
 * place, and nothing is read then.
 */
NODISCARD bool ini_parse(struct ctx *cx, const struct source *source, struct ini_sections *out);

/* The place of the text inside the value; that of the key where it does not stand in a line. */
span ini_find(const struct ini_entry *entry, str text);

/* The same where only the place of the key is at hand. */
span ini_find_behind(span key, str text);

#endif
