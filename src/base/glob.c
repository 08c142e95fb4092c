/*
 * A pattern is taken apart at its slashes from the right until what is left has no magic; then the
 * parts are applied from left to right to a growing list of folders, as Python's glob does by
 * recursion.  Each folder is listed once.
 */
#include "base/glob.h"

#include <errno.h>

#include "base/file.h"
#include "base/map.h"
#include "base/path.h"

/* One character of a name, in the numbering of Unicode; a byte that is not UTF-8 is one too. */
static uint32_t take_char(str *rest) {
	static const struct {
		unsigned char mask, lead;
		size_t length;
	} forms[] = {
	    {0x80, 0x00, 1},
	    {0xe0, 0xc0, 2},
	    {0xf0, 0xe0, 3},
	    {0xf8, 0xf0, 4},
	};
	unsigned char first = (unsigned char)rest->at[0];
	for (size_t i = 0; i < COUNT_OF(forms); i++) {
		str one = str_slice(*rest, 0, forms[i].length);
		if ((first & forms[i].mask) != forms[i].lead || one.len != forms[i].length ||
		    str_utf8_fault(one) != one.len) {
			continue;
		}
		uint32_t code = first & (unsigned char)~forms[i].mask;
		for (size_t k = 1; k < one.len; k++) {
			code = code << 6 | ((unsigned char)one.at[k] & 0x3f);
		}
		*rest = str_from_offset(*rest, one.len);
		return code;
	}
	*rest = str_from_offset(*rest, 1);
	return 0xdc00 + first;
}

/* Cut the set off a pattern that begins with its '['; false where no ']' ends it. */
static bool take_set(str *pattern, str *set) {
	size_t end = 1;
	end += end < pattern->len && pattern->at[end] == '!';
	end += end < pattern->len && pattern->at[end] == ']';
	while (end < pattern->len && pattern->at[end] != ']') {
		end++;
	}
	if (end >= pattern->len) {
		return false;
	}
	*set = str_slice(*pattern, 1, end);
	*pattern = str_from_offset(*pattern, end + 1);
	return true;
}

static bool set_has(str set, uint32_t c) {
	bool negated = set.len && set.at[0] == '!';
	bool found = false;
	set = str_from_offset(set, negated);
	while (set.len) {
		uint32_t low = take_char(&set);
		uint32_t high = low;
		if (set.len >= 2 && set.at[0] == '-') {
			set = str_from_offset(set, 1);
			high = take_char(&set);
		}
		found = found || (low <= c && c <= high);
	}
	return found != negated;
}

/* Match one character of the name with what the pattern begins with, which is no '*'. */
static bool match_one(str *pattern, str *name) {
	str set;
	uint32_t c = take_char(name);
	if (pattern->at[0] == '[' && take_set(pattern, &set)) {
		return set_has(set, c);
	}
	uint32_t wanted = take_char(pattern);
	return wanted == '?' || wanted == c;
}

bool glob_match(str pattern, str name) {
	str star_pattern = {0};
	str star_name = {0};
	bool has_star = false;
	while (name.len || pattern.len) {
		if (pattern.len && pattern.at[0] == '*') {
			pattern = str_from_offset(pattern, 1);
			star_pattern = pattern;
			star_name = name;
			has_star = true;
			continue;
		}
		if (pattern.len && name.len && match_one(&pattern, &name)) {
			continue;
		}
		/* Let the last star take one character more; earlier ones need no second try. */
		if (!has_star || star_name.len == 0) {
			return false;
		}
		(void)take_char(&star_name);
		pattern = star_pattern;
		name = star_name;
	}
	return true;
}

static bool has_magic(str s) {
	for (size_t i = 0; i < s.len; i++) {
		if (s.at[i] == '*' || s.at[i] == '?' || s.at[i] == '[') {
			return true;
		}
	}
	return false;
}

static bool is_hidden(str name) {
	return name.len && name.at[0] == '.';
}

