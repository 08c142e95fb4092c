#include "support.h"

static void cut_splits_at_the_first_separator(void **state) {
	(void)state;
	str head;
	str rest;
	assert_true(str_cut(STR("a=b=c"), '=', &head, &rest));
	assert_str(head, "a");
	assert_str(rest, "b=c");
	assert_false(str_cut(STR("abc"), '=', &head, &rest));
	assert_str(head, "abc");
	assert_str(rest, "");
}

static void numbers_stop_at_their_maximum(void **state) {
	(void)state;
	uint64_t n = 7;
	assert_true(str_to_u64(STR("255"), 255, &n));
	assert_int_equal(n, 255);
	assert_false(str_to_u64(STR("256"), 255, &n));
	assert_false(str_to_u64(STR(""), 255, &n));
	assert_false(str_to_u64(STR("12x"), 255, &n));
	assert_true(str_to_u64(STR("18446744073709551615"), UINT64_MAX, &n));
	assert_false(str_to_u64(STR("18446744073709551616"), UINT64_MAX, &n));
}

static void utf8_faults_are_found_at_their_byte(void **state) {
	(void)state;
	static const struct {
		str text;
		size_t fault;
	} cases[] = {
	    {STR_INIT("plain"),            5},
	    {STR_INIT("\xc3\xbc"),         2},
	    {STR_INIT("a\xff"),            1},
	    {STR_INIT("\xc0\x80"),         0},
	    {STR_INIT("\xed\xa0\x80"),     0},
	    {STR_INIT("\xf0\x9f\x98\x80"), 4},
	    {STR_INIT("\xf4\x90\x80\x80"), 0},
	    {STR_INIT("ab\xe2\x82"),       2},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_int_equal(str_utf8_fault(cases[i].text), cases[i].fault);
	}
}

static void replace_leaves_other_text_alone(void **state) {
	struct fixture *f = *state;
	assert_str(str_replace(&f->keep, STR("a\\b\\"), STR("\\"), STR("\\\\")), "a\\\\b\\\\");
	assert_str(str_replace(&f->keep, STR("abc"), STR("x"), STR("y")), "abc");
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(cut_splits_at_the_first_separator),
	    fixture_test(numbers_stop_at_their_maximum),
	    fixture_test(utf8_faults_are_found_at_their_byte),
	    fixture_test(replace_leaves_other_text_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
