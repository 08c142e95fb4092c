#include "gen/interpolate.h"

#include <time.h>

#include "base/buf.h"
#include "base/edit.h"
#include "base/hash.h"
#include "base/path.h"
#include "gen/reference.h"

/* No project needs more; a hostile one would otherwise take all memory, or the stack. */
enum { DEPTH_LIMIT = 100, LENGTH_LIMIT = 1 << 20, TOTAL_LIMIT = 1 << 26, HASH_DIGITS = 10 };

/* A value that is being expanded, and the reference in it that is being followed. */
struct frame {
	const struct frame *outer;
	struct ctx *cx;
	struct interpolation *scope;
	str section;
	const struct origin *origin;
	struct reference ref;
};

static str project_hash(const struct frame *f) {
	str digits = str_slice(hash_sha1(f->cx->keep, f->scope->project_dir), 0, HASH_DIGITS);
	str name = path_name(f->scope->project_dir);
	return str_format(f->cx->keep, "%" PRI_STR "-%" PRI_STR, STR_ARG(name), STR_ARG(digits));
}

static str unix_time(const struct frame *f) {
	if (f->scope->time.len == 0) {
		str fixed = str_from(reads_variable(f->scope->reads, "SOURCE_DATE_EPOCH"));
		f->scope->time =
		    fixed.len ? fixed : str_format(f->cx->keep, "%lld", (long long)time(NULL));
	}
	return f->scope->time;
}

/* "${NAME}": one of ours, or left for later. */
static bool expand_name(const struct frame *f, str *out) {
	str name = f->ref.option;
	if (str_eq(name, STR("PROJECT_DIR"))) {
		*out = f->scope->project_dir;
	} else if (str_eq(name, STR("PROJECT_HASH"))) {
		*out = project_hash(f);
	} else if (str_eq(name, STR("UNIX_TIME"))) {
		*out = unix_time(f);
		origin_warning(f->cx->diag, f->origin, f->ref.whole,
		               "'${UNIX_TIME}' is another one each time the project changes");
		diag_help(f->cx->diag, "set SOURCE_DATE_EPOCH to have the same output every time");
	} else {
		*out = f->ref.whole;
	}
	return true;
}

static bool expand_env_name(const struct frame *f, str *out) {
	if (section_env_name(f->section, out)) {
		return true;
	}
	origin_error(f->cx->diag, f->origin, f->ref.whole,
	             "'${this.__env__}' in section '%" PRI_STR "', which is no environment",
	             STR_ARG(f->section));
	diag_help(f->cx->diag, "use it in '[env:…]', or in a section that environments extend");
	return false;
}

static bool refuse_circle(const struct frame *f, str section) {
	str option = f->ref.option;
	origin_error(f->cx->diag, f->origin, f->ref.whole,
	             "'%" PRI_STR "' of section '%" PRI_STR "' refers to itself", STR_ARG(option),
	             STR_ARG(section));
	for (const struct frame *o = f->outer; o; o = o->outer) {
		bool closes = str_eq(o->section, section) && str_eq(o->origin->option, option);
		diag_note(f->cx->diag, origin_find(o->origin, o->ref.whole),
		          "it is reached from '%" PRI_STR "' here", STR_ARG(o->origin->option));
		if (closes) {
			break;
		}
	}
	return false;
}

static void suggest(struct ctx *cx, str word, const struct map *names) {
	struct arena_mark mark = arena_mark(cx->scratch);
	struct str_vec known = {0};
	struct str_vec near = {0};
	for (struct map_entry *e = map_first(names); e; e = map_next(e)) {
		str_vec_push(cx->scratch, &known, map_key(e));
	}
	edit_nearest(cx->scratch, word, &known, 1, &near);
	if (near.len) {
		diag_help(cx->diag, "did you mean '%" PRI_STR "'?", STR_ARG(near.at[0]));
	}
	arena_rewind(cx->scratch, mark);
}

static bool refuse_missing(const struct frame *f, str name) {
	const struct section *section = sections_find(f->scope->sections, name);
	if (f->scope->incomplete) {
		return false;
	}
	if (section) {
		origin_error(f->cx->diag, f->origin, f->ref.whole,
		             "no option '%" PRI_STR "' in section '%" PRI_STR "'",
		             STR_ARG(f->ref.option), STR_ARG(name));
		suggest(f->cx, f->ref.option, &section->options);
	} else {
		origin_error(f->cx->diag, f->origin, f->ref.whole, "no section '%" PRI_STR "'",
		             STR_ARG(name));
		suggest(f->cx, name, &f->scope->sections->by_name);
	}
	return false;
}

