#include <string.h>

#include "support.h"

#include "gen/flags.h"

static void set_variable(struct arena *arena, struct map *map, str name, str value) {
	str *kept = arena_new(arena, str);
	*kept = value;
	*map_at(arena, map, name) = kept;
}

/* What a text of items, one a line, means in a folder of the project /home/me/p. */
static bool parse_in(struct fixture *f, str dir, const char *items, struct flag_set *out) {
	struct map *variables = arena_new(&f->keep, struct map);
	set_variable(&f->keep, variables, STR("PROJECT_DIR"), STR("/home/me/p"));
	set_variable(&f->keep, variables, STR("BUILD_DIR"), STR(".fbgen/uno"));
	set_variable(&f->keep, variables, STR("BOARD_MCU"), STR("atmega328p"));
	set_variable(&f->keep, variables, STR("ODD"), STR("it's a \"$x\""));
	struct flag_place place = {
	    .base_dir = dir, .option = STR("build_flags"), .variables = variables};
	str rest = str_copy(&f->keep, str_from(items));
	str line = {0};
	struct str_vec list = {0};
	while (str_next_line(&rest, &line)) {
		str_vec_push(&f->keep, &list, line);
	}
	return flags_parse(&f->cx, &list, &place, out);
}

static struct flag_set parse(struct fixture *f, const char *items) {
	struct flag_set set = {0};
	assert_true(parse_in(f, STR("."), items, &set));
	return set;
}

static void assert_line(struct fixture *f, const struct flag_set *set, enum flag_line line,
                        const char *expected) {
	struct str_vec words = {0};
	flags_line(&f->keep, set, line, &words);
	assert_strs(&words, expected);
}

/* One item and the words of a C++ line. */
struct word_case {
	const char *items, *words;
};

static void assert_cxx(struct fixture *f, const struct word_case *cases, size_t count) {
	for (size_t i = 0; i < count; i++) {
		struct flag_set set = parse(f, cases[i].items);
		assert_line(f, &set, LINE_CXX, cases[i].words);
	}
}

static void quotes_end_as_three_layers_leave_them(void **state) {
	static const struct word_case cases[] = {
	    {"-DS=\\\"v\\\" -D T=\\\"a\\ b\\\"",                   "-DS=\"v\"|-DT=\"a b\""               },
	    {"'-DS=\"a b\"' -D'T=\"x\"'",                          "-DS=\"a b\"|-DT=\"x\""               },
	    {"-DS=\"v\" \"-DT=a b\" -DU='\"q\"'",                  "-DS=v|-DT=a b|-DU=\"q\""             },
	    {"-DS=\\\\\\\"v\\\\\\\"",                              "-DS=\\v\\"                           },
	    {"'-DF(x)=(x+1)' -DG=(1<<3) '-DH=(1 << 3)'",           "-DF(x)=(x+1)|-DG=(1<<3)|-DH=(1 << 3)"},
	    {"-DWIFI='\"my ssid\"' -DX='a'",                       "-DWIFI=\"my ssid\"|-DX=a"            },
	    {"'-DX=\\\"foo\\\"'",				  "-DX=\\foo\\"                         },
	    {"-DX=\"\\\"foo\\\"\"",                                "-DX=\"foo\""                         },
	    {"'-D X=\"foo\"'",				     "-DX=\"foo\""                         },
	    {"-DX=/abs/a -DY=\"'c'\" -DZ=\\'c\\'",                 "-DX=/abs/a|-DY=c|-DZ=c"              },
	    {"-DJSON=\"\\\"{\\\\\\\"a\\\\\\\":1}\\\"\"",           "-DJSON=\"{\\a\\:1}\""                },
	    {"-DBS=C:\\\\tmp",				     "-DBS=C:tmp"                          },
	    {"'-fb=\"c d\"' -fd=\\\\x -fe='a b' '-fj='\"''\"''",   "-fb=c d|-fd=x|-fe=a b|-fj="          },
	    {"-fi=\"'\" '-fk=a\"b'",                               "-fi='|-fk=a\"b"                      },
	    {"-DZ='a\\ b' -DZ2='a\\\\ b' '-DQ=a\"b' '-DQ2=\"a b'",
	     "-DZ=a\\ b|-DZ2=a\\ b|-DQ=a\"b|-DQ2=\"a b"                                                  },
	};
	assert_cxx(*state, cases, COUNT_OF(cases));
}

