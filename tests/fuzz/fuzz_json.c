#include <stdlib.h>

#include "base/json.h"
#include "fuzz.h"

static void write_value(struct json_writer *w, const struct value *value) {
	switch (value->kind) {
	case VALUE_LIST:
	case VALUE_MAP:
		json_open(w, value->kind == VALUE_MAP ? '{' : '[');
		for (const struct value *child = value->first; child; child = child->next) {
			if (value->kind == VALUE_MAP) {
				json_key(w, child->key);
			}
			write_value(w, child);
		}
		json_close(w, value->kind == VALUE_MAP ? '}' : ']');
		break;
	case VALUE_BOOL:
		json_bool(w, value->boolean);
		break;
	case VALUE_NULL:
		json_nothing(w);
		break;
	case VALUE_NUMBER:
	case VALUE_TEXT:
		json_text(w, value->text);
		break;
	}
}

/* What was read can be written, and what is written be read. */
static void write_and_read(struct fuzz *fuzz, const struct value *root, bool compact) {
	struct buf buf = {.arena = &fuzz->keep};
	struct json_writer w = {.buf = &buf, .compact = compact};
	write_value(&w, root);
	struct source again = {STR("again"), buf_str(&buf)};
	if (!json_parse(&fuzz->cx, &again)) {
		abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct fuzz fuzz;
	fuzz_begin(&fuzz, data, size);
	const struct value *root = json_parse(&fuzz.cx, &fuzz.source);
	if ((root == NULL) != (fuzz.diag.errors > 0)) {
		abort();
	}
	if (root) {
		write_and_read(&fuzz, root, false);
		write_and_read(&fuzz, root, true);
	}
	/* Any bytes can be written as a text. */
	struct buf buf = {.arena = &fuzz.keep};
	struct json_writer w = {.buf = &buf};
	json_text(&w, fuzz.source.text);
	struct source text = {STR("text"), buf_str(&buf)};
	if (!json_parse(&fuzz.cx, &text) && !str_contains(buf_str(&buf), STR("\\u0000"))) {
		abort();
	}
	fuzz_end(&fuzz);
	return 0;
}
