/*
 * What dates do not show: each test builds a real project, changes it, and says what must be built.
 */
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "miniature.h"

static const char other_c[] = "#include \"cfg.h\"\nint other(void) {\n\treturn CFG + 1;\n}\n";
static const char other_b[] = "#include \"cfg.h\"\nint other(void) {\n\treturn CFG + 2;\n}\n";

enum { LONG_AGO = -100000 };

/* Ninja needs a tick of the clock between a build and an edit, as people do. */
static void wait_a_tick(void) {
	struct timespec tick = {.tv_nsec = 20000000L};
	nanosleep(&tick, NULL);
}

/* Where only the times of files and builds tell, they must not lie near each other. */
static void wait_long(void) {
	struct timespec time = {.tv_nsec = 400000000L};
	nanosleep(&time, NULL);
}

static void build_first(struct fixture *f) {
	miniature_enter(f);
	assert_built(f, "copy.txt|main.c.o|other.c.o|program");
	assert_nothing_to_build(f);
	wait_a_tick();
}

static void an_edit_builds_what_hangs_on_it(void **state) {
	struct fixture *f = *state;
	build_first(f);
	fixture_write(f, "src/other.c", other_c);
	assert_built(f, "other.c.o|program");
	assert_nothing_to_build(f);
	wait_a_tick();
	fixture_write(f, "lib/deep/x.h", "#define X (1 - 1)\n");
	assert_built(f, "main.c.o|program");
	assert_nothing_to_build(f);
}

static void an_older_source_is_built(void **state) {
	struct fixture *f = *state;
	build_first(f);
	miniature_write_dated(f, "src/other.c", other_c, LONG_AGO);
	assert_built(f, "other.c.o|program");
	assert_nothing_to_build(f);
}

static void an_older_header_is_built(void **state) {
	struct fixture *f = *state;
	build_first(f);
	miniature_write_dated(f, "lib/cfg.h", "#define CFG 3\n", LONG_AGO);
	assert_built(f, "other.c.o|program");
	assert_nothing_to_build(f);
}

static void an_older_file_that_a_command_reads_is_built(void **state) {
	struct fixture *f = *state;
	build_first(f);
	miniature_write_dated(f, "text.txt", "TEXT\n", LONG_AGO);
	assert_built(f, "copy.txt");
	assert_nothing_to_build(f);
}

static void a_change_that_keeps_size_and_time_is_built(void **state) {
	struct fixture *f = *state;
	miniature_enter(f);
	miniature_write_dated(f, "lib/cfg.h", "#define CFG 1\n", LONG_AGO);
	struct file_stamp stamp;
	assert_int_equal(file_stamp(STR("lib/cfg.h"), &stamp), FILE_REGULAR);
	assert_built(f, "copy.txt|main.c.o|other.c.o|program");
	wait_a_tick();
	fixture_write(f, "lib/cfg.h", "#define CFG 2\n");
	assert_true(file_set_time(&f->cx, STR("lib/cfg.h"), stamp.mtime));
	assert_built(f, "other.c.o|program");
	assert_nothing_to_build(f);
}

static void touching_without_a_change_deletes_nothing(void **state) {
	struct fixture *f = *state;
	build_first(f);
	assert_int_equal(chmod("lib/cfg.h", 0600), 0);
	assert_int_equal(link("src/other.c", "hard"), 0);
	miniature_write_dated(f, "src/main.h", "int other(void);\n#define VALUE 0\n", LONG_AGO);
	assert_nothing_to_build(f);
}

static void a_link_pointed_elsewhere_is_built(void **state) {
	struct fixture *f = *state;
	miniature_enter(f);
	miniature_write_dated(f, "a/cfg.h", "#define CFG 1\n", LONG_AGO);
	miniature_write_dated(f, "b/cfg.h", "#define CFG 2\n", LONG_AGO);
	assert_int_equal(unlink("lib/cfg.h"), 0);
	assert_int_equal(symlink("../a/cfg.h", "lib/cfg.h"), 0);
	assert_built(f, "copy.txt|main.c.o|other.c.o|program");
	wait_a_tick();
	assert_true(file_link(&f->cx, STR("lib/cfg.h"), STR("../b/cfg.h")));
	assert_built(f, "other.c.o|program");
	assert_nothing_to_build(f);
}

static void a_folder_that_is_a_link_pointed_elsewhere_is_built(void **state) {
	struct fixture *f = *state;
	miniature_enter(f);
	miniature_write_dated(f, "a/x.h", "#define X 1\n", LONG_AGO);
	miniature_write_dated(f, "b/x.h", "#define X 2\n", LONG_AGO);
	assert_true(file_remove_tree(&f->cx, STR("lib/deep")));
	assert_int_equal(symlink("../a", "lib/deep"), 0);
	assert_built(f, "copy.txt|main.c.o|other.c.o|program");
	wait_a_tick();
	assert_true(file_link(&f->cx, STR("lib/deep"), STR("../b")));
	assert_built(f, "main.c.o|program");
	assert_nothing_to_build(f);
}

