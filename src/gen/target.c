#include "gen/target.h"

#include "base/file.h"
#include "base/path.h"
#include "gen/board_find.h"
#include "gen/ino.h"
#include "gen/library_find.h"
#include "gen/sources.h"
#include "gen/variables.h"

/* Options that would change the build if they were understood. */
static bool check_unsupported(struct ctx *cx, const struct target_request *request,
                              const struct environment *env) {
	const struct setting *scripts = config_setting(env, STR("extra_scripts"));
	if (!scripts || scripts->items.len == 0 || request->ignore_scripts) {
		return true;
	}
	diag_error(cx->diag, scripts->at,
	           "extra_scripts are not run yet: '%" PRI_STR "' may change the build",
	           STR_ARG(scripts->items.at[0]));
	diag_subject(cx->diag, env->name, scripts->name);
	diag_help(cx->diag, "--ignore-scripts builds without them");
	return false;
}

bool target_prepare(struct ctx *cx, struct reads *reads, const struct target_request *request,
                    struct target *target) {
	const struct environment *env = target->env;
	str platform = config_text(env, STR("platform"));
	if (platform.len == 0) {
		diag_error(cx->diag, env->at, "environment '%" PRI_STR "' names no platform",
		           STR_ARG(env->name));
		diag_help(cx->diag, "add a line such as 'platform = atmelavr'");
		return false;
	}
	bool ok = check_unsupported(cx, request, env);
	struct family_request family = {request->boards, reads, platform,
	                                config_span(env, STR("platform"))};
	return family_read(cx, &family, &target->family) &&
	       board_find(cx, &target->family, env, &target->board) &&
	       recipe_packages(cx, &target->family, &target->board, env, &target->plan) && ok;
}

bool target_resolve(struct ctx *cx, struct reads *reads, const struct target_request *request,
                    struct target *target) {
	return plan_resolve(cx, reads, target->env, &request->packages, &target->plan);
}

/* The items of an option of the environment as flags. */
static bool parse_option(struct ctx *cx, struct reads *reads, const struct target *target,
                         str option, struct flag_set *out) {
	struct flag_place place = {.base_dir = STR("."),
	                           .at = config_span(target->env, option),
	                           .option = option,
	                           .variables = &target->variables,
	                           .reads = reads};
	struct str_vec items = config_items(cx->keep, target->env, option);
	return flags_parse(cx, &items, &place, out);
}

static bool is_debug(const struct environment *env) {
	return str_eq(config_text(env, STR("build_type")), STR("debug"));
}

/* The words of every unit: board, user and recipe in the recipe's order, debug, unflags. */
static bool collect_words(struct ctx *cx, struct reads *reads, struct target *target) {
	struct flag_set user = {0};
	struct flag_set debug = {0};
	bool ok = parse_option(cx, reads, target, STR("build_flags"), &user);
	ok = parse_option(cx, reads, target, STR("build_unflags"), &target->unwanted) && ok;
	ok = parse_option(cx, reads, target, STR("build_src_flags"), &target->src_words) && ok;
	ok = parse_option(cx, reads, target, STR("debug_build_flags"), &debug) && ok;
	const struct recipe *recipe = &target->recipe;
	const struct flag_set *first_to_last[] = {recipe->words_last ? NULL : &recipe->words,
	                                          &recipe->board_words, &user,
	                                          recipe->words_last ? &recipe->words : NULL};
	for (size_t i = 0; i < COUNT_OF(first_to_last); i++) {
		if (first_to_last[i]) {
			flags_append(cx->keep, &target->words, first_to_last[i]);
		}
	}
	for (size_t i = 0; i < recipe->defaults.len; i++) {
		str name = str_slice(recipe->defaults.at[i], 0,
		                     str_find_char(recipe->defaults.at[i], '='));
		if (!flags_define(&target->words, name)) {
			flags_add(cx->keep, &target->words, SCOPE_DEFINE, recipe->defaults.at[i]);
		}
	}
	if (is_debug(target->env)) {
		flags_make_debug(cx->keep, &target->words, &debug);
	}
	flags_remove(&target->words, &target->unwanted);
	return ok;
}

/* A path below a folder of the project, in normal form. */
static str below(struct ctx *cx, str dir, str name) {
	return path_normal(cx->keep, path_join(cx->keep, dir, name));
}

/* The sketch's tabs in the order in which they are merged, and what the result is called. */
static bool find_sketch(struct ctx *cx, struct reads *reads, struct target *target, str *main) {
	struct str_vec names = {0};
	struct source_refs tabs = {0};
	sources_find_tabs(cx, reads, target->src_dir, &names);
	for (size_t i = 0; i < names.len; i++) {
		struct source *tab = arena_new(cx->keep, struct source);
		str path = below(cx, target->src_dir, names.at[i]);
		reads_path(reads, path);
		if (!file_read(cx, path, tab)) {
			return false;
		}
		source_refs_push(cx->keep, &tabs, tab);
	}
	if (tabs.len == 0) {
		return true;
	}
	struct source_refs ordered = {0};
	const struct source *first = NULL;
	ino_order(&tabs, cx->keep, &ordered, &first);
	*main = first->path;
	for (size_t i = 0; i < ordered.len; i++) {
		str_vec_push(cx->keep, &target->tabs, ordered.at[i]->path);
	}
	return true;
}

