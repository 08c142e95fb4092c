#include <string.h>

#include "support.h"

#include "base/blank.h"
#include "base/ini.h"

/* All sections as one text: "[name]key=value;key=value" with the line ends of values as '|'. */
static str shown(struct fixture *f, const struct ini_sections *sections) {
	struct str_vec parts = {0};
	for (size_t i = 0; i < sections->len; i++) {
		const struct ini_section *section = &sections->at[i];
		str_vec_push(&f->keep, &parts,
		             str_format(&f->keep, "[%" PRI_STR "]", STR_ARG(section->name)));
		for (size_t k = 0; k < section->entries.len; k++) {
			const struct ini_entry *entry = &section->entries.at[k];
			str value = str_replace(&f->keep, entry->value, STR("\n"), STR("|"));
			str_vec_push(&f->keep, &parts,
			             str_format(&f->keep, "%" PRI_STR "=%" PRI_STR ";",
			                        STR_ARG(entry->key), STR_ARG(value)));
		}
	}
	return str_join(&f->keep, &parts, STR(""));
}

static bool parse(struct fixture *f, str text, struct ini_sections *out) {
	*out = (struct ini_sections){0};
	return ini_parse(&f->cx, fixture_source(f, "test.ini", text), out);
}

static void lines_mean_what_config_parser_makes_of_them(void **state) {
	struct fixture *f = *state;
	static const struct {
		const char *text, *shown;
	} cases[] = {
	    {"[a]\nk = v\n",			       "[a]k=v;"             },
	    {"[a]\nK: v = w\n",                            "[a]k=v = w;"         },
	    {"[a] ; note\nk=v",                            "[a]k=v;"             },
	    {"[a]b]c\nk=v",				"[a]b]k=v;"           },
	    {"[ a ]\nk=v",				 "[ a ]k=v;"           },
	    {"[a]\nk =\n  x\n\n  y\n# z\n  w\n\n",         "[a]k=|x||y|w;"       },
	    {"[a]\nk = x\n    y\n  z\n",                   "[a]k=x|y|z;"         },
	    {"[a]\n  k = x\n  l = y\n",                    "[a]k=x;l=y;"         },
	    {"[a]\nk = x\n  l = y\n",                      "[a]k=x|l = y;"       },
	    {"[a]\nk = x\n  [b]\n",                        "[a]k=x|[b];"         },
	    {"[a]\nk = x ; c\nl = y\t# c\n",               "[a]k=x;l=y;"         },
	    {"[a]\nk = a;b#c\n",                           "[a]k=a;b#c;"         },
	    {"[a]\nk = #fff # a ; b\n",                    "[a]k=;"              },
	    {"[a]\nk = C=#fff # a ; b\n",                  "[a]k=C=#fff # a;"    },
	    {"\xef\xbb\xbf[a]\r\nk = x\r\n y\r\n",         "[a]k=x|y;"           },
	    {"[a]\rk = x\r y\rl=z",                        "[a]k=x|y;l=z;"       },
	    {"[a]\nk =\xc2\xa0x\xe3\x80\x80\n\xc2\xa0y\n", "[a]k=x|y;"           },
	    {"[DEFAULT]\nk=v\n[a]\n[DEFAULT]\nl=w\n",      "[DEFAULT]k=v;l=w;[a]"},
	    {"; c\n\n   \n# d\n",                          ""                    },
	    {"",					   ""		    },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct ini_sections sections;
		assert_true(parse(f, str_from(cases[i].text), &sections));
		assert_str(shown(f, &sections), cases[i].shown);
	}
}

static void every_fault_is_told_at_its_place(void **state) {
	struct fixture *f = *state;
	struct ini_sections sections;
	assert_false(parse(
	    f, STR("board = uno\nx\n[a]\nk = 1\nk = 2\n= 3\nword\n[b]\n[a]\nk = 4\n"), &sections));
	assert_str(shown(f, &sections), "[a]k=1;[b]");
	assert_printed(f, "test.ini:1:1: error: this stands before the first section\n"
	                  "    1 | board = uno\n"
	                  "      | ^^^^^^^^^^^\n"
	                  "help: write the name of a section above it, such as '[env:uno]'\n"
	                  "test.ini:5:1: error: option 'k' stands twice in section 'a'\n"
	                  "    5 | k = 2\n"
	                  "      | ^\n"
	                  "test.ini:4:1: note: it was set here\n"
	                  "    4 | k = 1\n"
	                  "      | ^\n"
	                  "test.ini:6:1: error: expected the name of an option\n"
	                  "    6 | = 3\n"
	                  "      | ^^^\n"
	                  "help: an option is written 'name = value', a section '[name]'\n"
	                  "test.ini:7:1: error: expected '=' or ':' and a value behind the name\n"
	                  "    7 | word\n"
	                  "      | ^^^^\n"
	                  "help: an option is written 'name = value', a section '[name]'\n"
	                  "test.ini:9:2: error: section 'a' stands twice in this file\n"
	                  "    9 | [a]\n"
	                  "      |  ^\n"
	                  "test.ini:3:2: note: it began here\n"
	                  "    3 | [a]\n"
	                  "      |  ^\n");
}

static void bytes_that_are_no_text_are_refused(void **state) {
	struct fixture *f = *state;
	struct ini_sections sections;
	assert_false(parse(f, STR("[a]\nk = \xff\n"), &sections));
	assert_false(parse(f, STR("[a]\nk = \0\n"), &sections));
	assert_int_equal(sections.len, 0);
	assert_non_null(strstr(fixture_printed(f), "byte 0xff at offset 8 is not UTF-8"));
	assert_non_null(strstr(fixture_printed(f), "a NUL byte at offset 8"));
}

static void a_comment_inside_quotes_is_warned_of(void **state) {
	struct fixture *f = *state;
	struct ini_sections sections;
	assert_true(parse(f, STR("[a]\nk = '-DS=\"a ; b\"' -DQ\nl = \"x\" ; y \"\n"), &sections));
	assert_int_equal(f->diag.entries.len, 1);
	assert_int_equal(span_line(f->diag.entries.at[0].at), 2);
	assert_int_equal(span_column(f->diag.entries.at[0].at), 13);
}

static void a_part_of_a_value_is_found_in_its_line(void **state) {
	struct fixture *f = *state;
	struct ini_sections sections;
	assert_true(parse(f, STR("[a]\nk = x\n  two ${y}\n"), &sections));
	const struct ini_entry *entry = &sections.at[0].entries.at[0];
	assert_int_equal(span_line(ini_find(entry, STR("${y}"))), 3);
	assert_int_equal(span_column(ini_find(entry, STR("${y}"))), 7);
	assert_int_equal(span_line(ini_find(entry, STR("none"))), 2);
}

static void blanks_are_those_of_unicode(void **state) {
	(void)state;
	assert_str(blank_trim(STR("\xc2\xa0 x y\xe2\x80\x83\x1c\n")), "x y");
	assert_str(blank_trim(STR("\xe3\x80\x80")), "");
	assert_str(blank_trim(STR("\xc3\xa0")), "\xc3\xa0");
	assert_int_equal(blank_trailing(STR("")), 0);
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(lines_mean_what_config_parser_makes_of_them),
	    fixture_test(every_fault_is_told_at_its_place),
	    fixture_test(bytes_that_are_no_text_are_refused),
	    fixture_test(a_comment_inside_quotes_is_warned_of),
	    fixture_test(a_part_of_a_value_is_found_in_its_line),
	    fixture_test(blanks_are_those_of_unicode),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
