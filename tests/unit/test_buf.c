#include "support.h"

#include "base/buf.h"

static void an_empty_buffer_is_an_empty_text(void **state) {
	struct fixture *f = *state;
	struct buf buf = {.arena = &f->keep};
	buf_add(&buf, (str){0});
	buf_format(&buf, "%s", "");
	assert_str(buf_str(&buf), "");
	assert_non_null(buf_str(&buf).at);
}

static void all_that_is_added_stands_in_order(void **state) {
	struct fixture *f = *state;
	struct buf buf = {.arena = &f->keep};
	buf_lit(&buf, "a");
	buf_add_char(&buf, '\0');
	buf_format(&buf, "%d %s", 12, "x");
	buf_add(&buf, STR("end"));
	assert_true(str_eq(buf_str(&buf), STR("a\0"
	                                      "12 xend")));
}

static void growing_keeps_what_was_there(void **state) {
	struct fixture *f = *state;
	struct buf one = {.arena = &f->keep};
	struct buf other = {.arena = &f->keep};
	for (int i = 0; i < 20000; i++) {
		buf_format(&one, "%d,", i);
		buf_add_char(&other, (char)('a' + i % 26)); /* so that neither is the last block */
	}
	str rest = buf_str(&one);
	for (uint64_t i = 0; i < 20000; i++) {
		str head;
		uint64_t number = 0;
		assert_true(str_cut(rest, ',', &head, &rest));
		assert_true(str_to_u64(head, UINT64_MAX, &number));
		assert_int_equal(number, i);
	}
	assert_int_equal(buf_str(&other).len, 20000);
	assert_int_equal(buf_str(&other).at[19999], 'a' + 19999 % 26);
}

static void a_formatted_text_of_any_length_fits(void **state) {
	struct fixture *f = *state;
	for (int length = 250; length < 260; length++) {
		struct buf buf = {.arena = &f->keep};
		buf_format(&buf, "%*s", length, "x");
		assert_int_equal(buf.len, length);
		assert_int_equal(buf.at[length - 1], 'x');
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(an_empty_buffer_is_an_empty_text),
	    fixture_test(all_that_is_added_stands_in_order),
	    fixture_test(growing_keeps_what_was_there),
	    fixture_test(a_formatted_text_of_any_length_fits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
