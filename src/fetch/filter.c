#include "fetch/filter.h"

#include <assert.h>

/* Links that one link may lead through, as in the kernel; steps that all of them may take. */
enum { LINK_HOPS = 40, LINK_STEPS = 50000000 };

void filter_init(struct filter *filter, struct arena *keep, struct arena *each,
                 const struct filter_rules *rules) {
	*filter = (struct filter){
	    .names = {.arena = keep, .root = {.kind = ENTRY_FOLDER}},
	    .each = each,
	    .rules = *rules,
	};
}

/* Always false. */
static bool refuse(str *reason, str text) {
	*reason = text;
	return false;
}

/* The components of a path, without "." and empty ones. */
static bool split(struct arena *arena, str path, struct str_vec *out, str *reason) {
	if (path.len == 0) {
		return refuse(reason, STR("it has no name"));
	}
	if (path.at[0] == '/') {
		return refuse(reason, STR("its path is absolute"));
	}
	if (path.len >= FILTER_PATH) {
		return refuse(reason, STR("its path is longer than 4095 bytes"));
	}
	bool more = true;
	while (more) {
		str part;
		more = str_cut(path, '/', &part, &path);
		if (part.len == 0 || str_eq(part, STR("."))) {
			continue;
		}
		if (str_eq(part, STR(".."))) {
			return refuse(reason, STR("its path leads upward by '..'"));
		}
		if (part.len > FILTER_NAME) {
			return refuse(reason, STR("a name in its path is longer than 255 bytes"));
		}
		str_vec_push(arena, out, part);
	}
	return out->len <= FILTER_DEPTH || refuse(reason, STR("it lies more than 64 folders deep"));
}

/* The components that are left after those that are taken away. */
static struct str_vec strip(const struct filter *filter, struct str_vec parts) {
	size_t gone = filter->rules.strip > 0 ? (size_t)filter->rules.strip : 0;
	gone = gone < parts.len ? gone : parts.len;
	return (struct str_vec){parts.at + gone, parts.len - gone, 0};
}

static bool add(struct filter *filter, struct name *folder, const struct name *name,
                struct name **out, str *reason) {
	struct names *names = &filter->names;
	if (names->count >= FILTER_ENTRIES) {
		return refuse(reason, STR("the archive has more than 500000 entries"));
	}
	if (names->bytes + name->text.len + name->target.len > FILTER_TEXT) {
		return refuse(reason, STR("the archive's names are longer than 64 MB together"));
	}
	*out = names_add(names, folder, name);
	return true;
}

/* A component of that name in the folder, made where it is missing; *found: it was there. */
static bool enter(struct filter *filter, struct name **at, const struct name *wanted, bool *found,
                  str *reason) {
	struct arena *arena = filter->each;
	struct name *alike;
	struct name *name = names_find(&filter->names, *at, wanted->text, &alike);
	*found = name != NULL;
	if (name) {
		*at = name;
		return true;
	}
	if (alike && filter->rules.is_caseless) {
		return refuse(reason, str_format(arena,
		                                 "it differs from '%" PRI_STR
		                                 "' by upper and lower case alone, which this disk "
		                                 "does not tell apart",
		                                 STR_ARG(names_path(arena, alike))));
	}
	struct name *folder = *at;
	if (!add(filter, folder, wanted, at, reason)) {
		return false;
	}
	if (alike) {
		if (filter->alike++ == 0) {
			filter->first_alike = names_path(filter->names.arena, *at);
		}
	}
	return true;
}

/* Go down to the folder that the last component lies in. */
static bool enter_folders(struct filter *filter, const struct str_vec *parts, struct name **at,
                          str *reason) {
	static const char *const below[] = {
	    [ENTRY_FILE] = "file", [ENTRY_SYMLINK] = "link", [ENTRY_HARDLINK] = "file"};
	for (size_t i = 0; i + 1 < parts->len; i++) {
		struct name wanted = {.text = parts->at[i], .kind = ENTRY_FOLDER};
		bool found;
		if (!enter(filter, at, &wanted, &found, reason)) {
			return false;
		}
		if ((*at)->kind != ENTRY_FOLDER) {
			struct arena *arena = filter->each;
			return refuse(reason,
			              str_format(arena, "it lies below the %s '%" PRI_STR "'",
			                         below[(*at)->kind],
			                         STR_ARG(names_path(arena, *at))));
		}
	}
	return true;
}

