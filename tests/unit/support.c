#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/path.h"

int fixture_setup(void **state) {
	struct fixture *f = calloc(1, sizeof(*f));
	if (!f) {
		return -1;
	}
	f->diag.arena = &f->keep;
	f->cx = (struct ctx){&f->keep, &f->scratch, &f->diag};
	*state = f;
	return 0;
}

int fixture_teardown(void **state) {
	struct fixture *f = *state;
	int left = 0;
	if (f->dir) {
		left = chdir("/");
		(void)!file_remove_tree(&f->cx, str_from(f->dir));
		free(f->dir);
	}
	arena_release(&f->keep);
	arena_release(&f->scratch);
	free(f);
	return left;
}

const struct source *fixture_source(struct fixture *f, const char *path, str text) {
	struct source *source = arena_new(&f->keep, struct source);
	*source = (struct source){str_from(path), str_copy(&f->keep, text)};
	return source;
}

void fixture_enter_dir(struct fixture *f) {
	const char *tmp = getenv("TMPDIR");
	str pattern = str_format(&f->keep, "%s/fbgen-test-XXXXXX", tmp ? tmp : "/tmp");
	f->dir = strdup(str_cstr(&f->keep, pattern));
	assert_non_null(f->dir);
	assert_non_null(mkdtemp(f->dir));
	assert_int_equal(chdir(f->dir), 0);
}

void fixture_write(struct fixture *f, const char *path, const char *text) {
	str name = str_from(path);
	assert_true(file_make_dirs(&f->cx, path_parent(name)));
	assert_true(file_replace(&f->cx, name, str_from(text), path_parent(name), NULL));
}

FILE *fixture_stream(struct fixture *f) {
	f->stream = open_memstream(&f->streamed, &f->streamed_len);
	assert_non_null(f->stream);
	return f->stream;
}

const char *fixture_streamed(struct fixture *f) {
	fclose(f->stream);
	char *kept = str_cstr(&f->keep, (str){f->streamed, f->streamed_len});
	free(f->streamed);
	return kept;
}

const char *fixture_printed(struct fixture *f) {
	diag_print(&f->diag, fixture_stream(f), false);
	return fixture_streamed(f);
}

void assert_str_at(str actual, const char *expected, const char *file, int line) {
	if (!str_eq(actual, str_from(expected))) {
		print_error("%s:%d: want '%s', got '%.*s'\n", file, line, expected,
		            STR_ARG(actual));
		_fail(file, line);
	}
}

void assert_strs_at(const struct str_vec *actual, const char *expected, const char *file,
                    int line) {
	struct arena arena = {0};
	str joined = str_join(&arena, actual, STR("|"));
	bool same = str_eq(joined, str_from(expected));
	if (!same) {
		print_error("%s:%d: want '%s', got '%.*s'\n", file, line, expected,
		            STR_ARG(joined));
	}
	arena_release(&arena);
	if (!same) {
		_fail(file, line);
	}
}
