#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "support.h"

#include "base/file.h"
#include "base/spawn.h"

/* "/bin/sh -c SCRIPT". */
static struct spawn shell(struct fixture *f, const char *script) {
	struct spawn spawn = {0};
	str_vec_push(&f->keep, &spawn.argv, STR("sh"));
	str_vec_push(&f->keep, &spawn.argv, STR("-c"));
	str_vec_push(&f->keep, &spawn.argv, str_from(script));
	return spawn;
}

static void output_and_status_come_back(void **state) {
	struct fixture *f = *state;
	struct spawn spawn = shell(f, "printf 'a\\nb'; exit 7");
	struct spawn_result result;
	assert_true(spawn_run(&f->cx, &spawn, &result));
	assert_str(result.out, "a\nb");
	assert_int_equal(result.status, 7);
	assert_false(result.timed_out);
	assert_int_equal(f->scratch.allocated, 0);
}

static void a_signal_is_128_and_its_number(void **state) {
	struct fixture *f = *state;
	struct spawn spawn = shell(f, "kill -TERM $$");
	struct spawn_result result;
	assert_true(spawn_run(&f->cx, &spawn, &result));
	assert_int_equal(result.status, 128 + 15);
}

static void input_of_any_size_is_read_or_not(void **state) {
	struct fixture *f = *state;
	char *text = arena_alloc(&f->keep, 1000001, 1);
	memset(text, 'x', 1000000);
	struct spawn spawn = shell(f, "cat");
	spawn.input = (str){text, 1000000};
	struct spawn_result result;
	assert_true(spawn_run(&f->cx, &spawn, &result));
	assert_true(str_eq(result.out, spawn.input));

	spawn = shell(f, "exec true");
	spawn.input = (str){text, 1000000};
	assert_true(spawn_run(&f->cx, &spawn, &result));
	assert_int_equal(result.status, 0);
}

static void without_input_a_child_reads_nothing(void **state) {
	struct fixture *f = *state;
	struct spawn spawn = shell(f, "cat; echo end");
	struct spawn_result result;
	assert_true(spawn_run(&f->cx, &spawn, &result));
	assert_str(result.out, "end\n");
}

static void the_environment_is_ours_with_changes(void **state) {
	struct fixture *f = *state;
	struct spawn spawn = shell(f, "echo \"$FBGEN_A|${FBGEN_B-unset}|$FBGEN_C\"");
	assert_int_equal(setenv("FBGEN_A", "ours", 1), 0);
	assert_int_equal(setenv("FBGEN_B", "ours", 1), 0);
	assert_int_equal(setenv("FBGEN_C", "ours", 1), 0);
	str_vec_push(&f->keep, &spawn.extra, STR("FBGEN_A=a=b"));
	str_vec_push(&f->keep, &spawn.extra, STR("FBGEN_B"));
	struct spawn_result result;
	assert_true(spawn_run(&f->cx, &spawn, &result));
	assert_str(result.out, "a=b|unset|ours\n");
}

static void a_child_works_in_its_directory(void **state) {
	struct fixture *f = *state;
	fixture_enter_dir(f);
	fixture_write(f, "below/tool", "#!/bin/sh\nbasename \"$PWD\"\n");
	struct spawn chmod = shell(f, "chmod +x below/tool");
	struct spawn_result result;
	assert_true(spawn_run(&f->cx, &chmod, &result));
	struct spawn spawn = {.dir = STR("below")};
	str_vec_push(&f->keep, &spawn.argv, STR("./tool"));
	assert_true(spawn_run(&f->cx, &spawn, &result));
	assert_str(result.out, "below\n");
}

static double seconds_now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void a_child_is_killed_at_its_deadline(void **state) {
	struct fixture *f = *state;
	/* With its descendants, whether they hold the pipe or not, and with what it wrote. */
	static const char *const scripts[] = {
	    "echo first; sleep 20 & sleep 20",
	    "echo first; exec >/dev/null; sleep 20",
	    "echo first; trap '' TERM INT HUP; sleep 20",
	};
	for (size_t i = 0; i < COUNT_OF(scripts); i++) {
		struct spawn spawn = shell(f, scripts[i]);
		spawn.seconds = 1;
		struct spawn_result result;
		double start = seconds_now();
		assert_true(spawn_run(&f->cx, &spawn, &result));
		assert_true(seconds_now() - start < 10);
		assert_true(result.timed_out);
		assert_int_equal(result.status, 128 + 9);
		assert_str(result.out, "first\n");
	}
}