static bool uses_framework(struct ctx *cx, const struct target *target, str name) {
	struct str_vec frameworks = config_items(cx->keep, target->env, STR("framework"));
	return str_vec_has(&frameworks, name);
}

static bool nothing_to_build(struct ctx *cx, const struct target *target) {
	struct file_entries entries = {0};
	bool is_there = file_kind(target->src_dir) != FILE_MISSING;
	if (is_there && !file_list_any(cx, cx->scratch, target->src_dir, &entries)) {
		return false;
	}
	diag_error(cx->diag, target->env->at,
	           is_there ? "nothing to build: no source in '%" PRI_STR "'"
	                    : "nothing to build: there is no folder '%" PRI_STR "'",
	           STR_ARG(target->src_dir));
	diag_help(cx->diag, "put sources there, or look at src_dir and build_src_filter");
	return false;
}

/* The project's sources, the merged sketch among them at the place of its name. */
static bool find_sources(struct ctx *cx, struct reads *reads, struct target *target) {
	struct str_vec items = config_items(cx->keep, target->env, STR("build_src_filter"));
	str filter = items.len ? str_join(cx->keep, &items, STR(" ")) : sources_default_filter;
	filter = flags_expand(cx->keep, filter, &target->variables);
	struct str_vec found = {0};
	sources_find(cx, reads, target->src_dir, filter, &found);
	str sketch = {0};
	if (uses_framework(cx, target, STR("arduino")) &&
	    !find_sketch(cx, reads, target, &sketch)) {
		return false;
	}
	if (sketch.len) {
		str name = path_name(sketch);
		str merged = str_format(cx->keep, "%" PRI_STR ".cpp", STR_ARG(name));
		str_vec_push(cx->keep, &found, merged);
		str_vec_sort(&found);
		target->sketch = below(cx, target->src_dir, merged);
	}
	for (size_t i = 0; i < found.len; i++) {
		str_vec_push(cx->keep, &target->sources, below(cx, target->src_dir, found.at[i]));
	}
	return found.len > 0 || (cx->diag->errors == 0 && nothing_to_build(cx, target));
}

/* Folders of libraries in order of precedence. */
static void collect_storages(struct ctx *cx, const struct config *config,
                             const struct target *target, struct str_vec *out) {
	struct str_vec extra = config_items(cx->keep, target->env, STR("lib_extra_dirs"));
	for (size_t i = 0; i < extra.len; i++) {
		str_vec_add(cx->keep, out,
		            path_relative_inside(cx->keep, extra.at[i], config->project_dir));
	}
	str_vec_add(cx->keep, out, config_dir_reached(cx->keep, config, STR("lib_dir")));
	str_vec_add(
	    cx->keep, out,
	    below(cx, config_dir_reached(cx->keep, config, STR("libdeps_dir")), target->env->name));
	str_vec_add(cx->keep, out, config_dir_reached(cx->keep, config, STR("globallib_dir")));
	for (size_t i = 0; i < target->recipe.library_dirs.len; i++) {
		str_vec_add(cx->keep, out, target->recipe.library_dirs.at[i]);
	}
}

static bool find_libraries(struct ctx *cx, struct reads *reads, const struct config *config,
                           struct target *target) {
	const struct environment *env = target->env;
	struct library_request request = {
	    .include_dir = target->include_dir,
	    .src_dir = target->src_dir,
	    .test_dir = config_dir_reached(cx->keep, config, STR("test_dir")),
	    .sources = target->sources,
	    .tabs = target->tabs,
	    .sketch = target->sketch,
	    .mode = config_text(env, STR("lib_ldf_mode")),
	    .compat_mode = config_text(env, STR("lib_compat_mode")),
	    .mode_at = config_span(env, STR("lib_ldf_mode")),
	    .mode_is_set = config_setting(env, STR("lib_ldf_mode")) != NULL,
	    .deps = config_items(cx->keep, env, STR("lib_deps")),
	    .deps_at = config_span(env, STR("lib_deps")),
	    .ignore = config_items(cx->keep, env, STR("lib_ignore")),
	    .archive = config_bool(env, STR("lib_archive")),
	    .archive_is_set = config_setting(env, STR("lib_archive")) != NULL,
	    .platform = target->family.platform,
	    .framework = config_text(env, STR("framework")),
	    .flags = &target->words,
	    .src_flags = &target->src_words,
	    .unflags = &target->unwanted,
	    .variables = &target->variables,
	    .mcu = board_get(&target->board, STR("mcu")),
	};
	collect_storages(cx, config, target, &request.storages);
	return library_find(cx, reads, &request, &target->libraries);
}

bool target_complete(struct ctx *cx, struct reads *reads, const struct target_request *request,
                     struct target *target) {
	const struct config *config = request->config;
	variables_collect(cx->keep, config, target->env, &target->board, &target->variables);
	struct recipe_request recipe = {&target->family, &target->board, target->env, &target->plan,
	                                &target->variables};
	if (!recipe_read(cx, &recipe, &target->recipe)) {
		return false;
	}
	target->src_dir = config_dir_reached(cx->keep, config, STR("src_dir"));
	str include_dir = config_dir_reached(cx->keep, config, STR("include_dir"));
	reads_path(reads, include_dir);
	if (file_kind(include_dir) == FILE_DIRECTORY) {
		target->include_dir = include_dir;
	}
	bool ok = collect_words(cx, reads, target);
	return find_sources(cx, reads, target) && find_libraries(cx, reads, config, target) && ok;
}
