#include "gen/installed.h"

#include "base/file.h"
#include "base/json.h"
#include "base/path.h"
#include "store/version.h"

/* The version in one manifest; false where there is none. */
static bool manifest_version(struct ctx *cx, struct reads *reads, str path, struct version *out) {
	struct source *source = arena_new(cx->keep, struct source);
	struct diag ignored = {.arena = cx->keep};
	struct ctx quiet = {cx->keep, cx->scratch, &ignored};
	source->path = path;
	reads_machine(reads, path);
	if (!file_try_read(cx->keep, path, &source->text)) {
		return false;
	}
	str version = value_text(value_get(json_parse(&quiet, source), STR("version")));
	if (version.len == 0) {
		return false;
	}
	*out = version_coerce(cx->keep, version);
	return true;
}

/* PlatformIO's own record first: the manifest may have been written by someone else. */
static bool package_version(struct ctx *cx, struct reads *reads, str dir, struct version *out) {
	return manifest_version(cx, reads, path_join(cx->keep, dir, STR(".piopm")), out) ||
	       manifest_version(cx, reads, path_join(cx->keep, dir, STR("package.json")), out);
}

str installed_find(struct ctx *cx, struct reads *reads, str dir, str name, str range) {
	struct file_entries entries = {0};
	struct version best = {0};
	str found = STR("");
	reads_machine(reads, dir);
	if (!file_list(cx->keep, dir, &entries)) {
		return found;
	}
	for (size_t i = 0; i < entries.len; i++) {
		str base, rest;
		(void)str_cut(entries.at[i].name, '@', &base, &rest);
		if (!str_eq(base, name) || entries.at[i].kind != FILE_DIRECTORY) {
			continue;
		}
		str path = path_join(cx->keep, dir, entries.at[i].name);
		struct version version;
		if (package_version(cx, reads, path, &version) &&
		    version_matches(range, &version) &&
		    (found.len == 0 || version_compare(&version, &best) > 0)) {
			best = version;
			found = path;
		}
	}
	return found;
}
