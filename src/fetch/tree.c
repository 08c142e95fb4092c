#include "fetch/tree.h"

#include <errno.h>
#include <fts.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/path.h"
#include "base/spawn.h"

/* Call `visit` for every entry, folders after what is in them; it goes on after a fault. */
static bool walk(struct ctx *cx, str path, void *with,
                 bool (*visit)(struct ctx *cx, const FTSENT *entry, void *with)) {
	char *roots[] = {str_cstr(cx->keep, path), NULL};
	FTS *fts = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	if (!fts) {
		return diag_errno(cx->diag, path, "cannot list the folder");
	}
	bool ok = true;
	const FTSENT *entry;
	while ((entry = fts_read(fts))) {
		if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR ||
		    entry->fts_info == FTS_NS) {
			errno = entry->fts_errno;
			ok = diag_errno(cx->diag, str_from(entry->fts_path), "cannot read");
		} else if (entry->fts_info != FTS_D) {
			ok = visit(cx, entry, with) && ok;
		}
	}
	fts_close(fts);
	return ok;
}

static bool note_link(struct ctx *cx, const FTSENT *entry, void *with) {
	if (entry->fts_info == FTS_SL || entry->fts_info == FTS_SLNONE) {
		str_vec_push(cx->keep, with, str_copy(cx->keep, str_from(entry->fts_path)));
	}
	return true;
}

static str link_target(struct arena *arena, str link) {
	char text[PATH_MAX];
	ssize_t len = readlink(str_cstr(arena, link), text, sizeof(text));
	return len < 0 ? STR("") : str_copy(arena, (str){text, (size_t)len});
}

/* `to` as a link at `link` says it; both stand below `top`. */
static str relative_target(struct arena *arena, str link, str to, str top) {
	struct buf b = {.arena = arena};
	str below = str_from_offset(path_parent(link), top.len);
	for (size_t i = 0; i < below.len; i++) {
		if (below.at[i] == '/') {
			buf_lit(&b, "../");
		}
	}
	buf_add(&b, str_eq(to, top) ? STR(".") : str_from_offset(to, top.len + 1));
	return buf_str(&b);
}

/* Put a copy of `from`, links followed, in the place of the link. */
static bool make_real(struct ctx *cx, str link, str from) {
	str copy = str_format(cx->keep, "%" PRI_STR ".real", STR_ARG(link));
	const str words[] = {STR("cp"), STR("-RL"), STR("--preserve=mode,timestamps"),
	                     STR("--"), from,       copy};
	struct spawn spawn = {0};
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		str_vec_push(cx->keep, &spawn.argv, words[i]);
	}
	struct spawn_result result = {0};
	if (!spawn_run(cx, &spawn, &result)) {
		return false;
	}
	if (result.status != 0 || !file_remove(link) ||
	    rename(str_cstr(cx->keep, copy), str_cstr(cx->keep, link)) < 0) {
		return diag_errno(cx->diag, link, "cannot put a copy in the place of the link");
	}
	return true;
}

struct place {
	str all, path; /* as tree_settle's */
};

static bool settle_link(struct ctx *cx, const struct place *place, str link) {
	str target = link_target(cx->keep, link);
	bool absolute = path_is_absolute(target);
	str base = absolute ? place->all : path_parent(link);
	str to = path_normal(cx->keep, str_format(cx->keep, "%" PRI_STR "/%" PRI_STR, STR_ARG(base),
	                                          STR_ARG(target)));
	if (path_is_inside(to, place->path) && file_kind(to) != FILE_MISSING) {
		return !absolute ||
		       file_link(cx, link, relative_target(cx->keep, link, to, place->path));
	}
	if (path_is_inside(to, place->all) && file_kind(to) != FILE_MISSING) {
		return make_real(cx, link, to);
	}
	str machine =
	    path_is_inside(to, place->all) ? str_from_offset(to, place->all.len) : STR("");
	if (file_kind(machine) == FILE_REGULAR) {
		return make_real(cx, link, machine);
	}
	return file_remove(link) || diag_errno(cx->diag, link, "cannot remove the link");
}

bool tree_settle(struct ctx *cx, str all, str path) {
	struct str_vec links = {0};
	struct place place = {path_normal(cx->keep, all), path_normal(cx->keep, path)};
	bool ok = walk(cx, place.path, &links, note_link);
	for (size_t i = 0; i < links.len && ok; i++) {
		ok = settle_link(cx, &place, links.at[i]);
	}
	return ok;
}

static bool replace_in(struct ctx *cx, str tree, const str *row, str final) {
	str changed = path_join(cx->keep, tree, row[0]);
	str from = str_replace(cx->keep, row[1], STR("{tree}"), final);
	str to = str_replace(cx->keep, row[2], STR("{tree}"), final);
	struct source source;
	if (!file_read(cx, changed, &source)) {
		return false;
	}
	if (from.len == 0 || !str_contains(source.text, from)) {
		diag_fault(cx->diag, EXIT_PACKAGE, (span){0},
		           "%" PRI_STR ": expected to find '%" PRI_STR "' to replace it",
		           STR_ARG(row[0]), STR_ARG(from));
		diag_help(cx->diag, "the package is another version than its 'fixup' was made for");
		return false;
	}
	return file_replace(cx, changed, str_replace(cx->keep, source.text, from, to), tree, NULL);
}

bool tree_fix(struct ctx *cx, str path, const struct package_request *request, str final) {
	const struct str_vec *links = &request->links;
	for (size_t i = 0; i < links->len; i += 2) {
		str link = path_join(cx->keep, path, links->at[i]);
		str target = str_replace(cx->keep, links->at[i + 1], STR("{tree}"), final);
		if (!file_make_dirs(cx, path_parent(link)) || !file_link(cx, link, target)) {
			return false;
		}
	}
	for (size_t i = 0; i < request->replaces.len; i += 3) {
		if (!replace_in(cx, path, &request->replaces.at[i], final)) {
			return false;
		}
	}
	return true;
}

static bool seal_entry(struct ctx *cx, const FTSENT *entry, void *with) {
	(void)with;
	mode_t mode = entry->fts_statp->st_mode;
	str path = str_from(entry->fts_path);
	if (S_ISLNK(mode)) {
		return true;
	}
	if (!S_ISREG(mode) && !S_ISDIR(mode)) {
		return diag_fault(cx->diag, EXIT_PACKAGE, (span){0},
		                  "%" PRI_STR ": a package may only hold files, folders and links",
		                  STR_ARG(path));
	}
	mode_t wanted = S_ISDIR(mode) ? 0755 : (mode & 0111) != 0 ? 0555 : 0444;
	return chmod(entry->fts_path, wanted) == 0 ||
	       diag_errno(cx->diag, str_copy(cx->keep, path), "cannot set the mode");
}

bool tree_seal(struct ctx *cx, str path) {
	return walk(cx, path, NULL, seal_entry);
}
