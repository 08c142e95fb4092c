#include <string.h>

#include "support.h"

#include "base/buf.h"
#include "gen/buildlog.h"
#include "gen/depslog.h"

static void put(struct buf *out, uint32_t word) {
	buf_add(out, (str){(const char *)&word, sizeof(word)});
}

static struct buf begin(struct fixture *f, uint32_t version) {
	struct buf out = {.arena = &f->keep};
	buf_lit(&out, "# ninjadeps\n");
	put(&out, version);
	return out;
}

static void put_path(struct buf *out, str path, uint32_t id) {
	size_t padding = (4 - path.len % 4) % 4;
	put(out, (uint32_t)(path.len + padding + 4));
	buf_add(out, path);
	for (size_t i = 0; i < padding; i++) {
		buf_add_char(out, '\0');
	}
	put(out, ~id);
}

static void put_dependencies(struct buf *out, const uint32_t *words, uint32_t count) {
	put(out, 0x80000000u | count * 4);
	for (uint32_t i = 0; i < count; i++) {
		put(out, words[i]);
	}
}

/* Two paths, the second made from the first. */
static struct buf two_paths(struct fixture *f) {
	struct buf log = begin(f, 4);
	put_path(&log, STR("a.c"), 0);
	put_path(&log, STR("a.c.o"), 1);
	put_dependencies(&log, (uint32_t[]){1, 7, 1, 0}, 4);
	return log;
}

static const struct depslog_record *record_of(struct fixture *f, str text, str output) {
	struct depslog log;
	depslog_parse(&f->keep, text, &log);
	return map_get(&log.records, output);
}

static void a_record_tells_time_and_paths(void **state) {
	struct fixture *f = *state;
	struct buf log = two_paths(f);
	const struct depslog_record *record = record_of(f, buf_str(&log), STR("a.c.o"));
	assert_non_null(record);
	assert_true(record->mtime == (1ll << 32) + 7);
	assert_strs(&record->paths, "a.c");
}

static void the_last_record_of_an_output_counts(void **state) {
	struct fixture *f = *state;
	struct buf log = two_paths(f);
	put_path(&log, STR("long-name.h"), 2);
	put_dependencies(&log, (uint32_t[]){1, 9, 0, 0, 2}, 5);
	const struct depslog_record *record = record_of(f, buf_str(&log), STR("a.c.o"));
	assert_true(record->mtime == 9);
	assert_strs(&record->paths, "a.c|long-name.h");
}

static void a_log_that_breaks_off_is_read_up_to_there(void **state) {
	struct fixture *f = *state;
	struct buf log = two_paths(f);
	size_t whole = log.len;
	put_path(&log, STR("b.h"), 2);
	put_dependencies(&log, (uint32_t[]){1, 9, 0, 2}, 4);
	for (size_t len = whole; len < log.len; len++) {
		const struct depslog_record *record =
		    record_of(f, str_slice(buf_str(&log), 0, len), STR("a.c.o"));
		assert_strs(&record->paths, "a.c");
	}
}

static void damaged_logs_are_read_up_to_the_damage(void **state) {
	struct fixture *f = *state;
	static const struct {
		const char *what;
		uint32_t words[4];
		uint32_t count;
	} cases[] = {
	    {"an output that is no path", {5, 9, 0, 0}, 4},
	    {"an input that is no path",  {1, 9, 0, 5}, 4},
	    {"no time",                   {1},          1},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf log = two_paths(f);
		put_dependencies(&log, cases[i].words, cases[i].count);
		put_path(&log, STR("b.c"), 2);
		put_dependencies(&log, (uint32_t[]){1, 9, 0, 2}, 4);
		const struct depslog_record *record = record_of(f, buf_str(&log), STR("a.c.o"));
		if (record->mtime == 9) {
			fail_msg("%s: read on behind it", cases[i].what);
		}
	}
	struct buf log = two_paths(f);
	put_path(&log, STR("b.h"), 17); /* a wrong id */
	put_dependencies(&log, (uint32_t[]){1, 9, 0, 0}, 4);
	assert_true(record_of(f, buf_str(&log), STR("a.c.o"))->mtime != 9);
}

static void other_versions_and_texts_are_empty_logs(void **state) {
	struct fixture *f = *state;
	struct buf log = begin(f, 3);
	put_path(&log, STR("a.c"), 0);
	put_dependencies(&log, (uint32_t[]){0, 7, 1, 0}, 4);
	assert_null(record_of(f, buf_str(&log), STR("a.c")));
	assert_null(record_of(f, STR("# ninjadeps\n"), STR("a.c")));
	assert_null(record_of(f, STR(""), STR("a.c")));
	assert_null(record_of(f, STR("# something else\n\4\0\0\0"), STR("a.c")));
}

static const struct buildlog_entry *entry_of(struct fixture *f, const char *text, str output) {
	struct buildlog log;
	buildlog_parse(&f->keep, str_from(text), &log);
	return map_get(&log.entries, output);
}

static void the_build_log_tells_times(void **state) {
	struct fixture *f = *state;
	static const char text[] = "# ninja log v5\n"
				   "0\t12\t1700000000123456789\tout put\tabc\n"
				   "5\t9\t1700000000123456999\tb\tabc\n"
				   "7\t9\t1800000000000000000\tout put\tdef\n";
	const struct buildlog_entry *entry = entry_of(f, text, STR("out put"));
	assert_non_null(entry);
	assert_true(entry->mtime == 1800000000000000000);
	assert_int_equal(entry->duration, 2000000);
	assert_false(entry->from_start);
	assert_non_null(entry_of(f, text, STR("b")));
	assert_true(entry_of(f, "# ninja log v7\n1\t2\t3\to\th\n", STR("o"))->from_start);
}

static void a_command_whose_duration_is_not_noted_may_have_run_long(void **state) {
	struct fixture *f = *state;
	const struct buildlog_entry *entry =
	    entry_of(f, "# ninja log v7\n0\t0\t1700000000123456789\to\th\n", STR("o"));
	assert_true(entry->duration > 60 * 1000000000ll);
	assert_false(entry->from_start);
}

static void lines_that_are_none_of_the_build_log_are_skipped(void **state) {
	struct fixture *f = *state;
	static const char *const lines[] = {
	    "1\t2\t3\to",
	    "1\t2\t3\t\th",
	    "x\t2\t3\to\th",
	    "1\t2\t-3\to\th",
	    "1\t2",
	    "",
	    "1\t2\t99999999999999999999\to\th",
	};
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		str text = str_format(&f->keep, "# ninja log v5\n%s\n1\t2\t3\tb\th\n", lines[i]);
		assert_null(entry_of(f, str_cstr(&f->keep, text), STR("o")));
		assert_non_null(entry_of(f, str_cstr(&f->keep, text), STR("b")));
	}
	assert_null(entry_of(f, "1\t2\t3\tb\th\n", STR("b")));
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(a_record_tells_time_and_paths),
	    fixture_test(the_last_record_of_an_output_counts),
	    fixture_test(a_log_that_breaks_off_is_read_up_to_there),
	    fixture_test(damaged_logs_are_read_up_to_the_damage),
	    fixture_test(other_versions_and_texts_are_empty_logs),
	    fixture_test(the_build_log_tells_times),
	    fixture_test(a_command_whose_duration_is_not_noted_may_have_run_long),
	    fixture_test(lines_that_are_none_of_the_build_log_are_skipped),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
