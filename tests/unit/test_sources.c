#include <unistd.h>

#include "support.h"

#include "gen/flags.h"
#include "gen/sources.h"

static void make_tree(struct fixture *f) {
	static const char *const files[] = {
	    "main.c",       "src/a.c",       "src/b.cpp",         "src/B.CPP",
	    "src/c.h",      "src/s.ino",     "src/.hidden.c",     "src/a[1].c",
	    "src/9x.cpp",   "src/sub/d.c",   "src/sub/.h/e.c",    "src/sub/deep/f.S",
	    "src/.git/g.c", "src/test/t.cc", "src/sub dir/h.c++", "src/sub/deep/u.txt",
	};
	fixture_enter_dir(f);
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		fixture_write(f, files[i], "");
	}
}

static void assert_found(struct fixture *f, const char *filter, const char *expected) {
	struct str_vec found = {0};
	sources_find(&f->cx, NULL, STR("src"), str_from(filter), &found);
	assert_strs(&found, expected);
}

static void filters_take_what_platformio_takes(void **state) {
	static const struct {
		const char *filter, *found;
	} cases[] = {
	    {"+<*.c>",			     "a.c|a[1].c"								     },
	    {"+<**/*.c>",			  "a.c|a[1].c|sub/d.c"							     },
	    {"+<sub>",			     "sub/.h/e.c|sub/d.c|sub/deep/f.S"                                                },
	    {"+<sub/>",			    "sub/.h/e.c|sub/d.c|sub/deep/f.S"                                                },
	    {"+<sub\\>",			   "sub/.h/e.c|sub/d.c|sub/deep/f.S"                                                },
	    {"+<sub/**>",			  "sub/.h/e.c|sub/d.c|sub/deep/f.S"                                                },
	    {"+<s*/>",			     "sub dir/h.c++|sub/.h/e.c|sub/d.c|sub/deep/f.S"                                  },
	    {"+<sub/*>",			   "sub/d.c|sub/deep/f.S"							   },
	    {"+<sub dir>",                         "sub dir/h.c++"								  },
	    {"+<{a,b}.c> +<a.c|b.c>",              ""									       },
	    {"+<a[[]1].c>",                        "a[1].c"									 },
	    {"+<[0-9]*.cpp>",                      "9x.cpp"									 },
	    {"+<?.c*>",			    "a.c|b.cpp"								      },
	    {"+<./a.c> +<sub/../b.cpp>",           "a.c|b.cpp"								      },
	    {"+<../*>",			    "../main.c|.git/g.c|.hidden.c|9x.cpp|a.c|a[1].c|b.cpp|sub dir/h.c++|"
	                "sub/.h/e.c|sub/d.c|sub/deep/f.S|test/t.cc"                                          },
	    {"+<../main.c>",                       "../main.c"								      },
	    {"+<**/d.c> -<sub>",                   ""									       },
	    {"+<*> -<.git/> -<test/> -<sub dir/>",
	     "9x.cpp|a.c|a[1].c|b.cpp|sub/.h/e.c|sub/d.c|sub/deep/f.S"                                                              },
	    {"+<*>\n-<test>,-<*.c> -<sub*>",       "9x.cpp|b.cpp"								   },
	    {"-<sub> +<sub>",                      "sub/.h/e.c|sub/d.c|sub/deep/f.S"                                                },
	    {"+<sub> -<sub/d.c> -<sub/d>",         "sub/.h/e.c|sub/deep/f.S"                                                        },
	    {"-<test>",			    ""									       },
	    {"a.c",				""									       },
	    {"++<a.c>",			    "a.c"									    },
	    {"+<> +< + <a.c> +<b.cpp",             ""									       },
	    {"+<> +<b.cpp>",                       "b.cpp"									  },
	    {"",				   "9x.cpp|a.c|a[1].c|b.cpp|sub dir/h.c++|sub/.h/e.c|sub/d.c|sub/deep/f.S|test/t.cc"},
	};
	struct fixture *f = *state;
	make_tree(f);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_found(f, cases[i].filter, cases[i].found);
	}
}

