#include "gen/config_check.h"

#include "base/blank.h"
#include "base/edit.h"

/* Options of an environment that the project, or its board, defines itself. */
static bool is_free(str name) {
	return str_starts_with(name, STR("custom_")) || str_starts_with(name, STR("board_"));
}

static void suggest(struct ctx *cx, enum option_scope scope, str name) {
	struct arena_mark mark = arena_mark(cx->scratch);
	struct str_vec names = {0};
	struct str_vec near = {0};
	for (size_t i = 0; i < option_count; i++) {
		if (options[i].scope == scope) {
			str_vec_push(cx->scratch, &names, options[i].name);
		}
	}
	edit_nearest(cx->scratch, name, &names, 1, &near);
	if (near.len) {
		diag_help(cx->diag, "did you mean '%" PRI_STR "'?", STR_ARG(near.at[0]));
	} else if (scope == OPTION_ENV) {
		diag_help(cx->diag, "options of your own begin with 'custom_'");
	}
	arena_rewind(cx->scratch, mark);
}

static void check_name(struct ctx *cx, str section, enum option_scope scope,
                       const struct ini_entry *entry) {
	const struct option *option = option_find(scope, entry->key);
	str key = entry->key;
	if (!option && !(scope == OPTION_ENV && is_free(key))) {
		diag_warning(cx->diag, entry->at,
		             "unknown option '%" PRI_STR "' in section '%" PRI_STR "'",
		             STR_ARG(key), STR_ARG(section));
		suggest(cx, scope, key);
		diag_subject(cx->diag, section, key);
	} else if (option && !str_eq(option->name, key)) {
		diag_warning(cx->diag, entry->at,
		             "'%" PRI_STR "' is the old name of '%" PRI_STR "'", STR_ARG(key),
		             STR_ARG(option->name));
		diag_subject(cx->diag, section, key);
	}
}

/* Whether a line of a value looks like an option or a header, and the part that does. */
static bool looks_like_key(str line, str *part) {
	if (line.len > 2 && line.at[0] == '[' && line.at[line.len - 1] == ']') {
		*part = line;
		return true;
	}
	size_t len = 0;
	while (len < line.len &&
	       (char_is_alnum(line.at[len]) || line.at[len] == '_' || line.at[len] == '.')) {
		len++;
	}
	str behind = blank_trim(str_from_offset(line, len));
	*part = str_slice(line, 0, len);
	return len && behind.len && (behind.at[0] == '=' || behind.at[0] == ':');
}

static bool is_known(struct arena *scratch, str name) {
	str key = str_lower(scratch, name);
	return key.at[0] == '[' || is_free(key) || option_find(OPTION_ENV, key) ||
	       option_find(OPTION_PLATFORMIO, key);
}

/* Lines that are indented and so belong to the option above, though they look like one. */
static void check_lines(struct ctx *cx, str section, const struct ini_entry *entry) {
	for (size_t i = 1; i < entry->lines.len; i++) {
		struct arena_mark mark = arena_mark(cx->scratch);
		str part;
		bool swallowed =
		    looks_like_key(entry->lines.at[i], &part) && is_known(cx->scratch, part);
		arena_rewind(cx->scratch, mark);
		if (swallowed) {
			diag_warning(cx->diag, span_of(entry->at.source, part),
			             "this line is a part of the value of '%" PRI_STR "'",
			             STR_ARG(entry->key));
			diag_note(cx->diag, entry->at, "it is indented deeper than this option");
			diag_help(cx->diag, "give both the same indentation");
			diag_subject(cx->diag, section, entry->key);
		}
	}
}

static void check_section(struct ctx *cx, const struct sections *sections,
                          const struct section *section) {
	const struct map *own = &section->options;
	for (struct map_entry *e = map_first(own); e; e = map_next(e)) {
		check_lines(cx, section->name, map_value(e));
	}
	enum option_scope scope;
	if (!section_scope(section->name, &scope)) {
		return;
	}
	struct arena_mark mark = arena_mark(cx->scratch);
	struct entry_list entries = {0};
	sections_options(cx->scratch, sections, section, &entries);
	for (size_t i = 0; i < entries.len; i++) {
		check_name(cx, section->name, scope, entries.at[i]);
	}
	arena_rewind(cx->scratch, mark);
}

void config_check_names(struct ctx *cx, const struct sections *sections) {
	const struct map *all = &sections->by_name;
	for (struct map_entry *e = map_first(all); e; e = map_next(e)) {
		check_section(cx, sections, map_value(e));
	}
	const struct map *defaults = &sections->defaults.options;
	for (struct map_entry *e = map_first(defaults); e; e = map_next(e)) {
		check_lines(cx, sections->defaults.name, map_value(e));
	}
}