struct walk {
	struct arena *arena;
	str base;               /* relative paths stand below it */
	struct map listings;    /* path → struct file_entries * */
	struct str_vec *listed; /* or NULL */
	str unlisted;           /* the first folder that is there and cannot be listed, and why */
	int fault;
};

/* As Python's os.path.join. */
static str join(struct arena *arena, str dir, str name) {
	if (dir.len == 0 || path_is_absolute(name)) {
		return name;
	}
	const char *slash = dir.at[dir.len - 1] == '/' ? "" : "/";
	return str_format(arena, "%" PRI_STR "%s%" PRI_STR, STR_ARG(dir), slash, STR_ARG(name));
}

/* The path as the system takes it, without a slash at its end. */
static str real_path(const struct walk *walk, str path) {
	str real = path_join(walk->arena, walk->base, path);
	while (real.len > 1 && real.at[real.len - 1] == '/') {
		real.len--;
	}
	return real.len ? real : STR(".");
}

static void note(struct walk *walk, str path) {
	if (walk->listed) {
		str_vec_push(walk->arena, walk->listed, path);
	}
}

/* By errno. */
static void note_fault(struct walk *walk, str dir) {
	if (!walk->fault && errno != ENOENT && errno != ENOTDIR) {
		walk->unlisted = dir;
		walk->fault = errno;
	}
}

static const struct file_entries *list(struct walk *walk, str dir) {
	str real = real_path(walk, dir);
	void **slot = map_at(walk->arena, &walk->listings, real);
	if (!*slot) {
		struct file_entries *entries = arena_new(walk->arena, struct file_entries);
		if (!file_list(walk->arena, real, entries)) {
			*entries = (struct file_entries){0};
			note_fault(walk, real);
		}
		*slot = entries;
		note(walk, real);
	}
	return *slot;
}

/* Whether something stands at the path, which has no magic; a trailing slash asks for a folder. */
static bool stands(struct walk *walk, str path) {
	str real = real_path(walk, path);
	bool wants_folder = path.len == 0 || path.at[path.len - 1] == '/';
	bool found = wants_folder ? file_kind(real) == FILE_DIRECTORY : file_exists(real);
	str above = path_parent(real);
	note(walk, !found && file_kind(above) != FILE_DIRECTORY ? real : above);
	return found;
}

/* The folders that lead to one, so that a link to a folder above is not followed for ever. */
struct chain {
	const struct chain *up;
	str path;
	uint64_t inode;
};

/* Whether the folder stands in the chain above it; `link` becomes its own link of the chain. */
static bool is_in_chain(struct arena *arena, str folder, const struct chain *up,
                        struct chain *link) {
	struct file_stamp stamp;
	(void)file_stamp(folder, &stamp);
	*link = (struct chain){up, folder, stamp.inode};
	for (; up; up = up->up) {
		if (up->inode == stamp.inode &&
		    str_eq(file_real(arena, up->path), file_real(arena, folder))) {
			return true;
		}
	}
	return false;
}

/* Append all below `dir` that is not hidden.  Ends since the length of paths has an end. */
/* NOLINTNEXTLINE(misc-no-recursion) */
static void find_below(struct walk *walk, str dir, const struct chain *up, bool folders_only,
                       struct str_vec *out) {
	const struct file_entries *entries = list(walk, dir);
	for (size_t i = 0; i < entries->len; i++) {
		const struct file_entry *entry = &entries->at[i];
		bool is_folder = entry->kind == FILE_DIRECTORY;
		if (is_hidden(entry->name) || (folders_only && !is_folder)) {
			continue;
		}
		str path = join(walk->arena, dir, entry->name);
		struct chain chain;
		if (is_folder && is_in_chain(walk->arena, real_path(walk, path), up, &chain)) {
			continue;
		}
		str_vec_push(walk->arena, out, path);
		if (is_folder) {
			find_below(walk, path, &chain, folders_only, out);
		}
	}
}

