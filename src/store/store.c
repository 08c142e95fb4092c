#include "store/store.h"

#include <pwd.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/path.h"
#include "store/stamp.h"

static const char index_format[] = "fbgen-index-1";

static str variable(const char *name) {
	return str_from(getenv(name));
}

static str home(struct arena *arena) {
	str path = variable("HOME");
	if (path.len > 0) {
		return path;
	}
	const struct passwd *user = getpwuid(getuid());
	return user && user->pw_dir ? str_copy(arena, str_from(user->pw_dir)) : STR("");
}

bool store_open(struct ctx *cx, struct store *out) {
	str root = variable("FBGEN_HOME");
	if (root.len == 0) {
		str cache = variable("XDG_CACHE_HOME");
		/* A relative one does not count (XDG base directories). */
		if (!path_is_absolute(cache)) {
			str user = home(cx->keep);
			cache = user.len > 0 ? path_join(cx->keep, user, STR(".cache")) : STR("");
		}
		root = cache.len > 0 ? path_join(cx->keep, cache, STR("fbgen")) : STR("");
	}
	if (root.len == 0) {
		diag_fault(cx->diag, EXIT_MACHINE, (span){0},
		           "there is no place for the store of packages: HOME is not set");
		diag_help(cx->diag, "set FBGEN_HOME to a folder that can be written");
		return false;
	}
	out->root = path_normal(cx->keep, path_join(cx->keep, file_cwd(cx->keep), root));
	return true;
}

str store_dir(struct arena *arena, const struct store *store, str name) {
	return path_join(arena, store->root, name);
}

str store_tree(struct arena *arena, const struct store *store, str key) {
	return str_format(arena, "%" PRI_STR "/trees/%" PRI_STR, STR_ARG(store->root),
	                  STR_ARG(key));
}

bool store_has(const struct store *store, str key) {
	struct arena arena = {0};
	str record = path_join(&arena, store_tree(&arena, store, key), STR(".ok"));
	bool has = file_kind(record) == FILE_REGULAR;
	arena_release(&arena);
	return has;
}

static bool is_key(str s) {
	for (size_t i = 0; i < s.len; i++) {
		if (!char_is_alnum(s.at[i])) {
			return false;
		}
	}
	return s.len > 0;
}

static str index_path(struct arena *arena, const struct store *store, str request) {
	return str_format(arena, "%" PRI_STR "/index/%" PRI_STR, STR_ARG(store->root),
	                  STR_ARG(hash_hex(arena, hash_text(request))));
}

/* The file: its format, the key, a stamp per watched path, an empty line, the request. */
static str index_read(struct ctx *cx, const struct store *store, str request, bool *holds) {
	str text, line, key = STR("");
	*holds = true;
	if (!file_try_read(cx->keep, index_path(cx->keep, store, request), &text) ||
	    !str_next_line(&text, &line) || !str_eq(line, str_from(index_format)) ||
	    !str_next_line(&text, &key) || !is_key(key)) {
		return STR("");
	}
	while (str_next_line(&text, &line) && line.len > 0) {
		bool same = false;
		(void)stamp_check(line, &same);
		*holds = *holds && same;
	}
	return str_eq(text, request) && store_has(store, key) ? key : STR("");
}

str store_resolved(struct ctx *cx, const struct store *store, str request) {
	bool holds = false;
	str key = index_read(cx, store, request, &holds);
	return holds ? key : STR("");
}

str store_resolved_once(struct ctx *cx, const struct store *store, str request) {
	bool holds = false;
	return index_read(cx, store, request, &holds);
}

static bool write_small(struct ctx *cx, const struct store *store, str path, str text) {
	str tmp = store_dir(cx->keep, store, STR("tmp"));
	return file_make_dirs(cx, tmp) && file_make_dirs(cx, path_parent(path)) &&
	       file_replace(cx, path, text, tmp, NULL);
}

bool store_resolved_write(struct ctx *cx, const struct store *store, str request, str key,
                          const struct str_vec *watched) {
	struct buf text = {.arena = cx->keep};
	buf_format(&text, "%s\n%" PRI_STR "\n", index_format, STR_ARG(key));
	for (size_t i = 0; i < watched->len; i++) {
		stamp_add(&text, watched->at[i]);
	}
	buf_add_char(&text, '\n');
	buf_add(&text, request);
	return write_small(cx, store, index_path(cx->keep, store, request), buf_str(&text));
}

static str note_path(struct arena *arena, const struct store *store, str name) {
	return path_join(arena, store_dir(arena, store, STR("notes")), name);
}

str store_note(struct ctx *cx, const struct store *store, str name) {
	str text;
	return file_try_read(cx->keep, note_path(cx->keep, store, name), &text) ? text : STR("");
}

bool store_note_write(struct ctx *cx, const struct store *store, str name, str text) {
	return write_small(cx, store, note_path(cx->keep, store, name), text);
}
