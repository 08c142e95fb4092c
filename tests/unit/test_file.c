#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

#include "base/file.h"

static str text_of(struct fixture *f, const char *path) {
	str text = {0};
	assert_true(file_try_read(&f->keep, str_from(path), &text));
	return text;
}

/* The names of a directory. */
static struct str_vec names_in(struct fixture *f, const char *path) {
	struct file_entries entries;
	struct str_vec names = {0};
	assert_true(file_list(&f->keep, str_from(path), &entries));
	for (size_t i = 0; i < entries.len; i++) {
		str_vec_push(&f->keep, &names, entries.at[i].name);
	}
	return names;
}

static void a_file_is_read_whole_and_ends_with_nul(void **state) {
	struct fixture *f = *state;
	static const size_t sizes[] = {0, 1, 4095, 4096, 4097, 1000000};
	fixture_enter_dir(f);
	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		char *text = arena_alloc(&f->keep, sizes[i] + 1, 1);
		memset(text, 'x', sizes[i]);
		fixture_write(f, "a", text);
		struct source source;
		assert_true(file_read(&f->cx, STR("a"), &source));
		assert_true(str_eq(source.text, (str){text, sizes[i]}));
		assert_int_equal(source.text.at[sizes[i]], '\0');
		assert_str(source.path, "a");
	}
	/* A file that does not know its size. */
	str status = text_of(f, "/proc/self/status");
	assert_true(str_starts_with(status, STR("Name:")));
}

static void what_cannot_be_read_is_said(void **state) {
	struct fixture *f = *state;
	struct source source;
	fixture_enter_dir(f);
	assert_false(file_read(&f->cx, STR("none"), &source));
	assert_false(file_read(&f->cx, STR("."), &source));
	assert_false(file_read(&f->cx, STR("a\0b"), &source));
	assert_int_equal(mkfifo("fifo", 0600), 0);
	assert_false(file_read(&f->cx, STR("fifo"), &source));
	assert_printed(f, ".: error: cannot read: Is a directory\n"
	                  "help: a folder stands where a file is wanted: move it away\n"
	                  "a\\x00b: error: cannot read: Invalid argument\n"
	                  "fifo: error: cannot read: this is no regular file\n"
	                  "none: error: cannot read: No such file or directory\n");
}

static void a_replaced_file_changes_only_with_its_bytes(void **state) {
	struct fixture *f = *state;
	bool changed = false;
	struct file_stamp before;
	struct file_stamp after;
	fixture_enter_dir(f);
	assert_true(file_replace(&f->cx, STR("a"), STR("one"), STR("."), &changed));
	assert_true(changed);
	assert_int_equal(file_stamp(STR("a"), &before), FILE_REGULAR);
	assert_true(file_replace(&f->cx, STR("a"), STR("one"), STR("."), &changed));
	assert_false(changed);
	file_stamp(STR("a"), &after);
	assert_true(file_stamp_eq(&before, &after));
	assert_true(file_replace(&f->cx, STR("a"), STR("two"), STR(""), &changed));
	assert_true(changed);
	assert_str(text_of(f, "a"), "two");
	file_stamp(STR("a"), &after);
	assert_false(file_stamp_eq(&before, &after));
	/* Nothing else is left behind. */
	struct str_vec names = names_in(f, ".");
	assert_strs(&names, "a");
	assert_int_equal(f->scratch.allocated, 0);
}

static void a_failed_replacement_leaves_nothing(void **state) {
	struct fixture *f = *state;
	fixture_enter_dir(f);
	fixture_write(f, "dir/x", "");
	fixture_write(f, "staging/y", "");
	assert_false(file_replace(&f->cx, STR("dir"), STR("text"), STR("staging"), NULL));
	assert_false(file_replace(&f->cx, STR("a"), STR("text"), STR("missing"), NULL));
	assert_printed(f, "a: error: cannot write: No such file or directory\n"
	                  "dir: error: cannot write: Is a directory\n"
	                  "help: a folder stands where a file is wanted: move it away\n");
	struct str_vec names = names_in(f, "staging");
	assert_strs(&names, "y");
}

static void a_link_is_replaced_in_one_step(void **state) {
	struct fixture *f = *state;
	fixture_enter_dir(f);
	assert_true(file_link(&f->cx, STR("l"), STR("one")));
	assert_true(file_link(&f->cx, STR("l"), STR("two")));
	assert_true(file_link(&f->cx, STR("l"), STR("two")));
	char target[16] = {0};
	assert_int_equal(readlink("l", target, sizeof(target)), 3);
	assert_string_equal(target, "two");
	assert_int_equal(file_kind(STR("l")), FILE_MISSING);
	assert_true(file_exists(STR("l")));
	fixture_write(f, "file", "x");
	assert_true(file_link(&f->cx, STR("file"), STR("two")));
	fixture_write(f, "dir/x", "");
	assert_false(file_link(&f->cx, STR("dir"), STR("two")));
	struct str_vec names = names_in(f, ".");
	assert_strs(&names, "dir|file|l");
}