static void absolute_patterns_are_named_relative_to_the_folder(void **state) {
	struct fixture *f = *state;
	make_tree(f);
	str pattern = str_format(&f->keep, "+<%s/*.c> +<%s/src/sub/*.c>", f->dir, f->dir);
	assert_found(f, str_cstr(&f->keep, pattern), "../main.c|sub/d.c");
}

static void links_are_followed_but_not_for_ever(void **state) {
	struct fixture *f = *state;
	fixture_enter_dir(f);
	fixture_write(f, "out/o.c", "");
	fixture_write(f, "src/sub/a.c", "");
	assert_int_equal(symlink("../../out", "src/sub/link"), 0);
	assert_int_equal(symlink("..", "src/sub/loop"), 0);
	assert_int_equal(symlink("nowhere", "src/gone.c"), 0);
	assert_found(f, "+<*>", "sub/a.c|sub/link/o.c");
	assert_found(f, "+<*> -<sub/link>", "sub/a.c");
	assert_printed(f, "src/gone.c: warning: this link leads nowhere, so it is left out\n");
}

static void folders_that_were_listed_are_remembered(void **state) {
	struct fixture *f = *state;
	struct reads reads = {.arena = &f->keep};
	struct str_vec found = {0};
	make_tree(f);
	sources_find(&f->cx, &reads, STR("src"), STR("+<sub/> +<none/*.c>"), &found);
	struct str_vec paths = {0};
	for (struct map_entry *e = map_first(&reads.paths); e; e = map_next(e)) {
		str_vec_push(&f->keep, &paths, map_key(e));
	}
	str_vec_sort(&paths);
	assert_strs(&paths, "src|src/none|src/sub|src/sub/.h|src/sub/deep");
}

static void tabs_are_the_sketches_of_the_folder_itself(void **state) {
	static const char *const files[] = {"src/b.pde",  "src/c.ino",       "src/a.ino",
	                                    "src/.x.ino", "src/sub/sub.ino", "src/d.ino/x.c",
	                                    "src/a.pde",  "src/e.INO"};
	struct fixture *f = *state;
	struct str_vec found = {0};
	fixture_enter_dir(f);
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		fixture_write(f, files[i], "");
	}
	sources_find_tabs(&f->cx, NULL, STR("src"), &found);
	assert_strs(&found, "a.ino|c.ino|a.pde|b.pde");
	sources_find_tabs(&f->cx, NULL, STR("nowhere"), &found);
	assert_int_equal(found.len, 4);
}

static void every_source_has_a_line_that_compiles_it(void **state) {
	(void)state;
	static const str names[] = {
	    STR_INIT("a.c"),   STR_INIT("a.cc"),  STR_INIT("a.cpp"), STR_INIT("a.cxx"),
	    STR_INIT("a.c++"), STR_INIT("a.S"),   STR_INIT("a.spp"), STR_INIT("a.SPP"),
	    STR_INIT("a.sx"),  STR_INIT("a.s"),   STR_INIT("a.asm"), STR_INIT("a.ASM"),
	    STR_INIT("a.C"),   STR_INIT("a.CPP"), STR_INIT("a.h"),   STR_INIT("a.ino"),
	    STR_INIT("a.pde"), STR_INIT("a.c~"),  STR_INIT("c"),     STR_INIT(""),
	};
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		enum flag_line line;
		bool has_line = flags_line_of(names[i], &line);
		assert_int_equal(sources_is_source(names[i]), has_line);
		assert_int_equal(has_line, i < 12);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(filters_take_what_platformio_takes),
	    fixture_test(absolute_patterns_are_named_relative_to_the_folder),
	    fixture_test(links_are_followed_but_not_for_ever),
	    fixture_test(folders_that_were_listed_are_remembered),
	    fixture_test(tabs_are_the_sketches_of_the_folder_itself),
	    fixture_test(every_source_has_a_line_that_compiles_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
