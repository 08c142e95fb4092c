#include "base/edit.h"
#include "gen/recipe.h"

static bool add_package(struct ctx *cx, const struct family *family,
                        const struct plan_package *like, struct plan *out) {
	struct plan_package package = *like;
	package.record = value_get(value_get(family->root, STR("packages")), package.name);
	if (!package.record) {
		return value_error(cx->diag, family->root,
		                   "'packages' has no package '%" PRI_STR "'", STR_ARG(like->name));
	}
	plan_packages_push(cx->keep, &out->packages, package);
	return true;
}

/* A framework that the family and the board have; and only one. */
static bool check_framework(struct ctx *cx, const struct family *family, const struct board *board,
                            const struct environment *env) {
	span at = config_span(env, STR("framework"));
	str name = board_get(board, STR("framework"));
	struct str_vec asked = config_items(cx->keep, env, STR("framework"));
	struct str_vec known = {0};
	if (!value_texts(cx, value_get(family->root, STR("frameworks")), &known)) {
		return false;
	}
	if (!str_vec_has(&known, name)) {
		diag_error(cx->diag, at, "platform '%" PRI_STR "' has no framework '%" PRI_STR "'",
		           STR_ARG(family->platform), STR_ARG(name));
		str names = str_join(cx->keep, &known, STR(", "));
		diag_help(cx->diag,
		          known.len ? "it has %" PRI_STR : "leave the option out%" PRI_STR,
		          STR_ARG(names));
	} else if (asked.len > 1) {
		diag_error(cx->diag, at, "several frameworks at once are not built yet");
		diag_help(cx->diag, "name one");
	} else if (!board->id.len) {
		diag_error(cx->diag, at, "framework '%" PRI_STR "' needs a board", STR_ARG(name));
		diag_help(cx->diag, "add a line 'board = ID'; 'fbgen boards' lists them");
	} else {
		return true;
	}
	diag_subject(cx->diag, env->name, STR("framework"));
	return false;
}

/* Whether the board is made for the framework. */
static bool check_board(struct ctx *cx, const struct board *board, const struct environment *env) {
	str rest = board_get(board, STR("frameworks"));
	str name = board_get(board, STR("framework"));
	str line = {0};
	while (str_next_line(&rest, &line)) {
		if (str_eq(line, name)) {
			return true;
		}
	}
	diag_error(cx->diag, config_span(env, STR("framework")),
	           "board '%" PRI_STR "' does not support the framework '%" PRI_STR "'",
	           STR_ARG(board->id), STR_ARG(name));
	diag_subject(cx->diag, env->name, STR("framework"));
	diag_help(cx->diag, "leave the option out, or choose another board");
	return false;
}

/* The family's entry for the board's core. */
static bool check_core(struct ctx *cx, const struct family *family, const struct board *board) {
	const struct value *cores = value_get(family->root, STR("cores"));
	str core = board_get(board, STR("core"));
	if (value_get(cores, core)) {
		return true;
	}
	struct str_vec names = {0};
	struct str_vec nearest = {0};
	for (const struct value *v = cores ? cores->first : NULL; v; v = v->next) {
		str_vec_push(cx->keep, &names, v->key);
	}
	const struct property *property = map_get(&board->properties, STR("core"));
	diag_error(cx->diag, property ? property->at : board->at,
	           "platform '%" PRI_STR "' has no core '%" PRI_STR "'", STR_ARG(family->platform),
	           STR_ARG(core));
	edit_nearest(cx->keep, core, &names, 1, &nearest);
	str help = str_join(cx->keep, nearest.len ? &nearest : &names, STR(", "));
	diag_help(cx->diag, nearest.len ? "did you mean '%" PRI_STR "'?" : "it has %" PRI_STR,
	          STR_ARG(help));
	return false;
}

bool recipe_packages(struct ctx *cx, const struct family *family, const struct board *board,
                     const struct environment *env, struct plan *out) {
	str option = board->id.len ? STR("board") : STR("platform");
	struct plan_package toolchain = {
	    .name = value_text(value_get(family->root, STR("toolchain"))),
	    .at = config_span(env, STR("platform")),
	    .is_toolchain = true,
	};
	if (!add_package(cx, family, &toolchain, out)) {
		return false;
	}
	if (str_eq(board_get(board, STR("framework")), STR("none"))) {
		return true;
	}
	if (!check_framework(cx, family, board, env) || !check_board(cx, board, env) ||
	    !check_core(cx, family, board)) {
		return false;
	}
	struct plan_package core = {.name = board_get(board, STR("package")),
	                            .at = config_span(env, option)};
	return add_package(cx, family, &core, out);
}