static void a_deadline_that_is_not_reached_changes_nothing(void **state) {
	struct fixture *f = *state;
	struct spawn spawn = shell(f, "exec >/dev/null; sleep 0.1; exit 3");
	spawn.seconds = 20;
	struct spawn_result result;
	assert_true(spawn_run(&f->cx, &spawn, &result));
	assert_int_equal(result.status, 3);
	assert_false(result.timed_out);
}

static void a_foreground_child_has_our_output(void **state) {
	struct fixture *f = *state;
	struct spawn spawn = shell(f, "exit 4");
	spawn.foreground = true;
	struct spawn_result result;
	assert_true(spawn_run(&f->cx, &spawn, &result));
	assert_int_equal(result.status, 4);
	assert_str(result.out, "");
}

static void what_cannot_be_started_is_named(void **state) {
	struct fixture *f = *state;
	struct spawn missing = {0};
	struct spawn script = {0};
	struct spawn nowhere = {.dir = STR("no/such")};
	struct spawn_result result;
	fixture_enter_dir(f);
	fixture_write(f, "text", "no program\n");
	str_vec_push(&f->keep, &missing.argv, STR("no-such-program"));
	str_vec_push(&f->keep, &script.argv, STR("./text"));
	str_vec_push(&f->keep, &nowhere.argv, STR("sh"));
	assert_false(spawn_run(&f->cx, &missing, &result));
	assert_false(spawn_run(&f->cx, &script, &result));
	assert_false(spawn_run(&f->cx, &nowhere, &result));
	assert_printed(f, "error: cannot find the program 'no-such-program'\n"
	                  "help: install it, or put its folder on PATH\n"
	                  "error: cannot start './text': Permission denied\n"
	                  "no/such: error: cannot run 'sh' here: not a directory\n");
	assert_int_equal(diag_code(&f->diag), EXIT_MACHINE);
}

static void programs_are_found_on_path_alone(void **state) {
	struct fixture *f = *state;
	fixture_enter_dir(f);
	fixture_write(f, "a/tool", "");
	fixture_write(f, "b/tool", "#!/bin/sh\n");
	struct spawn chmod = shell(f, "chmod +x b/tool && mkdir -p a/dir b/dir");
	struct spawn_result result;
	assert_true(spawn_run(&f->cx, &chmod, &result));
	char *old = strdup(getenv("PATH"));
	assert_int_equal(setenv("PATH", "missing:a:b", 1), 0);
	str found = spawn_find(&f->keep, STR("tool"));
	str directory = spawn_find(&f->keep, STR("dir"));
	str with_slash = spawn_find(&f->keep, STR("b/tool"));
	str no_program = spawn_find(&f->keep, STR("a/tool"));
	str empty = spawn_find(&f->keep, STR(""));
	assert_int_equal(setenv("PATH", old, 1), 0);
	free(old);
	str cwd = file_cwd(&f->keep);
	str expected = str_format(&f->keep, "%" PRI_STR "/b/tool", STR_ARG(cwd));
	assert_true(str_eq(found, expected));
	assert_true(str_eq(with_slash, expected));
	assert_str(directory, "");
	assert_str(no_program, "");
	assert_str(empty, "");
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(output_and_status_come_back),
	    fixture_test(a_signal_is_128_and_its_number),
	    fixture_test(input_of_any_size_is_read_or_not),
	    fixture_test(without_input_a_child_reads_nothing),
	    fixture_test(the_environment_is_ours_with_changes),
	    fixture_test(a_child_works_in_its_directory),
	    fixture_test(a_child_is_killed_at_its_deadline),
	    fixture_test(a_deadline_that_is_not_reached_changes_nothing),
	    fixture_test(a_foreground_child_has_our_output),
	    fixture_test(what_cannot_be_started_is_named),
	    fixture_test(programs_are_found_on_path_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
