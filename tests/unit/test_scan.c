#include "support.h"

#include "base/buf.h"
#include "gen/scan.h"

/* The includes as one text: each as it would be written, '|' between. */
static str written(struct fixture *f, const struct scan *scan) {
	struct str_vec parts = {0};
	for (size_t i = 0; i < scan->includes.len; i++) {
		const struct include *include = &scan->includes.at[i];
		str name = include->name;
		str_vec_push(&f->keep, &parts,
		             include->quoted
		                 ? str_format(&f->keep, "\"%" PRI_STR "\"", STR_ARG(name))
		                 : str_format(&f->keep, "<%" PRI_STR ">", STR_ARG(name)));
	}
	return str_join(&f->keep, &parts, STR("|"));
}

static void every_include_line_counts_whatever_stands_around_it(void **state) {
	struct fixture *f = *state;
	static const struct {
		const char *text, *found;
	} cases[] = {
	    {"#include <a.h>\n",                                "<a.h>"                     },
	    {"#include \"a.h\"",                                "\"a.h\""                   },
	    {" \t# \tinclude\t \"a.h\" // why\n",               "\"a.h\""                   },
	    {"#import <a.h>\n",				 "<a.h>"                     },
	    {"#include<a.h>\n",				 "<a.h>"                     },
	    {"#if 0\n#include <a.h>\n#endif\n",                 "<a.h>"                     },
	    {"/*\n#include <a.h>\n*/\n",                        "<a.h>"                     },
	    {"// #include <a.h>\n",                             ""                          },
	    {"int x; #include <a.h>\n",                         ""                          },
	    {"\v#include <a.h>\n",                              ""                          },
	    {"\"#include <a.h>\"\n",                            ""                          },
	    {"#include HEADER\n",                               ""                          },
	    {"#include_next <a.h>\n",                           ""                          },
	    {"#include\n<a.h>\n",                               ""                          },
	    {"#include <>\n#include <b.h>\n",                   "<b.h>"                     },
	    {"#include <a.h\n",				 ""                          },
	    {"#include <a.h\n#include <b.h>\n#include <c.h>\n", "<a.h\n#include <b.h>|<c.h>"},
	    {"#include <a.h\"\n",                               "<a.h>"                     },
	    {"#define X \\\n#include <a.h>\n",                  "<a.h>"                     },
	    {"#include <a.h>\r\n#include <b.h>\r\n",            "<a.h>|<b.h>"               },
	    {"\xef\xbb\xbf#include <a.h>\n",                    "<a.h>"                     },
	    {"##include <a.h>\n#",                              ""                          },
	    {"",						""			  },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct scan scan;
		scan_text(&f->keep, str_from(cases[i].text), &scan);
		assert_str(written(f, &scan), cases[i].found);
	}
}

static void includes_are_sorted_by_delimiter_and_name_each_once(void **state) {
	struct fixture *f = *state;
	struct scan scan;
	scan_text(&f->keep,
	          STR("#include <b.h>\n#include \"z.h\"\n#include <B.h>\n#include <a.hpp>\n"
	              "#include \"a.h\"\n#include <b.h>\n#include <a.h>\n"),
	          &scan);
	assert_str(written(f, &scan), "\"a.h\"|\"z.h\"|<B.h>|<a.h>|<a.hpp>|<b.h>");
}

static void includes_in_conditions_are_marked_but_not_those_in_a_guard(void **state) {
	struct fixture *f = *state;
	static const struct {
		const char *text;
		bool conditional;
	} cases[] = {
	    {"#include <a>\n#if 1\n#endif\n",                   false},
	    {"#if 1\n#endif\n#include <a>\n",                   false},
	    {"#if 1\n#include <a>\n#endif\n",                   true },
	    {"#if 1\n#include <a>\n#endif\n#include <a>\n",     false},
	    {"#ifndef G\n#include <a>\n#endif\n",               false},
	    {"#ifndef G\n# ifdef X\n#include <a>\n#endif\n",    true },
	    {"#pragma once\n#ifndef X\n#include <a>\n#endif\n", true },
	    {"#endif\n#endif\n#if 1\n#else\n#include <a>\n",    true },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct scan scan;
		scan_text(&f->keep, str_from(cases[i].text), &scan);
		assert_int_equal(scan.includes.len, 1);
		assert_int_equal(scan.includes.at[0].conditional, cases[i].conditional);
	}
}

static void names_in_has_include_are_collected(void **state) {
	struct fixture *f = *state;
	struct scan scan;
	scan_text(&f->keep,
	          STR("#if __has_include(<a.h>) || __has_include ( \"b.h\" )\n"
	              "#define HAS __has_include(<a.h>)\n"
	              "#if defined __has_include && __has_include(NAME) && __has_include(<c\n"),
	          &scan);
	assert_strs(&scan.has, "a.h|b.h");
}

static void comments_of_a_tab_become_blanks_and_literals_stay(void **state) {
	struct fixture *f = *state;
	static const struct {
		const char *text, *rest;
	} cases[] = {
	    {"a /* b\nc */ d",          "a     \n     d"         },
	    {"a // b\nc",               "a     \nc"              },
	    {"a // b \\\nc\nd",         "a       \n \nd"         },
	    {"\"/* no */\" '\\'' // x", "\"/* no */\" '\\''     "},
	    {"/* never closed\n",       "               \n"      },
	    {"/*/ a */b",               "        b"              },
	    {"\"open\n// c",            "\"open\n    "           },
	    {"\"\\",                    "\"\\"                   },
	    {"a / b",                   "a / b"                  },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		str text = str_from(cases[i].text);
		assert_str(scan_without_comments(&f->keep, text), cases[i].rest);
	}
}

static void many_unclosed_names_take_no_longer_than_one(void **state) {
	struct fixture *f = *state;
	struct buf buf = {.arena = &f->keep};
	for (size_t i = 0; i < 200000; i++) {
		buf_lit(&buf, "#include <\n");
	}
	struct scan scan;
	scan_text(&f->keep, buf_str(&buf), &scan);
	assert_int_equal(scan.includes.len, 0);
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(every_include_line_counts_whatever_stands_around_it),
	    fixture_test(includes_are_sorted_by_delimiter_and_name_each_once),
	    fixture_test(includes_in_conditions_are_marked_but_not_those_in_a_guard),
	    fixture_test(names_in_has_include_are_collected),
	    fixture_test(comments_of_a_tab_become_blanks_and_literals_stay),
	    fixture_test(many_unclosed_names_take_no_longer_than_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
