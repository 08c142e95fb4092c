#include <errno.h>
#include <stdlib.h>

#include "support.h"

/* The place of a text in the source. */
static span find(const struct source *source, const char *text) {
	str what = str_from(text);
	size_t at = str_find(source->text, what);
	assert_true(at < source->text.len || what.len == 0);
	return span_of(source, str_slice(source->text, at, at + what.len));
}

static void a_fault_shows_its_line_and_the_way_out(void **state) {
	struct fixture *f = *state;
	const struct source *source = fixture_source(f, "a.ini", STR("[env]\nbuild_flag = -Os\n"));
	assert_false(
	    diag_error(&f->diag, find(source, "build_flag"), "unknown option '%s'", "build_flag"));
	diag_note(&f->diag, find(source, "[env]"), "in this section");
	diag_help(&f->diag, "did you mean '%s'?", "build_flags");
	assert_printed(f, "a.ini:2:1: error: unknown option 'build_flag'\n"
	                  "    2 | build_flag = -Os\n"
	                  "      | ^^^^^^^^^^\n"
	                  "a.ini:1:1: note: in this section\n"
	                  "    1 | [env]\n"
	                  "      | ^^^^^\n"
	                  "help: did you mean 'build_flags'?\n");
	assert_int_equal(f->diag.errors, 1);
}

static void the_caret_stands_below_its_text(void **state) {
	struct fixture *f = *state;
	static const struct {
		str text;
		const char *at, *excerpt;
	} cases[] = {
	    {STR_INIT("\xc3\xbc\xe2\x82\xac x\n"), "x",
	     "    1 | \xc3\xbc\xe2\x82\xac x\n      |    ^\n"                                                        },
	    {STR_INIT("a \xc3\xbc\xc3\xbc b\n"),   "\xc3\xbc\xc3\xbc",
	     "    1 | a \xc3\xbc\xc3\xbc b\n      |   ^^\n"                                                          },
	    {STR_INIT("\ta\tb\n"),                 "b",                "    1 | \ta\tb\n      | \t \t^\n"            },
	    {STR_INIT("a\tb c\n"),                 "a\tb",             "    1 | a\tb c\n      | ^^^\n"               },
	    {STR_INIT("a\x01"
	              "b\n"),
	     "b",						      "    1 | a\\x01b\n      |      ^\n"           },
	    {STR_INIT("\x1b[31mred\n"),            "red",              "    1 | \\x1b[31mred\n      |         ^^^\n" },
	    {STR_INIT("\xc2\x9b"
	              "31m\n"),
	     "31m",						    "    1 | \\xc2\\x9b31m\n      |         ^^^\n"},
	    {STR_INIT("\xff\xc3 x\n"),             "x",                "    1 | \\xff\\xc3 x\n      |          ^\n"  },
	    {STR_INIT("line\r\nmore\r\n"),         "more",             "    2 | more\n      | ^^^^\n"                },
	    {STR_INIT("line\r\nmore\r\n"),         "\r\nm",            "    1 | line\n      |     ^\n"               },
	    {STR_INIT("one\ntwo\n"),               "one\ntwo",         "    1 | one\n      | ^^^\n"                  },
	    {STR_INIT("trailing   \n"),            "  \n",             "    1 | trailing\n      |          ^^\n"     },
	    {STR_INIT("no end"),                   "",                 "    1 | no end\n      | ^\n"                 },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct source *source = fixture_source(f, "x", cases[i].text);
		f->diag.entries.len = 0;
		diag_error(&f->diag, find(source, cases[i].at), "no");
		str printed = str_from(fixture_printed(f));
		str line;
		assert_true(str_cut(printed, '\n', &line, &printed));
		assert_str(printed, cases[i].excerpt);
	}
}

