#include "base/json.h"

#include <jansson.h>
#include <stdlib.h>

static span whole(const struct source *source) {
	return span_of(source, (str){0});
}

/* The place that jansson's report means: it names the token, and the offset behind it. */
static span fault_place(const struct source *source, str body, const json_error_t *error,
                        str *what) {
	static const str near = STR_INIT(" near '");
	str text = str_from(error->text);
	size_t at = str_find(text, near);
	*what = str_slice(text, 0, at);
	size_t end = error->position < 0 ? 0 : (size_t)error->position;
	end = end < body.len ? end : body.len;
	str token = str_from_offset(text, at + near.len);
	token = str_slice(token, 0, token.len ? token.len - 1 : 0);
	if (token.len && token.len <= end && str_eq(str_slice(body, end - token.len, end), token)) {
		return span_of(source, str_slice(body, end - token.len, end));
	}
	return span_of(source, str_slice(body, end, end));
}

static bool report(struct ctx *cx, const struct source *source, str body,
                   const json_error_t *error) {
	str what;
	span at = fault_place(source, body, error, &what);
	if (str_ends_with(what, STR(" near end of file"))) {
		what.len -= STR(" near end of file").len;
		diag_error(cx->diag, at, "no valid JSON: %" PRI_STR " at the end of the text",
		           STR_ARG(what));
		return false;
	}
	return diag_error(cx->diag, at, "no valid JSON: %" PRI_STR, STR_ARG(what));
}

/* The shortest decimal form that reads back as the same number. */
static str real_text(struct arena *arena, double real) {
	str text = {0};
	for (int digits = 15; digits <= 17; digits++) {
		text = str_format(arena, "%.*g", digits, real);
		if (strtod(text.at, NULL) == real) {
			break;
		}
	}
	bool is_plain =
	    str_find_char(text, '.') == text.len && str_find_char(text, 'e') == text.len;
	return is_plain ? str_format(arena, "%" PRI_STR ".0", STR_ARG(text)) : text;
}

struct builder {
	struct ctx *cx;
	const struct source *source;
	bool too_deep;
};

static str copy_text(const struct builder *b, const json_t *json) {
	return str_copy(b->cx->keep, (str){json_string_value(json), json_string_length(json)});
}

/* The scalars; lists and maps without their children. */
static struct value value_of(const struct builder *b, const json_t *json) {
	struct value value = {.at = whole(b->source)};
	switch (json_typeof(json)) {
	case JSON_OBJECT:
		value.kind = VALUE_MAP;
		break;
	case JSON_ARRAY:
		value.kind = VALUE_LIST;
		break;
	case JSON_STRING:
		value.kind = VALUE_TEXT;
		value.text = copy_text(b, json);
		break;
	case JSON_INTEGER:
		value.kind = VALUE_NUMBER;
		value.text =
		    str_format(b->cx->keep, "%" JSON_INTEGER_FORMAT, json_integer_value(json));
		break;
	case JSON_REAL:
		value.kind = VALUE_NUMBER;
		value.text = real_text(b->cx->keep, json_real_value(json));
		break;
	case JSON_TRUE:
	case JSON_FALSE:
		value.kind = VALUE_BOOL;
		value.boolean = json_is_true(json);
		value.text = value.boolean ? STR("true") : STR("false");
		break;
	case JSON_NULL:
		value.kind = VALUE_NULL;
		value.text = STR("null");
		break;
	}
	return value;
}

/* Give a list or map its children, down to the depth that is left. */
/* NOLINTNEXTLINE(misc-no-recursion) */
static void add_children(struct builder *b, struct value *parent, json_t *json, int depth) {
	if (depth == 0) {
		b->too_deep = b->too_deep || json_object_size(json) || json_array_size(json);
		return;
	}
	const char *key = NULL;
	json_t *child = NULL;
	json_object_foreach(json, key, child) {
		struct value value = value_of(b, child);
		value.key = str_copy(b->cx->keep, str_from(key));
		add_children(b, value_add(b->cx->keep, parent, value), child, depth - 1);
	}
	for (size_t i = 0; i < json_array_size(json); i++) {
		child = json_array_get(json, i);
		add_children(b, value_add(b->cx->keep, parent, value_of(b, child)), child,
		             depth - 1);
	}
}

