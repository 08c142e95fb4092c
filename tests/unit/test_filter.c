#include "support.h"

#include "base/buf.h"
#include "fetch/filter.h"

struct world {
	struct fixture *f;
	struct arena told;
	struct filter filter;
	struct placed placed;
	str reason;
};

static void begin(struct world *w, void **state, struct filter_rules rules) {
	*w = (struct world){.f = *state};
	filter_init(&w->filter, &w->f->keep, &w->told, &rules);
}

static enum filter_answer give(struct world *w, enum entry_kind kind, const char *path,
                               const char *target) {
	struct entry entry = {.kind = kind,
	                      .path = str_from(path),
	                      .target = str_from(target),
	                      .mode = kind == ENTRY_FILE ? 06754 : 0};
	return filter_entry(&w->filter, &entry, &w->placed, &w->reason);
}

static void accept(struct world *w, enum entry_kind kind, const char *path, const char *target) {
	w->reason = STR("");
	assert_int_equal(give(w, kind, path, target), FILTER_WRITE);
}

/* What the end of the archive says: the root, or "PATH: REASON". */
static str end(struct world *w) {
	str root, path, reason;
	if (filter_end(&w->filter, &root, &path, &reason)) {
		return str_copy(&w->f->keep, root);
	}
	return str_format(&w->f->keep, "%" PRI_STR ": %" PRI_STR, STR_ARG(path), STR_ARG(reason));
}

static const struct filter_rules plain = {.bytes = 1000};

static void paths_come_out_normal(void **state) {
	static const char *const cases[][2] = {
	    {"z",        "z"     },
            {"./a/b",    "a/b"   },
            {"b//c/./d", "b/c/d" },
	    {"e/",       "e"     },
            {"...",      "..."   },
            {"\xff\n",   "\xff\n"},
	};
	struct world w;
	begin(&w, state, plain);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		accept(&w, ENTRY_FILE, cases[i][0], "");
		assert_str(w.placed.path, cases[i][1]);
	}
	arena_release(&w.told);
}

static void paths_that_are_none_are_refused(void **state) {
	static const char *const cases[][2] = {
	    {"",        "it has no name"               },
	    {".",       "it has no name"               },
	    {"/a",      "its path is absolute"         },
	    {"..",      "its path leads upward by '..'"},
	    {"a/../b",  "its path leads upward by '..'"},
	    {"a/b/../", "its path leads upward by '..'"},
	};
	struct world w;
	begin(&w, state, plain);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_int_equal(give(&w, ENTRY_FILE, cases[i][0], ""), FILTER_REFUSE);
		assert_str(w.reason, cases[i][1]);
	}
	arena_release(&w.told);
}

static void modes_keep_whether_it_runs_and_nothing_else(void **state) {
	struct world w;
	begin(&w, state, plain);
	accept(&w, ENTRY_FILE, "a", "");
	assert_int_equal(w.placed.mode, 0755);
	accept(&w, ENTRY_FOLDER, "d", "");
	assert_int_equal(w.placed.mode, 0755);
	arena_release(&w.told);
}

static void a_folder_may_come_again_and_nothing_else_may(void **state) {
	struct world w;
	begin(&w, state, plain);
	accept(&w, ENTRY_FILE, "d/a", "");
	accept(&w, ENTRY_FOLDER, "d", "");
	accept(&w, ENTRY_FOLDER, "d/", "");
	assert_int_equal(give(&w, ENTRY_FILE, "d", ""), FILTER_REFUSE);
	assert_int_equal(give(&w, ENTRY_FILE, "d/a", ""), FILTER_REFUSE);
	assert_int_equal(give(&w, ENTRY_FILE, "d/a/b", ""), FILTER_REFUSE);
	assert_str(w.reason, "it lies below the file 'd/a'");
	arena_release(&w.told);
}

static void links_may_lead_anywhere_inside(void **state) {
	struct world w;
	begin(&w, state, plain);
	accept(&w, ENTRY_SYMLINK, "a/b", "../c");
	accept(&w, ENTRY_SYMLINK, "a/top", "..");
	accept(&w, ENTRY_SYMLINK, "a/nowhere", "x/y/../../../z");
	accept(&w, ENTRY_SYMLINK, "far", "a/top/a/top/a/b/..");
	assert_str(end(&w), "");
	arena_release(&w.told);
}

static void links_through_links_are_followed(void **state) {
	struct world w;
	begin(&w, state, plain);
	accept(&w, ENTRY_SYMLINK, "e", "d/up/..");
	accept(&w, ENTRY_SYMLINK, "d/up", "..");
	assert_str(end(&w), "e: it is a link that leads out of the archive");
	arena_release(&w.told);
}

