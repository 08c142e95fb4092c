/*
 * libyaml's events are put into the tree one after the other; the open lists and maps are a stack.
 * Its marks count characters, ours bytes: a cursor that only rarely goes back converts them.
 */
#include "base/yaml.h"

#include <string.h>
#include <yaml.h>

#include "base/map.h"

/* An open list or map. */
struct frame {
	struct value *node;
	struct map keys; /* of a map, to see those that come twice */
	bool has_key;    /* a map's key has come, its value not yet */
	str key;
	span key_at;
};

struct reader {
	struct ctx *cx;
	const struct source *source;
	str text; /* the source's, without byte order mark */
	yaml_parser_t parser;
	size_t chars, bytes; /* the cursor: so many characters are so many bytes */
	struct frame frames[VALUE_DEPTH + 1];
	size_t depth;
	struct value *root;
	bool ok, done;
};

/* The offset in bytes of a mark. */
static size_t offset_of(struct reader *r, const yaml_mark_t *mark) {
	if (mark->index < r->chars) {
		r->chars = 0;
		r->bytes = 0;
	}
	while (r->chars < mark->index && r->bytes < r->text.len) {
		do {
			r->bytes++;
		} while (r->bytes < r->text.len &&
		         ((unsigned char)r->text.at[r->bytes] & 0xc0) == 0x80);
		r->chars++;
	}
	return r->bytes;
}

static span span_between(struct reader *r, const yaml_mark_t *start, const yaml_mark_t *end) {
	size_t from = offset_of(r, start);
	size_t to = end ? offset_of(r, end) : from + 1;
	return span_of(r->source, str_slice(r->text, from, to));
}

/* The text of a scalar: where it stands in the source as it is, a view of that. */
static str scalar_text(const struct reader *r, const yaml_event_t *event, span at) {
	str text = {(const char *)event->data.scalar.value, event->data.scalar.length};
	str raw = str_slice(r->source->text, at.offset, at.offset + at.len);
	if (str_eq(raw, text)) {
		return raw;
	}
	bool is_quoted = raw.len >= 2 && (raw.at[0] == '"' || raw.at[0] == '\'');
	raw = str_slice(raw, 1, raw.len - is_quoted);
	return is_quoted && str_eq(raw, text) ? raw : str_copy(r->cx->keep, text);
}

static bool is_one_of(str text, const str *words, size_t count) {
	for (size_t i = 0; i < count; i++) {
		if (str_eq(text, words[i])) {
			return true;
		}
	}
	return false;
}

static size_t skip_digits(str s, const char *digits) {
	size_t n = 0;
	while (n < s.len && str_find_char(str_from(digits), s.at[n]) < strlen(digits)) {
		n++;
	}
	return n;
}

static bool is_all(str s, const char *digits) {
	return s.len && skip_digits(s, digits) == s.len;
}

static const char decimal[] = "0123456789";

static str skip_sign(str s) {
	return str_from_offset(s, s.len && (s.at[0] == '-' || s.at[0] == '+'));
}

/* Digits with at most one dot, and an exponent. */
static bool is_decimal(str text) {
	size_t digits = skip_digits(text, decimal);
	text = str_from_offset(text, digits);
	if (text.len && text.at[0] == '.') {
		size_t fraction = skip_digits(str_from_offset(text, 1), decimal);
		text = str_from_offset(text, 1 + fraction);
		digits += fraction;
	}
	bool has_exponent = text.len && (text.at[0] == 'e' || text.at[0] == 'E');
	if (has_exponent) {
		text = skip_sign(str_from_offset(text, 1));
	}
	return digits && (has_exponent ? is_all(text, decimal) : text.len == 0);
}

/* Numbers of YAML 1.2's core schema. */
static bool is_number(str text) {
	static const str infinite[] = {STR_INIT(".inf"), STR_INIT(".Inf"), STR_INIT(".INF")};
	static const str nans[] = {STR_INIT(".nan"), STR_INIT(".NaN"), STR_INIT(".NAN")};
	if (str_starts_with(text, STR("0x"))) {
		return is_all(str_from_offset(text, 2), "0123456789abcdefABCDEF");
	}
	if (str_starts_with(text, STR("0o"))) {
		return is_all(str_from_offset(text, 2), "01234567");
	}
	if (is_one_of(text, nans, COUNT_OF(nans))) {
		return true;
	}
	text = skip_sign(text);
	return is_one_of(text, infinite, COUNT_OF(infinite)) || is_decimal(text);
}