/* Where a link leads to: a name that is known, and how many unknown ones below it. */
struct spot {
	const struct name *name;
	size_t unknown;
};

/* One walk along links. */
struct walk {
	struct filter *filter;
	const struct name *top; /* what may not be left */
	unsigned hops;
	str *reason;
};

static bool follow(struct walk *w, struct spot *at, str path);

static bool step_up(const struct walk *w, struct spot *at) {
	if (at->unknown > 0) {
		at->unknown--;
	} else if (at->name != w->top) {
		assert(at->name && at->name->parent); /* the walk began below the top */
		at->name = at->name->parent;
	} else if (!w->filter->rules.is_rooted) {
		return refuse(w->reason, STR("it is a link that leads out of the archive"));
	}
	return true;
}

/* NOLINTNEXTLINE(misc-no-recursion): each descent is a hop */
static bool step_down(struct walk *w, struct spot *at, str part) {
	const struct name *next =
	    at->unknown > 0 ? NULL : names_find(&w->filter->names, at->name, part, NULL);
	if (!next) {
		at->unknown++;
		return true;
	}
	if (next->kind != ENTRY_SYMLINK) {
		at->name = next;
		return true;
	}
	if (++w->hops > LINK_HOPS) {
		return refuse(w->reason, STR("it is a link in a circle, or through more than 40"));
	}
	return follow(w, at, next->target);
}

/* Follow the path from a place.  The depth is bounded: each descent is a hop. */
static bool follow(struct walk *w, struct spot *at, str path) { /* NOLINT(misc-no-recursion) */
	if (path.len > 0 && path.at[0] == '/') {
		if (!w->filter->rules.is_rooted) {
			return refuse(w->reason, STR("it is a link with an absolute target"));
		}
		*at = (struct spot){.name = w->top};
	}
	bool more = true;
	while (more) {
		str part;
		more = str_cut(path, '/', &part, &path);
		if (part.len == 0 || str_eq(part, STR("."))) {
			continue;
		}
		if (++w->filter->steps > LINK_STEPS) {
			return refuse(w->reason, STR("its links are too tangled to follow"));
		}
		bool up = str_eq(part, STR(".."));
		if (up ? !step_up(w, at) : !step_down(w, at, part)) {
			return false;
		}
	}
	return true;
}

static bool stays_inside(struct filter *filter, const struct name *link, const struct name *top,
                         str *reason) {
	struct walk walk = {.filter = filter, .top = top, .reason = reason};
	struct spot at = {.name = link->parent};
	return follow(&walk, &at, link->target);
}

static bool check_hardlink(struct filter *filter, const struct entry *entry, struct placed *out,
                           str *reason) {
	struct arena *arena = filter->each;
	struct str_vec all = {0};
	str ignored;
	if (!split(arena, entry->target, &all, &ignored)) {
		return refuse(reason, str_format(arena,
		                                 "it is a hard link to '%" PRI_STR
		                                 "', which leads out of the archive",
		                                 STR_ARG(entry->target)));
	}
	struct str_vec parts = strip(filter, all);
	const struct name *at = &filter->names.root;
	for (size_t i = 0; i < parts.len && at; i++) {
		at = names_find(&filter->names, at, parts.at[i], NULL);
	}
	if (!at || at->kind != ENTRY_FILE) {
		return refuse(reason, str_format(arena,
		                                 "it is a hard link to '%" PRI_STR
		                                 "', which is no file that came before it",
		                                 STR_ARG(entry->target)));
	}
	out->target = names_path(arena, at);
	return true;
}

static bool check_kind(struct filter *filter, const struct entry *entry, str *reason) {
	if (entry->kind == ENTRY_OTHER) {
		return refuse(reason,
		              STR("it is a device, a pipe or a socket, not a file, folder or "
		                  "link"));
	}
	if (entry->kind == ENTRY_SYMLINK && entry->target.len == 0) {
		return refuse(reason, STR("it is a link without a target"));
	}
	if (entry->target.len >= FILTER_PATH) {
		return refuse(reason, STR("its link's target is longer than 4095 bytes"));
	}
	return entry->kind != ENTRY_FILE || filter_grow(filter, entry->size, reason);
}

