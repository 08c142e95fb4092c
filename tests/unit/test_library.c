#include "finder_fixture.h"

static void includes_lead_to_libraries_children_first(void **state) {
	struct fixture *f = *state;
	static const char *const files[][2] = {
	    {"src/main.cpp",                "#include <B.h>\n#include <A.h>\n#include <io.h>\n"},
	    {"lib/A/A.h",                   "#include <C.h>\n"                                 },
	    {"lib/A/A.cpp",                 ""						 },
	    {"lib/B/src/B.h",               ""						 },
	    {"lib/B/src/B.cpp",             ""						 },
	    {"lib/C/C.h",                   ""						 },
	    {"lib/D/D.h",                   ""						 },
	    {"core/C/src/C.h",              ""						 },
	    {"core/__cores__/library.json", "{"						},
	};
	write_tree(f, files);
	struct library_request request = request_of(f);
	struct library_result result = found(f, &request);
	assert_str(order_of(f, &result), "(lib/C) lib/A lib/B");
	assert_strs(&result.include_path, "src|lib/B/src|lib/A|lib/C");
	assert_strs(&library_of(&result, "lib/A")->include_path, "lib/A|lib/C");
	assert_strs(&library_of(&result, "lib/B")->include_path, "lib/B/src");
	assert_int_equal(library_of(&result, "lib/A")->depends.len, 1);
	assert_printed(f, "");
}

static void chain_searches_every_library_that_was_found_once_more(void **state) {
	struct fixture *f = *state;
	static const char *const files[][2] = {
	    {"src/main.cpp",    "#include <A.h>\n"},
            {"lib/A/A.h",       ""                },
	    {"lib/A/other.cpp", "#include <B.h>\n"},
            {"lib/B/B.h",       ""                },
	    {"lib/B/other.cpp", "#include <C.h>\n"},
            {"lib/C/C.h",       ""                },
	};
	write_tree(f, files);
	struct library_request request = request_of(f);
	struct library_result result = found(f, &request);
	/* B was found by that only: its own other sources are not looked at. */
	assert_str(order_of(f, &result), "lib/B lib/A");
	request.mode = STR("deep");
	result = found(f, &request);
	assert_str(order_of(f, &result), "(lib/C) lib/B lib/A");
	request.mode = STR("off");
	result = found(f, &request);
	assert_str(order_of(f, &result), "");
}

static void a_source_beside_a_header_is_searched_with_it(void **state) {
	struct fixture *f = *state;
	static const char *const files[][2] = {
	    {"src/main.cpp",    "#include <A.h>\n"        },
	    {"lib/A/A.h",       "#include \"sub/x.hpp\"\n"},
	    {"lib/A/sub/x.hpp", ""                        },
	    {"lib/A/sub/x.cxx", "#include <B.h>\n"        },
	    {"lib/B/B.h",       ""                        },
	    {"lib/B/B.c",       "#include <C.h>\n"        },
	    {"lib/C/C.h",       ""                        },
	    {"lib/C/deep.cpp",  "#include <D.h>\n"        },
	    {"lib/D/D.h",       ""                        },
	};
	write_tree(f, files);
	struct library_request request = request_of(f);
	struct library_result result = found(f, &request);
	assert_str(order_of(f, &result), "(lib/D) lib/C lib/B lib/A");
}

static void a_circle_is_cut_where_it_would_close(void **state) {
	struct fixture *f = *state;
	static const char *const files[][2] = {
	    {"src/main.cpp",       "#include <A.h>\n"                      },
	    {"lib/A/src/A.h",      "#include <B.h>\n"                      },
	    {"lib/A/src/A.cpp",    ""				      },
	    {"lib/A/inc/x",        ""				      },
	    {"lib/A/library.json", "{\"build\": {\"includeDir\": \"inc\"}}"},
	    {"lib/B/B.h",          "#include <A.h>\n#include <B.h>\n"      },
	    {"lib/B/B.cpp",        ""				      },
	};
	write_tree(f, files);
	struct library_request request = request_of(f);
	struct library_result result = found(f, &request);
	assert_str(order_of(f, &result), "lib/B lib/A");
	assert_strs(&library_of(&result, "lib/B")->include_path, "lib/B|lib/A/inc|lib/A/src");
	assert_strs(&library_of(&result, "lib/A")->include_path, "lib/B|lib/A/inc|lib/A/src");
}