static void what_is_put_back_before_a_build_builds_nothing(void **state) {
	struct fixture *f = *state;
	miniature_enter(f);
	miniature_write_dated(f, "src/other.c", other_c, LONG_AGO);
	assert_built(f, "copy.txt|main.c.o|other.c.o|program");
	wait_a_tick();
	fixture_write(f, "src/other.c", other_b);
	(void)miniature_generate(f);
	miniature_write_dated(f, "src/other.c", other_c, LONG_AGO);
	assert_nothing_to_build(f);
}

static void what_is_put_back_after_a_build_is_built(void **state) {
	struct fixture *f = *state;
	miniature_enter(f);
	miniature_write_dated(f, "src/other.c", other_c, LONG_AGO);
	assert_built(f, "copy.txt|main.c.o|other.c.o|program");
	wait_a_tick();
	fixture_write(f, "src/other.c", other_b);
	assert_built(f, "other.c.o|program");
	wait_a_tick();
	miniature_write_dated(f, "src/other.c", other_c, LONG_AGO);
	assert_built(f, "other.c.o|program");
	assert_nothing_to_build(f);
}

static void an_older_file_is_not_forgotten_while_ninja_does_not_run(void **state) {
	struct fixture *f = *state;
	build_first(f);
	fixture_write(f, "src/other.c", other_b); /* newer: ninja's own business */
	(void)miniature_generate(f);
	miniature_write_dated(f, "src/other.c", other_c, LONG_AGO); /* and now it is not */
	(void)miniature_generate(f);
	assert_true(miniature_generate(f));
	assert_str(miniature_ninja(f), "other.c.o|program");
	assert_nothing_to_build(f);
}

static void a_broken_source_that_is_cured_by_its_old_self_builds_right(void **state) {
	struct fixture *f = *state;
	miniature_enter(f);
	miniature_write_dated(f, "src/other.c", other_c, LONG_AGO);
	assert_built(f, "copy.txt|main.c.o|other.c.o|program");
	wait_a_tick();
	fixture_write(f, "src/other.c", "#include \"cfg.h\"\nint other(void) { return\n");
	(void)miniature_build(f);
	miniature_write_dated(f, "src/other.c", other_c, LONG_AGO);
	str built = miniature_build(f);
	/* A compiler that leaves the old object in place leaves nothing to do. */
	assert_true(str_eq(built, STR("")) || str_eq(built, STR("other.c.o|program")));
	assert_nothing_to_build(f);
}

static void a_nearer_header_is_built_once(void **state) {
	struct fixture *f = *state;
	build_first(f);
	miniature_write_dated(f, "inc/cfg.h", "#define CFG 7\n", LONG_AGO);
	assert_built(f, "other.c.o|program");
	assert_nothing_to_build(f);
	wait_a_tick();
	miniature_write_dated(f, "src/cfg.h", "#define CFG 8\n", LONG_AGO);
	assert_built(f, "other.c.o|program");
	assert_nothing_to_build(f);
	wait_a_tick();
	assert_int_equal(unlink("src/cfg.h"), 0);
	assert_built(f, "other.c.o|program");
	assert_nothing_to_build(f);
}

static void a_nearer_folder_is_built(void **state) {
	struct fixture *f = *state;
	build_first(f);
	miniature_write_dated(f, "elsewhere/x.h", "#define X 7\n", LONG_AGO);
	assert_int_equal(rename("elsewhere", "inc/deep"), 0);
	assert_built(f, "main.c.o|program");
	assert_nothing_to_build(f);
}

static void a_header_in_a_nearer_folder_is_built(void **state) {
	struct fixture *f = *state;
	miniature_enter(f);
	assert_int_equal(mkdir("inc/deep", 0777), 0);
	(void)miniature_build(f);
	assert_nothing_to_build(f);
	wait_a_tick();
	miniature_write_dated(f, "inc/deep/x.h", "#define X 7\n", LONG_AGO);
	assert_built(f, "main.c.o|program");
	assert_nothing_to_build(f);
}

static void headers_that_nobody_includes_build_nothing(void **state) {
	struct fixture *f = *state;
	build_first(f);
	fixture_write(f, "inc/main.h", "#error not this one\n"); /* src/main.h is nearer */
	fixture_write(f, "inc/x.h", "#error not this one\n");
	fixture_write(f, "lib/new.h", "\n");
	assert_nothing_to_build(f);
}

