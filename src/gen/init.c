#include "gen/init.h"

#include <stdio.h>

#include "base/file.h"
#include "base/path.h"
#include "gen/board_list.h"

/*
 * Files of a template, relative to its folder and to the project.  One that people often have
 * before the project is kept as it is.
 */
static const struct {
	str name;
	bool may_exist;
} files[] = {
    {STR_INIT("platformio.ini"), false},
    {STR_INIT("src/main.cpp"),   false},
    {STR_INIT(".gitignore"),     true },
};

static const str templates[] = {STR_INIT("arduino"), STR_INIT("native")};

static bool check_free(struct ctx *cx) {
	bool ok = true;
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		if (file_kind(files[i].name) != FILE_MISSING && !files[i].may_exist) {
			ok = diag_error(cx->diag, span_file(cx->keep, files[i].name),
			                "this file exists already, so nothing was made");
			diag_help(cx->diag, "make the new project in an empty folder");
		}
	}
	return ok;
}

/* The template's text with {board} and {platform} filled in. */
static bool fill_in(struct ctx *cx, str dir, str name, str board, str platform) {
	struct source template;
	if (!file_read(cx, path_join(cx->keep, dir, name), &template)) {
		return false;
	}
	str text = str_replace(cx->keep, template.text, STR("{board}"), board);
	text = str_replace(cx->keep, text, STR("{platform}"), platform);
	str folder = path_parent(name);
	return file_make_dirs(cx, folder) && file_replace(cx, name, text, folder, NULL);
}

bool init_project(struct ctx *cx, const struct board_dirs *dirs, str board) {
	str platform = {0};
	bool is_native = str_eq(board, STR("native"));
	if (is_native) {
		platform = board;
	} else if (!board_platform(cx, dirs, board, &platform)) {
		return false;
	}
	str dir = path_join(cx->keep, path_parent(dirs->data), STR("templates"));
	dir = path_join(cx->keep, dir, templates[is_native]);
	bool ok = check_free(cx);
	for (size_t i = 0; i < COUNT_OF(files) && ok; i++) {
		str name = files[i].name;
		if (file_kind(name) == FILE_MISSING) {
			ok = fill_in(cx, dir, name, board, platform);
		} else {
			printf("Kept %" PRI_STR "; add to it what is made: /.fbgen/, /build.ninja, "
			       "/compile_commands.json\n",
			       STR_ARG(name));
		}
	}
	if (ok) {
		printf("Made platformio.ini and src/main.cpp for %" PRI_STR ".\n"
		       "Build: fbgen && ninja    Run: ninja %" PRI_STR "-run\n",
		       STR_ARG(board), STR_ARG(board));
	}
	return ok;
}
