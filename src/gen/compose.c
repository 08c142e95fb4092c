#include "gen/compose.h"

#include "gen/storage.h"

/*
 * Every node begins with everyone's words and puts its own behind them.  What it takes from others
 * goes in front, and only what it does not have; a list taken counts its last occurrences.  Since
 * everyone's words are everyone's, only what stands before and behind them is kept here.
 */

static const enum flag_scope shared[] = {SCOPE_INCLUDE, SCOPE_LIBPATH, SCOPE_LIB, SCOPE_LINK};

static bool has_flag(const struct flag_vec *list, size_t from, const struct flag *flag) {
	for (size_t i = from; i < list->len; i++) {
		if (str_eq(list->at[i].word, flag->word) &&
		    str_eq(list->at[i].operand, flag->operand)) {
			return true;
		}
	}
	return false;
}

/* The words that the node itself has behind everyone's. */
static const struct flag_set *own_of(const struct finder *finder, const struct node *node) {
	static const struct flag_set none;
	if (node != &finder->project) {
		return &node->library.flags;
	}
	return finder->request->src_flags ? finder->request->src_flags : &none;
}

/* Add what the node does not have to the words to put in front of it. */
static void take(const struct finder *finder, const struct node *node, enum flag_scope scope,
                 const struct flag_vec *list, struct flag_vec *out) {
	for (size_t i = 0; i < list->len; i++) {
		const struct flag *flag = &list->at[i];
		if (!has_flag(list, i + 1, flag) && !has_flag(&node->front.scope[scope], 0, flag) &&
		    !has_flag(&finder->request->flags->scope[scope], 0, flag) &&
		    !has_flag(&own_of(finder, node)->scope[scope], 0, flag)) {
			flag_vec_push(finder->cx->keep, out, *flag);
		}
	}
}

static void append(struct arena *arena, const struct flag_vec *list, struct flag_vec *out) {
	for (size_t i = 0; i < list->len; i++) {
		flag_vec_push(arena, out, list->at[i]);
	}
}

static void prepend(struct finder *finder, struct node *node, enum flag_scope scope,
                    const struct flag_vec *list) {
	struct flag_vec front = {0};
	take(finder, node, scope, list, &front);
	if (front.len == 0) {
		return;
	}
	finder->changes++;
	append(finder->cx->keep, &node->front.scope[scope], &front);
	node->front.scope[scope] = front;
}

/* Put in front what another node has. */
static void prepend_words(struct finder *finder, struct node *node, const struct node *other) {
	for (size_t i = 0; i < COUNT_OF(shared); i++) {
		struct flag_vec list = {0};
		append(finder->cx->scratch, &other->front.scope[shared[i]], &list);
		append(finder->cx->scratch, &own_of(finder, other)->scope[shared[i]], &list);
		prepend(finder, node, shared[i], &list);
	}
}

/* Put in front the include folders of another node, or its own.  Those of a library with a
 * library.json are also the ones that it has taken from others by now. */
static void prepend_folders(struct finder *finder, struct node *node, const struct node *other) {
	struct flag_vec list = {0};
	const struct str_vec *dirs = &other->library.include_dirs;
	for (size_t i = 0; i < dirs->len; i++) {
		flag_vec_push(finder->cx->scratch, &list, (struct flag){.word = dirs->at[i]});
	}
	const struct flag_vec *front = &other->front.scope[SCOPE_INCLUDE];
	for (size_t i = 0; other->kind == KIND_PLATFORMIO && i < front->len; i++) {
		if (!has_flag(&list, 0, &front->at[i])) {
			flag_vec_push(finder->cx->scratch, &list, front->at[i]);
		}
	}
	prepend(finder, node, SCOPE_INCLUDE, &list);
}

static void words_of(struct arena *arena, const struct flag_vec *flags, struct str_vec *out) {
	for (size_t i = 0; i < flags->len; i++) {
		str_vec_push(arena, out, flags->at[i].word);
	}
}