static void a_name_asked_for_is_built_when_it_comes_and_when_it_goes(void **state) {
	struct fixture *f = *state;
	build_first(f);
	miniature_write_dated(f, "lib/extra.h", "\n", LONG_AGO);
	assert_built(f, "other.c.o|program");
	assert_nothing_to_build(f);
	wait_a_tick();
	miniature_write_dated(f, "inc/extra.h", "\n", LONG_AGO);
	assert_nothing_to_build(f);
	assert_int_equal(unlink("inc/extra.h"), 0);
	assert_nothing_to_build(f);
	assert_int_equal(unlink("lib/extra.h"), 0);
	assert_built(f, "other.c.o|program");
	assert_nothing_to_build(f);
}

static void a_computed_include_sees_a_nearer_header(void **state) {
	struct fixture *f = *state;
	miniature_enter(f);
	fixture_write(f, "src/other.c",
	              "#define NAME <cfg.h>\n#include NAME\nint other(void) { return CFG; }\n");
	wait_long(); /* generation does not know the header: its time alone tells */
	assert_built(f, "copy.txt|main.c.o|other.c.o|program");
	assert_nothing_to_build(f);
	wait_a_tick();
	miniature_write_dated(f, "inc/cfg.h", "#define CFG 7\n", LONG_AGO);
	wait_a_tick();
	assert_built(f, "other.c.o|program");
	assert_nothing_to_build(f);
}

static void a_lost_state_misses_no_change(void **state) {
	struct fixture *f = *state;
	miniature_enter(f);
	wait_long(); /* without a state the files' times alone tell */
	assert_built(f, "copy.txt|main.c.o|other.c.o|program");
	assert_int_equal(unlink(".fbgen/state"), 0);
	assert_nothing_to_build(f);
	wait_a_tick();
	assert_int_equal(unlink(".fbgen/state"), 0);
	miniature_write_dated(f, "lib/cfg.h", "#define CFG 3\n", LONG_AGO);
	assert_built(f, "other.c.o|program");
	assert_nothing_to_build(f);
}

static void a_lost_log_builds_all(void **state) {
	struct fixture *f = *state;
	build_first(f);
	assert_int_equal(unlink(".fbgen/.ninja_deps"), 0);
	assert_built(f, "main.c.o|other.c.o|program");
	assert_nothing_to_build(f);
}

static void products_without_an_edge_are_removed(void **state) {
	struct fixture *f = *state;
	build_first(f);
	fixture_write(f, ".fbgen/obj/mine.txt", "not ours\n");
	fixture_write(f, "src/deep/third.h", "\n");
	fixture_write(f, "src/third.c", "int third;\n");
	assert_built(f, "program|third.c.o");
	wait_a_tick();
	assert_int_equal(unlink("src/third.c"), 0);
	assert_built(f, "program");
	assert_int_equal(file_kind(STR(".fbgen/obj/third.c.o")), FILE_MISSING);
	assert_int_equal(file_kind(STR(".fbgen/obj/mine.txt")), FILE_REGULAR);
	assert_int_equal(file_kind(STR(".fbgen/obj/main.c.o")), FILE_REGULAR);
	assert_nothing_to_build(f);
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(an_edit_builds_what_hangs_on_it),
	    fixture_test(an_older_source_is_built),
	    fixture_test(an_older_header_is_built),
	    fixture_test(an_older_file_that_a_command_reads_is_built),
	    fixture_test(a_change_that_keeps_size_and_time_is_built),
	    fixture_test(touching_without_a_change_deletes_nothing),
	    fixture_test(a_link_pointed_elsewhere_is_built),
	    fixture_test(a_folder_that_is_a_link_pointed_elsewhere_is_built),
	    fixture_test(what_is_put_back_before_a_build_builds_nothing),
	    fixture_test(what_is_put_back_after_a_build_is_built),
	    fixture_test(an_older_file_is_not_forgotten_while_ninja_does_not_run),
	    fixture_test(a_broken_source_that_is_cured_by_its_old_self_builds_right),
	    fixture_test(a_nearer_header_is_built_once),
	    fixture_test(a_nearer_folder_is_built),
	    fixture_test(a_header_in_a_nearer_folder_is_built),
	    fixture_test(headers_that_nobody_includes_build_nothing),
	    fixture_test(a_name_asked_for_is_built_when_it_comes_and_when_it_goes),
	    fixture_test(a_computed_include_sees_a_nearer_header),
	    fixture_test(a_lost_state_misses_no_change),
	    fixture_test(a_lost_log_builds_all),
	    fixture_test(products_without_an_edge_are_removed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
