#include <stdalign.h>
#include <string.h>

#include "support.h"

static bool is_zero(const unsigned char *at, size_t size) {
	for (size_t i = 0; i < size; i++) {
		if (at[i]) {
			return false;
		}
	}
	return true;
}

static void memory_is_zeroed_and_aligned_for_any_type(void **state) {
	struct fixture *f = *state;
	for (size_t size = 0; size < 100; size++) {
		struct arena_mark mark = arena_mark(&f->keep);
		unsigned char *at = arena_alloc(&f->keep, 1, size);
		assert_int_equal((uintptr_t)at % alignof(max_align_t), 0);
		assert_true(is_zero(at, size));
		memset(at, 0xff, size);
		arena_rewind(&f->keep, mark);
		assert_true(is_zero(arena_alloc(&f->keep, 1, size), size));
	}
}

static void blocks_do_not_overlap_across_their_borders(void **state) {
	struct fixture *f = *state;
	enum { COUNT = 3000 };
	unsigned char *at[COUNT];
	for (size_t i = 0; i < COUNT; i++) {
		at[i] = arena_alloc(&f->keep, 1 + i % 300, 1);
		memset(at[i], (int)(i % 251), 1 + i % 300);
	}
	for (size_t i = 0; i < COUNT; i++) {
		assert_int_equal(at[i][0], i % 251);
		assert_int_equal(at[i][i % 300], i % 251);
	}
}

static void the_last_block_grows_in_place_and_others_move(void **state) {
	struct fixture *f = *state;
	unsigned char *a = arena_alloc(&f->keep, 1, 10);
	memset(a, 'a', 10);
	assert_ptr_equal(arena_grow(&f->keep, a, 10, 100), a);
	assert_true(is_zero(a + 10, 90));
	memset(a, 'a', 100);
	unsigned char *b = arena_alloc(&f->keep, 1, 10);
	unsigned char *moved = arena_grow(&f->keep, a, 100, 200);
	assert_ptr_not_equal(moved, a);
	assert_int_equal(moved[99], 'a');
	assert_true(is_zero(moved + 100, 100));
	assert_true(is_zero(b, 10));
	assert_non_null(arena_grow(&f->keep, NULL, 0, 10));
}

static void a_block_larger_than_all_finds_room(void **state) {
	struct fixture *f = *state;
	unsigned char *a = arena_alloc(&f->keep, 1, 10);
	memset(a, 'a', 10);
	unsigned char *large = arena_alloc(&f->keep, 1000, 5000);
	assert_true(is_zero(large, 5000000));
	large = arena_grow(&f->keep, large, 5000000, 20000000);
	assert_true(is_zero(large, 20000000));
	assert_int_equal(a[9], 'a');
}

static void marks_nest_and_give_everything_back(void **state) {
	struct fixture *f = *state;
	struct arena_mark empty = arena_mark(&f->scratch);
	(void)arena_alloc(&f->scratch, 1, 100);
	size_t outer = f->scratch.allocated;
	struct arena_mark mark = arena_mark(&f->scratch);
	(void)arena_alloc(&f->scratch, 1, 1000000);
	struct arena_mark inner = arena_mark(&f->scratch);
	(void)arena_alloc(&f->scratch, 1, 10000000);
	size_t peak = f->scratch.allocated;
	arena_rewind(&f->scratch, inner);
	assert_true(f->scratch.allocated < 10000000);
	arena_rewind(&f->scratch, mark);
	assert_int_equal(f->scratch.allocated, outer);
	arena_rewind(&f->scratch, empty);
	assert_int_equal(f->scratch.allocated, 0);
	assert_int_equal(f->scratch.peak, peak);
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(memory_is_zeroed_and_aligned_for_any_type),
	    fixture_test(blocks_do_not_overlap_across_their_borders),
	    fixture_test(the_last_block_grows_in_place_and_others_move),
	    fixture_test(a_block_larger_than_all_finds_room),
	    fixture_test(marks_nest_and_give_everything_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
