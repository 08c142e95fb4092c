#include "support.h"

#include "base/map.h"

static void a_key_leads_to_its_value_alone(void **state) {
	struct fixture *f = *state;
	struct map map = {0};
	int one = 1;
	int two = 2;
	assert_null(map_get(&map, STR("a")));
	*map_at(&f->keep, &map, STR("a")) = &one;
	*map_at(&f->keep, &map, STR("a\0b")) = &two;
	assert_ptr_equal(map_get(&map, STR("a")), &one);
	assert_ptr_equal(map_get(&map, STR("a\0b")), &two);
	assert_null(map_get(&map, STR("A")));
	*map_at(&f->keep, &map, STR("a")) = &two;
	assert_ptr_equal(map_get(&map, STR("a")), &two);
	assert_int_equal(map_count(&map), 2);
}

static void the_empty_key_is_one_whatever_it_points_to(void **state) {
	struct fixture *f = *state;
	struct map map = {0};
	int one = 1;
	*map_at(&f->keep, &map, (str){0}) = &one;
	assert_ptr_equal(map_get(&map, STR("")), &one);
	*map_at(&f->keep, &map, STR("")) = NULL;
	assert_null(map_get(&map, (str){0}));
	assert_int_equal(map_count(&map), 1);
}

static void many_keys_come_out_in_the_order_they_went_in(void **state) {
	struct fixture *f = *state;
	enum { COUNT = 5000 };
	static int numbers[COUNT];
	struct map map = {0};
	void **first = NULL;
	for (int i = 0; i < COUNT; i++) {
		int shuffled = i * 7919 % COUNT;
		void **at = map_at(&f->keep, &map, str_format(&f->keep, "key %d", shuffled));
		*at = &numbers[shuffled];
		first = first ? first : at;
	}
	assert_int_equal(map_count(&map), COUNT);
	int i = 0;
	for (struct map_entry *e = map_first(&map); e; e = map_next(e), i++) {
		int shuffled = i * 7919 % COUNT;
		assert_ptr_equal(map_value(e), &numbers[shuffled]);
		assert_true(str_eq(map_key(e), str_format(&f->keep, "key %d", shuffled)));
		assert_ptr_equal(map_get(&map, map_key(e)), map_value(e));
	}
	assert_int_equal(i, COUNT);
	/* The first place is still the first key's. */
	assert_ptr_equal(first, map_at(&f->keep, &map, STR("key 0")));
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(a_key_leads_to_its_value_alone),
	    fixture_test(the_empty_key_is_one_whatever_it_points_to),
	    fixture_test(many_keys_come_out_in_the_order_they_went_in),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