static void values_keep_their_text(void **state) {
	static const struct word_case cases[] = {
	    {"-D V=1.2.3 -D V2=1.10 -D V3=007 -D V4=1e3 -DV5=-5 -DV6=1.0f",
	     "-DV=1.2.3|-DV2=1.10|-DV3=007|-DV4=1e3|-DV5=-5|-DV6=1.0f"                                           },
	    {"-DA -D B -DC=1 -D D=2.5 -DE=0x10 -DF=",                       "-DA|-DB|-DC=1|-DD=2.5|-DE=0x10|-DF="},
	    {"-DA -DA=1 -DA",					       "-DA|-DA=1|-DA"                      },
	    {"-DX=a=b=c",						   "-DX=a=b=c"                          },
	};
	assert_cxx(*state, cases, COUNT_OF(cases));
}

static void variables_are_replaced_and_their_values_are_raw(void **state) {
	static const struct word_case cases[] = {
	    {"-DP=$BOARD_MCU -DQ=${BOARD_MCU}x",          "-DP=atmega328p|-DQ=atmega328px"     },
	    {"-DR=$$x -fg='$$x'",                         "-fg=$x|-DR=$x"                      },
	    {"-DU=$NOBODY -DV=${no}y",                    "-DU=|-DV=y"                         },
	    {"-fx=a$ -fy=$1 -fz=${ -fw=$(x$)",            "-fx=a$|-fy=$1|-fz=${|-fw=x"         },
	    {"-fmap=$BUILD_DIR/a.map -fq=$BOARD_MCU.map",
	     "-fmap=.fbgen/uno/a.map|-fq=atmega328p.map"                                       },
	    {"-DO=$ODD -fo='\"$ODD\"'",                   "-fo=it's a \"$x\"|-DO=it's a \"$x\""},
	};
	assert_cxx(*state, cases, COUNT_OF(cases));
}

static void paths_are_relative_to_the_project_or_outside_it(void **state) {
	static const struct word_case cases[] = {
	    {"-Iinc/ -I inc -I../outside -I /abs/p -I$PROJECT_DIR/inc -Inoexist",
	     "-Iinc|-Iinc|-I../outside|-I/abs/p|-Iinc|-Inoexist"													   },
	    {"-I. -I$PROJECT_DIR -Ia/../b -I/home/me/p2",                         "-I.|-I.|-Ib|-I/home/me/p2"                                                              },
	    {"-IC:\\foo\\bar '-IC:\\foo bar'",                                    "-IC:foobar|-IC:\\foo bar"                                                               },
	    {"-I/path/with\\ space -I\"/quoted dir/inc\"",                        "-I/path/with space|-I/quoted dir/inc"                                                   },
	    {"-include inc/x.h -imacros ./inc/x.h -isystem inc/ -iquote inc -idirafter "
	     "$PROJECT_DIR/inc --param a=500",	               "-include|inc/x.h|-imacros|inc/x.h|-isystem|inc|-iquote|inc|-idirafter|inc|--param|a=500"},
	    {"-include 'a b.h'",						  "-include|a b.h"									 },
	};
	assert_cxx(*state, cases, COUNT_OF(cases));
}

static void a_library_s_paths_are_relative_to_its_folder(void **state) {
	struct fixture *f = *state;
	struct flag_set set = {0};
	fixture_enter_dir(f);
	fixture_write(f, "lib/foo/here.h", "");
	assert_true(parse_in(f, STR("lib/foo"),
	                     "-Iinc -I../bar -I/abs -Lx libx.a -include here.h -include far.h",
	                     &set));
	assert_line(f, &set, LINE_CXX,
	            "-include|lib/foo/here.h|-include|far.h|-Ilib/foo/inc|-Ilib/bar|-I/abs");
	assert_line(f, &set, LINE_LIBS, "-Llib/foo/x|lib/foo/libx.a");
}

static void every_word_reaches_its_tools(void **state) {
	struct fixture *f = *state;
	struct flag_set set = parse(
	    f,
	    "-std=gnu++17 -std=gnu99 -stdlib=x -O2 -mthumb -pthread -fsanitize=address -Wa,-mfoo\n"
	    "-Wp,-DX -u _printf_float -T foo.ld -Xlinker -x -z now -s -nostdlib -Wl,-Map,o.map\n"
	    "+x -Finc -framework Cocoa -frameworkdir=f -isysroot /d -DA -UB -U C -Iinc -fopenmp");
	assert_line(f, &set, LINE_CXX,
	            "-std=gnu++17|-stdlib=x|-O2|-mthumb|-pthread|-fsanitize=address|-Wa,-mfoo|-s|"
	            "-nostdlib|+x|-isysroot|/d|-fopenmp|-Wp,-DX|-DA|-UB|-UC|-Iinc");
	assert_line(f, &set, LINE_C,
	            "-std=gnu99|-O2|-mthumb|-pthread|-fsanitize=address|-Wa,-mfoo|-s|-nostdlib|+x|"
	            "-isysroot|/d|-fopenmp|-Wp,-DX|-DA|-UB|-UC|-Iinc");
	assert_line(f, &set, LINE_ASPP, "-mfoo|-Wp,-DX|-DA|-UB|-UC|-Iinc");
	assert_line(f, &set, LINE_ASM, "-mfoo");
	assert_line(f, &set, LINE_LINK,
	            "-pthread|-fsanitize=address|-u|_printf_float|-T|foo.ld|-Xlinker|-x|-z|now|"
	            "-Wl,-Map,o.map|+x|-isysroot|/d|-fopenmp");
	assert_line(f, &set, LINE_LIBS, "");
	assert_printed(f, "");
}