/* "**": the folder itself and all below it. */
static void find_all(struct walk *walk, str dir, bool folders_only, struct str_vec *out) {
	str real = real_path(walk, dir);
	if (file_kind(real) != FILE_DIRECTORY) {
		note(walk, real);
		return;
	}
	struct chain chain;
	(void)is_in_chain(walk->arena, real, NULL, &chain);
	str_vec_push(walk->arena, out, join(walk->arena, dir, STR("")));
	find_below(walk, dir, &chain, folders_only, out);
}

/* Append what one part of a pattern matches in one folder. */
static void apply(struct walk *walk, str dir, str part, bool folders_only, struct str_vec *out) {
	if (!has_magic(part)) {
		str path = join(walk->arena, dir, part);
		if (stands(walk, path)) {
			str_vec_push(walk->arena, out, path);
		}
		return;
	}
	if (str_eq(part, STR("**"))) {
		find_all(walk, dir, folders_only, out);
		return;
	}
	const struct file_entries *entries = list(walk, dir);
	for (size_t i = 0; i < entries->len; i++) {
		const struct file_entry *entry = &entries->at[i];
		if ((folders_only && entry->kind != FILE_DIRECTORY) ||
		    (is_hidden(entry->name) && !is_hidden(part)) ||
		    !glob_match(part, entry->name)) {
			continue;
		}
		str_vec_push(walk->arena, out, join(walk->arena, dir, entry->name));
	}
}

/* Sort, and take out what stands there twice. */
static void settle(struct str_vec *paths) {
	str_vec_sort(paths);
	size_t kept = 0;
	for (size_t i = 0; i < paths->len; i++) {
		if (kept == 0 || !str_eq(paths->at[kept - 1], paths->at[i])) {
			paths->at[kept++] = paths->at[i];
		}
	}
	paths->len = kept;
}

/* As Python's os.path.split: the head loses its trailing slashes unless it has nothing else. */
static void split(str path, str *head, str *tail) {
	size_t slash = str_rfind_char(path, '/');
	*tail = slash == path.len ? path : str_from_offset(path, slash + 1);
	*head = str_slice(path, 0, slash == path.len ? 0 : slash + 1);
	str stripped = *head;
	while (stripped.len && stripped.at[stripped.len - 1] == '/') {
		stripped.len--;
	}
	*head = stripped.len ? stripped : *head;
}

static struct str_vec find(struct walk *walk, str pattern) {
	struct str_vec found = {0};
	if (!has_magic(pattern)) {
		if (stands(walk, pattern)) {
			str_vec_push(walk->arena, &found, pattern);
		}
		return found;
	}
	struct str_vec parts = {0}; /* the last one first */
	str head = pattern;
	while (has_magic(head)) {
		str part;
		split(head, &head, &part);
		str_vec_push(walk->arena, &parts, part);
	}
	str_vec_push(walk->arena, &found, head);
	for (size_t i = parts.len; i-- > 0;) {
		struct str_vec next = {0};
		for (size_t k = 0; k < found.len; k++) {
			apply(walk, found.at[k], parts.at[i], i > 0, &next);
		}
		settle(&next);
		found = next;
	}
	return found;
}

str glob_find(struct arena *arena, str dir, str pattern, struct str_vec *out,
              struct str_vec *listed) {
	bool is_here = dir.len == 0 || str_eq(dir, STR(".")) || path_is_absolute(pattern);
	struct walk walk = {.arena = arena, .base = is_here ? STR("") : dir, .listed = listed};
	struct str_vec found = find(&walk, pattern);
	for (size_t i = 0; i < found.len; i++) {
		str path = found.at[i];
		if (path.len == 0 && is_here) {
			path = STR("./");
		} else if (!is_here) {
			path = join(arena, dir, path);
		}
		str_vec_push(arena, out, path);
	}
	errno = walk.fault;
	return walk.unlisted;
}
