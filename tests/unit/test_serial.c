#include "support.h"

#include "gen/serial.h"

static void a_line_loses_what_the_simulator_adds(void **state) {
	static const struct {
		const char *raw, *line; /* NULL: not printed */
	} cases[] = {
	    {"hello",		       "hello"       },
	    {"hello..",                     "hello"       },
	    {"hello.",                      "hello"       },
	    {"and so on.....",              "and so on..."},
	    {"\033[32mhello..\033[0m",      "hello"       },
	    {"\033[32m\033[1mx\033[0m y",   "x y"         },
	    {"a\033[32",                    "a\033[32"    },
	    {"..",			  ""            },
	    {"",			    NULL          },
	    {"\033[0m",                     NULL          },
	    {"Loaded 1234 bytes of Flash",  NULL          },
	    {"\033[0mLoading firmware.elf", NULL          },
	    {"I am Loaded ",                "I am Loaded "},
	};
	struct fixture *f = *state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		str line;
		bool shown = serial_line(&f->keep, str_from(cases[i].raw), &line);
		assert_int_equal(shown, cases[i].line != NULL);
		if (shown) {
			assert_str(line, cases[i].line);
		}
	}
}

static void lines_may_come_in_pieces(void **state) {
	struct fixture *f = *state;
	struct serial serial = {.out = fixture_stream(f), .line = {.arena = &f->keep}};
	serial_take(&serial, STR("one..\ntw"));
	serial_take(&serial, STR("o.."));
	serial_take(&serial, STR("\n..\nthr"));
	serial_take(&serial, STR("ee"));
	serial_end(&serial);
	serial_end(&serial);
	assert_string_equal(fixture_streamed(f), "one\ntwo\n\nthree\n");
}

static void a_line_without_an_end_is_printed_in_parts(void **state) {
	struct fixture *f = *state;
	struct serial serial = {.out = fixture_stream(f), .line = {.arena = &f->keep}};
	for (int i = 0; i < 70000; i++) {
		serial_take(&serial, STR("x"));
	}
	serial_end(&serial);
	str printed = str_from(fixture_streamed(f));
	assert_int_equal(printed.len, 70002);
	assert_int_equal(str_find_char(printed, '\n'), 65536);
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(a_line_loses_what_the_simulator_adds),
	    fixture_test(lines_may_come_in_pieces),
	    fixture_test(a_line_without_an_end_is_printed_in_parts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