static void libraries_keep_their_order_and_names(void **state) {
	struct fixture *f = *state;
	struct flag_set set = parse(
	    f, "lib1/libx.a -lfoo -l:libbar.a -Llib1 -lm -L /abs/l -l c liby.a $PROJECT_DIR/z.o");
	assert_line(f, &set, LINE_LIBS,
	            "-Llib1|-L/abs/l|lib1/libx.a|-lfoo|-l:libbar.a|-lm|-lc|./liby.a|./z.o");
	assert_line(f, &set, LINE_LINK, "");
}

static void undefining_takes_bare_defines_and_stands_behind_them(void **state) {
	struct fixture *f = *state;
	struct flag_set set = parse(f, "-DA=1 -DA -DB\n-UA -DA=2");
	assert_line(f, &set, LINE_C, "-DA=1|-DA|-DB|-DA=2|-UA");
	struct flag_set all = parse(f, "-DA -DA=3");
	flags_append(&f->keep, &all, &set);
	assert_line(f, &all, LINE_C, "-DA=3|-DA=1|-DA|-DB|-DA=2|-UA");
}

static void commands_run_where_an_item_begins_with_an_exclamation_mark(void **state) {
	struct fixture *f = *state;
	fixture_enter_dir(f);
	fixture_write(f, "lib/it's/name", "\n -DN=\\\\\\\"it\\\\\\\" -DM\n");
	struct flag_set set = parse(f, "!echo -DDYN=$((40 + 2))\n-DZ !echo.a");
	assert_line(f, &set, LINE_C, "-DDYN=42|-DZ");
	assert_line(f, &set, LINE_LIBS, "./!echo.a");
	struct flag_set library = {0};
	assert_true(parse_in(f, STR("lib/it's"), "!cat name", &library));
	assert_line(f, &library, LINE_C, "-DN=\\it\\|-DM");
	assert_printed(f, "");
}

static void commands_are_remembered_so_that_they_can_be_run_again(void **state) {
	struct fixture *f = *state;
	struct reads reads = {.arena = &f->keep};
	struct flag_place place = {
	    .base_dir = STR("."), .option = STR("build_flags"), .reads = &reads};
	struct str_vec items = {0};
	struct flag_set set = {0};
	str_vec_push(&f->keep, &items, STR("!echo -DA"));
	assert_true(flags_parse(&f->cx, &items, &place, &set));
	const str *output = map_get(&reads.commands, STR("echo -DA"));
	assert_non_null(output);
	assert_str(*output, "-DA\n");
}

static void faults_name_the_option(void **state) {
	struct fixture *f = *state;
	struct flag_set set = {0};
	assert_false(parse_in(f, STR("."), "-DX='abc\n-DY\n-DZ=\\\n!exit 3\n-DW=\"a\\", &set));
	assert_line(f, &set, LINE_C, "-DY");
	assert_int_equal(f->diag.errors, 4);
	assert_non_null(strstr(fixture_printed(f), "no closing quote in build_flags: ''abc'"));
	assert_non_null(strstr(fixture_printed(f), "nothing follows the '\\' in build_flags"));
	assert_non_null(strstr(fixture_printed(f), "'exit 3' of build_flags failed with status 3"));
}

static void zero_bytes_are_refused(void **state) {
	struct fixture *f = *state;
	struct flag_place place = {.base_dir = STR("."), .option = STR("build_flags")};
	struct str_vec items = {0};
	struct flag_set set = {0};
	str_vec_push(&f->keep, &items, STR("-DA\0B"));
	assert_false(flags_parse(&f->cx, &items, &place, &set));
	assert_printed(f, "error: a flag in build_flags holds a zero byte\n");
}