static void the_end_of_a_text_is_a_place(void **state) {
	struct fixture *f = *state;
	const struct source *source = fixture_source(f, "x", STR("a\nbc"));
	diag_error(&f->diag, span_of(source, str_from_offset(source->text, 4)), "too short");
	assert_printed(f, "x:2:3: error: too short\n"
	                  "    2 | bc\n"
	                  "      |   ^\n");
}

static void of_a_long_line_the_part_around_the_place_is_shown(void **state) {
	struct fixture *f = *state;
	struct str_vec words = {0};
	for (int i = 0; i < 100; i++) {
		str_vec_push(&f->keep, &words, str_format(&f->keep, "\xc3\xbc%03d", i));
	}
	str text = str_join(&f->keep, &words, STR(" "));
	const struct source *source = fixture_source(f, "x", text);
	diag_error(&f->diag,
	           find(source, "\xc3\xbc"
	                        "050"),
	           "no");
	str printed = str_from(fixture_printed(f));
	str line;
	str carets;
	(void)str_cut(printed, '\n', &line, &printed);
	(void)str_cut(printed, '\n', &line, &carets);
	assert_true(str_starts_with(line, STR("    1 | ...")));
	assert_true(str_ends_with(line, STR("...")));
	assert_true(line.len < 200);
	/* Columns, not bytes: each word before it has one byte more than columns. */
	size_t bytes = str_find(line, STR("\xc3\xbc"
	                                  "050"));
	size_t columns = 0;
	for (size_t i = 0; i < bytes; i++) {
		columns += ((unsigned char)line.at[i] & 0xc0) != 0x80;
	}
	assert_int_equal(str_find(carets, STR("^^^^")), columns);
	assert_int_equal(str_find(carets, STR("^^^^^")), carets.len);
}

static void entries_are_sorted_by_file_and_place(void **state) {
	struct fixture *f = *state;
	const struct source *b = fixture_source(f, "b", STR("one two\n"));
	const struct source *a = fixture_source(f, "a", STR("one two\n"));
	diag_error(&f->diag, find(b, "two"), "third");
	diag_warning(&f->diag, find(b, "one"), "second");
	diag_error(&f->diag, span_file(&f->keep, STR("a")), "of the whole file");
	diag_error(&f->diag, find(a, "two"), "first");
	diag_error(&f->diag, (span){0}, "no place");
	assert_printed(f, "error: no place\n"
	                  "a:1:5: error: first\n"
	                  "    1 | one two\n"
	                  "      |     ^^^\n"
	                  "a: error: of the whole file\n"
	                  "b:1:1: warning: second\n"
	                  "    1 | one two\n"
	                  "      | ^^^\n"
	                  "b:1:5: error: third\n"
	                  "    1 | one two\n"
	                  "      |     ^^^\n");
}

static void equal_entries_are_printed_once(void **state) {
	struct fixture *f = *state;
	const struct source *a = fixture_source(f, "a", STR("x\n"));
	for (int i = 0; i < 3; i++) {
		diag_error(&f->diag, find(a, "x"), "one");
		diag_error(&f->diag, find(a, "x"), "two");
		diag_warning(&f->diag, find(a, "x"), "one");
	}
	assert_printed(f, "a:1:1: error: one\n    1 | x\n      | ^\n"
	                  "a:1:1: error: two\n    1 | x\n      | ^\n"
	                  "a:1:1: warning: one\n    1 | x\n      | ^\n");
}

static void only_the_first_twenty_errors_are_printed(void **state) {
	struct fixture *f = *state;
	for (int i = 0; i < 20; i++) {
		diag_error(&f->diag, (span){0}, "number %d", i);
	}
	assert_false(str_contains(str_from(fixture_printed(f)), STR("are shown")));
	diag_warning(&f->diag, (span){0}, "a warning");
	for (int i = 20; i < 23; i++) {
		diag_error(&f->diag, (span){0}, "number %d", i);
	}
	str printed = str_from(fixture_printed(f));
	assert_true(str_contains(printed, STR("error: number 19\n")));
	assert_false(str_contains(printed, STR("error: number 20\n")));
	assert_true(str_contains(printed, STR("warning: a warning\n")));
	assert_true(str_ends_with(printed, STR("23 errors, the first 20 are shown\n")));
	assert_int_equal(f->diag.errors, 23);
}

