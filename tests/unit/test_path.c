#include "support.h"

#include "base/path.h"

static void joining_keeps_absolute_names(void **state) {
	struct fixture *f = *state;
	static const struct {
		str dir, name;
		const char *joined;
	} cases[] = {
	    {STR_INIT("a"),  STR_INIT("b"),  "a/b"},
            {STR_INIT("a/"), STR_INIT("b"),  "a/b"},
	    {STR_INIT("/"),  STR_INIT("b"),  "/b" },
            {STR_INIT("a"),  STR_INIT("/b"), "/b" },
	    {STR_INIT("."),  STR_INIT("b"),  "b"  },
            {STR_INIT(""),   STR_INIT("b"),  "b"  },
	    {STR_INIT("a"),  STR_INIT(""),   "a"  },
            {STR_INIT("."),  STR_INIT(""),   "."  },
	    {STR_INIT(""),   STR_INIT(""),   ""   },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_str(path_join(&f->keep, cases[i].dir, cases[i].name), cases[i].joined);
	}
}

static void a_normal_path_has_no_detours(void **state) {
	struct fixture *f = *state;
	static const struct {
		str path;
		const char *normal;
	} cases[] = {
	    {STR_INIT(""),             "."      },
	    {STR_INIT("."),            "."      },
	    {STR_INIT("./"),           "."      },
	    {STR_INIT("a/.."),         "."      },
	    {STR_INIT("a//b/./c/"),    "a/b/c"  },
	    {STR_INIT("a/../b"),       "b"      },
	    {STR_INIT("../a/../../b"), "../../b"},
	    {STR_INIT("/"),            "/"      },
	    {STR_INIT("//a"),          "/a"     },
	    {STR_INIT("/../a"),        "/a"     },
	    {STR_INIT("/a/.."),        "/"      },
	    {STR_INIT("..."),          "..."    },
	    {STR_INIT("..a/b.."),      "..a/b.."},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_str(path_normal(&f->keep, cases[i].path), cases[i].normal);
	}
}

static void inside_is_by_whole_names(void **state) {
	(void)state;
	static const struct {
		str path, dir;
		bool inside;
	} cases[] = {
	    {STR_INIT("a/b"),     STR_INIT("a"),   true },
	    {STR_INIT("a"),       STR_INIT("a"),   true },
	    {STR_INIT("ab"),      STR_INIT("a"),   false},
	    {STR_INIT("a"),       STR_INIT("a/b"), false},
	    {STR_INIT("/a"),      STR_INIT("/"),   true },
	    {STR_INIT("/"),       STR_INIT("/"),   true },
	    {STR_INIT("a"),       STR_INIT("."),   true },
	    {STR_INIT("."),       STR_INIT("."),   true },
	    {STR_INIT("../a"),    STR_INIT("."),   false},
	    {STR_INIT(".."),      STR_INIT("."),   false},
	    {STR_INIT("..a"),     STR_INIT("."),   true },
	    {STR_INIT("/a"),      STR_INIT("."),   false},
	    {STR_INIT("../a"),    STR_INIT(".."),  true },
	    {STR_INIT("../.."),   STR_INIT(".."),  false},
	    {STR_INIT("../../a"), STR_INIT(".."),  false},
	    {STR_INIT("a"),       STR_INIT(""),    false},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		if (path_is_inside(cases[i].path, cases[i].dir) != cases[i].inside) {
			fail_msg("'%s' in '%s'", cases[i].path.at, cases[i].dir.at);
		}
	}
}

static void only_what_is_inside_becomes_relative(void **state) {
	struct fixture *f = *state;
	static const struct {
		str path, dir;
		const char *relative;
	} cases[] = {
	    {STR_INIT("/p/src/../lib/x"), STR_INIT("/p/"), "lib/x"},
	    {STR_INIT("/p"),              STR_INIT("/p"),  "."    },
	    {STR_INIT("/px"),             STR_INIT("/p"),  "/px"  },
	    {STR_INIT("/x"),              STR_INIT("/"),   "x"    },
	    {STR_INIT("a/b"),             STR_INIT("."),   "a/b"  },
	    {STR_INIT("a/b"),             STR_INIT("./a"), "b"    },
	    {STR_INIT("../b"),            STR_INIT("."),   "../b" },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_str(path_relative_inside(&f->keep, cases[i].path, cases[i].dir),
		           cases[i].relative);
	}
}

static void a_path_falls_into_its_parts(void **state) {
	(void)state;
	static const struct {
		str path;
		const char *name, *parent, *extension, *stem;
	} cases[] = {
	    {STR_INIT("a/b.c"),    "b.c",      "a",   ".c",  "b"      },
	    {STR_INIT("b.tar.gz"), "b.tar.gz", ".",   ".gz", "b.tar"  },
	    {STR_INIT("/b"),       "b",        "/",   "",    "b"      },
	    {STR_INIT("a.d/b"),    "b",        "a.d", "",    "b"      },
	    {STR_INIT(".hidden"),  ".hidden",  ".",   "",    ".hidden"},
	    {STR_INIT("a/.x.c"),   ".x.c",     "a",   ".c",  ".x"     },
	    {STR_INIT("a/"),       "",         "a",   "",    ""       },
	    {STR_INIT("x."),       "x.",       ".",   ".",   "x"      },
	    {STR_INIT(""),         "",         ".",   "",    ""       },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_str(path_name(cases[i].path), cases[i].name);
		assert_str(path_parent(cases[i].path), cases[i].parent);
		assert_str(path_extension(cases[i].path), cases[i].extension);
		assert_str(path_stem(cases[i].path), cases[i].stem);
	}
}

static void only_a_leading_tilde_is_home(void **state) {
	struct fixture *f = *state;
	assert_str(path_expand_home(&f->keep, STR("~/x"), STR("/h")), "/h/x");
	assert_str(path_expand_home(&f->keep, STR("~"), STR("/h")), "/h");
	assert_str(path_expand_home(&f->keep, STR("~x"), STR("/h")), "~x");
	assert_str(path_expand_home(&f->keep, STR("a/~"), STR("/h")), "a/~");
	assert_str(path_expand_home(&f->keep, STR("~/x"), STR("")), "~/x");
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(joining_keeps_absolute_names),
	    fixture_test(a_normal_path_has_no_detours),
	    fixture_test(inside_is_by_whole_names),
	    fixture_test(only_what_is_inside_becomes_relative),
	    fixture_test(a_path_falls_into_its_parts),
	    fixture_test(only_a_leading_tilde_is_home),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
