#include "gen/percent.h"

#include "base/buf.h"

/* ConfigParser's own limit of nesting; and one of work, which it does not have. */
enum { DEPTH_LIMIT = 10, REFERENCE_LIMIT = 10000, LENGTH_LIMIT = 1 << 20 };

struct expansion {
	struct ctx *cx;
	const struct sections *sections;
	const struct section *section;
	const struct origin *origin;
	struct buf out;
	size_t references;
};

static bool refuse(struct expansion *x, str text) {
	origin_error(x->cx->diag, x->origin, str_slice(text, 0, 2),
	             "'%%' is followed by neither '%%' nor '('");
	diag_help(x->cx->diag, "write '%%%%' for a percent sign");
	return false;
}

/* "%(name)s" at the start of text; its length, 0 where it is none. */
static size_t match_reference(str text, str *name) {
	size_t close = str_find_char(text, ')');
	*name = str_slice(text, 2, close);
	bool ok = name->len && close + 1 < text.len && text.at[close + 1] == 's';
	return ok ? close + 2 : 0;
}

static bool expand(struct expansion *x, str text, unsigned depth);

/* Add the value of the option that text begins to refer to, and skip the reference. */
// NOLINTNEXTLINE(misc-no-recursion): at most DEPTH_LIMIT deep
static bool expand_reference(struct expansion *x, str *text, unsigned depth) {
	struct diag *diag = x->cx->diag;
	str name;
	size_t len = match_reference(*text, &name);
	str reference = str_slice(*text, 0, len);
	if (len == 0) {
		origin_error(diag, x->origin, str_slice(*text, 0, 2),
		             "expected a reference of the form '%%(option)s'");
		diag_help(diag, "write '%%%%' for a percent sign");
		return false;
	}
	const struct ini_entry *entry =
	    sections_option(x->sections, x->section, str_lower(x->cx->scratch, name));
	if (!entry) {
		return origin_error(diag, x->origin, reference,
		                    "no option '%" PRI_STR "' in section '%" PRI_STR "'",
		                    STR_ARG(name), STR_ARG(x->section->name));
	}
	if (depth == DEPTH_LIMIT || ++x->references > REFERENCE_LIMIT ||
	    x->out.len > LENGTH_LIMIT) {
		return origin_error(diag, x->origin, reference,
		                    "'%%(…)s' is nested too deep, or refers to itself");
	}
	*text = str_from_offset(*text, len);
	return expand(x, entry->value, depth + 1);
}

// NOLINTNEXTLINE(misc-no-recursion): at most DEPTH_LIMIT deep
static bool expand(struct expansion *x, str text, unsigned depth) {
	while (text.len) {
		size_t percent = str_find_char(text, '%');
		buf_add(&x->out, str_slice(text, 0, percent));
		text = str_from_offset(text, percent);
		if (text.len == 0) {
			break;
		}
		str kind = str_slice(text, 1, 2);
		if (str_eq(kind, STR("%"))) {
			buf_add_char(&x->out, '%');
			text = str_from_offset(text, 2);
		} else if (!str_eq(kind, STR("("))) {
			return refuse(x, text);
		} else if (!expand_reference(x, &text, depth)) {
			return false;
		}
	}
	return true;
}

bool percent_expand(struct ctx *cx, const struct sections *sections, const struct section *section,
                    const struct origin *origin, str *out) {
	str value = origin->entry->value;
	*out = value;
	if (str_find_char(value, '%') == value.len) {
		return true;
	}
	struct arena_mark mark = arena_mark(cx->scratch);
	struct expansion x = {cx, sections, section, origin, {.arena = cx->keep}, 0};
	bool ok = expand(&x, value, 1);
	arena_rewind(cx->scratch, mark);
	*out = buf_str(&x.out);
	return ok;
}