static void the_layout_follows_from_the_kind(void **state) {
	struct fixture *f = *state;
	static const char *const files[][2] = {
	    {"src/main.cpp",
	     "#include <F.h>\n#include <G.h>\n#include <H.h>\n#include <J.h>\n#include <U.h>\n"      },
	    {"lib/Flat/keywords.txt",      ""							},
	    {"lib/Flat/F.h",               ""							},
	    {"lib/Flat/F.cpp",             ""							},
	    {"lib/Flat/a.asm",             ""							},
	    {"lib/Flat/utility/u.c",       ""							},
	    {"lib/Flat/utility/more/n.c",  ""							},
	    {"lib/Flat/sub/n.c",           ""							},
	    {"lib/Src/library.properties", "name=G lib\n"                                            },
	    {"lib/Src/G.c",                ""							},
	    {"lib/Src/include/i.h",        ""							},
	    {"lib/Src/src/G.h",            ""							},
	    {"lib/Src/src/sub/G.cpp",      ""							},
	    {"lib/Src/src/sub/G.ASM",      ""							},
	    {"lib/Src/src/test/t.cpp",     ""							},
	    {"lib/Src/src/latest/t.cpp",   ""							},
	    {"lib/Json/library.json",
	     "{\"build\": {\"srcDir\": \"s\", \"includeDir\": \"i\", \"srcFilter\": \"+<*> -<x/>\"}}"},
	    {"lib/Json/i/J.h",             ""							},
	    {"lib/Json/s/J.S",             ""							},
	    {"lib/Json/s/test/J.c",        ""							},
	    {"lib/Json/s/x/J.c",           ""							},
	    {"lib/Old/library.json",       "{\"name\": \"Old\"}"                                     },
	    {"lib/Old/library.properties", "name=O\n"                                                },
	    {"lib/Old/H.h",                ""							},
	    {"lib/Old/utility/H.c",        ""							},
	    {"lib/Unknown/Include/U.h",    "#include <Arduino.h>\n"                                  },
	    {"lib/Unknown/Src/U.asm",      ""							},
	};
	write_tree(f, files);
	struct library_request request = request_of(f);
	struct library_result result = found(f, &request);
	static const struct {
		const char *dir, *includes, *sources;
	} expected[] = {
	    {"lib/Flat",    "lib/Flat|lib/Flat/utility",           "lib/Flat/F.cpp|lib/Flat/utility/u.c"},
	    {"lib/Src",     "lib/Src/include|lib/Src/src",
	     "lib/Src/src/latest/t.cpp|lib/Src/src/sub/G.cpp"                                           },
	    {"lib/Json",    "lib/Json/i|lib/Json/s",               "lib/Json/s/J.S|lib/Json/s/test/J.c" },
	    {"lib/Old",     "lib/Old|lib/Old/utility",             "lib/Old/utility/H.c"                },
	    {"lib/Unknown", "lib/Unknown/Include|lib/Unknown/Src", "lib/Unknown/Src/U.asm"              },
	};
	for (size_t i = 0; i < COUNT_OF(expected); i++) {
		const struct library *library = library_of(&result, expected[i].dir);
		assert_strs(&library->include_dirs, expected[i].includes);
		assert_strs(&library->sources, expected[i].sources);
	}
	assert_str(library_of(&result, "lib/Src")->name, "G lib");
	assert_str(library_of(&result, "lib/Unknown")->name, "Unknown");
}

