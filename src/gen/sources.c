/*
 * The rules of a filter are applied from left to right to a set of files, which are named by their
 * absolute paths (as text: links are followed but not resolved).  A rule that takes files away
 * lists nothing: it is enough that a path or a folder above it was matched.
 */
#include "gen/sources.h"

#include "base/file.h"
#include "base/glob.h"
#include "base/path.h"

const str sources_default_filter = STR_INIT("+<*> -<.git/> -<.svn/>");
const str sources_library_filter =
    STR_INIT("+<*> -<.git/> -<.svn/> -<example/> -<examples/> -<test/> -<tests/>");

static bool has_extension(str path, const str *extensions, size_t count) {
	for (size_t i = 0; i < count; i++) {
		if (str_ends_with(path, extensions[i])) {
			return true;
		}
	}
	return false;
}

bool sources_is_source(str path) {
	static const str extensions[] = {
	    STR_INIT(".c"),   STR_INIT(".cc"), STR_INIT(".cpp"), STR_INIT(".cxx"),
	    STR_INIT(".c++"), STR_INIT(".S"),  STR_INIT(".spp"), STR_INIT(".SPP"),
	    STR_INIT(".sx"),  STR_INIT(".s"),  STR_INIT(".asm"), STR_INIT(".ASM"),
	};
	return has_extension(path, extensions, COUNT_OF(extensions));
}

bool sources_is_header(str path) {
	static const str extensions[] = {STR_INIT(".h"), STR_INIT(".hpp")};
	return has_extension(path, extensions, COUNT_OF(extensions));
}

/* A file that a rule added. */
struct found {
	str name; /* absolute */
	str path; /* for the system */
	enum file_kind kind;
};

struct finder {
	struct ctx *cx;
	struct arena *arena;
	str here; /* the working directory */
	str dir;  /* the folder that the filter is for, and its absolute name */
	str base;
	struct reads *reads;
	struct map files; /* name → struct found *, or NULL where it was taken away again */
};

static str absolute(const struct finder *f, str path) {
	return path_normal(f->arena, path_join(f->arena, f->here, path));
}

static void note(const struct finder *f, str path) {
	if (f->reads) {
		reads_path(f->reads, path);
	}
}

static void add_file(struct finder *f, struct found found) {
	if (sources_is_source(found.name)) {
		struct found *kept = arena_new(f->arena, struct found);
		*kept = found;
		*map_at(f->arena, &f->files, found.name) = kept;
	}
}

/* What cannot be compiled is said and left out; a link may lead to a file one day. */
static bool is_file(struct ctx *cx, struct reads *reads, str path, enum file_kind kind) {
	if (kind == FILE_REGULAR) {
		return true;
	}
	path = path_normal(cx->keep, path);
	if (reads) {
		reads_path(reads, path);
	}
	diag_warning(cx->diag, span_file(cx->keep, path),
	             kind == FILE_MISSING ? "this link leads nowhere, so it is left out"
	                                  : "this is no regular file, so it is left out");
	return false;
}

/* A folder to list; the ones that led to it tell whether a link led back to one of them. */
struct folder {
	const struct folder *up;
	str path; /* for the system */
	str name; /* absolute */
	uint64_t inode;
};
VEC_DEFINE(folders, const struct folder *)

static bool is_loop(const struct finder *f, const struct folder *folder) {
	for (const struct folder *up = folder->up; up; up = up->up) {
		if (up->inode == folder->inode &&
		    str_eq(file_real(f->arena, up->path), file_real(f->arena, folder->path))) {
			return true;
		}
	}
	return false;
}

static void push_folder(struct finder *f, struct folders *open, const struct folder *up, str path,
                        str name) {
	struct file_stamp stamp;
	struct folder *folder = arena_new(f->arena, struct folder);
	(void)file_stamp(path, &stamp);
	*folder = (struct folder){up, path, name, stamp.inode};
	if (!is_loop(f, folder)) {
		folders_push(f->arena, open, folder);
	}
}

/* Add the files of a folder, hidden ones too, and leave the folders in it to be listed. */
static void add_entries(struct finder *f, const struct folder *folder, struct folders *open) {
	struct file_entries entries = {0};
	note(f, folder->path);
	if (!file_list_any(f->cx, f->arena, folder->path, &entries)) {
		return;
	}
	for (size_t i = 0; i < entries.len; i++) {
		str path = path_join(f->arena, folder->path, entries.at[i].name);
		str name = path_join(f->arena, folder->name, entries.at[i].name);
		if (entries.at[i].kind == FILE_DIRECTORY) {
			push_folder(f, open, folder, path, name);
		} else {
			add_file(f, (struct found){name, path, entries.at[i].kind});
		}
	}
}

/* Add all files below a folder.  A link back to the filter's folder is one to above. */
static void add_below(struct finder *f, str path, str name) {
	struct folders open = {0};
	const struct folder *top = NULL;
	if (path_is_inside(name, f->base) && !str_eq(name, f->base)) {
		push_folder(f, &open, NULL, f->dir, f->base);
		top = open.at[--open.len];
	}
	push_folder(f, &open, top, path, name);
	while (open.len) {
		add_entries(f, open.at[--open.len], &open);
	}
}

