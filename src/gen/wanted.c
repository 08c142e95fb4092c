#include "gen/wanted.h"

#include "base/ini.h"
#include "base/path.h"
#include "gen/finder.h"
#include "store/version.h"

static bool is_local(str text) {
	return str_starts_with(text, STR("file://")) || str_starts_with(text, STR("symlink://")) ||
	       path_is_absolute(text) || str_starts_with(text, STR("./")) ||
	       str_starts_with(text, STR("../"));
}

/* The last part of a URI without what a fragment, a query or an extension adds. */
static str name_of_uri(str uri) {
	uri = str_slice(uri, 0, str_find_char(uri, '#'));
	uri = str_slice(uri, 0, str_find_char(uri, '?'));
	while (str_ends_with(uri, STR("/"))) {
		uri.len--;
	}
	str name = path_name(uri);
	return str_trim(str_slice(name, 0, str_find_char(name, '.')));
}

static bool is_digits(str text) {
	uint64_t number;
	return str_to_u64(text, UINT64_MAX, &number);
}

/* Cut the requirement off: what stands behind the last '@', unless that belongs to a URI. */
static str cut_range(str text, struct wanted *out) {
	size_t at = str_rfind_char(text, '@');
	str range = str_from_offset(text, at + 1);
	if (at == text.len || is_local(text) || str_contains(range, STR("/")) ||
	    str_contains(range, STR(":"))) {
		return text;
	}
	out->range = str_trim(range);
	return str_trim(str_slice(text, 0, at));
}

/* Cut a name of the user's own off: what stands before the first '='. */
static str cut_name(str text, struct wanted *out) {
	str head;
	str rest;
	if (str_starts_with(text, STR("id=")) || !str_cut(text, '=', &head, &rest) ||
	    str_contains(head, STR("/"))) {
		return text;
	}
	out->name = str_trim(head);
	return str_trim(rest);
}

/* Whether what is left names a place rather than a package: more than owner/name. */
static bool is_uri(str text) {
	str owner;
	str name;
	return is_local(text) || str_contains(text, STR("@")) || str_contains(text, STR(":")) ||
	       (str_cut(text, '/', &owner, &name) &&
	        (str_contains(name, STR("/")) || !owner.len || !name.len));
}

void wanted_parse(struct arena *arena, str text, struct wanted *out) {
	*out = (struct wanted){.text = text};
	str rest = cut_name(cut_range(str_trim(text), out), out);
	str number = str_starts_with(rest, STR("id=")) ? str_from_offset(rest, 3) : rest;
	if (is_digits(number)) {
		out->is_number = true;
	} else if (is_uri(rest)) {
		out->uri = rest;
		out->name = out->name.len ? out->name : str_copy(arena, name_of_uri(rest));
	} else if (str_contains(rest, STR("/"))) {
		(void)str_cut(rest, '/', &out->owner, &out->name);
		out->owner = str_trim(out->owner);
		out->name = str_trim(out->name);
	} else if (!out->name.len) {
		out->name = rest;
	}
}

/* The path that a local URI means; empty where it is none. */
static str local_path(str uri) {
	static const str schemes[] = {STR_INIT("file://"), STR_INIT("symlink://")};
	for (size_t i = 0; i < COUNT_OF(schemes); i++) {
		if (str_starts_with(uri, schemes[i])) {
			return str_from_offset(uri, schemes[i].len);
		}
	}
	return is_local(uri) ? uri : STR("");
}

/* Whether a library came from where the entry says. */
static bool has_uri(struct finder *finder, struct node *node, const struct wanted *wanted) {
	str recorded = node->record.uri;
	str uri = wanted->uri;
	if (str_starts_with(recorded, STR("git+")) && !str_starts_with(uri, STR("git+"))) {
		recorded = str_from_offset(recorded, STR("git+").len);
	}
	if (uri.len && str_eq(recorded, uri)) {
		return true;
	}
	str path = local_path(uri);
	str real = path.len ? file_real(finder->cx->scratch, path) : STR("");
	return real.len && str_eq(real, listing_real(&finder->listing, node->folder));
}

static bool has_name(struct finder *finder, struct node *node, const struct wanted *wanted) {
	str name = node->record.name.len ? node->record.name : node->manifest.name;
	str owner = node->record.owner;
	if (wanted->uri.len && has_uri(finder, node, wanted)) {
		return true;
	}
	bool same_owner = !wanted->owner.len || !owner.len || str_eq_nocase(owner, wanted->owner);
	return wanted->name.len && name.len && same_owner && str_eq_nocase(name, wanted->name);
}

static str version_of(const struct node *node) {
	return node->record.version.len ? node->record.version : node->manifest.version;
}

/* Whether a library's version will do; one that says none does. */
static bool has_version(struct finder *finder, const struct node *node,
                        const struct wanted *wanted) {
	str text = version_of(node);
	if (!wanted->range.len || !text.len || !version_range_valid(wanted->range)) {
		return true;
	}
	struct version version = version_coerce(finder->cx->scratch, text);
	return version_matches(wanted->range, &version);
}

