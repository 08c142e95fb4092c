#include <stdlib.h>

#include "support.h"

#include "gen/reads.h"

static void a_path_is_kept_once_in_normal_form(void **state) {
	struct fixture *f = *state;
	struct reads reads = {.arena = &f->keep};
	reads_path(&reads, STR("src/../lib/./a.h"));
	reads_path(&reads, STR("lib/a.h"));
	reads_path(&reads, STR("lib//a.h"));
	assert_int_equal(map_count(&reads.paths), 1);
	assert_str(map_key(map_first(&reads.paths)), "lib/a.h");
	assert_non_null(map_get(&reads.paths, STR("lib/a.h")));
}

static void unset_variables_are_remembered_too(void **state) {
	struct fixture *f = *state;
	struct reads reads = {.arena = &f->keep};
	assert_int_equal(setenv("FBGEN_TEST_SET", "x y", 1), 0);
	assert_int_equal(unsetenv("FBGEN_TEST_UNSET"), 0);
	assert_string_equal(reads_variable(&reads, "FBGEN_TEST_SET"), "x y");
	assert_null(reads_variable(&reads, "FBGEN_TEST_UNSET"));
	assert_null(reads_variable(&reads, "FBGEN_TEST_UNSET"));
	assert_int_equal(map_count(&reads.variables), 2);
	assert_str(*(str *)map_get(&reads.variables, STR("FBGEN_TEST_SET")), "x y");
	assert_null(map_get(&reads.variables, STR("FBGEN_TEST_UNSET")));
}

static void the_first_output_of_a_command_stays(void **state) {
	struct fixture *f = *state;
	struct reads reads = {.arena = &f->keep};
	reads_command(&reads, STR("echo 1"), STR("1\n"));
	reads_command(&reads, STR("echo 1"), STR("2\n"));
	assert_str(*(str *)map_get(&reads.commands, STR("echo 1")), "1\n");
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(a_path_is_kept_once_in_normal_form),
	    fixture_test(unset_variables_are_remembered_too),
	    fixture_test(the_first_output_of_a_command_stays),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