static enum value_kind kind_of(str text) {
	static const str nulls[] = {STR_INIT(""), STR_INIT("~"), STR_INIT("null"), STR_INIT("Null"),
	                            STR_INIT("NULL")};
	static const str booleans[] = {STR_INIT("true"),  STR_INIT("True"),  STR_INIT("TRUE"),
	                               STR_INIT("false"), STR_INIT("False"), STR_INIT("FALSE")};
	if (is_one_of(text, nulls, COUNT_OF(nulls))) {
		return VALUE_NULL;
	}
	if (is_one_of(text, booleans, COUNT_OF(booleans))) {
		return VALUE_BOOL;
	}
	return is_number(text) ? VALUE_NUMBER : VALUE_TEXT;
}

static struct frame *top(struct reader *r) {
	return r->depth ? &r->frames[r->depth - 1] : NULL;
}

/* Put a finished scalar, or a list or map that begins, at its place in the tree. */
static struct value *place(struct reader *r, struct value value) {
	struct frame *frame = top(r);
	if (!frame) {
		r->root = arena_new(r->cx->keep, struct value);
		*r->root = value;
		return r->root;
	}
	if (frame->has_key) {
		value.key = frame->key;
		bool is_scalar = value.kind != VALUE_LIST && value.kind != VALUE_MAP;
		value.at = is_scalar && value.at.len ? value.at : frame->key_at;
		frame->has_key = false;
	}
	return value_add(r->cx->keep, frame->node, value);
}

static bool fault(struct reader *r, span at, const char *text) {
	r->ok = false;
	return diag_error(r->cx->diag, at, "%s", text);
}

static bool stop(struct reader *r, span at, const char *text) {
	r->done = true;
	return fault(r, at, text);
}

/* Whether what begins here stands where a map expects a key. */
static bool is_key(struct reader *r) {
	const struct frame *frame = top(r);
	return frame && frame->node->kind == VALUE_MAP && !frame->has_key;
}

static void take_key(struct reader *r, str key, span at) {
	struct frame *frame = top(r);
	span **first = (span **)map_at(r->cx->scratch, &frame->keys, key);
	if (*first) {
		r->ok = false;
		diag_error(r->cx->diag, at, "the key '%" PRI_STR "' stands here twice",
		           STR_ARG(key));
		diag_note(r->cx->diag, **first, "it stands here first");
	} else {
		*first = arena_new(r->cx->scratch, span);
		**first = at;
	}
	frame->has_key = true;
	frame->key = key;
	frame->key_at = at;
}

static void refuse_tag(struct reader *r, const yaml_event_t *event, const yaml_char_t *anchor,
                       const yaml_char_t *tag) {
	span at = span_between(r, &event->start_mark, NULL);
	if (anchor) {
		(void)fault(r, at, "anchors are not supported here");
	}
	if (tag) {
		(void)fault(r, at, "tags are not supported here");
	}
}

static void on_scalar(struct reader *r, const yaml_event_t *event) {
	refuse_tag(r, event, event->data.scalar.anchor, event->data.scalar.tag);
	span at = span_between(r, &event->start_mark, &event->end_mark);
	str text = scalar_text(r, event, at);
	if (is_key(r)) {
		take_key(r, text, at);
		return;
	}
	bool is_plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
	struct value value = {
	    .kind = is_plain ? kind_of(text) : VALUE_TEXT, .text = text, .at = at};
	value.boolean = value.kind == VALUE_BOOL && (text.at[0] == 't' || text.at[0] == 'T');
	(void)place(r, value);
}

static void on_start(struct reader *r, const yaml_event_t *event, enum value_kind kind) {
	span at = span_between(r, &event->start_mark, NULL);
	if (is_key(r)) {
		(void)stop(r, at, "expected a text as key, found a list or map");
		return;
	}
	if (r->depth == COUNT_OF(r->frames)) {
		r->ok = false;
		r->done = true;
		diag_error(r->cx->diag, at, "nested deeper than %d levels", VALUE_DEPTH);
		return;
	}
	struct value *node = place(r, (struct value){.kind = kind, .at = at});
	r->frames[r->depth++] = (struct frame){.node = node};
}