static bool is_newer(struct finder *finder, const struct node *a, const struct node *b) {
	struct version left = version_coerce(finder->cx->scratch, version_of(a));
	struct version right = version_coerce(finder->cx->scratch, version_of(b));
	return version_compare(&left, &right) > 0;
}

/* What looking for an entry came to. */
struct sought {
	struct node *node;  /* what was found */
	struct node *wrong; /* of the right name, but not of the version asked for */
};

/* Of the first storage that has the library, the newest that will do. */
static void look_for(struct finder *finder, const struct wanted *wanted, struct sought *out) {
	*out = (struct sought){0};
	for (size_t i = 0; i < finder->all.len; i++) {
		struct node *node = finder->all.at[i];
		if (out->node && node->storage != out->node->storage) {
			return;
		}
		if (!has_name(finder, node, wanted)) {
			continue;
		}
		if (!has_version(finder, node, wanted)) {
			out->wrong = node;
		} else if (!out->node || is_newer(finder, node, out->node)) {
			out->node = node;
		}
	}
}

/* A library without a manifest is found by the whole text of the entry. */
static struct node *look_for_text(const struct finder *finder, str text) {
	for (size_t i = 0; i < finder->ordered.len; i++) {
		if (str_eq(finder->ordered.at[i]->library.name, text)) {
			return finder->ordered.at[i];
		}
	}
	return NULL;
}

/* The entry's own place, where the option's text holds it as it is. */
static span place_of(const struct finder *finder, str text) {
	span at = finder->request->deps_at;
	if (at.source && at.source->text.at) {
		str all = at.source->text;
		uintptr_t first = (uintptr_t)all.at;
		uintptr_t here = (uintptr_t)text.at;
		if (here >= first && here + text.len <= first + all.len) {
			return (span){at.source, here - first, text.len};
		}
	}
	return ini_find_behind(at, text);
}

static bool report_missing(struct finder *finder, const struct wanted *wanted,
                           const struct node *wrong) {
	struct diag *diag = finder->cx->diag;
	diag_fault(diag, EXIT_PACKAGE, place_of(finder, wanted->text),
	           "library '%" PRI_STR "' of lib_deps is in none of the project's storages, "
	           "and downloading libraries comes later",
	           STR_ARG(wanted->text));
	if (wrong) {
		diag_note(diag, (span){0},
		          "'%" PRI_STR "' has the version '%" PRI_STR "', which is not asked for",
		          STR_ARG(wrong->library.dir), STR_ARG(version_of(wrong)));
	}
	diag_help(diag, "put the library's folder into lib/, "
	                "or name the folder that it is in in lib_extra_dirs");
	return false;
}

static void warn_unfit(const struct finder *finder, const struct wanted *wanted,
                       const struct node *node) {
	if (node->is_ignored) {
		return;
	}
	diag_warning(finder->cx->diag, place_of(finder, wanted->text),
	             "library '%" PRI_STR "' of lib_deps is for other frameworks or platforms, "
	             "and so it is not used",
	             STR_ARG(wanted->text));
	diag_help(finder->cx->diag, "lib_compat_mode = off uses it nevertheless");
}

static bool depends_on(const struct node *node, const struct node *other) {
	for (size_t i = 0; i < node->depends.len; i++) {
		if (node->depends.at[i] == other) {
			return true;
		}
	}
	return false;
}

/* Follow one entry; a library to be searched when all are known goes to `later`. */
static bool follow(struct finder *finder, str text, struct nodes *later) {
	struct wanted wanted;
	struct sought sought;
	wanted_parse(finder->cx->keep, text, &wanted);
	look_for(finder, &wanted, &sought);
	struct node *project = &finder->project;
	if (sought.node && sought.node->is_fit) {
		if (!depends_on(project, sought.node)) {
			finder_connect(finder, project, sought.node);
			nodes_push(finder->cx->scratch, later, sought.node);
		}
		return true;
	}
	struct node *named = look_for_text(finder, text);
	if (named) {
		if (!depends_on(project, named)) {
			finder_connect(finder, project, named);
			finder_search(finder, named);
		}
		return true;
	}
	if (sought.node) {
		warn_unfit(finder, &wanted, sought.node);
		return true;
	}
	return report_missing(finder, &wanted, sought.wrong);
}

bool wanted_find(struct finder *finder) {
	const struct str_vec *deps = &finder->request->deps;
	struct nodes later = {0};
	bool ok = true;
	for (size_t i = 0; i < deps->len; i++) {
		if (str_trim(deps->at[i]).len) {
			ok = follow(finder, deps->at[i], &later) && ok;
		}
	}
	for (size_t i = 0; i < later.len; i++) {
		finder_search(finder, later.at[i]);
	}
	return ok;
}