static void a_rooted_archive_has_absolute_links(void **state) {
	struct world w;
	struct filter_rules rules = {.bytes = 1000, .is_rooted = true};
	begin(&w, state, rules);
	accept(&w, ENTRY_SYMLINK, "a/b", "/etc/passwd");
	accept(&w, ENTRY_SYMLINK, "a/c", "../../../..");
	assert_str(end(&w), "");
	assert_int_equal(give(&w, ENTRY_FILE, "a/b/x", ""), FILTER_REFUSE);
	arena_release(&w.told);
}

static void leading_components_are_taken_away(void **state) {
	struct world w;
	struct filter_rules rules = {.bytes = 1000, .strip = 1};
	begin(&w, state, rules);
	assert_int_equal(give(&w, ENTRY_FOLDER, "top", ""), FILTER_SKIP);
	assert_int_equal(give(&w, ENTRY_FILE, "README", ""), FILTER_SKIP);
	accept(&w, ENTRY_FILE, "top/a", "");
	assert_str(w.placed.path, "a");
	accept(&w, ENTRY_HARDLINK, "top/b", "top/a");
	assert_str(w.placed.target, "a");
	assert_int_equal(give(&w, ENTRY_SYMLINK, "top/c", "../top/a"), FILTER_REFUSE);
	arena_release(&w.told);
}

static void the_one_root_is_found_beside_strays(void **state) {
	struct world w;
	struct filter_rules rules = {.bytes = 1000, .strip = FILTER_ONE_ROOT};
	begin(&w, state, rules);
	accept(&w, ENTRY_FILE, "pax_global_header", "");
	accept(&w, ENTRY_FILE, "top/a", "");
	accept(&w, ENTRY_FILE, "__MACOSX/._a", "");
	assert_str(end(&w), "top");
	accept(&w, ENTRY_FILE, "other", "");
	assert_str(end(&w), "");
	arena_release(&w.told);
}

static void a_link_may_not_leave_the_one_root(void **state) {
	struct world w;
	struct filter_rules rules = {.bytes = 1000, .strip = FILTER_ONE_ROOT};
	begin(&w, state, rules);
	accept(&w, ENTRY_SYMLINK, "top/l", "../__MACOSX");
	accept(&w, ENTRY_FILE, "__MACOSX/._a", "");
	assert_str(end(&w), "top/l: it is a link that leads out of the archive");
	arena_release(&w.told);
}

static void case_alone_is_counted_or_refused(void **state) {
	struct world w;
	struct filter_rules rules = {.bytes = 1000, .is_caseless = true};
	begin(&w, state, plain);
	accept(&w, ENTRY_FILE, "Foo", "");
	accept(&w, ENTRY_FILE, "foo", "");
	assert_int_equal(w.filter.alike, 1);
	assert_str(w.filter.first_alike, "foo");
	arena_release(&w.told);
	begin(&w, state, rules);
	accept(&w, ENTRY_FILE, "Foo", "");
	assert_int_equal(give(&w, ENTRY_FILE, "foo", ""), FILTER_REFUSE);
	arena_release(&w.told);
}

static void bytes_are_counted(void **state) {
	struct world w;
	begin(&w, state, plain);
	struct entry entry = {.path = STR("a"), .size = 600};
	assert_int_equal(filter_entry(&w.filter, &entry, &w.placed, &w.reason), FILTER_WRITE);
	entry.path = STR("b");
	assert_int_equal(filter_entry(&w.filter, &entry, &w.placed, &w.reason), FILTER_REFUSE);
	assert_true(filter_grow(&w.filter, 400, &w.reason));
	assert_false(filter_grow(&w.filter, 1, &w.reason));
	assert_str(w.reason, "with it the archive holds more than the 1000 bytes that are allowed");
	arena_release(&w.told);
}

static void an_empty_archive_is_none(void **state) {
	struct world w;
	begin(&w, state, plain);
	assert_str(end(&w), ": it holds nothing");
	arena_release(&w.told);
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(paths_come_out_normal),
	    fixture_test(paths_that_are_none_are_refused),
	    fixture_test(modes_keep_whether_it_runs_and_nothing_else),
	    fixture_test(a_folder_may_come_again_and_nothing_else_may),
	    fixture_test(links_may_lead_anywhere_inside),
	    fixture_test(links_through_links_are_followed),
	    fixture_test(a_rooted_archive_has_absolute_links),
	    fixture_test(leading_components_are_taken_away),
	    fixture_test(the_one_root_is_found_beside_strays),
	    fixture_test(a_link_may_not_leave_the_one_root),
	    fixture_test(case_alone_is_counted_or_refused),
	    fixture_test(bytes_are_counted),
	    fixture_test(an_empty_archive_is_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
