#include "base/value.h"

#include "base/buf.h"

struct value *value_add(struct arena *arena, struct value *parent, struct value child) {
	struct value *value = arena_new(arena, struct value);
	*value = child;
	value->parent = parent;
	if (parent->last) {
		parent->last->next = value;
	} else {
		parent->first = value;
	}
	parent->last = value;
	return value;
}

const struct value *value_get(const struct value *value, str key) {
	if (!value || value->kind != VALUE_MAP) {
		return NULL;
	}
	for (const struct value *child = value->first; child; child = child->next) {
		if (str_eq(child->key, key)) {
			return child;
		}
	}
	return NULL;
}

const struct value *value_find(const struct value *value, str path) {
	bool more = true;
	while (value && more) {
		str key;
		more = str_cut(path, '.', &key, &path);
		value = value_get(value, key);
	}
	return value;
}

static size_t index_of(const struct value *value) {
	size_t index = 0;
	for (const struct value *v = value->parent->first; v != value; v = v->next) {
		index++;
	}
	return index;
}

str value_path(struct arena *arena, const struct value *value) {
	struct str_vec parts = {0}; /* the last one first */
	for (; value && value->parent; value = value->parent) {
		bool is_item = value->parent->kind == VALUE_LIST;
		bool is_first = !value->parent->parent;
		str part = is_item ? str_format(arena, "[%zu]", index_of(value))
		                   : str_format(arena, "%s%" PRI_STR, is_first ? "" : ".",
		                                STR_ARG(value->key));
		str_vec_push(arena, &parts, part);
	}
	struct buf path = {.arena = arena};
	while (parts.len) {
		buf_add(&path, parts.at[--parts.len]);
	}
	return buf_str(&path);
}

str value_text(const struct value *value) {
	return value && value->kind != VALUE_NULL ? value->text : STR("");
}

static bool is_text(const struct value *value) {
	return value->kind == VALUE_BOOL || value->kind == VALUE_NUMBER ||
	       value->kind == VALUE_TEXT;
}

bool value_texts(struct ctx *cx, const struct value *value, struct str_vec *out) {
	if (!value || value->kind == VALUE_NULL) {
		return true;
	}
	if (is_text(value)) {
		str_vec_push(cx->keep, out, value->text);
		return true;
	}
	if (value->kind == VALUE_MAP) {
		return value_error(cx->diag, value, "expected a list of texts, found a map");
	}
	bool ok = true;
	for (const struct value *item = value->first; item; item = item->next) {
		if (is_text(item)) {
			str_vec_push(cx->keep, out, item->text);
		} else {
			ok = value_error(cx->diag, item, "expected a text in this list");
		}
	}
	return ok;
}

bool value_error(struct diag *diag, const struct value *value, const char *format, ...) {
	va_list args;
	va_start(args, format);
	str text = str_format_args(diag->arena, format, args);
	va_end(args);
	str path = span_line(value->at) ? STR("") : value_path(diag->arena, value);
	return diag_error(diag, value->at, "%" PRI_STR "%s%" PRI_STR, STR_ARG(path),
	                  path.len ? ": " : "", STR_ARG(text));
}

bool value_source_text(struct diag *diag, const struct source *source, const char *language,
                       str *out) {
	static const str mark = STR_INIT("\xef\xbb\xbf");
	str text = source->text;
	if (str_starts_with(text, mark)) {
		text = str_from_offset(text, mark.len);
	}
	size_t fault = str_utf8_fault(text);
	if (fault < text.len) {
		return diag_error(diag, span_of(source, str_slice(text, fault, fault + 1)),
		                  "no valid %s: this byte is not UTF-8", language);
	}
	*out = text;
	return true;
}