static void directories_are_made_with_those_above(void **state) {
	struct fixture *f = *state;
	fixture_enter_dir(f);
	assert_true(file_make_dirs(&f->cx, STR("a/b//c/")));
	assert_true(file_make_dirs(&f->cx, STR("a/b/c")));
	assert_true(file_make_dirs(&f->cx, STR("")));
	assert_true(file_make_dirs(&f->cx, STR(".")));
	assert_true(file_make_dirs(&f->cx, STR("/")));
	assert_int_equal(file_kind(STR("a/b/c")), FILE_DIRECTORY);
	assert_printed(f, "");
	fixture_write(f, "file", "");
	assert_false(file_make_dirs(&f->cx, STR("file")));
	assert_false(file_make_dirs(&f->cx, STR("file/below")));
	assert_printed(f, "file: error: cannot make the directory: Not a directory\n"
	                  "help: a file stands where a folder is wanted: move it away\n"
	                  "file/below: error: cannot make the directory: Not a directory\n"
	                  "help: a file stands where a folder is wanted: move it away\n");
}

static void a_tree_is_removed_without_following_links(void **state) {
	struct fixture *f = *state;
	fixture_enter_dir(f);
	fixture_write(f, "keep/x", "x");
	fixture_write(f, "gone/a/b/c", "x");
	fixture_write(f, "gone/.hidden/d", "x");
	assert_int_equal(symlink("../keep", "gone/link"), 0);
	assert_int_equal(symlink("keep", "top"), 0);
	assert_true(file_remove_tree(&f->cx, STR("gone")));
	assert_true(file_remove_tree(&f->cx, STR("gone")));
	assert_true(file_remove_tree(&f->cx, STR("top")));
	struct str_vec names = names_in(f, ".");
	assert_strs(&names, "keep");
	assert_str(text_of(f, "keep/x"), "x");
	assert_true(file_remove_tree(&f->cx, STR("keep/x")));
	assert_false(file_exists(STR("keep/x")));
}

static void entries_are_sorted_by_bytes_with_links_followed(void **state) {
	struct fixture *f = *state;
	struct file_entries entries;
	fixture_enter_dir(f);
	fixture_write(f, "b", "");
	fixture_write(f, "B", "");
	fixture_write(f, "a.c", "");
	fixture_write(f, "a/x", "");
	fixture_write(f, ".h", "");
	assert_int_equal(symlink("a", "to-dir"), 0);
	assert_int_equal(symlink("b", "to-file"), 0);
	assert_int_equal(symlink("none", "to-none"), 0);
	assert_int_equal(mkfifo("pipe", 0600), 0);
	static const struct {
		const char *name;
		enum file_kind kind;
	} expected[] = {
	    {".h",      FILE_REGULAR  },
            {"B",       FILE_REGULAR  },
            {"a",       FILE_DIRECTORY},
	    {"a.c",     FILE_REGULAR  },
            {"b",       FILE_REGULAR  },
            {"pipe",    FILE_OTHER    },
	    {"to-dir",  FILE_DIRECTORY},
            {"to-file", FILE_REGULAR  },
            {"to-none", FILE_MISSING  },
	};
	assert_true(file_list(&f->keep, STR(""), &entries));
	assert_int_equal(entries.len, COUNT_OF(expected));
	for (size_t i = 0; i < entries.len; i++) {
		assert_str(entries.at[i].name, expected[i].name);
		assert_int_equal(entries.at[i].kind, expected[i].kind);
	}
	assert_false(file_list(&f->keep, STR("none"), &entries));
	assert_false(file_list(&f->keep, STR("b"), &entries));
	assert_int_equal(entries.len, 0);
}

static void a_missing_file_has_no_stamp(void **state) {
	struct fixture *f = *state;
	struct file_stamp stamp;
	struct file_stamp none = {0};
	fixture_enter_dir(f);
	assert_int_equal(file_stamp(STR("none"), &stamp), FILE_MISSING);
	assert_true(file_stamp_eq(&stamp, &none));
	assert_int_equal(file_kind(STR("a\0b")), FILE_MISSING);
	assert_true(file_remove(STR("none")));
}

static void real_paths_have_no_links(void **state) {
	struct fixture *f = *state;
	fixture_enter_dir(f);
	fixture_write(f, "a/x", "");
	assert_int_equal(symlink("a", "l"), 0);
	assert_true(str_eq(file_real(&f->keep, STR("l/x")), file_real(&f->keep, STR("a/x"))));
	assert_true(str_ends_with(file_real(&f->keep, STR("l/x")), STR("/a/x")));
	assert_str(file_real(&f->keep, STR("l/none")), "");
	assert_true(str_eq(file_cwd(&f->keep), file_real(&f->keep, STR("."))));
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(a_file_is_read_whole_and_ends_with_nul),
	    fixture_test(what_cannot_be_read_is_said),
	    fixture_test(a_replaced_file_changes_only_with_its_bytes),
	    fixture_test(a_failed_replacement_leaves_nothing),
	    fixture_test(a_link_is_replaced_in_one_step),
	    fixture_test(directories_are_made_with_those_above),
	    fixture_test(a_tree_is_removed_without_following_links),
	    fixture_test(entries_are_sorted_by_bytes_with_links_followed),
	    fixture_test(a_missing_file_has_no_stamp),
	    fixture_test(real_paths_have_no_links),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
