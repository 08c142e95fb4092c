#include <stdlib.h>
#include <string.h>

#include "support.h"

#include "base/file.h"
#include "gen/config.h"

struct parsed {
	struct reads reads;
	struct config config;
	bool ok;
};

static struct parsed *parse(struct fixture *f, const char *text) {
	struct parsed *p = arena_new(&f->keep, struct parsed);
	p->reads.arena = &f->keep;
	p->ok = config_parse(&f->cx, &p->reads, fixture_source(f, "test.ini", str_from(text)),
	                     &p->config);
	for (size_t i = 0; i < p->config.envs.len; i++) {
		diag_append(&f->diag, &p->config.envs.at[i]->faults, DIAG_ERROR);
	}
	return p;
}

static const struct environment *env_of(const struct parsed *p, const char *name) {
	const struct environment *env = config_env(&p->config, str_from(name));
	assert_non_null(env);
	return env;
}

/* The text of one option of [env:a], after the lines given. */
static str text_of(struct fixture *f, const char *text, const char *option) {
	return config_text(env_of(parse(f, text), "a"), str_from(option));
}

static void the_first_section_of_the_walk_that_has_an_option_wins(void **state) {
	struct fixture *f = *state;
	static const struct {
		const char *text, *board;
	} cases[] = {
	    {"[env]\nboard=e\n[env:a]\n",						  "e" },
	    {"[env]\nboard=e\n[c]\nboard=c\n[env:a]\nextends=c\n",                         "c" },
	    {"[c]\nboard=c\n[d]\nboard=d\n[env:a]\nextends=c, d\n",                        "d" },
	    {"[c]\nboard=c\n[d]\nboard=d\n[env:a]\nextends=\n d\n c\n",                    "c" },
	    {"[g]\nboard=g\n[c]\nextends=g\n[d]\nextends=g\n[env:a]\nextends=c, d\n",      "g" },
	    {"[y]\nextends=x\n[x]\nboard=x\n[z]\n[env]\nboard=e\n[env:a]\nextends=y, z\n", "x" },
	    {"[DEFAULT]\nboard=q\n[c]\nboard=c\n[env:a]\nextends=c\n",                     "q" },
	    {"[env]\nextends=c\n[c]\nboard=c\n[env:a]\n",                                  "c" },
	    {"[env:a]\nextends=c,d\n[c,d]\nboard=cd\n",                                    "cd"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_str(text_of(f, cases[i].text, "board"), cases[i].board);
	}
	assert_int_equal(f->diag.errors, 0);
}

static void references_are_expanded(void **state) {
	struct fixture *f = *state;
	assert_int_equal(setenv("FBGEN_TEST_X", "x y", 1), 0);
	static const struct {
		const char *value, *text;
	} cases[] = {
	    {"${c.v}",					"V"                     },
	    {"${c.V}",					"V"                     },
	    {"<${c.v}${c.v}>",				"<VV>"                  },
	    {"${sysenv.FBGEN_TEST_X}${sysenv.FBGEN_TEST_NO}", "x y"                   },
	    {"${this.__env__}/${this.board}",                 "a/B"                   },
	    {"${this.monitor_speed} ${this.lib_archive}",     "9600 True"             },
	    {"${env:a.build_type}",                           "release"               },
	    {"${this.debug_build_flags}",                     "-Og\n-g2\n-ggdb2"      },
	    {"${BUILD_DIR}/$PROGNAME",                        "${BUILD_DIR}/$PROGNAME"},
	    {"${}${.x}${a.}${x",                              "${}${.x}${a.}${x"      },
	    {"%%${c.percent}",				"%%"                    },
	    {"%(board)s %(BOARD)s",                           "B B"                   },
	    {"${DEFAULT.d}",				  "D"                     },
	    {"${this.upload_port}",                           ""                      },
	    {"${env:none.lib_deps}",                          ""                      },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		str text = str_format(&f->keep,
		                      "[DEFAULT]\nd = D\n[c]\nv = V\npercent = %%%%\n"
		                      "[env:a]\nboard = B\ncustom_x = %s\n",
		                      cases[i].value);
		assert_str(text_of(f, text.at, "custom_x"), cases[i].text);
	}
	assert_int_equal(f->diag.errors, 0);
}

static void lists_are_split_as_they_are_written(void **state) {
	struct fixture *f = *state;
	static const struct {
		const char *value, *items;
	} cases[] = {
	    {"a, b",          "a|b"   },
            {"a,b",           "a,b"   },
	    {"a b",           "a b"   },
            {"\n  a, b\n  c", "a, b|c"},
	    {"a\n\n  b",      "a|b"   },
            {"${c.list} z",   "p|q z" },
	    {"a\n  ;b\n  c",  "a|c"   },
            {"",              ""      },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		str text = str_format(&f->keep, "[c]\nlist =\n p\n q\n[env:a]\nlib_deps = %s\n",
		                      cases[i].value);
		const struct environment *env = env_of(parse(f, text.at), "a");
		struct str_vec items = config_items(&f->keep, env, STR("lib_deps"));
		assert_strs(&items, cases[i].items);
	}
}

static void defaults_stand_where_nothing_is_set(void **state) {
	struct fixture *f = *state;
	const struct environment *env = env_of(parse(f, "[env:a]\nlib_archive = off\n"), "a");
	assert_str(config_text(env, STR("build_type")), "release");
	assert_false(config_bool(env, STR("lib_archive")));
	assert_true(config_bool(env_of(parse(f, "[env:a]\n"), "a"), STR("lib_archive")));
	struct str_vec items = config_items(&f->keep, env, STR("debug_build_flags"));
	assert_strs(&items, "-Og|-g2|-ggdb2");
	assert_str(config_text(env, STR("custom_none")), "");
	assert_null(config_setting(env, STR("build_type")));
}

static void environment_variables_add_to_lists_and_replace_texts(void **state) {
	struct fixture *f = *state;
	assert_int_equal(setenv("PLATFORMIO_BUILD_FLAGS", "-DE1 -DE2", 1), 0);
	assert_int_equal(setenv("PLATFORMIO_UPLOAD_PORT", "${c.v}", 1), 0);
	assert_int_equal(setenv("PLATFORMIO_SRC_DIR", "other", 1), 0);
	assert_int_equal(setenv("PLATFORMIO_SRC_FILTER", "+<old>", 1), 0);
	struct parsed *p = parse(f, "[c]\nv = V\n[env:a]\nbuild_flags = -DI\nupload_port = p\n");
	assert_int_equal(unsetenv("PLATFORMIO_BUILD_FLAGS"), 0);
	assert_int_equal(unsetenv("PLATFORMIO_UPLOAD_PORT"), 0);
	assert_int_equal(unsetenv("PLATFORMIO_SRC_DIR"), 0);
	assert_int_equal(unsetenv("PLATFORMIO_SRC_FILTER"), 0);
	const struct environment *env = env_of(p, "a");
	struct str_vec flags = config_items(&f->keep, env, STR("build_flags"));
	assert_strs(&flags, "-DI|-DE1 -DE2");
	assert_str(config_text(env, STR("upload_port")), "V");
	assert_str(config_text(env, STR("build_src_filter")), "+<old>");
	str dir = config_dir(&f->keep, &p->config, STR("src_dir"));
	assert_true(str_ends_with(dir, STR("/other")) && dir.at[0] == '/');
	assert_non_null(map_get(&p->reads.variables, STR("PLATFORMIO_BUILD_FLAGS")));
	assert_null(config_span(env, STR("upload_port")).source);
}

static void a_fault_of_one_environment_is_its_own(void **state) {
	struct fixture *f = *state;
	struct parsed *p = parse(f, "[env:a]\nlib_ldf_mode = fast\n[env:b]\nboard = uno\n");
	assert_true(p->ok);
	assert_int_equal(env_of(p, "a")->faults.errors, 1);
	assert_int_equal(env_of(p, "b")->faults.errors, 0);
	struct diag_entry *entry = &env_of(p, "a")->faults.entries.at[0];
	assert_str(entry->section, "env:a");
	assert_str(entry->option, "lib_ldf_mode");
	assert_int_equal(span_column(entry->at), 16);
}

static void what_an_environment_refers_to_makes_it_faulty_too(void **state) {
	struct fixture *f = *state;
	struct parsed *p = parse(f, "[env:a]\nboard = ${env:b.board}\n[env:b]\nboard = ${no.x}\n");
	assert_true(p->ok);
	assert_int_equal(env_of(p, "a")->faults.errors, 1);
	assert_int_equal(env_of(p, "b")->faults.errors, 1);
	assert_printed(f, "test.ini:4:9: error: no section 'no'\n"
	                  "    4 | board = ${no.x}\n"
	                  "      |         ^^^^^^^\n");
}

static void circles_end_with_their_chain(void **state) {
	struct fixture *f = *state;
	(void)parse(f, "[env:a]\nextends = c\n[c]\nextends = d\n[d]\nextends = c\n");
	assert_printed(
	    f, "test.ini:4:11: error: 'extends' runs in a circle: 'c' comes back to itself\n"
	       "    4 | extends = d\n"
	       "      |           ^\n"
	       "test.ini:6:11: note: 'd' extends 'c' here\n"
	       "    6 | extends = c\n"
	       "      |           ^\n");
}

static void no_depth_of_references_ends_the_program(void **state) {
	struct fixture *f = *state;
	struct str_vec lines = {0};
	str_vec_push(&f->keep, &lines, STR("[env:a]\ncustom_0 = end\n"));
	for (int i = 1; i < 5000; i++) {
		str_vec_push(&f->keep, &lines,
		             str_format(&f->keep,
		                        "custom_%d = ${this.custom_%d}${this.custom_%d}\n", i,
		                        i - 1, i - 1));
	}
	str text = str_join(&f->keep, &lines, STR(""));
	struct parsed *p = parse(f, text.at);
	assert_true(env_of(p, "a")->faults.errors > 0);
	assert_str(config_text(env_of(p, "a"), STR("custom_2")), "endendendend");
}

static void files_and_folders_that_were_looked_at_are_noted(void **state) {
	struct fixture *f = *state;
	fixture_enter_dir(f);
	fixture_write(f, "platformio.ini",
	              "[platformio]\nextra_configs =\n  x/*.ini\n  gone.ini\n[env:a]\nboard = o\n");
	fixture_write(f, "x/b.ini", "[env:a]\nboard = b\n");
	fixture_write(f, "x/a.ini", "[env:a]\nboard = a\n[platformio]\nextra_configs = y.ini\n");
	fixture_write(f, "y.ini", "[env:y]\n");
	struct reads reads = {.arena = &f->keep};
	struct config config;
	assert_true(config_read(&f->cx, &reads, STR("platformio.ini"), &config));
	assert_str(config_text(config_env(&config, STR("a")), STR("board")), "b");
	assert_non_null(config_env(&config, STR("y")));
	static const char *const paths[] = {"platformio.ini", "x",     "x/a.ini",
	                                    "x/b.ini",        "y.ini", "gone.ini"};
	for (size_t i = 0; i < COUNT_OF(paths); i++) {
		assert_non_null(map_get(&reads.paths, str_from(paths[i])));
	}
	assert_int_equal(f->diag.entries.len, 0);
}

static void a_folder_without_the_file_is_no_project(void **state) {
	struct fixture *f = *state;
	fixture_enter_dir(f);
	struct reads reads = {.arena = &f->keep};
	struct config config;
	assert_false(config_read(&f->cx, &reads, STR("platformio.ini"), &config));
	assert_printed(f,
	               "platformio.ini: error: there is no such file: this folder is no project\n"
	               "help: 'fbgen init --board ID' makes one\n");
	assert_non_null(map_get(&reads.paths, STR("platformio.ini")));
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(the_first_section_of_the_walk_that_has_an_option_wins),
	    fixture_test(references_are_expanded),
	    fixture_test(lists_are_split_as_they_are_written),
	    fixture_test(defaults_stand_where_nothing_is_set),
	    fixture_test(environment_variables_add_to_lists_and_replace_texts),
	    fixture_test(a_fault_of_one_environment_is_its_own),
	    fixture_test(what_an_environment_refers_to_makes_it_faulty_too),
	    fixture_test(circles_end_with_their_chain),
	    fixture_test(no_depth_of_references_ends_the_program),
	    fixture_test(files_and_folders_that_were_looked_at_are_noted),
	    fixture_test(a_folder_without_the_file_is_no_project),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