static void on_event(struct reader *r, const yaml_event_t *event) {
	switch (event->type) {
	case YAML_SCALAR_EVENT:
		on_scalar(r, event);
		break;
	case YAML_MAPPING_START_EVENT:
		refuse_tag(r, event, event->data.mapping_start.anchor,
		           event->data.mapping_start.tag);
		on_start(r, event, VALUE_MAP);
		break;
	case YAML_SEQUENCE_START_EVENT:
		refuse_tag(r, event, event->data.sequence_start.anchor,
		           event->data.sequence_start.tag);
		on_start(r, event, VALUE_LIST);
		break;
	case YAML_MAPPING_END_EVENT:
	case YAML_SEQUENCE_END_EVENT:
		r->depth--;
		break;
	case YAML_ALIAS_EVENT:
		(void)stop(r, span_between(r, &event->start_mark, &event->end_mark),
		           "aliases are not supported here");
		break;
	case YAML_DOCUMENT_START_EVENT:
		if (r->root) {
			(void)stop(r, span_between(r, &event->start_mark, &event->end_mark),
			           "expected one document, a second one begins here");
		}
		break;
	case YAML_STREAM_END_EVENT:
		r->done = true;
		break;
	case YAML_NO_EVENT:
	case YAML_STREAM_START_EVENT:
	case YAML_DOCUMENT_END_EVENT:
		break;
	}
}

/* What libyaml itself found wrong. */
static void report(struct reader *r) {
	const yaml_parser_t *p = &r->parser;
	r->ok = false;
	if (p->error == YAML_READER_ERROR) {
		str rest = str_from_offset(r->text, p->problem_offset);
		(void)fault(r, span_of(r->source, str_slice(rest, 0, 1)),
		            "no valid YAML: this character is not allowed");
		return;
	}
	span at = span_between(r, &p->problem_mark, NULL);
	if (at.offset < r->source->text.len && r->source->text.at[at.offset] == '\t') {
		(void)fault(r, at, "no valid YAML: a tab cannot stand here");
		diag_help(r->cx->diag, "indent with blanks");
		return;
	}
	diag_error(r->cx->diag, at, "no valid YAML: %s", p->problem ? p->problem : "not parsed");
	if (p->context && p->context_mark.index != p->problem_mark.index) {
		diag_note(r->cx->diag, span_between(r, &p->context_mark, NULL), "%s", p->context);
	}
}

static void read_events(struct reader *r) {
	while (!r->done) {
		yaml_event_t event;
		if (!yaml_parser_parse(&r->parser, &event)) {
			report(r);
			return;
		}
		on_event(r, &event);
		yaml_event_delete(&event);
	}
}

/* A text without a document is null. */
static const struct value *result(struct reader *r) {
	if (r->ok && !r->root) {
		r->root = arena_new(r->cx->keep, struct value);
		r->root->at = span_of(r->source, str_slice(r->text, 0, 0));
	}
	return r->ok ? r->root : NULL;
}

const struct value *yaml_parse(struct ctx *cx, const struct source *source) {
	str text;
	if (!value_source_text(cx->diag, source, "YAML", &text)) {
		return NULL;
	}
	struct arena_mark taken = arena_mark(cx->scratch);
	struct reader *r = arena_new(cx->scratch, struct reader);
	*r = (struct reader){.cx = cx, .source = source, .text = text, .ok = true};
	if (!yaml_parser_initialize(&r->parser)) {
		diag_error(cx->diag, span_of(source, text), "not enough memory to read this file");
		arena_rewind(cx->scratch, taken);
		return NULL;
	}
	yaml_parser_set_encoding(&r->parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&r->parser, (const unsigned char *)(text.len ? text.at : ""),
	                             text.len);
	read_events(r);
	yaml_parser_delete(&r->parser);
	const struct value *root = result(r);
	arena_rewind(cx->scratch, taken);
	return root;
}
