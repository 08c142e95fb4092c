#include "support.h"

#include "fetch/pace.h"

/* Let time pass on a line where n at a time bring rates[n - 1] bytes a second; how many in the end.
 */
static unsigned settle(struct pace *pace, const uint64_t *rates, unsigned seconds, bool waiting) {
	uint64_t total = 0;
	unsigned limit = 1;
	for (unsigned i = 0; i <= seconds * 10; i++) {
		limit = pace_limit(pace, 1000 + i * 100, total, waiting);
		total += rates[limit - 1] / 10;
	}
	return limit;
}

static void one_has_a_line_that_it_fills(void **state) {
	static const uint64_t rates[] = {1000, 1000, 1000, 1000};
	struct pace pace = {0};
	(void)state;
	assert_int_equal(settle(&pace, rates, 1, true), 1);
	assert_int_equal(settle(&pace, rates, 2, true), 2); /* a trial */
	assert_int_equal(settle(&(struct pace){0}, rates, 5, true), 1);
	assert_int_equal(settle(&(struct pace){0}, rates, 14, true), 1);
}

static void others_join_while_that_brings_more(void **state) {
	static const uint64_t slow[] = {1000, 2000, 3000, 4000}, two[] = {1000, 2000, 2050, 2060};
	(void)state;
	assert_int_equal(settle(&(struct pace){0}, slow, 30, true), 4);
	assert_int_equal(settle(&(struct pace){0}, two, 11, true), 2);
}

static void nobody_joins_where_nobody_waits(void **state) {
	static const uint64_t slow[] = {1000, 2000, 3000, 4000};
	(void)state;
	assert_int_equal(settle(&(struct pace){0}, slow, 30, false), 1);
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(one_has_a_line_that_it_fills),
	    cmocka_unit_test(others_join_while_that_brings_more),
	    cmocka_unit_test(nobody_joins_where_nobody_waits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