/* The value as a part of another one. */
static str text_of(struct arena *arena, const struct setting *setting) {
	const struct option *option = setting->option;
	if (option && !option->multiple && option->type == OPTION_BOOL) {
		return setting->boolean ? STR("True") : STR("False");
	}
	if (option && !option->multiple && option->type == OPTION_INT) {
		return str_format(arena, "%lld", (long long)setting->number);
	}
	return setting->text;
}

static void warn_of_unset(const struct frame *f, str section, const struct setting *setting) {
	if (!setting->option->multiple) {
		origin_warning(f->cx->diag, f->origin, f->ref.whole,
		               "'%" PRI_STR "' is not set in section '%" PRI_STR
		               "': nothing is put here",
		               STR_ARG(f->ref.option), STR_ARG(section));
	}
}

static bool expand_option(const struct frame *f, str *out) {
	bool here = str_eq(f->ref.section, STR("this"));
	str section = here ? f->section : f->ref.section;
	struct setting *setting = NULL;
	switch (f->scope->look_up(f->scope->user, section, f->ref.option, &setting)) {
	case SETTING_SET:
		*out = text_of(f->cx->keep, setting);
		return true;
	case SETTING_UNSET:
		warn_of_unset(f, section, setting);
		*out = STR("");
		return true;
	case SETTING_FAULT:
		return false;
	case SETTING_CIRCLE:
		return refuse_circle(f, section);
	case SETTING_NOTHING:
		break;
	}
	return refuse_missing(f, section);
}

static bool expand_reference(const struct frame *f, str *out) {
	const struct reference *ref = &f->ref;
	if (!ref->has_section) {
		return expand_name(f, out);
	}
	if (str_eq(ref->section, STR("sysenv"))) {
		*out =
		    str_from(reads_variable(f->scope->reads, str_cstr(f->cx->keep, ref->option)));
		return true;
	}
	if (str_eq(ref->section, STR("this")) && str_eq(ref->option, STR("__env__"))) {
		return expand_env_name(f, out);
	}
	return expand_option(f, out);
}

/* "$PROJECT_HASH" is written for "${PROJECT_HASH}"; what stands behind "$$" ends the search. */
static str mend_hash(struct ctx *cx, const struct origin *origin, str text) {
	static const str old = STR_INIT("$PROJECT_HASH");
	struct str_vec parts = {0};
	for (size_t at = str_find(text, old); at < text.len; at = str_find(text, old)) {
		if (at && text.at[at - 1] == '$') {
			break;
		}
		str_vec_push(cx->keep, &parts, str_slice(text, 0, at));
		text = str_from_offset(text, at + old.len);
	}
	if (parts.len == 0) {
		return text;
	}
	origin_warning(cx->diag, origin, old, "write '${PROJECT_HASH}' for '$PROJECT_HASH'");
	str_vec_push(cx->keep, &parts, text);
	return str_join(cx->keep, &parts, STR("${PROJECT_HASH}"));
}

bool interpolate_text(struct ctx *cx, struct interpolation *scope, str section,
                      const struct origin *origin, str *text) {
	if (str_find_char(*text, '$') == text->len) {
		return true;
	}
	struct frame frame = {
	    .outer = scope->frames, .cx = cx, .scope = scope, .section = section, .origin = origin};
	struct buf out = {.arena = cx->keep};
	str rest = mend_hash(cx, origin, *text);
	bool ok = true;
	scope->frames = &frame;
	scope->depth++;
	while (reference_find(rest, &frame.ref)) {
		str value = STR("");
		size_t before = (size_t)(frame.ref.whole.at - rest.at);
		buf_add(&out, str_slice(rest, 0, before));
		if (scope->depth > DEPTH_LIMIT || out.len > LENGTH_LIMIT ||
		    scope->produced > TOTAL_LIMIT) {
			ok = origin_error(cx->diag, origin, frame.ref.whole,
			                  "'${…}' is nested too deep, or makes too long a text");
			break;
		}
		ok &= expand_reference(&frame, &value);
		buf_add(&out, value);
		rest = str_from_offset(rest, before + frame.ref.whole.len);
	}
	scope->depth--;
	scope->frames = frame.outer;
	scope->produced += out.len;
	buf_add(&out, rest);
	*text = buf_str(&out);
	return ok;
}
