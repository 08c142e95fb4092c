#include "gen/board.h"

#include "base/buf.h"

str board_get(const struct board *board, str name) {
	const struct property *property = map_get(&board->properties, name);
	return property ? property->value : (str){0};
}

void board_set(struct arena *arena, struct board *board, str name, str value, span at) {
	struct property *property = arena_new(arena, struct property);
	*property = (struct property){value, at, false};
	*map_at(arena, &board->properties, name) = property;
}

/* Add a scalar. */
static bool add_scalar(struct ctx *cx, const struct value *value, struct buf *out) {
	if (value->kind == VALUE_LIST || value->kind == VALUE_MAP) {
		return value_error(cx->diag, value, "expected a text");
	}
	buf_add(out, value_text(value));
	return true;
}

/* Add an item of a list: a scalar, or a list of scalars. */
static bool add_item(struct ctx *cx, const struct value *item, struct buf *out) {
	if (item->kind != VALUE_LIST) {
		return add_scalar(cx, item, out);
	}
	bool ok = true;
	for (const struct value *v = item->first; ok && v; v = v->next) {
		if (v != item->first) {
			buf_add_char(out, ':');
		}
		ok = add_scalar(cx, v, out);
	}
	return ok;
}

bool board_value_text(struct ctx *cx, const struct value *value, str *out) {
	struct buf text = {.arena = cx->keep};
	bool ok = true;
	if (value->kind != VALUE_LIST) {
		*out = value_text(value);
		return true;
	}
	for (const struct value *v = value->first; ok && v; v = v->next) {
		if (v != value->first) {
			buf_add_char(&text, '\n');
		}
		ok = add_item(cx, v, &text);
	}
	*out = buf_str(&text);
	return ok;
}