static void ignored_and_incompatible_libraries_do_not_exist(void **state) {
	struct fixture *f = *state;
	static const char *const files[][2] = {
	    {"src/main.cpp",             "#include <A.h>\n#include <B.h>\n#include <C.h>\n"
	                     "#include <D.h>\n#include <E.h>\n"},
	    {"lib/A/library.json",       "{\"name\": \"Not A\"}"                           },
	    {"lib/A/A.h",                ""						},
	    {"lib/B/library.json",       "{\"frameworks\": \"mbed\"}"                      },
	    {"lib/B/B.h",                ""						},
	    {"lib/C/library.json",       "{\"platforms\": [\"native\"]}"                   },
	    {"lib/C/C.h",                ""						},
	    {"lib/D/library.properties", "architectures=esp32\n"                           },
	    {"lib/D/D.h",                ""						},
	    {"lib/E/E.h",                "#include \"Arduino.h\"\n"                        },
	};
	static const struct {
		const char *compat, *framework, *ignore, *order;
	} cases[] = {
	    {"soft",   "arduino", "",      "(lib/A) (lib/C) (lib/D) (lib/E)"        },
	    {"strict", "arduino", "Not A", "(lib/E)"                                },
	    {"strict", "arduino", "A",     "(lib/A) (lib/E)"                        },
	    {"off",    "arduino", "",      "(lib/A) (lib/B) (lib/C) (lib/D) (lib/E)"},
	    {"soft",   "",        "",      "(lib/A) (lib/C)"                        },
	    {"soft",   "mbed",    "",      "(lib/A) (lib/B) (lib/C)"                },
	};
	write_tree(f, files);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct library_request request = request_of(f);
		request.compat_mode = str_from(cases[i].compat);
		request.framework = str_from(cases[i].framework);
		str_vec_push(&f->keep, &request.ignore, str_from(cases[i].ignore));
		struct library_result result = found(f, &request);
		assert_str(order_of(f, &result), cases[i].order);
	}
}

static void the_project_has_the_last_word_on_archives(void **state) {
	struct fixture *f = *state;
	static const char *const files[][2] = {
	    {"src/main.cpp",       "#include <A.h>\n#include <B.h>\n"    },
	    {"lib/A/library.json", "{\"build\": {\"libArchive\": false}}"},
	    {"lib/A/A.h",          ""				    },
	    {"lib/A/A.c",          ""				    },
	    {"lib/B/B.h",          ""				    },
	    {"lib/B/B.c",          ""				    },
	};
	static const struct {
		bool archive, is_set;
		const char *order;
	} cases[] = {
	    {true,  false, "(lib/A) lib/B"  },
	    {true,  true,  "lib/A lib/B"    },
	    {false, true,  "(lib/A) (lib/B)"},
	};
	write_tree(f, files);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct library_request request = request_of(f);
		request.archive = cases[i].archive;
		request.archive_is_set = cases[i].is_set;
		struct library_result result = found(f, &request);
		assert_str(order_of(f, &result), cases[i].order);
	}
}

static void words_of_a_library_reach_those_that_depend_on_it(void **state) {
	struct fixture *f = *state;
	static const char *const files[][2] = {
	    {"src/main.cpp",             "#include <A.h>\n"                                           },
	    {"lib/A/A.h",                "#include <B.h>\n#include <P.h>\n"                           },
	    {"lib/A/A.c",                ""							   },
	    {"lib/B/src/B.h",            ""							   },
	    {"lib/B/extra/x.h",          ""							   },
	    {"lib/B/library.json",
	     "{\"build\": {\"flags\": \"-DB -Iextra -lbar -Lsub -Wl,-x\", \"extraScript\": \"s.py\"}}"},
	    {"lib/P/library.properties", "precompiled=true\nldflags=-lpre\n"                          },
	    {"lib/P/src/P.h",            ""							   },
	    {"lib/P/src/atmega328p/p.a", ""							   },
	};
	struct flag_set base = {0};
	write_tree(f, files);
	struct library_request request = request_of(f);
	flags_add(&f->keep, &base, SCOPE_INCLUDE, STR("user"));
	flags_add(&f->keep, &base, SCOPE_LIB, STR("bar"));
	request.flags = &base;
	struct library_result result = found(f, &request);
	assert_strs(&result.include_path, "src|lib/A|lib/P/src|lib/B/src|lib/B/extra");
	const struct flag_set *up = &result.propagated;
	assert_int_equal(up->scope[SCOPE_INCLUDE].len, 0);
	assert_int_equal(up->scope[SCOPE_DEFINE].len, 0);
	assert_int_equal(up->scope[SCOPE_LIB].len, 1); /* everyone has -lbar already */
	assert_str(up->scope[SCOPE_LIB].at[0].word, "pre");
	assert_str(up->scope[SCOPE_LIBPATH].at[0].word, "lib/P/src/atmega328p");
	assert_str(up->scope[SCOPE_LIBPATH].at[1].word, "lib/B/sub");
	assert_str(up->scope[SCOPE_LINK].at[0].word, "-Wl,-x");
	const struct library *b = library_of(&result, "lib/B");
	assert_strs(&b->include_path, "lib/B/src");
	assert_str(b->flags.scope[SCOPE_INCLUDE].at[0].word, "lib/B/extra");
	assert_str(b->flags.scope[SCOPE_DEFINE].at[0].word, "B");
	assert_printed(f, "lib/B/library.json: warning: build.extraScript 's.py' of library 'B' is "
	                  "not run: scripts come later\n");
}

