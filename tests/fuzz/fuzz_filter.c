/*
 * Source filters from any text, applied to a small tree.  Patterns that lead out of the tree are
 * left out: they would walk the machine.
 */
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/path.h"
#include "gen/sources.h"

static const str files[] = {
    STR_INIT("src/a.c"),          STR_INIT("src/b.cpp"),     STR_INIT("src/a[1].c"),
    STR_INIT("src/.h.c"),         STR_INIT("src/sub/c.S"),   STR_INIT("src/sub/.git/d.c"),
    STR_INIT("src/sub/deep/e.c"), STR_INIT("src/a b/f.c++"), STR_INIT("src/\xc3\xa9/\xff.c"),
};

static char tree[] = "/tmp/fbgen-fuzz-XXXXXX";

static void remove_tree(void) {
	struct arena arena = {0};
	struct diag diag = {.arena = &arena};
	struct ctx cx = {&arena, &arena, &diag};
	(void)!file_remove_tree(&cx, str_from(tree));
	arena_release(&arena);
}

/* Make the tree and work in it. */
static void enter_tree(void) {
	struct arena arena = {0};
	struct diag diag = {.arena = &arena};
	struct ctx cx = {&arena, &arena, &diag};
	if (!mkdtemp(tree) || chdir(tree) != 0 || atexit(remove_tree) != 0) {
		abort();
	}
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		str dir = path_parent(files[i]);
		if (!file_make_dirs(&cx, dir) || !file_replace(&cx, files[i], STR(""), dir, NULL)) {
			abort();
		}
	}
	if (symlink("..", "src/sub/loop") != 0) {
		abort();
	}
	arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	static bool entered;
	if (!entered) {
		enter_tree();
		entered = true;
	}
	str filter = {(const char *)data, size};
	if (str_contains(filter, STR("..")) || str_contains(filter, STR("</")) ||
	    str_contains(filter, STR("<\\")) || size > 256) {
		return 0;
	}
	struct arena keep = {0};
	struct arena scratch = {0};
	struct diag diag = {.arena = &keep};
	struct ctx cx = {&keep, &scratch, &diag};
	struct reads reads = {.arena = &keep};
	struct str_vec found = {0};
	sources_find(&cx, &reads, STR("src"), filter, &found);
	for (size_t i = 0; i < found.len; i++) {
		bool in_order = i == 0 || str_compare(found.at[i - 1], found.at[i]) < 0;
		if (!in_order || !sources_is_source(found.at[i])) {
			abort();
		}
	}
	arena_release(&keep);
	arena_release(&scratch);
	return 0;
}
