#include <unistd.h>

#include "support.h"

#include "base/file.h"
#include "base/glob.h"

/*
 * The expectations of the first two tests were checked against Python 3.11's glob and fnmatch.  One
 * differs: there, two stars below a folder that is
 * missing find that folder (mended in Python 3.13).
 */

static void one_name_matches_as_in_python(void **state) {
	(void)state;
	static const struct {
		str pattern, name;
		bool matches;
	} cases[] = {
	    {STR_INIT("*.c"),                 STR_INIT("a.c"),              true },
	    {STR_INIT("*.c"),                 STR_INIT("a.cpp"),            false},
	    {STR_INIT("*.c"),                 STR_INIT("A.C"),              false},
	    {STR_INIT(""),                    STR_INIT(""),                 true },
	    {STR_INIT("*"),                   STR_INIT(""),                 true },
	    {STR_INIT("?"),                   STR_INIT(""),                 false},
	    {STR_INIT("?"),                   STR_INIT("\xc3\xbc"),         true },
	    {STR_INIT("??"),                  STR_INIT("\xc3\xbc"),         false},
	    {STR_INIT("??"),                  STR_INIT("\xff\xfe"),         true },
	    {STR_INIT("a*b*c"),               STR_INIT("aXbXbXc"),          true },
	    {STR_INIT("a*b*c"),               STR_INIT("aXbXbX"),           false},
	    {STR_INIT("a**b"),                STR_INIT("ab"),               true },
	    {STR_INIT("*a*a*a*a*b"),          STR_INIT("aaaaaaaaaaaaaaaa"), false},
	    {STR_INIT("[abc]"),               STR_INIT("b"),                true },
	    {STR_INIT("[a-c]"),               STR_INIT("b"),                true },
	    {STR_INIT("[a-c]"),               STR_INIT("-"),                false},
	    {STR_INIT("[a-]"),                STR_INIT("-"),                true },
	    {STR_INIT("[-a]"),                STR_INIT("-"),                true },
	    {STR_INIT("[--a]"),               STR_INIT("A"),                true },
	    {STR_INIT("[a-c-e]"),             STR_INIT("d"),                false},
	    {STR_INIT("[a-c-e]"),             STR_INIT("-"),                true },
	    {STR_INIT("[c-a]"),               STR_INIT("b"),                false},
	    {STR_INIT("[!c-a]"),              STR_INIT("b"),                true },
	    {STR_INIT("[!x]"),                STR_INIT("y"),                true },
	    {STR_INIT("[!x]"),                STR_INIT("x"),                false},
	    {STR_INIT("[^x]"),                STR_INIT("^"),                true },
	    {STR_INIT("[^x]"),                STR_INIT("y"),                false},
	    {STR_INIT("[]]"),                 STR_INIT("]"),                true },
	    {STR_INIT("[!]]"),                STR_INIT("]"),                false},
	    {STR_INIT("[]-a]"),               STR_INIT("^"),                true },
	    {STR_INIT("[[]"),                 STR_INIT("["),                true },
	    {STR_INIT("[a"),                  STR_INIT("[a"),               true },
	    {STR_INIT("[!"),                  STR_INIT("[!"),               true },
	    {STR_INIT("[]"),                  STR_INIT("[]"),               true },
	    {STR_INIT("[\\]"),                STR_INIT("\\"),               true },
	    {STR_INIT("\\*"),                 STR_INIT("\\x"),              true },
	    {STR_INIT("[\xc3\xa0-\xc3\xbf]"), STR_INIT("\xc3\xbc"),         true },
	    {STR_INIT("{a,b}"),               STR_INIT("a"),                false},
	    {STR_INIT("a|b"),                 STR_INIT("a"),                false},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		if (glob_match(cases[i].pattern, cases[i].name) != cases[i].matches) {
			fail_msg("case %zu: '%s' and '%s'", i, cases[i].pattern.at,
			         cases[i].name.at);
		}
	}
}

static void make_tree(struct fixture *f) {
	static const char *const files[] = {
	    "src/main.c",       "src/a[1].c",   "src/a1.c",       "src/.hidden.c",   "src/sub/x.c",
	    "src/sub/deep/y.c", "src/.git/g.c", "src/sub/.h/z.c", "src/s2/main.cpp", "out.c",
	};
	fixture_enter_dir(f);
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		fixture_write(f, files[i], "");
	}
	assert_int_equal(symlink("nowhere", "src/gone.c"), 0);
	assert_int_equal(symlink("../src/sub", "src/link"), 0);
}