static void folders_of_the_user_stay_where_he_put_them(void **state) {
	struct fixture *f = *state;
	static const char *const files[][2] = {
	    {"src/main.cpp", "#include <A.h>\n"},
	    {"lib/A/A.h",    ""                },
	};
	struct flag_set base = {0};
	write_tree(f, files);
	struct library_request request = request_of(f);
	request.include_dir = STR("include");
	flags_add(&f->keep, &base, SCOPE_INCLUDE, STR("src"));
	request.flags = &base;
	struct library_result result = found(f, &request);
	assert_strs(&result.include_path, "include|lib/A");
}

static void a_sketch_counts_as_one_source_without_its_comments(void **state) {
	struct fixture *f = *state;
	static const char *const files[][2] = {
	    {"src/one.ino",         "#include <C.h>\n/*\n#include <D.h>\n*/\n"},
	    {"src/two.ino",         "#include <B.h>\n"                        },
	    {"lib/B/B.h",           ""					},
	    {"lib/C/C.h",           ""					},
	    {"lib/D/D.h",           ""					},
	    {"lib/Duino/Arduino.h", ""					},
	};
	write_tree(f, files);
	struct library_request request = request_of(f);
	request.sources = (struct str_vec){0};
	str_vec_push(&f->keep, &request.sources, STR("src/one.ino.cpp"));
	str_vec_push(&f->keep, &request.tabs, STR("src/one.ino"));
	str_vec_push(&f->keep, &request.tabs, STR("src/two.ino"));
	request.sketch = request.sources.at[0];
	struct library_result result = found(f, &request);
	assert_str(order_of(f, &result), "(lib/Duino) (lib/B) (lib/C)");
}

static void modes_that_evaluate_conditions_are_refused(void **state) {
	struct fixture *f = *state;
	static const char *const files[][2] = {
	    {"src/main.cpp", ""},
	};
	write_tree(f, files);
	const struct source *ini =
	    fixture_source(f, "platformio.ini", STR("lib_ldf_mode = deep+\n"));
	struct library_request request = request_of(f);
	request.mode = STR("deep+");
	request.mode_at = span_of(ini, str_slice(ini->text, 0, 12));
	struct library_result result = {0};
	struct reads reads = {.arena = &f->keep};
	assert_false(library_find(&f->cx, &reads, &request, &result));
	assert_printed(f, "platformio.ini:1:1: error: the finder mode 'deep+' comes later\n"
	                  "    1 | lib_ldf_mode = deep+\n"
	                  "      | ^^^^^^^^^^^^\n"
	                  "help: use lib_ldf_mode = deep, which follows every #include\n");
}

static void a_condition_that_is_taken_for_fulfilled_is_a_warning(void **state) {
	struct fixture *f = *state;
	static const char *const files[][2] = {
	    {"src/main.cpp",             "#if 0\n#include <A.h>\n#endif\n"                       },
	    {"lib/A/library.properties", "name=A\ndepends=B\n"                                   },
	    {"lib/A/A.h",                "#ifndef A_H\n#define A_H\n#include <B.h>\n#endif\n"    },
	    {"lib/A/A.cpp",              "#if 1\n#include <A.h>\n#endif\n#if 0\n#include <C.h>\n"},
	    {"lib/B/library.json",       "{\"build\": {\"libLDFMode\": \"chain+\"}}"             },
	    {"lib/B/B.h",                ""						      },
	    {"lib/C/C.h",                ""						      },
	};
	write_tree(f, files);
	struct library_request request = request_of(f);
	struct library_result result = found(f, &request);
	assert_str(order_of(f, &result), "(lib/B) (lib/C) lib/A");
	assert_printed(f, "lib/A/library.properties: warning: library 'A' includes 'C.h' under a "
	                  "condition, which is taken for fulfilled: evaluating conditions comes "
	                  "later\n"
	                  "help: lib_ldf_mode = chain takes every condition so, and says no more "
	                  "of it\n");
	f->diag = (struct diag){.arena = &f->keep};
	request.mode_is_set = true;
	(void)found(f, &request);
	assert_printed(f, "");
}