const struct value *json_parse(struct ctx *cx, const struct source *source) {
	str body;
	if (!value_source_text(cx->diag, source, "JSON", &body)) {
		return NULL;
	}
	json_error_t error;
	json_t *json = json_loadb(body.len ? body.at : "", body.len,
	                          JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
	if (!json) {
		(void)report(cx, source, body, &error);
		return NULL;
	}
	struct builder builder = {cx, source, false};
	struct value *root = arena_new(cx->keep, struct value);
	*root = value_of(&builder, json);
	add_children(&builder, root, json, VALUE_DEPTH);
	json_decref(json);
	if (builder.too_deep) {
		diag_error(cx->diag, whole(source), "nested deeper than %d levels", VALUE_DEPTH);
		return NULL;
	}
	return root;
}

static void new_line(const struct json_writer *w) {
	if (w->compact) {
		return;
	}
	buf_add_char(w->buf, '\n');
	for (unsigned i = 0; i < w->depth; i++) {
		buf_lit(w->buf, "  ");
	}
}

/* What stands before a value or a key: a comma where it is not the first, and a new line. */
static void begin(struct json_writer *w) {
	if (w->after_key) {
		w->after_key = false;
		return;
	}
	if (w->follows) {
		buf_add_char(w->buf, ',');
	}
	if (w->depth) {
		new_line(w);
	}
	w->follows = true;
}

static void add_escaped(struct buf *buf, char c) {
	static const char shorts[] = "\"\"\\\\\bb\ff\nn\rr\tt";
	for (size_t i = 0; i + 1 < sizeof(shorts); i += 2) {
		if (c == shorts[i]) {
			buf_add_char(buf, '\\');
			buf_add_char(buf, shorts[i + 1]);
			return;
		}
	}
	if ((unsigned char)c < ' ') {
		buf_format(buf, "\\u%04x", (unsigned char)c);
	} else {
		buf_add_char(buf, c);
	}
}

/* How many bytes from the beginning stand for themselves. */
static size_t plain_length(str text) {
	size_t len = 0;
	while (len < text.len && text.at[len] >= ' ' && text.at[len] < 0x7f &&
	       text.at[len] != '"' && text.at[len] != '\\') {
		len++;
	}
	return len;
}

static void add_quoted(struct buf *buf, str text) {
	buf_add_char(buf, '"');
	size_t plain = plain_length(text);
	buf_add(buf, str_slice(text, 0, plain));
	text = str_from_offset(text, plain);
	while (text.len) {
		size_t valid = str_utf8_fault(text);
		for (size_t i = 0; i < valid; i++) {
			add_escaped(buf, text.at[i]);
		}
		if (valid < text.len) {
			buf_lit(buf, "\xef\xbf\xbd");
		}
		text = str_from_offset(text, valid + 1);
	}
	buf_add_char(buf, '"');
}

void json_open(struct json_writer *w, char bracket) {
	begin(w);
	buf_add_char(w->buf, bracket);
	w->depth++;
	w->follows = false;
}

void json_close(struct json_writer *w, char bracket) {
	w->depth--;
	if (w->follows) {
		new_line(w);
	}
	buf_add_char(w->buf, bracket);
	w->follows = true;
}

void json_key(struct json_writer *w, str key) {
	begin(w);
	add_quoted(w->buf, key);
	buf_add(w->buf, w->compact ? STR(":") : STR(": "));
	w->after_key = true;
}

void json_text(struct json_writer *w, str text) {
	begin(w);
	add_quoted(w->buf, text);
}

void json_number(struct json_writer *w, int64_t number) {
	begin(w);
	buf_format(w->buf, "%lld", (long long)number);
}

void json_bool(struct json_writer *w, bool value) {
	begin(w);
	buf_add(w->buf, value ? STR("true") : STR("false"));
}

void json_nothing(struct json_writer *w) {
	begin(w);
	buf_lit(w->buf, "null");
}

void json_texts(struct json_writer *w, const struct str_vec *texts) {
	json_open(w, '[');
	for (size_t i = 0; i < texts->len; i++) {
		json_text(w, texts->at[i]);
	}
	json_close(w, ']');
}

void json_pair(struct json_writer *w, str key, str text) {
	json_key(w, key);
	json_text(w, text);
}
