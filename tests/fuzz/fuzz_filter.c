/*
 * Source filters from any text, applied to a small tree.  Patterns that lead out of the tree are
 * left out: they would walk the machine.
 */
#include <stdlib.h>

#include "base/file.h"
#include "base/path.h"
#include "fuzz.h"
#include "gen/sources.h"

static const str files[] = {
    STR_INIT("a.c"),          STR_INIT("b.cpp"),     STR_INIT("a[1].c"),
    STR_INIT(".h.c"),         STR_INIT("sub/c.S"),   STR_INIT("sub/.git/d.c"),
    STR_INIT("sub/deep/e.c"), STR_INIT("a b/f.c++"), STR_INIT("\xc3\xa9/\xff.c"),
};

static char *tree_path(void) {
	static char path[] = "/tmp/fbgen-fuzz-XXXXXX";
	return path;
}

static void remove_tree(void) {
	struct arena arena = {0};
	struct diag diag = {.arena = &arena};
	struct ctx cx = {&arena, &arena, &diag};
	(void)!file_remove_tree(&cx, str_from(tree_path()));
	arena_release(&arena);
}

static void make_tree(void) {
	struct arena arena = {0};
	struct diag diag = {.arena = &arena};
	struct ctx cx = {&arena, &arena, &diag};
	if (!mkdtemp(tree_path()) || atexit(remove_tree) != 0) {
		abort();
	}
	str top = str_from(tree_path());
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		str path = path_join(&arena, top, files[i]);
		if (!file_make_dirs(&cx, path_parent(path)) ||
		    !file_replace(&cx, path, STR(""), top, NULL)) {
			abort();
		}
	}
	str loop = path_join(&arena, top, STR("sub/loop"));
	if (!file_link(&cx, loop, STR(".."))) {
		abort();
	}
	arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	static bool is_made;
	if (!is_made) {
		make_tree();
		is_made = true;
	}
	struct fuzz fuzz;
	fuzz_begin(&fuzz, data, size);
	str filter = str_replace(&fuzz.keep, fuzz.source.text, STR("\\"), STR("/"));
	bool leads_out = str_contains(filter, STR("..")) || str_contains(filter, STR("</"));
	struct reads reads = {.arena = &fuzz.keep};
	struct str_vec found = {0};
	if (!leads_out && size <= 256) {
		sources_find(&fuzz.cx, &reads, str_from(tree_path()), fuzz.source.text, &found);
	}
	for (size_t i = 0; i < found.len; i++) {
		bool in_order = i == 0 || str_compare(found.at[i - 1], found.at[i]) < 0;
		if (!in_order || !sources_is_source(found.at[i])) {
			abort();
		}
	}
	fuzz_end(&fuzz);
	return 0;
}