/* Put the entry in its place; false where it is refused. */
static bool put(struct filter *filter, const struct entry *entry, const struct str_vec *parts,
                struct placed *out, str *reason) {
	struct name *at = &filter->names.root;
	struct name wanted = {.text = parts->at[parts->len - 1], .kind = entry->kind};
	if (entry->kind == ENTRY_SYMLINK) {
		wanted.target = entry->target;
	} else if (entry->kind == ENTRY_HARDLINK) {
		wanted.kind = ENTRY_FILE;
	}
	bool found;
	if (!enter_folders(filter, parts, &at, reason) ||
	    (entry->kind == ENTRY_HARDLINK && !check_hardlink(filter, entry, out, reason)) ||
	    !enter(filter, &at, &wanted, &found, reason)) {
		return false;
	}
	if (found && (entry->kind != ENTRY_FOLDER || at->kind != ENTRY_FOLDER)) {
		return refuse(reason, STR("the archive has another entry of that name"));
	}
	return entry->kind != ENTRY_SYMLINK ||
	       stays_inside(filter, at, &filter->names.root, reason);
}

enum filter_answer filter_entry(struct filter *filter, const struct entry *entry,
                                struct placed *out, str *reason) {
	struct arena *arena = filter->each;
	struct str_vec all = {0};
	arena_release(arena);
	if (++filter->entries > FILTER_ENTRIES) {
		*reason = STR("the archive has more than 500000 entries");
		return FILTER_REFUSE;
	}
	if (!split(arena, entry->path, &all, reason) || !check_kind(filter, entry, reason)) {
		return FILTER_REFUSE;
	}
	struct str_vec parts = strip(filter, all);
	if (parts.len == 0) {
		if (all.len > 0 || entry->kind == ENTRY_FOLDER) {
			return FILTER_SKIP;
		}
		*reason = STR("it has no name");
		return FILTER_REFUSE;
	}
	bool runs = (entry->mode & 0111) != 0;
	*out = (struct placed){.path = str_join(arena, &parts, STR("/"))};
	out->mode = entry->kind == ENTRY_FOLDER || runs ? 0755 : 0644;
	if (entry->kind == ENTRY_SYMLINK) {
		out->target = entry->target;
	}
	return put(filter, entry, &parts, out, reason) ? FILTER_WRITE : FILTER_REFUSE;
}

bool filter_grow(struct filter *filter, uint64_t bytes, str *reason) {
	if (bytes > filter->rules.bytes - filter->bytes) {
		return refuse(reason,
		              str_format(filter->each,
		                         "with it the archive holds more than the %llu bytes "
		                         "that are allowed",
		                         (unsigned long long)filter->rules.bytes));
	}
	filter->bytes += bytes;
	return true;
}

/* What other systems leave beside an archive's one folder. */
static bool is_stray(str name) {
	return str_eq(name, STR("__MACOSX")) || str_eq(name, STR("pax_global_header")) ||
	       str_starts_with(name, STR("._"));
}

/* The one folder that everything lies in; the root where there is none. */
static const struct name *top_of(const struct filter *filter) {
	const struct name *root = &filter->names.root, *top = root;
	if (filter->rules.strip != FILTER_ONE_ROOT) {
		return root;
	}
	for (const struct name *n = filter->names.first; n; n = n->younger) {
		if (n->parent != root || is_stray(n->text)) {
			continue;
		}
		if (top != root || n->kind != ENTRY_FOLDER) {
			return root;
		}
		top = n;
	}
	return top;
}

bool filter_end(struct filter *filter, str *root, str *path, str *reason) {
	const struct name *top = top_of(filter);
	*root = top->text;
	*path = STR("");
	for (const struct name *n = filter->names.first; n; n = n->younger) {
		const struct name *at = n;
		while (at->parent && at != top) {
			at = at->parent;
		}
		/* What lies beside the one folder is not kept. */
		if (n->kind == ENTRY_SYMLINK && at == top &&
		    !stays_inside(filter, n, top, reason)) {
			*path = names_path(filter->each, n);
			return false;
		}
	}
	return filter->names.count > 0 || refuse(reason, STR("it holds nothing"));
}