static void words_that_are_no_flags_are_warned_of(void **state) {
	struct fixture *f = *state;
	struct flag_set set = parse(f, "-DNAME=my name -I");
	assert_line(f, &set, LINE_CXX, "-DNAME=my");
	assert_line(f, &set, LINE_LIBS, "./name");
	assert_int_equal(f->diag.errors, 0);
	assert_non_null(strstr(fixture_printed(f), "'name' in build_flags is no option"));
	assert_non_null(
	    strstr(fixture_printed(f), "'-I' at the end of build_flags lacks its operand"));
}

/* What build_unflags leave of build_flags. */
struct removal_case {
	const char *flags, *unwanted, *words;
};

static void unflags_take_equal_flags_from_every_scope(void **state) {
	static const struct removal_case cases[] = {
	    {"-DA=1 -DC=3",                   "-DA=2",                                 "-DA=1|-DC=3"       },
	    {"-DA=1 -DA -DAB=1 -DB",          "-DA",                                   "-DAB=1|-DB"        },
	    {"-DA=1 -DA -DA=1",               "-DA=1",                                 "-DA"               },
	    {"-Os -O2 -Ofast",                "-O -O2",                                "-Os|-Ofast"        },
	    {"-Iinc -include inc/x.h",        "-I$PROJECT_DIR/inc -include ./inc/x.h", ""                  },
	    {"-DX=$BOARD_MCU -DY",            "-DX=atmega328p",                        "-DX=atmega328p|-DY"},
	    {"-DX=$BOARD_MCU -DY",            "-DX=$BOARD_MCU",                        "-DY"               },
	    {"-DX=$BOARD_MCU -DY",            "-DX",                                   "-DY"               },
	    {"-Dm -Dinc -UF",                 "-Iinc -Linc -UF",                       "-Dm|-Dinc|-UF"     },
	    {"-Dm -Dm=1 -Dn",                 "-lm",                                   "-Dn"               },
	    {"-std=gnu99 -std=gnu++11 -Wall", "-std=gnu++11",                          "-Wall"             },
	};
	struct fixture *f = *state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct flag_set set = parse(f, cases[i].flags);
		struct flag_set unwanted = parse(f, cases[i].unwanted);
		flags_remove(&set, &unwanted);
		assert_line(f, &set, LINE_CXX, cases[i].words);
	}
}

static void unflags_take_what_a_word_gave_to_several_tools(void **state) {
	struct fixture *f = *state;
	struct flag_set set = parse(f, "-Wa,-mfoo -pthread -lm -Llib");
	struct flag_set unwanted = parse(f, "-Wa,-mfoo -pthread -lm -Llib");
	flags_remove(&set, &unwanted);
	for (int scope = 0; scope < SCOPE_COUNT; scope++) {
		assert_int_equal(set.scope[scope].len, 0);
	}
}

static void words_filled_in_by_a_recipe_stay(void **state) {
	struct fixture *f = *state;
	struct flag_set set = {0};
	struct flag mcu = {.word = STR("-mmcu=atmega328p"), .filled = true};
	flag_vec_push(&f->keep, &set.scope[SCOPE_COMMON], mcu);
	struct flag_set unwanted = parse(f, "-mmcu=atmega328p");
	flags_remove(&set, &unwanted);
	assert_line(f, &set, LINE_C, "-mmcu=atmega328p");
}

static void debug_takes_optimisation_out_and_puts_its_own_in(void **state) {
	struct fixture *f = *state;
	struct flag_set set =
	    parse(f, "-Os -DG -O3 -g -ggdb3 -g4 -Ofast -Wa,-g -Wa,-mfoo -Wl,-x -std=gnu11");
	struct flag aspp = {.word = STR("-x"), .operand = STR("assembler-with-cpp")};
	flag_vec_push(&f->keep, &set.scope[SCOPE_ASPP], aspp);
	flags_add(&f->keep, &set, SCOPE_LINK, STR("-Os"));
	struct flag_set debug = parse(f, "-Og -g2 -ggdb2");
	flags_make_debug(&f->keep, &set, &debug);
	assert_line(f, &set, LINE_C,
	            "-std=gnu11|-g4|-Ofast|-Wa,-g|-Wa,-mfoo|-Og|-g2|-ggdb2|-DG|"
	            "-D__PLATFORMIO_BUILD_DEBUG__");
	assert_line(f, &set, LINE_ASM, "-mfoo|-g");
	assert_line(f, &set, LINE_ASPP,
	            "-mfoo|-g|-x|assembler-with-cpp|-g2|-ggdb2|-DG|-D__PLATFORMIO_BUILD_DEBUG__");
	assert_line(f, &set, LINE_LINK, "-Wl,-x|-Og|-g2|-ggdb2");
}

