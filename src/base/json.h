/*
 * JSON: read into a tree by jansson, written by a small writer of our own.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/buf.h"
#include "base/value.h"

/* NULL, and a fault with its place, where the text is not one JSON value; a key twice is a fault.
 */
NODISCARD const struct value *json_parse(struct ctx *cx, const struct source *source);

/*
 * A JSON text being written.  Commas, quotes and indentation (two blanks; none where `compact`)
 * are the writer's.  Bytes that are not UTF-8 become U+FFFD.
 *
 *     json_open(&w, '{'); json_key(&w, STR("a")); json_text(&w, STR("b")); json_close(&w, '}');
 */
struct json_writer {
	struct buf *buf;
	bool compact;
	unsigned depth;
	bool follows; /* something stands before, on this level */
	bool after_key;
};

void json_open(struct json_writer *w, char bracket);
void json_close(struct json_writer *w, char bracket);
void json_key(struct json_writer *w, str key);
void json_text(struct json_writer *w, str text);
void json_number(struct json_writer *w, int64_t number);
void json_bool(struct json_writer *w, bool value);
void json_nothing(struct json_writer *w); /* null: jansson has the other name */

/* A list of texts; a key and a text. */
void json_texts(struct json_writer *w, const struct str_vec *texts);
void json_pair(struct json_writer *w, str key, str text);

#endif
