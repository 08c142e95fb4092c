#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support.h"

#include "base/file.h"
#include "fetch/partial.h"

/* SHA-256 of "hello, world". */
#define SHA "09ca7e4eaa6e8ae9c7d261167129184883644d07dfba7cbfbc4c8a2e08360d5b"

static struct store open_here(struct fixture *f) {
	struct store store = {0};
	fixture_enter_dir(f);
	setenv("FBGEN_HOME", "store", 1);
	assert_true(store_open(&f->cx, &store));
	return store;
}

static struct partial take_up(struct fixture *f, const struct store *store) {
	struct partial p;
	assert_true(partial_open(&f->cx, store, STR(SHA), 12, &p));
	return p;
}

static void add(struct fixture *f, struct partial *p, str text) {
	assert_true(partial_add(&f->cx, p, text.at, text.len));
}

static void a_journal_says_what_was_written(void **state) {
	struct fixture *f = *state;
	struct journal in = {
	    .url = STR("https://host/f"),
	    .etag = STR("\"a\\b\""),
	    .modified = STR("Mon, 01 Jan 2024 00:00:00 GMT"),
	    .boot = STR("1-2"),
	    .size = 12,
	    .bytes = 7,
	    .check = 0xfedcba9876543210,
	};
	struct journal out;
	assert_true(journal_parse(&f->keep, journal_text(&f->keep, &in), &out));
	assert_true(str_eq(out.url, in.url) && str_eq(out.etag, in.etag));
	assert_true(str_eq(out.modified, in.modified) && str_eq(out.boot, in.boot));
	assert_int_equal(out.size, in.size);
	assert_int_equal(out.bytes, in.bytes);
	assert_true(out.check == in.check);
}

static void what_is_no_journal_is_none(void **state) {
	static const char *const texts[] = {
	    "",
	    "{}",
	    "[]",
	    "null",
	    "{\"bytes\": 1, \"size\": 2}",
	    "{\"bytes\": -1, \"size\": 2, \"xxh3\": \"0123456789abcdef\"}",
	    "{\"bytes\": 1.5, \"size\": 2, \"xxh3\": \"0123456789abcdef\"}",
	    "{\"bytes\": \"1\", \"size\": 2, \"xxh3\": \"0123456789abcdef\"}",
	    "{\"bytes\": 99999999999999999999, \"size\": 2, \"xxh3\": \"0123456789abcdef\"}",
	    "{\"bytes\": 1, \"size\": 2, \"xxh3\": \"0123456789ABCDEF\"}",
	    "{\"bytes\": 1, \"size\": 2, \"xxh3\": \"0123456789abcde\"}",
	    "{\"bytes\": 1, \"size\": 2, \"xxh3\": \"0123456789abcdef\", \"etag\": \"a\\r\\nb\"}",
	    "{\"bytes\": 1, \"size\": 2, \"xxh3\": \"0123456789abcdef\", \"url\": [\"a\"]}",
	};
	struct fixture *f = *state;
	struct journal out;
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		assert_false(journal_parse(&f->keep, str_from(texts[i]), &out));
	}
}

static void what_one_process_left_another_takes_up(void **state) {
	struct fixture *f = *state;
	struct store store = open_here(f);
	struct journal origin = {.url = STR("https://host/f"), .etag = STR("\"v\"")};
	struct partial p = take_up(f, &store);
	assert_true(partial_begin(&f->cx, &p, &origin, true));
	add(f, &p, STR("hello, "));
	partial_close(&p); /* the journal knows of no byte yet */

	p = take_up(f, &store);
	assert_int_equal(p.bytes, 7);
	assert_true(p.mixed);
	assert_str(p.journal.etag, "\"v\"");
	assert_false(partial_is_right(&p));
	assert_true(partial_begin(&f->cx, &p, &origin, false));
	add(f, &p, STR("world"));
	assert_true(partial_is_right(&p));
	assert_true(partial_finish(&f->cx, &p));
	partial_close(&p);
	assert_int_equal(file_kind(STR("store/dl/" SHA)), FILE_REGULAR);
	assert_false(file_exists(STR("store/dl/" SHA ".part")));
	assert_false(file_exists(STR("store/dl/" SHA ".part.json")));

	p = take_up(f, &store);
	assert_true(p.whole);
	partial_close(&p);
}

static void beginning_anew_voids_what_a_reader_has(void **state) {
	struct fixture *f = *state;
	struct store store = open_here(f);
	struct journal origin = {.url = STR("https://host/f")};
	struct partial p = take_up(f, &store);
	assert_true(partial_begin(&f->cx, &p, &origin, true));
	add(f, &p, STR("howdy"));
	unsigned starts = p.starts;
	assert_true(partial_begin(&f->cx, &p, &origin, true));
	assert_int_not_equal(p.starts, starts);
	assert_int_equal(p.bytes, 0);
	add(f, &p, STR("hello, world"));
	assert_false(p.mixed);
	char read[5];
	assert_int_equal(partial_read(&f->cx, &p, 7, read, sizeof(read)), 5);
	assert_memory_equal(read, "world", 5);
	assert_int_equal(partial_read(&f->cx, &p, 12, read, sizeof(read)), 0);
	assert_true(partial_is_right(&p));
	partial_close(&p);
}

static void bytes_that_the_journal_does_not_know_are_dropped(void **state) {
	struct fixture *f = *state;
	struct store store = open_here(f);
	struct journal origin = {.url = STR("https://host/f")};
	struct partial p = take_up(f, &store);
	assert_true(partial_begin(&f->cx, &p, &origin, true));
	add(f, &p, STR("hello"));
	assert_true(partial_note(&f->cx, &p));
	partial_close(&p);

	fixture_write(f, "store/dl/" SHA ".part", "jello"); /* other bytes */
	p = take_up(f, &store);
	assert_int_equal(p.bytes, 0);
	partial_close(&p);

	fixture_write(f, "store/dl/" SHA ".part", "hello, world and more"); /* more than there is */
	p = take_up(f, &store);
	assert_int_equal(p.bytes, 0);
	partial_close(&p);
}

static void what_stands_in_the_way_is_named(void **state) {
	struct fixture *f = *state;
	struct store store = open_here(f);
	struct partial p;
	fixture_write(f, "store/dl/" SHA ".part/x", "");
	assert_false(partial_open(&f->cx, &store, STR(SHA), 12, &p));
	partial_close(&p);
	assert_non_null(
	    strstr(fixture_printed(f), SHA ".part: error: cannot open: Is a directory"));
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(a_journal_says_what_was_written),
	    fixture_test(what_is_no_journal_is_none),
	    fixture_test(what_one_process_left_another_takes_up),
	    fixture_test(beginning_anew_voids_what_a_reader_has),
	    fixture_test(bytes_that_the_journal_does_not_know_are_dropped),
	    fixture_test(what_stands_in_the_way_is_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
