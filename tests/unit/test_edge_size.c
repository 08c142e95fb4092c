#include "support.h"

#include "base/file.h"
#include "gen/edge_size.h"

static const char sections[] = "section      size      addr\n"
			       ".text         900         0\n"
			       ".data          20   8388864\n"
			       ".bss           80   8388884\n"
			       "Total        1000\n";

/* A check of a program with the sections above. */
static struct edge_size check_of(struct fixture *f) {
	struct edge_size size = {.flash_pattern = STR("^(?:\\.text|\\.data)\\s+(\\d+)"),
	                         .ram_pattern = STR("^(?:\\.data|\\.bss)\\s+(\\d+)"),
	                         .flash_max = 1000,
	                         .ram_max = 100,
	                         .output = STR("out/p.size")};
	fixture_enter_dir(f);
	fixture_write(f, "sections", sections);
	assert_true(file_make_dirs(&f->cx, STR("out")));
	str_vec_push(&f->keep, &size.command, STR("cat"));
	str_vec_push(&f->keep, &size.command, STR("sections"));
	return size;
}

static void sizes_are_sums_over_sections(void **state) {
	struct fixture *f = *state;
	struct edge_size size = check_of(f);
	struct size_figures figures;
	assert_true(edge_size(&f->cx, &size));
	assert_true(size_read(&f->keep, size.output, &figures));
	assert_str(size_text(&f->keep, &figures),
	           "flash 920 of 1000 bytes (92.0 %), RAM 100 of 100 bytes (100.0 %)");
}

static void a_program_over_a_limit_has_no_size_file(void **state) {
	struct fixture *f = *state;
	struct edge_size size = check_of(f);
	size.flash_max = 919;
	size.ram_max = 99;
	assert_false(edge_size(&f->cx, &size));
	assert_int_equal(file_kind(size.output), FILE_MISSING);
	assert_printed(f, "error: the program is too large: it takes 920 bytes of flash, the "
	                  "board has 919\n"
	                  "error: the program is too large: it takes 100 bytes of RAM, the board "
	                  "has 99\n");
}

static void without_a_limit_or_a_pattern_nothing_is_too_large(void **state) {
	struct fixture *f = *state;
	struct edge_size size = check_of(f);
	struct size_figures figures;
	size.flash_max = 0;
	size.ram_pattern = STR("");
	assert_true(edge_size(&f->cx, &size));
	assert_true(size_read(&f->keep, size.output, &figures));
	assert_str(size_text(&f->keep, &figures), "flash 920 bytes, RAM 0 of 100 bytes (0.0 %)");
}

static void patterns_that_match_nothing_or_the_empty_text_end(void **state) {
	static const char *const patterns[] = {"nothing (\\d+)", "()", "x*(\\d*)", "^"};
	struct fixture *f = *state;
	struct edge_size size = check_of(f);
	size.ram_max = 0;
	size.flash_max = 0;
	for (size_t i = 0; i < COUNT_OF(patterns); i++) {
		size.flash_pattern = str_from(patterns[i]);
		assert_true(edge_size(&f->cx, &size));
	}
}

static void a_wrong_pattern_is_a_fault(void **state) {
	struct fixture *f = *state;
	struct edge_size size = check_of(f);
	size.flash_pattern = STR("^(\\d+");
	assert_false(edge_size(&f->cx, &size));
	assert_printed(f, "error: the size pattern '^(\\d+' is wrong at its offset 5\n");
}

static void a_command_that_fails_is_a_fault(void **state) {
	struct fixture *f = *state;
	struct edge_size size = check_of(f);
	size.command.at[0] = STR("false");
	assert_false(edge_size(&f->cx, &size));
	assert_printed(f, "error: 'false' ended with status 1\n");
}

static void what_is_no_size_file_is_not_read(void **state) {
	static const char *const texts[] = {"", "flash 1 2\n", "flash 1 2\nram 3\n",
	                                    "ram 1 2\nflash 1 2\n", "flash x 2\nram 1 2\n"};
	struct fixture *f = *state;
	struct size_figures figures;
	fixture_enter_dir(f);
	assert_false(size_read(&f->keep, STR("size"), &figures));
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		fixture_write(f, "size", texts[i]);
		assert_false(size_read(&f->keep, STR("size"), &figures));
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(sizes_are_sums_over_sections),
	    fixture_test(a_program_over_a_limit_has_no_size_file),
	    fixture_test(without_a_limit_or_a_pattern_nothing_is_too_large),
	    fixture_test(patterns_that_match_nothing_or_the_empty_text_end),
	    fixture_test(a_wrong_pattern_is_a_fault),
	    fixture_test(a_command_that_fails_is_a_fault),
	    fixture_test(what_is_no_size_file_is_not_read),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
