#include "fetch/apt.h"

#include "base/file.h"
#include "base/path.h"
#include "fetch/child.h"
#include "fetch/lock.h"
#include "fetch/progress.h"

/* What makes apt-get work for an ordinary user, and its answer independent of what is installed. */
static const str settings[] = {
    STR_INIT("Dir::Cache::pkgcache="),        STR_INIT("Dir::Cache::srcpkgcache="),
    STR_INIT("Dir::State::status=/dev/null"), STR_INIT("Debug::NoLocking=1"),
    STR_INIT("APT::Sandbox::User="),
};

static str own_dir(struct arena *arena, const struct apt *apt, const char *name) {
	return str_format(arena, "%" PRI_STR "/apt/%s", STR_ARG(apt->store->root), name);
}

static void add_setting(struct arena *arena, struct str_vec *argv, str setting) {
	str_vec_push(arena, argv, STR("-o"));
	str_vec_push(arena, argv, setting);
}

/* The faults in apt's output: what follows "E: ", joined. */
static str faults_of(struct arena *arena, str output) {
	struct str_vec faults = {0};
	str line;
	while (str_next_line(&output, &line)) {
		if (str_starts_with(line, STR("E: "))) {
			str_vec_add(arena, &faults, str_from_offset(line, 3));
		}
	}
	return str_join(arena, &faults, STR("; "));
}

/* Run apt-get with `words`; a status other than 0 is a fault that says what could not be done. */
static bool run(struct ctx *cx, struct apt *apt, const struct str_vec *words, str dir, str *out) {
	struct str_vec list = {0}, *argv = &list;
	str_vec_push(cx->keep, argv, STR("apt-get"));
	str_vec_push(cx->keep, argv, STR("-q"));
	for (size_t i = 0; i < COUNT_OF(settings); i++) {
		add_setting(cx->keep, argv, settings[i]);
	}
	add_setting(
	    cx->keep, argv,
	    str_format(cx->keep, "Dir::Cache=%" PRI_STR, STR_ARG(own_dir(cx->keep, apt, "cache"))));
	if (apt->lists == APT_OWN) {
		add_setting(cx->keep, argv,
		            str_format(cx->keep, "Dir::State::lists=%" PRI_STR,
		                       STR_ARG(own_dir(cx->keep, apt, "lists"))));
	}
	str_vec_append(cx->keep, argv, words);
	struct spawn_result result = {0};
	if (!child_run(cx, argv, dir, &result)) {
		return false;
	}
	*out = result.out;
	apt->refused = result.status != 0;
	if (!apt->refused) {
		return true;
	}
	str faults = faults_of(cx->keep, result.out);
	if (faults.len == 0) {
		faults = str_format(cx->keep, "exit status %d", result.status);
	}
	child_fault(cx, str_format(cx->keep, "apt-get %" PRI_STR, STR_ARG(words->at[0])), faults);
	if (diag_code(cx->diag) == EXIT_PACKAGE) {
		diag_help(cx->diag,
		          "check the network and apt's sources, as 'apt-get update' does");
	}
	return false;
}

/* Paths in the answer of apt-config: lines of the form NAME='PATH'. */
static void add_watched(struct arena *arena, str output, struct str_vec *out) {
	str line;
	while (str_next_line(&output, &line)) {
		str name, path;
		if (str_cut(line, '=', &name, &path) && path.len > 2 && path.at[0] == '\'') {
			path = str_slice(path, 1, path.len - 1);
			str_vec_add(arena, out, path_normal(arena, path));
		}
	}
}

static bool make_dir(struct ctx *cx, const struct apt *apt, const char *name) {
	if (!file_make_dirs(cx, own_dir(cx->keep, apt, name))) {
		diag_help(cx->diag, "set FBGEN_HOME to a folder that can be written");
		return false;
	}
	return true;
}