static void add_matches(struct finder *f, const struct str_vec *matches) {
	for (size_t i = 0; i < matches->len; i++) {
		str path = matches->at[i];
		enum file_kind kind = file_kind(path);
		if (kind == FILE_DIRECTORY) {
			add_below(f, path, absolute(f, path));
		} else {
			add_file(f, (struct found){absolute(f, path), path, kind});
		}
	}
}

/* Whether the path, or a folder above it, is one of the names. */
static bool is_covered(const struct map *names, str path) {
	while (!map_get(names, path)) {
		if (path.len <= 1) {
			return false;
		}
		path = path_parent(path);
	}
	return true;
}

static void remove_matches(struct finder *f, const struct str_vec *matches) {
	if (matches->len == 0) {
		return;
	}
	struct map names = {0};
	for (size_t i = 0; i < matches->len; i++) {
		str name = absolute(f, matches->at[i]);
		*map_at(f->arena, &names, name) = &names;
	}
	for (struct map_entry *e = map_first(&f->files); e; e = map_next(e)) {
		if (map_value(e) && is_covered(&names, map_key(e))) {
			*map_at(f->arena, &f->files, map_key(e)) = NULL;
		}
	}
}

static void apply_rule(struct finder *f, char action, str pattern) {
	struct str_vec matches = {0};
	struct str_vec listed = {0};
	str unlisted = glob_find(f->arena, f->dir, pattern, &matches, &listed);
	if (unlisted.len) {
		(void)diag_errno(f->cx->diag, unlisted, "cannot list the folder");
	}
	for (size_t i = 0; i < listed.len; i++) {
		note(f, listed.at[i]);
	}
	if (action == '+') {
		add_matches(f, &matches);
	} else {
		remove_matches(f, &matches);
	}
}

/* All that looks like +<…> or -<…>; the rest of the text means nothing. */
static void apply_filter(struct finder *f, str filter) {
	for (size_t i = 0; i + 1 < filter.len; i++) {
		char action = filter.at[i];
		if ((action != '+' && action != '-') || filter.at[i + 1] != '<') {
			continue;
		}
		str rest = str_from_offset(filter, i + 2);
		size_t end = str_find_char(rest, '>');
		str pattern = str_slice(rest, 0, end);
		if (end == 0 || end == rest.len) {
			continue;
		}
		/* No path holds a zero byte; for the system it would end one early. */
		if (str_find_char(pattern, '\0') == end) {
			apply_rule(f, action, pattern);
		}
		i += 2 + end;
	}
}

/* An absolute path as reached from an absolute folder; both in normal form. */
static str relative(struct arena *arena, str path, str dir) {
	str above = dir;
	str up = STR("");
	while (!path_is_inside(path, above)) {
		above = path_parent(above);
		up = str_format(arena, "%" PRI_STR "../", STR_ARG(up));
	}
	size_t skip = above.len > 1 ? above.len + 1 : 1;
	return str_format(arena, "%" PRI_STR "%" PRI_STR, STR_ARG(up),
	                  STR_ARG(str_from_offset(path, skip)));
}

void sources_find(struct ctx *cx, struct reads *reads, str dir, str filter, struct str_vec *out) {
	struct arena_mark mark = arena_mark(cx->scratch);
	struct finder f = {.cx = cx, .arena = cx->scratch, .dir = dir, .reads = reads};
	f.here = file_cwd(cx->scratch);
	f.base = absolute(&f, dir);
	filter = str_replace(cx->scratch, filter, STR("\\"), STR("/"));
	apply_filter(&f, filter.len ? filter : sources_default_filter);
	struct str_vec found = {0};
	for (struct map_entry *e = map_first(&f.files); e; e = map_next(e)) {
		const struct found *one = map_value(e);
		if (one && is_file(cx, reads, one->path, one->kind)) {
			str_vec_push(cx->scratch, &found,
			             relative(cx->scratch, map_key(e), f.base));
		}
	}
	str_vec_sort(&found);
	for (size_t i = 0; i < found.len; i++) {
		str_vec_push(cx->keep, out, str_copy(cx->keep, found.at[i]));
	}
	arena_rewind(cx->scratch, mark);
}

/* Append the names of the sketches with the extension. */
static void add_tabs(struct finder *f, const struct file_entries *entries, str extension,
                     struct str_vec *out) {
	for (size_t i = 0; i < entries->len; i++) {
		const struct file_entry *entry = &entries->at[i];
		if (entry->kind != FILE_DIRECTORY && entry->name.at[0] != '.' &&
		    str_ends_with(entry->name, extension) &&
		    is_file(f->cx, f->reads, path_join(f->arena, f->dir, entry->name),
		            entry->kind)) {
			str_vec_push(f->cx->keep, out, str_copy(f->cx->keep, entry->name));
		}
	}
}

void sources_find_tabs(struct ctx *cx, struct reads *reads, str dir, struct str_vec *out) {
	struct arena_mark mark = arena_mark(cx->scratch);
	struct finder f = {.cx = cx, .arena = cx->scratch, .dir = dir, .reads = reads};
	struct file_entries entries = {0};
	note(&f, dir);
	if (file_list(cx->scratch, dir, &entries)) {
		add_tabs(&f, &entries, STR(".ino"), out);
		add_tabs(&f, &entries, STR(".pde"), out);
	}
	arena_rewind(cx->scratch, mark);
}
