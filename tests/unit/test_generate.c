#include "support.h"

#include "base/file.h"
#include "gen/generate.h"

/* A project for this machine with the environments and one source. */
static void start(struct fixture *f, const char *ini) {
	fixture_enter_dir(f);
	fixture_write(f, "platformio.ini", ini);
	fixture_write(f, "src/main.c", "int main(void) {\n\treturn 0;\n}\n");
}

static bool generated(struct fixture *f) {
	struct generate_options options = {0};
	return generate(&f->cx, &options);
}

static str text_of(struct fixture *f, const char *path) {
	str text = {0};
	assert_true(file_try_read(&f->keep, str_from(path), &text));
	return text;
}

static void a_second_run_has_nothing_to_do(void **state) {
	struct fixture *f = *state;
	struct file_stamp before;
	struct file_stamp after;
	start(f, "[env:native]\nplatform = native\n");
	assert_true(generated(f));
	assert_true(file_stamp(STR("build.ninja"), &before));
	assert_true(generated(f));
	assert_true(file_stamp(STR("build.ninja"), &after));
	assert_int_equal(before.mtime, after.mtime);
	assert_printed(f, "");
}

static void a_fault_of_an_environment_that_is_no_default_is_a_warning(void **state) {
	struct fixture *f = *state;
	start(f, "[platformio]\ndefault_envs = good\n"
	         "[env:good]\nplatform = native\n"
	         "[env:bad]\nplatform = native\nboard = none\n");
	assert_true(generated(f));
	str text = text_of(f, "build.ninja");
	assert_true(str_contains(text, STR("\nbuild bad: phony .fbgen/bad/fault\n")));
	assert_true(str_contains(text, STR("\nbuild good: phony .fbgen/good/program\n")));
	assert_true(str_contains(text, STR("\ndefault .fbgen/good/program\n")));
	assert_true(str_contains(text_of(f, ".fbgen/bad/fault.txt"), STR("board 'none'")));
	assert_true(
	    str_contains(str_from(fixture_printed(f)), STR("platformio.ini:7:1: warning: ")));
}

static void a_fault_of_a_default_environment_leaves_the_others_their_edges(void **state) {
	struct fixture *f = *state;
	start(f, "[env:good]\nplatform = native\n[env:bad]\nplatform = native\nboard = none\n");
	assert_false(generated(f));
	str text = text_of(f, "build.ninja");
	assert_true(str_contains(text, STR("\nbuild good: phony .fbgen/good/program\n")));
	assert_true(str_contains(text, STR("\nbuild bad: phony .fbgen/bad/fault\n")));
	assert_int_equal(diag_code(&f->diag), EXIT_PROJECT);
}

static void a_fault_that_was_mended_leaves_nothing(void **state) {
	struct fixture *f = *state;
	start(f, "[env:e]\nplatform = native\nboard = none\n");
	assert_false(generated(f));
	fixture_write(f, "platformio.ini", "[env:e]\nplatform = native\n");
	f->diag = (struct diag){.arena = &f->keep};
	assert_true(generated(f));
	assert_true(
	    str_contains(text_of(f, "build.ninja"), STR("\nbuild e: phony .fbgen/e/program\n")));
	assert_printed(f, "");
}

static void only_the_environments_asked_for_have_edges(void **state) {
	struct fixture *f = *state;
	struct generate_options options = {0};
	start(f, "[env:a]\nplatform = native\n[env:b]\nplatform = native\n");
	str_vec_push(&f->keep, &options.envs, STR("b"));
	assert_true(generate(&f->cx, &options));
	str text = text_of(f, "build.ninja");
	assert_false(str_contains(text, STR("\nbuild a: ")));
	assert_true(str_contains(text, STR("\nbuild b: ")));
	assert_true(str_contains(text, STR("  command = .fbgen/fbgen -e b\n")));
	str_vec_push(&f->keep, &options.envs, STR("c"));
	assert_false(generate(&f->cx, &options));
	assert_int_equal(diag_code(&f->diag), EXIT_USAGE);
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(a_second_run_has_nothing_to_do),
	    fixture_test(a_fault_of_an_environment_that_is_no_default_is_a_warning),
	    fixture_test(a_fault_of_a_default_environment_leaves_the_others_their_edges),
	    fixture_test(a_fault_that_was_mended_leaves_nothing),
	    fixture_test(only_the_environments_asked_for_have_edges),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
