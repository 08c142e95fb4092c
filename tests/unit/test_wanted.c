#include "finder_fixture.h"
#include "gen/wanted.h"

static void an_entry_is_taken_apart(void **state) {
	struct fixture *f = *state;
	static const struct {
		const char *text, *owner, *name, *range, *uri;
	} cases[] = {
	    {"Foo",			"",   "Foo",     "",         ""                      },
	    {"Foo Bar @ ^1.2, <3",         "",   "Foo Bar", "^1.2, <3", ""                      },
	    {"me/Foo@1",                   "me", "Foo",     "1",        ""                      },
	    {"Foo=https://x.org/y.git#v1", "",   "Foo",     "",         "https://x.org/y.git#v1"},
	    {"https://x.org/a/y.git@^1",   "",   "y",       "^1",       "https://x.org/a/y.git" },
	    {"git@x.org:a/y.git",          "",   "y",       "",         "git@x.org:a/y.git"     },
	    {"https://x.org/y/?a=b/",      "",   "y",       "",         "https://x.org/y/?a=b/" },
	    {"../libs/y",                  "",   "y",       "",         "../libs/y"             },
	    {"file:///a@b/y",              "",   "y",       "",         "file:///a@b/y"         },
	    {"a/b/c",		      "",   "c",       "",         "a/b/c"                 },
	    {"@",			  "",   "",        "",         ""                      },
	    {"=",			  "",   "",        "",         ""                      },
	    {"/",			  "",   "",        "",         "/"                     },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct wanted wanted;
		wanted_parse(&f->keep, str_from(cases[i].text), &wanted);
		assert_str(wanted.owner, cases[i].owner);
		assert_str(wanted.name, cases[i].name);
		assert_str(wanted.range, cases[i].range);
		assert_str(wanted.uri, cases[i].uri);
		assert_false(wanted.is_number);
	}
	struct wanted wanted;
	wanted_parse(&f->keep, STR("id=13@1"), &wanted);
	assert_true(wanted.is_number);
}

static void what_lib_deps_names_is_used_without_an_include(void **state) {
	struct fixture *f = *state;
	static const char *const files[][2] = {
	    {"src/main.cpp",             ""										},
	    {"lib/a/library.json",       "{\"name\": \"A Lib\", \"version\": \"1.2.0\","
	                           " \"dependencies\": {\"me/E\": \"^9\", \"X\": \"*\"}}"},
	    {"lib/Bare/b.h",             ""										},
	    {"lib/E/library.properties", "name=E\ndepends=Bare\n"                                                          },
	    {"core/a/library.json",      "{\"name\": \"A Lib\", \"version\": \"1.9.0\"}"                                   },
	};
	static const struct {
		const char *entry, *order;
	} cases[] = {
	    {"A Lib",                     "(lib/E) (lib/a)"},
	    {"a lib@^1.2",                "(lib/E) (lib/a)"},
	    {"me/A Lib @ ~1.9",           "(core/a)"       },
	    {"Bare",		      "(lib/Bare)"     },
	    {"https://x.org/y/E.git#v1",  "(lib/E)"        },
	    {"E = https://x.org/y/z.zip", "(lib/E)"        },
	    {"symlink://lib/a",           "(lib/E) (lib/a)"},
	};
	write_tree(f, files);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct library_request request = request_of(f);
		request.mode = STR("off");
		str_vec_push(&f->keep, &request.deps, str_from(cases[i].entry));
		struct library_result result = found(f, &request);
		assert_str(order_of(f, &result), cases[i].order);
	}
}

static void a_library_that_no_storage_has_is_a_fault_at_its_entry(void **state) {
	struct fixture *f = *state;
	static const char *const files[][2] = {
	    {"src/main.cpp",       ""					   },
	    {"lib/A/library.json", "{\"name\": \"A\", \"version\": \"1.0.0\"}"  },
	    {"lib/M/library.json", "{\"name\": \"M\", \"frameworks\": \"mbed\"}"},
	};
	write_tree(f, files);
	const struct source *ini =
	    fixture_source(f, "platformio.ini", STR("lib_deps =\n  me/Gone\n  A@^2\n  M\n"));
	struct library_request request = request_of(f);
	request.deps_at = span_of(ini, str_slice(ini->text, 0, 8));
	str_vec_push(&f->keep, &request.deps, str_slice(ini->text, 13, 20));
	str_vec_push(&f->keep, &request.deps, str_slice(ini->text, 23, 27));
	str_vec_push(&f->keep, &request.deps, str_slice(ini->text, 30, 31));
	struct library_result result = {0};
	struct reads reads = {.arena = &f->keep};
	assert_false(library_find(&f->cx, &reads, &request, &result));
	assert_int_equal(diag_code(&f->diag), EXIT_PACKAGE);
	assert_printed(
	    f,
	    "platformio.ini:2:3: error: library 'me/Gone' of lib_deps is in none of the project's "
	    "storages, and downloading libraries comes later\n"
	    "    2 |   me/Gone\n"
	    "      |   ^^^^^^^\n"
	    "help: put the library's folder into lib/, or name the folder that it is in in "
	    "lib_extra_dirs\n"
	    "platformio.ini:3:3: error: library 'A@^2' of lib_deps is in none of the project's "
	    "storages, and downloading libraries comes later\n"
	    "    3 |   A@^2\n"
	    "      |   ^^^^\n"
	    "note: 'lib/A' has the version '1.0.0', which is not asked for\n"
	    "help: put the library's folder into lib/, or name the folder that it is in in "
	    "lib_extra_dirs\n"
	    "platformio.ini:4:3: warning: library 'M' of lib_deps is for other frameworks or "
	    "platforms, and so it is not used\n"
	    "    4 |   M\n"
	    "      |   ^\n"
	    "help: lib_compat_mode = off uses it nevertheless\n");
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(an_entry_is_taken_apart),
	    fixture_test(what_lib_deps_names_is_used_without_an_include),
	    fixture_test(a_library_that_no_storage_has_is_a_fault_at_its_entry),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
