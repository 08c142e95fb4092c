/*
 * A tree of maps, lists and scalars, as YAML and JSON files hold them.  The readers are base/yaml
 * and base/json; those who use the tree need not know which of them made it.
 */
#ifndef BASE_VALUE_H
#define BASE_VALUE_H

#include "base/ctx.h"

enum value_kind { VALUE_NULL, VALUE_BOOL, VALUE_NUMBER, VALUE_TEXT, VALUE_LIST, VALUE_MAP };

struct value {
	enum value_kind kind;
	str key;  /* in a map: the key that leads here */
	str text; /* a scalar as it was written (JSON text unescaped); "true", "12", "0x10", "a b"
	           */
	bool boolean;
	struct value *first, *last; /* children of a list or a map, in the order of the file */
	struct value *next;         /* the next child of the same parent */
	const struct value *parent;
	span at; /* YAML: the scalar, else its key; JSON: the file as a whole */
};

enum { VALUE_DEPTH = 100 }; /* how deep lists and maps may be nested in a file */

/*
 * For the readers: append a child.  Its key and text may be views into the source: in YAML a key
 * written plainly is one, so that span_of(value->at.source, value->key) tells its place.
 */
struct value *value_add(struct arena *arena, struct value *parent, struct value child);

/* The child of a map with that key, or NULL; value may be NULL. */
const struct value *value_get(const struct value *value, str key);

/* Follow keys separated by dots: "build.mcu".  NULL where one is missing. */
const struct value *value_find(const struct value *value, str path);

/* The keys that lead to the value, with dots between: "build.mcu", "packages.x.sources[1]". */
str value_path(struct arena *arena, const struct value *value);

/* The text of a scalar; empty for NULL, null, lists and maps. */
str value_text(const struct value *value);

/*
 * Append the texts of a list of scalars, or of one scalar; nothing for NULL.  False, and a fault,
 * where there is something else.
 */
NODISCARD bool value_texts(struct ctx *cx, const struct value *value, struct str_vec *out);

/* A fault at the value: "FILE:L:C: error: PATH: …", the path only where the place is not exact. */
bool value_error(struct diag *diag, const struct value *value, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* A file's text without its byte order mark; false, and a fault, where it is not UTF-8. */
NODISCARD bool value_source_text(struct diag *diag, const struct source *source,
                                 const char *language, str *out);

#endif