static void control_characters_never_reach_the_terminal(void **state) {
	struct fixture *f = *state;
	diag_error(&f->diag, span_file(&f->keep, STR("a\nb\x1b")), "'%s'",
	           "\x1b]0;title\x07\xff\xc3\xbc");
	diag_help(&f->diag, "%s", "\r\x7f");
	assert_printed(f, "a\\x0ab\\x1b: error: '\\x1b]0;title\\x07\\xff\xc3\xbc'\n"
	                  "help: \\x0d\\x7f\n");
}

static void a_failed_call_names_its_path_and_reason(void **state) {
	struct fixture *f = *state;
	errno = ENOENT;
	assert_false(diag_errno(&f->diag, STR("a/b"), "cannot open"));
	assert_printed(f, "a/b: error: cannot open: No such file or directory\n");
	assert_int_equal(diag_code(&f->diag), EXIT_MACHINE);
}

static void the_smallest_code_of_the_errors_counts(void **state) {
	struct fixture *f = *state;
	assert_int_equal(diag_code(&f->diag), EXIT_DONE);
	diag_warning(&f->diag, (span){0}, "no error");
	assert_int_equal(diag_code(&f->diag), EXIT_DONE);
	diag_fault(&f->diag, EXIT_PACKAGE, (span){0}, "package");
	assert_int_equal(diag_code(&f->diag), EXIT_PACKAGE);
	diag_fault(&f->diag, EXIT_MACHINE, (span){0}, "machine");
	diag_fault(&f->diag, EXIT_INCOMPLETE, (span){0}, "part");
	assert_int_equal(diag_code(&f->diag), EXIT_MACHINE);
	diag_error(&f->diag, (span){0}, "project");
	assert_int_equal(diag_code(&f->diag), EXIT_PROJECT);
}

static void errors_of_another_can_be_demoted(void **state) {
	struct fixture *f = *state;
	struct diag other = {.arena = &f->keep};
	diag_fault(&other, EXIT_PACKAGE, (span){0}, "gone");
	diag_help(&other, "try again");
	diag_append(&f->diag, &other, DIAG_WARNING);
	assert_int_equal(f->diag.errors, 0);
	diag_append(&f->diag, &other, DIAG_ERROR);
	assert_int_equal(f->diag.errors, 1);
	assert_int_equal(diag_code(&f->diag), EXIT_PACKAGE);
	assert_printed(f, "warning: gone\nhelp: try again\nerror: gone\nhelp: try again\n");
}

static void colour_marks_the_kind_alone(void **state) {
	struct fixture *f = *state;
	diag_error(&f->diag, span_file(&f->keep, STR("a")), "no");
	diag_print(&f->diag, fixture_stream(f), true);
	assert_string_equal(fixture_streamed(f), "\033[1ma: \033[0m\033[1;31merror\033[0m: no\n");
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(a_fault_shows_its_line_and_the_way_out),
	    fixture_test(the_caret_stands_below_its_text),
	    fixture_test(the_end_of_a_text_is_a_place),
	    fixture_test(of_a_long_line_the_part_around_the_place_is_shown),
	    fixture_test(entries_are_sorted_by_file_and_place),
	    fixture_test(equal_entries_are_printed_once),
	    fixture_test(only_the_first_twenty_errors_are_printed),
	    fixture_test(control_characters_never_reach_the_terminal),
	    fixture_test(a_failed_call_names_its_path_and_reason),
	    fixture_test(the_smallest_code_of_the_errors_counts),
	    fixture_test(errors_of_another_can_be_demoted),
	    fixture_test(colour_marks_the_kind_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