static void patterns_find_what_python_finds(void **state) {
	struct fixture *f = *state;
	static const struct {
		str dir, pattern;
		const char *found;
	} cases[] = {
	    {STR_INIT("src"),    STR_INIT("*.c"),         "src/a1.c|src/a[1].c|src/gone.c|src/main.c"},
	    {STR_INIT("src"),    STR_INIT("*"),
	     "src/a1.c|src/a[1].c|src/gone.c|src/link|src/main.c|src/s2|src/sub"                     },
	    {STR_INIT("src"),    STR_INIT("**/*.c"),
	     "src/a1.c|src/a[1].c|src/gone.c|src/link/deep/y.c|src/link/x.c|src/main.c|"
	     "src/sub/deep/y.c|src/sub/x.c"							  },
	    {STR_INIT("src"),    STR_INIT("sub/**"),
	     "src/sub/|src/sub/deep|src/sub/deep/y.c|src/sub/x.c"                                    },
	    {STR_INIT("src"),    STR_INIT("sub/**/"),     "src/sub/|src/sub/deep/"                   },
	    {STR_INIT("src/s2"), STR_INIT("**"),          "src/s2/|src/s2/main.cpp"                  },
	    {STR_INIT("src/s2"), STR_INIT(""),            "src/s2/"                                  },
	    {STR_INIT("src"),    STR_INIT("s*/"),         "src/s2/|src/sub/"                         },
	    {STR_INIT("src"),    STR_INIT("s*/*.c"),      "src/sub/x.c"                              },
	    {STR_INIT("src"),    STR_INIT("*/deep/*"),    "src/link/deep/y.c|src/sub/deep/y.c"       },
	    {STR_INIT("src"),    STR_INIT("*/x.c"),       "src/link/x.c|src/sub/x.c"                 },
	    {STR_INIT("src"),    STR_INIT("main.c"),      "src/main.c"                               },
	    {STR_INIT("src"),    STR_INIT("main.c/"),     ""                                         },
	    {STR_INIT("src"),    STR_INIT("gone.c"),      "src/gone.c"                               },
	    {STR_INIT("src"),    STR_INIT("sub"),         "src/sub"                                  },
	    {STR_INIT("src"),    STR_INIT("sub/"),        "src/sub/"                                 },
	    {STR_INIT("src"),    STR_INIT("a[[]1].c"),    "src/a[1].c"                               },
	    {STR_INIT("src"),    STR_INIT("a[1].c"),      "src/a1.c"                                 },
	    {STR_INIT("src"),    STR_INIT("[!a]*.c"),     "src/gone.c|src/main.c"                    },
	    {STR_INIT("src"),    STR_INIT(".*"),          "src/.git|src/.hidden.c"                   },
	    {STR_INIT("src"),    STR_INIT(".git/*"),      "src/.git/g.c"                             },
	    {STR_INIT("src"),    STR_INIT("../*"),        "src/../out.c|src/../src"                  },
	    {STR_INIT("src"),    STR_INIT("../*.c"),      "src/../out.c"                             },
	    {STR_INIT("src"),    STR_INIT("sub//*.c"),    "src/sub/x.c"                              },
	    {STR_INIT("src"),    STR_INIT("{main,a1}.c"), ""                                         },
	    {STR_INIT("src"),    STR_INIT("MAIN.c"),      ""                                         },
	    {STR_INIT("src"),    STR_INIT("none/*.c"),    ""                                         },
	    {STR_INIT("src"),    STR_INIT("none/**"),     ""                                         },
	    {STR_INIT("src"),    STR_INIT("**/**/x.c"),   "src/link/x.c|src/sub/x.c"                 },
	    {STR_INIT("."),      STR_INIT("*.c"),         "out.c"                                    },
	    {STR_INIT("."),      STR_INIT("src/*/x.c"),   "src/link/x.c|src/sub/x.c"                 },
	    {STR_INIT(""),       STR_INIT("**/main.c*"),  "src/main.c|src/s2/main.cpp"               },
	};
	make_tree(f);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str_vec found = {0};
		glob_find(&f->keep, cases[i].dir, cases[i].pattern, &found, NULL);
		print_message("# '%s' '%s'\n", cases[i].dir.at, cases[i].pattern.at);
		assert_strs(&found, cases[i].found);
	}
}

static void absolute_patterns_ignore_the_folder(void **state) {
	struct fixture *f = *state;
	struct str_vec found = {0};
	make_tree(f);
	str cwd = file_cwd(&f->keep);
	str pattern = str_format(&f->keep, "%" PRI_STR "/*.c", STR_ARG(cwd));
	glob_find(&f->keep, STR("src"), pattern, &found, NULL);
	assert_int_equal(found.len, 1);
	assert_true(str_ends_with(found.at[0], STR("/out.c")));
	assert_true(str_starts_with(found.at[0], cwd));
}

static void links_in_a_circle_are_followed_once(void **state) {
	struct fixture *f = *state;
	struct str_vec found = {0};
	fixture_enter_dir(f);
	fixture_write(f, "a/x.c", "");
	assert_int_equal(symlink("..", "a/up"), 0);
	assert_int_equal(symlink(".", "a/same"), 0);
	glob_find(&f->keep, STR("."), STR("**/*.c"), &found, NULL);
	assert_strs(&found, "a/x.c");
}

static void what_the_result_hangs_on_is_listed(void **state) {
	struct fixture *f = *state;
	static const struct {
		str pattern;
		const char *listed;
	} cases[] = {
	    {STR_INIT("*.c"),        "src"                 },
	    {STR_INIT("s*/*.c"),     "src|src/s2|src/sub"  },
	    {STR_INIT("sub/**/*.c"), "src/sub|src/sub/deep"},
	    {STR_INIT("main.c"),     "src"                 },
	    {STR_INIT("none.c"),     "src"                 },
	    {STR_INIT("none/a.c"),   "src/none/a.c"        },
	    {STR_INIT("none/*.c"),   "src/none"            },
	};
	make_tree(f);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str_vec found = {0};
		struct str_vec listed = {0};
		glob_find(&f->keep, STR("src"), cases[i].pattern, &found, &listed);
		str_vec_sort(&listed);
		print_message("# '%s'\n", cases[i].pattern.at);
		assert_strs(&listed, cases[i].listed);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(one_name_matches_as_in_python),
	    fixture_test(patterns_find_what_python_finds),
	    fixture_test(absolute_patterns_ignore_the_folder),
	    fixture_test(links_in_a_circle_are_followed_once),
	    fixture_test(what_the_result_hangs_on_is_listed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
