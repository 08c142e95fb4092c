#include "support.h"

#include "gen/variables.h"

/* The variables of a project's only environment. */
static struct map collect(struct fixture *f, const char *ini, const struct board *board) {
	struct reads reads = {.arena = &f->keep};
	struct config config;
	struct map variables = {0};
	fixture_enter_dir(f);
	assert_true(config_parse(&f->cx, &reads, fixture_source(f, "platformio.ini", str_from(ini)),
	                         &config));
	variables_collect(&f->keep, &config, config.envs.at[0], board, &variables);
	return variables;
}

static str get(const struct map *variables, const char *name) {
	const str *value = map_get(variables, str_from(name));
	return value ? *value : STR("(none)");
}

static void variables_are_options_folders_and_properties(void **state) {
	static const struct {
		const char *name, *value;
	} cases[] = {
	    {"PIOENV",           "e"           },
	    {"PIOPLATFORM",      "toy"         },
	    {"PIOFRAMEWORK",     "arduino"     },
	    {"BUILD_DIR",        ".fbgen/e"    },
	    {"BUILD_SRC_DIR",    ".fbgen/e/src"},
	    {"BUILD_TYPE",       "release"     },
	    {"PROJECT_SRC_DIR",  "source"      },
	    {"PROJECTSRC_DIR",   "source"      },
	    {"PROJECT_TEST_DIR", "test"        },
	    {"BOARD_MCU",        "m1"          },
	    {"BOARD_F_CPU",      ""            },
	    {"NOTHING",          "(none)"      },
	};
	struct fixture *f = *state;
	struct board board = {.id = STR("ant")};
	board_set(&f->keep, &board, STR("mcu"), STR("m1"), (span){0});
	struct map variables = collect(f,
	                               "[platformio]\nsrc_dir = source\n"
	                               "[env:e]\nplatform = toy\nframework = arduino\n",
	                               &board);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_str(get(&variables, cases[i].name), cases[i].value);
	}
}

static void a_folder_outside_of_the_project_is_absolute(void **state) {
	struct fixture *f = *state;
	struct board board = {0};
	struct map variables =
	    collect(f, "[platformio]\nsrc_dir = /else/where\n[env:e]\nplatform = toy\n", &board);
	assert_str(get(&variables, "PROJECT_SRC_DIR"), "/else/where");
}

static void the_folder_of_an_environment_is_its_own_whatever_its_name(void **state) {
	struct fixture *f = *state;
	struct board board = {0};
	struct map variables = collect(f, "[env:obj]\nplatform = toy\n", &board);
	assert_str(get(&variables, "BUILD_DIR"), ".fbgen/obj.env");
}

static void a_variable_that_is_set_again_has_the_later_value(void **state) {
	struct fixture *f = *state;
	struct map variables = {0};
	variables_set(&f->keep, &variables, STR("A"), STR("1"));
	variables_set(&f->keep, &variables, STR("A"), STR("2"));
	assert_int_equal(map_count(&variables), 1);
	assert_str(get(&variables, "A"), "2");
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(variables_are_options_folders_and_properties),
	    fixture_test(a_folder_outside_of_the_project_is_absolute),
	    fixture_test(the_folder_of_an_environment_is_its_own_whatever_its_name),
	    fixture_test(a_variable_that_is_set_again_has_the_later_value),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