bool apt_open(struct ctx *cx, const struct store *store, struct apt *out) {
	static const char *const asked[] = {
	    "LISTS",   "Dir::State::lists/d",          "SOURCES", "Dir::Etc::sourcelist/f",
	    "SOURCED", "Dir::Etc::sourceparts/d",      "PREFS",   "Dir::Etc::preferences/f",
	    "PREFD",   "Dir::Etc::preferencesparts/d",
	};
	struct spawn spawn = {0};
	str_vec_push(cx->keep, &spawn.argv, STR("apt-config"));
	str_vec_push(cx->keep, &spawn.argv, STR("shell"));
	for (size_t i = 0; i < COUNT_OF(asked); i++) {
		str_vec_push(cx->keep, &spawn.argv, str_from(asked[i]));
	}
	struct spawn_result result = {0};
	*out = (struct apt){.store = store};
	if (!spawn_run(cx, &spawn, &result)) {
		diag_help(cx->diag, "packages of kind 'distro' need a Debian system");
		return false;
	}
	add_watched(cx->keep, result.out, &out->watched);
	return make_dir(cx, out, "empty") && make_dir(cx, out, "cache/archives/partial") &&
	       make_dir(cx, out, "lists/partial");
}

/* One at a time: two that write the same lists would spoil them. */
static bool update(struct ctx *cx, struct apt *apt) {
	int lock = lock_take(cx, apt->store, STR("apt"), STR("the package lists"));
	if (lock < 0) {
		return false;
	}
	progress_line("reading package lists, since the machine's own do not do");
	struct str_vec words = {0};
	str output;
	str_vec_push(cx->keep, &words, STR("update"));
	bool ok = run(cx, apt, &words, STR(""), &output);
	lock_release(lock);
	apt->updated = true;
	return ok;
}

bool apt_next_lists(struct ctx *cx, struct apt *apt) {
	if (apt->lists + 1 == APT_LISTS_COUNT) {
		return !apt->updated && update(cx, apt);
	}
	apt->lists++;
	str_vec_add(cx->keep, &apt->watched, own_dir(cx->keep, apt, "lists"));
	struct file_entries known = {0};
	bool empty = !file_list(cx->keep, own_dir(cx->keep, apt, "lists"), &known) ||
	             known.len <= 1; /* partial/ */
	return !empty || update(cx, apt);
}

/* "'URI' FILE SIZE SHA256:HEX" */
static bool parse_line(str line, struct archive *out) {
	str uri, size, sum;
	static const str prefix = STR_INIT("SHA256:");
	if (!str_starts_with(line, STR("'")) || !str_cut(line, ' ', &uri, &line) ||
	    !str_cut(line, ' ', &out->file, &line) || !str_cut(line, ' ', &size, &line) ||
	    !str_to_u64(size, UINT64_MAX, &out->size)) {
		return false;
	}
	(void)str_cut(line, ' ', &sum, &line);
	out->sha256 = str_starts_with(sum, prefix) ? str_from_offset(sum, prefix.len) : STR("");
	(void)str_cut(out->file, '_', &out->name, &line);
	return out->file.len > 0 && str_find_char(out->file, '/') == out->file.len;
}

static bool find_archive(str output, str name, struct archive *out) {
	str line;
	while (str_next_line(&output, &line)) {
		if (parse_line(line, out) && str_eq(out->name, name)) {
			return true;
		}
	}
	return false;
}

bool apt_resolve(struct ctx *cx, struct apt *apt, const struct str_vec *names,
                 struct archives *out) {
	struct str_vec words = {0};
	str output;
	str_vec_push(cx->keep, &words, STR("download"));
	str_vec_push(cx->keep, &words, STR("--print-uris"));
	str_vec_append(cx->keep, &words, names);
	/* A file that lies in the working directory would not be named. */
	if (!run(cx, apt, &words, own_dir(cx->keep, apt, "empty"), &output)) {
		return false;
	}
	for (size_t i = 0; i < names->len; i++) {
		struct archive archive = {0};
		if (!find_archive(output, names->at[i], &archive)) {
			return diag_fault(cx->diag, EXIT_PACKAGE, (span){0},
			                  "apt-get knows no archive of '%" PRI_STR "'",
			                  STR_ARG(names->at[i]));
		}
		if (archive.sha256.len != 64) {
			return diag_fault(cx->diag, EXIT_PACKAGE, (span){0},
			                  "apt-get gives no SHA-256 of '%" PRI_STR "'",
			                  STR_ARG(names->at[i]));
		}
		archives_push(cx->keep, out, archive);
	}
	return true;
}

bool apt_download(struct ctx *cx, struct apt *apt, const struct archives *archives, str dir) {
	struct str_vec words = {0};
	str output;
	str_vec_push(cx->keep, &words, STR("download"));
	for (size_t i = 0; i < archives->len; i++) {
		str_vec_push(cx->keep, &words, archives->at[i].name);
	}
	return run(cx, apt, &words, dir, &output);
}