static void debug_flags_that_are_there_already_are_there_once(void **state) {
	struct fixture *f = *state;
	struct flag_set set =
	    parse(f, "-lm -lc -fwhat -fno -fno -DB -DX -Isrc -Iinc -Isrc -Wl,x -Wl,y -Wl,x");
	struct flag_set debug = parse(f, "-Og -g2 -DX -fwhat -Isrc -lm -Wl,x");
	flags_make_debug(&f->keep, &set, &debug);
	assert_line(f, &set, LINE_C,
	            "-fno|-Og|-g2|-fwhat|-DB|-D__PLATFORMIO_BUILD_DEBUG__|-DX|-Isrc|-Iinc");
	assert_line(f, &set, LINE_LINK, "-Wl,y|-Wl,x|-Og|-g2");
	assert_line(f, &set, LINE_LIBS, "-lc|-lm");
}

static void a_define_is_found_with_and_without_value(void **state) {
	struct fixture *f = *state;
	struct flag_set set = parse(f, "-DA -DB=1 -DCD");
	assert_true(flags_define(&set, STR("A")));
	assert_true(flags_define(&set, STR("B")));
	assert_false(flags_define(&set, STR("C")));
}

static void extensions_tell_the_line(void **state) {
	(void)state;
	static const struct {
		str path;
		enum flag_line line;
	} cases[] = {
	    {STR_INIT("src/a.c"),  LINE_C    },
            {STR_INIT("a.b.cpp"),  LINE_CXX  },
	    {STR_INIT("a.c++"),    LINE_CXX  },
            {STR_INIT("a.cc"),     LINE_CXX  },
	    {STR_INIT("a.S"),      LINE_ASPP },
            {STR_INIT("a.s"),      LINE_ASM  },
	    {STR_INIT("a.ASM"),    LINE_ASM  },
            {STR_INIT("a.sx"),     LINE_ASPP },
	    {STR_INIT("a.C"),      LINE_COUNT},
            {STR_INIT("a.CPP"),    LINE_COUNT},
	    {STR_INIT("a.h"),      LINE_COUNT},
            {STR_INIT("a.ino"),    LINE_COUNT},
	    {STR_INIT("makefile"), LINE_COUNT},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		enum flag_line line = LINE_COUNT;
		bool is_source = flags_line_of(cases[i].path, &line);
		assert_int_equal(is_source, cases[i].line != LINE_COUNT);
		assert_int_equal(line, cases[i].line);
	}
}

static void texts_are_split_as_shlex_splits_them(void **state) {
	static const struct word_case cases[] = {
	    {"",			""           },
	    {"  a\tb \r c ",            "a|b|c"      },
	    {"a'b c'd \"e f\"",         "ab cd|e f"  },
	    {"'' a \"\"",               "|a|"        },
	    {"\\a\\ b \"\\a\\\"\\\\\"", "a b|\\a\"\\"},
	    {"a#b # c",                 "a#b|#|c"    },
	    {"a\vb\f",                  "a\vb\f"     },
	};
	struct fixture *f = *state;
	struct flag_place place = {.option = STR("x")};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str_vec words = {0};
		assert_true(flags_split(&f->cx, str_from(cases[i].items), &place, &words));
		assert_strs(&words, cases[i].words);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(quotes_end_as_three_layers_leave_them),
	    fixture_test(values_keep_their_text),
	    fixture_test(variables_are_replaced_and_their_values_are_raw),
	    fixture_test(paths_are_relative_to_the_project_or_outside_it),
	    fixture_test(a_library_s_paths_are_relative_to_its_folder),
	    fixture_test(every_word_reaches_its_tools),
	    fixture_test(libraries_keep_their_order_and_names),
	    fixture_test(undefining_takes_bare_defines_and_stands_behind_them),
	    fixture_test(commands_run_where_an_item_begins_with_an_exclamation_mark),
	    fixture_test(commands_are_remembered_so_that_they_can_be_run_again),
	    fixture_test(faults_name_the_option),
	    fixture_test(zero_bytes_are_refused),
	    fixture_test(words_that_are_no_flags_are_warned_of),
	    fixture_test(unflags_take_equal_flags_from_every_scope),
	    fixture_test(unflags_take_what_a_word_gave_to_several_tools),
	    fixture_test(words_filled_in_by_a_recipe_stay),
	    fixture_test(debug_takes_optimisation_out_and_puts_its_own_in),
	    fixture_test(debug_flags_that_are_there_already_are_there_once),
	    fixture_test(a_define_is_found_with_and_without_value),
	    fixture_test(extensions_tell_the_line),
	    fixture_test(texts_are_split_as_shlex_splits_them),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