static void without_a_search_libraries_see_those_built_before_them(void **state) {
	struct fixture *f = *state;
	static const char *const files[][2] = {
	    {"src/main.cpp", ""},
	    {"lib/A/A.h",    ""},
	    {"lib/B/B.h",    ""},
	};
	write_tree(f, files);
	struct library_request request = request_of(f);
	request.mode = STR("off");
	str_vec_push(&f->keep, &request.deps, STR("B"));
	str_vec_push(&f->keep, &request.deps, STR("A"));
	struct library_result result = found(f, &request);
	assert_str(order_of(f, &result), "(lib/B) (lib/A)");
	assert_strs(&library_of(&result, "lib/A")->include_path, "lib/B|lib/A");
	assert_strs(&library_of(&result, "lib/B")->include_path, "lib/B");
}

static void every_folder_and_file_that_counts_is_remembered(void **state) {
	struct fixture *f = *state;
	static const char *const files[][2] = {
	    {"src/main.cpp",       "#include <A.h>\n#include \"../x/y.h\"\n"
	                     "#if __has_include(<opt.h>)\n#endif\n"},
	    {"x/y.h",              ""							  },
	    {"lib/A/library.json", "{}"							},
	    {"lib/A/A.h",          ""							  },
	};
	static const char *const expected[] = {"lib",          "none",      "core",
	                                       "lib/A",        "src",       "x",
	                                       "src/main.cpp", "lib/A/A.h", "lib/A/library.json"};
	write_tree(f, files);
	struct library_request request = request_of(f);
	struct library_result result = {0};
	struct reads reads = {.arena = &f->keep};
	assert_true(library_find(&f->cx, &reads, &request, &result));
	for (size_t i = 0; i < COUNT_OF(expected); i++) {
		struct map_entry *entry = map_first(&reads.paths);
		while (entry && !str_eq(map_key(entry), str_from(expected[i]))) {
			entry = map_next(entry);
		}
		if (!entry) {
			fail_msg("%s is not remembered", expected[i]);
		}
	}
	assert_strs(&result.has_include, "opt.h");
}

static void a_long_chain_of_headers_between_two_libraries_is_followed(void **state) {
	struct fixture *f = *state;
	enum { LENGTH = 1000 };
	fixture_enter_dir(f);
	fixture_write(f, "src/main.cpp", "#include <a0.h>\n");
	for (int i = 0; i < LENGTH; i++) {
		str path = str_format(&f->keep, "lib/%s/a%d.h", i % 2 ? "A" : "B", i);
		str text = str_format(&f->keep, "#include <a%d.h>\n", i + 1);
		fixture_write(f, str_cstr(&f->keep, path), str_cstr(&f->keep, text));
	}
	fixture_write(f, "lib/C/a1000.h", "");
	struct library_request request = request_of(f);
	struct library_result result = found(f, &request);
	assert_int_equal(result.order.len, 3);
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(includes_lead_to_libraries_children_first),
	    fixture_test(chain_searches_every_library_that_was_found_once_more),
	    fixture_test(a_source_beside_a_header_is_searched_with_it),
	    fixture_test(a_circle_is_cut_where_it_would_close),
	    fixture_test(the_layout_follows_from_the_kind),
	    fixture_test(ignored_and_incompatible_libraries_do_not_exist),
	    fixture_test(the_project_has_the_last_word_on_archives),
	    fixture_test(words_of_a_library_reach_those_that_depend_on_it),
	    fixture_test(folders_of_the_user_stay_where_he_put_them),
	    fixture_test(a_sketch_counts_as_one_source_without_its_comments),
	    fixture_test(modes_that_evaluate_conditions_are_refused),
	    fixture_test(a_condition_that_is_taken_for_fulfilled_is_a_warning),
	    fixture_test(without_a_search_libraries_see_those_built_before_them),
	    fixture_test(every_folder_and_file_that_counts_is_remembered),
	    fixture_test(a_long_chain_of_headers_between_two_libraries_is_followed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