static void warn_of_script(const struct finder *finder, const struct node *node) {
	str script = node->manifest.extra_script;
	if (script.len) {
		diag_warning(finder->cx->diag, (span){node->manifest.source, SIZE_MAX, 0},
		             "build.extraScript '%" PRI_STR "' of library '%" PRI_STR
		             "' is not run: scripts come later",
		             STR_ARG(script), STR_ARG(node->library.name));
	}
}

static void warn_of_guess(const struct finder *finder, const struct node *node) {
	if (!node->guess.len) {
		return;
	}
	diag_warning(finder->cx->diag, (span){node->manifest.source, SIZE_MAX, 0},
	             "library '%" PRI_STR "' includes '%" PRI_STR
	             "' under a condition, which is taken for fulfilled: evaluating conditions "
	             "comes later",
	             STR_ARG(node->library.name), STR_ARG(node->guess));
	diag_help(finder->cx->diag,
	          "lib_ldf_mode = chain takes every condition so, and says no more of it");
}

/* All that can be said of a library once its dependencies have been built. */
static void finish(struct finder *finder, struct node *node, struct library_result *out) {
	struct arena *keep = finder->cx->keep;
	struct library *library = &node->library;
	const struct str_vec *sources = storage_sources(finder, node);
	library->archive = library->archive && sources->len > 0;
	if (library->archive && finder->request->unflags) {
		flags_remove(&library->flags, finder->request->unflags);
	}
	for (size_t i = 0; i < node->depends.len; i++) {
		libraries_push(keep, &library->depends, &node->depends.at[i]->library);
	}
	libraries_push(keep, &out->order, library);
	warn_of_script(finder, node);
	warn_of_guess(finder, node);
}

/* Without a search a library sees all that were built before it. */
static void prepend_built(struct finder *finder, struct node *node) {
	for (size_t i = 0; i < finder->ordered.len; i++) {
		const struct node *other = finder->ordered.at[i];
		if (other != node && other->is_built) {
			prepend_words(finder, node, other);
		}
	}
}

/* What a library is built with is settled; it may still be seen with more by others. */
static void settle(struct finder *finder, struct node *node, struct library_result *out) {
	node->is_built = true;
	prepend_folders(finder, node, node);
	if (node == &finder->project) {
		return;
	}
	if (node->mode == MODE_OFF) {
		prepend_built(finder, node);
	}
	finish(finder, node, out);
}

/*
 * Build a node's dependencies, then the node.  A node is gone through again for everyone who
 * depends on it, since what a circle leads to grows meanwhile; but not where nothing has changed
 * since it was gone through without changing anything.
 */
/* NOLINTNEXTLINE(misc-no-recursion): dependencies have no circle. */
static void build(struct finder *finder, struct node *node, struct library_result *out) {
	if (node->is_built && (!finder->has_circle || node->settled_at == finder->changes + 1)) {
		return;
	}
	size_t before = finder->changes;
	for (size_t i = 0; i < node->depends.len; i++) {
		build(finder, node->depends.at[i], out);
		prepend_words(finder, node, node->depends.at[i]);
	}
	for (size_t i = 0; i < node->circular.len; i++) {
		prepend_folders(finder, node, node->circular.at[i]);
	}
	if (!node->is_built) {
		settle(finder, node, out);
	}
	if (finder->changes == before) {
		node->settled_at = before + 1;
	}
}

void compose(struct finder *finder, struct library_result *out) {
	struct arena *keep = finder->cx->keep;
	build(finder, &finder->project, out);
	for (size_t i = 0; i < finder->ordered.len; i++) {
		struct node *node = finder->ordered.at[i];
		words_of(keep, &node->front.scope[SCOPE_INCLUDE], &node->library.include_path);
	}
	out->propagated = finder->project.front;
	words_of(keep, &out->propagated.scope[SCOPE_INCLUDE], &out->include_path);
	out->propagated.scope[SCOPE_INCLUDE] = (struct flag_vec){0};
	out->has_include = finder->has_include;
}
