#include <stdlib.h>
#include <sys/stat.h>

#include "support.h"

#include "base/file.h"
#include "base/path.h"
#include "store/store.h"

static struct store open_here(struct fixture *f) {
	struct store store = {0};
	fixture_enter_dir(f);
	setenv("FBGEN_HOME", "store", 1);
	assert_true(store_open(&f->cx, &store));
	return store;
}

static void the_store_is_where_the_environment_says(void **state) {
	struct fixture *f = *state;
	struct store store = open_here(f);
	str here = file_cwd(&f->keep);
	assert_true(str_eq(store.root, path_join(&f->keep, here, STR("store"))));
	assert_int_equal(file_kind(STR("store")), FILE_MISSING);

	unsetenv("FBGEN_HOME");
	setenv("XDG_CACHE_HOME", "/somewhere/cache/", 1);
	assert_true(store_open(&f->cx, &store));
	assert_str(store.root, "/somewhere/cache/fbgen");

	setenv("XDG_CACHE_HOME", "relative", 1);
	setenv("HOME", "/home/me", 1);
	assert_true(store_open(&f->cx, &store));
	assert_str(store.root, "/home/me/.cache/fbgen");
}

static void a_tree_without_its_record_is_not_there(void **state) {
	struct fixture *f = *state;
	struct store store = open_here(f);
	fixture_write(f, "store/trees/k1/bin/gcc", "");
	fixture_write(f, "store/trees/k2/.ok", "{}");
	assert_false(store_has(&store, STR("k1")));
	assert_true(store_has(&store, STR("k2")));
	assert_false(store_has(&store, STR("k3")));
}

static void an_answer_holds_while_nothing_watched_changes(void **state) {
	struct fixture *f = *state;
	struct store store = open_here(f);
	struct str_vec watched = {0};
	str_vec_push(&f->keep, &watched, STR("lists"));
	str_vec_push(&f->keep, &watched, STR("not there"));
	fixture_write(f, "lists/a", "1");
	fixture_write(f, "store/trees/k1/.ok", "{}");
	str request = STR("{\"name\":\"x\"}");
	assert_str(store_resolved(&f->cx, &store, request), "");
	assert_true(store_resolved_write(&f->cx, &store, request, STR("k1"), &watched));
	assert_str(store_resolved(&f->cx, &store, request), "k1");
	assert_str(store_resolved(&f->cx, &store, STR("{}")), "");

	fixture_write(f, "not there", "now it is");
	assert_str(store_resolved(&f->cx, &store, request), "");
	assert_str(store_resolved_once(&f->cx, &store, request), "k1");

	assert_true(file_remove(STR("not there")));
	assert_true(file_remove(STR("store/trees/k1/.ok")));
	assert_str(store_resolved_once(&f->cx, &store, request), "");
}

static void a_spoilt_index_is_no_answer(void **state) {
	struct fixture *f = *state;
	static const char *const texts[] = {
	    "",
	    "x",
	    "fbgen-index-1\n",
	    "fbgen-index-1\n../..\n\n{}",
	    "fbgen-index-1\nk1\n1 2\n\n{}",
	    "fbgen-index-1\nk1\n1 2 3 4 \n\n{}",
	    "fbgen-index-2\nk1\n\n{}",
	};
	struct store store = open_here(f);
	struct str_vec none = {0};
	struct file_entries files = {0};
	fixture_write(f, "store/trees/k1/.ok", "{}");
	assert_true(store_resolved_write(&f->cx, &store, STR("{}"), STR("k1"), &none));
	assert_true(file_list(&f->keep, STR("store/index"), &files));
	assert_int_equal(files.len, 1);
	str path = path_join(&f->keep, STR("store/index"), files.at[0].name);
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		fixture_write(f, str_cstr(&f->keep, path), texts[i]);
		assert_str(store_resolved(&f->cx, &store, STR("{}")), "");
	}
	fixture_write(f, str_cstr(&f->keep, path), "fbgen-index-1\nk1\n\n{}");
	assert_str(store_resolved(&f->cx, &store, STR("{}")), "k1");
}

static void a_note_is_what_was_written(void **state) {
	struct fixture *f = *state;
	struct store store = open_here(f);
	assert_str(store_note(&f->cx, &store, STR("tool/1")), "");
	assert_true(store_note_write(&f->cx, &store, STR("tool/1"), STR("text")));
	assert_str(store_note(&f->cx, &store, STR("tool/1")), "text");
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(the_store_is_where_the_environment_says),
	    fixture_test(a_tree_without_its_record_is_not_there),
	    fixture_test(an_answer_holds_while_nothing_watched_changes),
	    fixture_test(a_spoilt_index_is_no_answer),
	    fixture_test(a_note_is_what_was_written),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
