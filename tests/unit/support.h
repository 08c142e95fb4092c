/*
 * What unit tests share: a context with its arenas, sources from literals, a folder to work in, and
 * assertions on texts.
 */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/ctx.h"

struct fixture {
	struct arena keep, scratch;
	struct diag diag;
	struct ctx cx;
	char *dir; /* an empty folder, the working directory; made by fixture_enter_dir */
	FILE *stream;
	char *streamed;
	size_t streamed_len;
};

/* cmocka setup and teardown: *state is a struct fixture *. */
int fixture_setup(void **state);
int fixture_teardown(void **state);

#define fixture_test(function)                                                                     \
	cmocka_unit_test_setup_teardown(function, fixture_setup, fixture_teardown)

/* A source named test.ini (or another name) with the text. */
const struct source *fixture_source(struct fixture *f, const char *path, str text);

/* Make an empty folder and work in it; it is removed at teardown. */
void fixture_enter_dir(struct fixture *f);

/* Write a file below the folder, with the folders above it. */
void fixture_write(struct fixture *f, const char *path, const char *text);

/* Something to print to; what was printed, which ends it. */
FILE *fixture_stream(struct fixture *f);
const char *fixture_streamed(struct fixture *f);

/* Everything that diag would print, as one text. */
const char *fixture_printed(struct fixture *f);

#define assert_printed(f, expected) assert_string_equal(fixture_printed(f), expected)

/* Compare a str with a literal. */
#define assert_str(actual, expected) assert_str_at((actual), (expected), __FILE__, __LINE__)
void assert_str_at(str actual, const char *expected, const char *file, int line);

/* Compare a list of texts with one text in which '|' stands between the items. */
#define assert_strs(actual, expected) assert_strs_at((actual), (expected), __FILE__, __LINE__)
void assert_strs_at(const struct str_vec *actual, const char *expected, const char *file, int line);

#endif
