#include "support.h"

#include "base/edit.h"

static void distance_counts_edits_and_swaps(void **state) {
	struct fixture *f = *state;
	static const struct {
		str a, b;
		size_t max, distance;
	} cases[] = {
	    {STR_INIT(""),       STR_INIT(""),        3, 0},
	    {STR_INIT(""),       STR_INIT("abc"),     3, 3},
	    {STR_INIT("abc"),    STR_INIT("abc"),     0, 0},
	    {STR_INIT("ABC"),    STR_INIT("abc"),     3, 0},
	    {STR_INIT("kitten"), STR_INIT("sitting"), 5, 3},
	    {STR_INIT("baord"),  STR_INIT("board"),   5, 1},
	    {STR_INIT("ba"),     STR_INIT("ab"),      2, 1},
	    {STR_INIT("abcdef"), STR_INIT("uvwxyz"),  2, 3},
	    {STR_INIT("a"),      STR_INIT("abcdef"),  2, 3},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		size_t there = edit_distance(&f->scratch, cases[i].a, cases[i].b, cases[i].max);
		size_t back = edit_distance(&f->scratch, cases[i].b, cases[i].a, cases[i].max);
		assert_int_equal(there, cases[i].distance);
		assert_int_equal(back, cases[i].distance);
	}
	assert_int_equal(f->scratch.allocated, 0);
}

static void only_near_names_are_proposed_nearest_first(void **state) {
	struct fixture *f = *state;
	static const str known[] = {
	    STR_INIT("board"),       STR_INIT("build_flags"), STR_INIT("build_src_flags"),
	    STR_INIT("framework"),   STR_INIT("lib_deps"),    STR_INIT("platform"),
	    STR_INIT("build_flags"),
	};
	static const struct {
		str word;
		size_t count;
		const char *names;
	} cases[] = {
	    {STR_INIT("build_flag"), 1, "build_flags"                },
	    {STR_INIT("build_flag"), 3, "build_flags"                },
	    {STR_INIT("build_"),     3, "build_flags|build_src_flags"},
	    {STR_INIT("baord"),      3, "board"                      },
	    {STR_INIT("PLATFORM"),   3, "platform"                   },
	    {STR_INIT("upload"),     3, ""                           },
	    {STR_INIT("xy"),         3, ""                           },
	    {STR_INIT(""),           3, ""                           },
	    {STR_INIT("board"),      0, ""                           },
	};
	struct str_vec names = {0};
	for (size_t i = 0; i < COUNT_OF(known); i++) {
		str_vec_push(&f->keep, &names, known[i]);
	}
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str_vec out = {0};
		edit_nearest(&f->keep, cases[i].word, &names, cases[i].count, &out);
		assert_strs(&out, cases[i].names);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(distance_counts_edits_and_swaps),
	    fixture_test(only_near_names_are_proposed_nearest_first),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
