#include "gen/watch.h"

#include "base/buf.h"
#include "base/hash.h"

/* A file that cannot be read has no content; that it differs from an empty one is enough. */
enum { HASH_UNREADABLE = 1 };

static bool is_own_name(str directory, str name) {
	static const str names[] = {STR_INIT(".fbgen"), STR_INIT("build.ninja"),
	                            STR_INIT("compile_commands.json")};
	for (size_t i = 0; i < COUNT_OF(names) && str_eq(directory, STR(".")); i++) {
		if (str_eq(name, names[i])) {
			return true;
		}
	}
	return false;
}

static void add_name(struct buf *out, char kind, str name) {
	buf_add_char(out, kind);
	buf_add(out, name);
	buf_add_char(out, '\0');
}

str watch_listing(struct arena *arena, str path) {
	static const char kinds[] = {
	    [FILE_MISSING] = '-', [FILE_REGULAR] = 'f', [FILE_DIRECTORY] = 'd', [FILE_OTHER] = 'o'};
	struct arena names = {0};
	struct file_entries entries;
	struct buf out = {.arena = arena};
	bool is_there = file_list(&names, path, &entries);
	for (size_t i = 0; is_there && i < entries.len; i++) {
		if (!is_own_name(path, entries.at[i].name)) {
			add_name(&out, kinds[entries.at[i].kind], entries.at[i].name);
		}
	}
	arena_release(&names);
	return buf_str(&out);
}

bool watch_next_name(str *rest, char *kind, str *name) {
	str item;
	(void)str_cut(*rest, '\0', &item, rest);
	if (item.len == 0) {
		return false;
	}
	*kind = item.at[0];
	*name = str_from_offset(item, 1);
	return true;
}

/* Whether a line is an #include whose operand is neither "…" nor <…>. */
static bool is_computed_include(str line) {
	static const str words[] = {STR_INIT("include"), STR_INIT("include_next"),
	                            STR_INIT("import")};
	line = str_trim(line);
	if (!str_starts_with(line, STR("#"))) {
		return false;
	}
	line = str_trim(str_from_offset(line, 1));
	size_t end = 0;
	while (end < line.len && (char_is_alnum(line.at[end]) || line.at[end] == '_')) {
		end++;
	}
	str operand = str_trim(str_from_offset(line, end));
	bool is_name = operand.len && (char_is_alnum(operand.at[0]) || operand.at[0] == '_');
	bool is_include = false;
	for (size_t i = 0; i < COUNT_OF(words) && is_name; i++) {
		is_include = is_include || str_eq(str_slice(line, 0, end), words[i]);
	}
	return is_include;
}

static bool has_computed_include(str text) {
	str line;
	while (str_next_line(&text, &line)) {
		if (is_computed_include(line)) {
			return true;
		}
	}
	return false;
}

static void add_includes(struct buf *out, const struct scan *scan) {
	for (size_t i = 0; i < scan->includes.len; i++) {
		const struct include *include = &scan->includes.at[i];
		add_name(out, include->quoted ? WATCH_QUOTED : WATCH_ANGLED, include->name);
	}
	for (size_t i = 0; i < scan->has.len; i++) {
		add_name(out, WATCH_ASKED, scan->has.at[i]);
	}
}

str watch_includes(struct arena *arena, const struct scan *scan) {
	struct buf out = {.arena = arena};
	add_includes(&out, scan);
	return buf_str(&out);
}

static str include_lines(struct ctx *cx, str text) {
	struct scan scan = {0};
	struct buf out = {.arena = cx->keep};
	scan_text(cx->scratch, text, &scan);
	add_includes(&out, &scan);
	if (has_computed_include(text)) {
		add_name(&out, WATCH_COMPUTED, STR(""));
	}
	return buf_str(&out);
}

static void read_content(struct ctx *cx, struct watch *watch) {
	if (!(watch->roles & (WATCH_INCLUDES | WATCH_OBJECTS))) {
		if (!hash_file(watch->path, &watch->hash)) {
			watch->hash = HASH_UNREADABLE;
		}
		return;
	}
	watch->hash = HASH_UNREADABLE;
	struct arena_mark mark = arena_mark(cx->scratch);
	str text;
	if (file_try_read(cx->scratch, watch->path, &text)) {
		watch->hash = hash_text(text);
		watch->detail = include_lines(cx, text);
	}
	arena_rewind(cx->scratch, mark);
}

/* Roles for which the content is read. */
static const unsigned reading_roles = WATCH_CONTENT | WATCH_INCLUDES | WATCH_OUTPUT | WATCH_OBJECTS;

/* What stands behind the stamp. */
static void read_details(struct ctx *cx, struct watch *watch) {
	bool matters = (watch->roles & reading_roles) != 0;
	watch->hash = 0;
	watch->detail = STR("");
	if (watch->kind == FILE_DIRECTORY && matters) {
		watch->detail = watch_listing(cx->keep, watch->path);
		watch->hash = hash_text(watch->detail);
	} else if (watch->kind == FILE_REGULAR && matters) {
		read_content(cx, watch);
	}
}

void watch_look(struct ctx *cx, struct watch *watch) {
	/* The stamp first: what changes behind it is seen by the next look. */
	watch->kind = file_stamp(watch->path, &watch->stamp);
	read_details(cx, watch);
}

void watch_add_role(struct ctx *cx, struct watch *watch, unsigned roles) {
	unsigned had = watch->roles;
	watch->roles |= roles;
	if (!(had & reading_roles)) {
		watch_look(cx, watch);
		return;
	}
	bool needs_lines = watch->roles & (WATCH_INCLUDES | WATCH_OBJECTS) &&
	                   !(had & (WATCH_INCLUDES | WATCH_OBJECTS));
	if (needs_lines && watch->kind == FILE_REGULAR) {
		struct watch now = *watch;
		read_content(cx, &now);
		/* Where it has changed in between, the next look tells. */
		watch->detail = now.hash == watch->hash ? now.detail : STR("");
	}
}

enum watch_change watch_look_again(struct ctx *cx, struct watch *watch) {
	struct file_stamp stamp;
	enum file_kind kind = file_stamp(watch->path, &stamp);
	if (kind == watch->kind && file_stamp_eq(&stamp, &watch->stamp)) {
		return WATCH_SAME;
	}
	struct watch before = *watch;
	watch->kind = kind;
	watch->stamp = stamp;
	read_details(cx, watch);
	if (kind != before.kind || kind == FILE_OTHER || watch->roles & WATCH_STAMP) {
		return WATCH_CHANGED;
	}
	if (watch->hash == before.hash) {
		return WATCH_TOUCHED;
	}
	bool same_includes = kind == FILE_REGULAR && str_eq(watch->detail, before.detail);
	return same_includes ? WATCH_EDITED : WATCH_CHANGED;
}
