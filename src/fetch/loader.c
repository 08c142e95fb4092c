#include "fetch/loader.h"

#include <dlfcn.h>
#include <fts.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/path.h"

/* The library of a package by Debian's rule: libmpc3 has libmpc.so.3, libfoo1-2 libfoo1.so.2. */
static str library_name(struct arena *arena, str package) {
	if (str_ends_with(package, STR("t64"))) {
		package = str_slice(package, 0, package.len - 3);
	}
	size_t split = package.len;
	while (split > 0 &&
	       (char_is_digit(package.at[split - 1]) || package.at[split - 1] == '.')) {
		split--;
	}
	str version = str_from_offset(package, split);
	str name = str_slice(package, 0, split);
	if (str_ends_with(name, STR("-"))) {
		name.len--;
	}
	return str_format(arena, "%" PRI_STR ".so.%" PRI_STR, STR_ARG(name), STR_ARG(version));
}

/* Where the loader finds the library; empty where it does not. */
static str library_path(struct arena *arena, str name) {
	void *library = dlopen(str_cstr(arena, name), RTLD_LAZY | RTLD_LOCAL);
	if (!library) {
		return STR("");
	}
	struct link_map *map = NULL;
	str path = STR("");
	if (dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map) {
		path = str_copy(arena, str_from(map->l_name));
	}
	dlclose(library);
	return path.len > 0 ? path : name;
}

void loader_check(struct arena *arena, const struct str_vec *packages, struct str_vec *missing,
                  struct str_vec *found) {
	for (size_t i = 0; i < packages->len; i++) {
		str path = library_path(arena, library_name(arena, packages->at[i]));
		if (path.len > 0) {
			str_vec_push(arena, found, path);
		} else {
			str_vec_push(arena, missing, packages->at[i]);
		}
	}
}

/* Move what is named like a library, and links to it, into one folder. */
static bool gather(struct ctx *cx, str from, str to) {
	char *roots[] = {str_cstr(cx->keep, from), NULL};
	FTS *fts = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	if (!fts) {
		return diag_errno(cx->diag, from, "cannot list the folder");
	}
	bool ok = true;
	const FTSENT *entry;
	while (ok && (entry = fts_read(fts))) {
		bool plain = entry->fts_info == FTS_F || entry->fts_info == FTS_SL ||
		             entry->fts_info == FTS_SLNONE;
		if (plain && str_contains(str_from(entry->fts_name), STR(".so"))) {
			str place = path_join(cx->keep, to, str_from(entry->fts_name));
			ok = rename(entry->fts_accpath, str_cstr(cx->keep, place)) == 0 ||
			     diag_errno(cx->diag, place, "cannot place the library");
		}
	}
	fts_close(fts);
	return ok;
}

/*
 * The program keeps the name it was called by, since compilers look for their parts beside it; the
 * libraries get an absolute path without ':', which LD_LIBRARY_PATH could not hold.
 */
static const char wrapper[] = "#!/bin/sh\n"
			      "tree=${0%%/*}/..\n"
			      "case $tree in /*) at=$tree ;; *) at=$PWD/$tree ;; esac\n"
			      "case $at in *[:\\;]*) at=$(cd -P \"$tree\" && pwd -P) ;; esac\n"
			      "LD_LIBRARY_PATH=$at/.libraries"
			      "${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}\n"
			      "export LD_LIBRARY_PATH\n"
			      "exec \"$tree/bin/%" PRI_STR "\" \"$@\"\n";

bool loader_wrap(struct ctx *cx, str from, str tree) {
	str libraries = path_join(cx->keep, tree, STR(".libraries"));
	str tools = path_join(cx->keep, tree, STR(".tools"));
	struct file_entries programs = {0};
	if (!file_make_dirs(cx, libraries) || !file_make_dirs(cx, tools) ||
	    !gather(cx, from, libraries)) {
		return false;
	}
	if (!file_list(cx->keep, path_join(cx->keep, tree, STR("bin")), &programs)) {
		return true;
	}
	for (size_t i = 0; i < programs.len; i++) {
		str name = programs.at[i].name;
		str path = path_join(cx->keep, tools, name);
		str text = str_format(cx->keep, wrapper, STR_ARG(name));
		if (programs.at[i].kind != FILE_REGULAR) {
			continue;
		}
		if (!file_replace(cx, path, text, tools, NULL)) {
			return false;
		}
		if (chmod(str_cstr(cx->keep, path), 0555) < 0) {
			return diag_errno(cx->diag, path, "cannot set the mode");
		}
	}
	return true;
}
