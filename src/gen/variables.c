#include "gen/variables.h"

#include "base/path.h"
#include "gen/object.h"

/* Variables that are a directory of [platformio]; relative to the project where they are in it. */
static const struct {
	str name, option;
} directories[] = {
    {STR_INIT("PROJECT_CORE_DIR"),      STR_INIT("core_dir")     },
    {STR_INIT("PROJECT_PACKAGES_DIR"),  STR_INIT("packages_dir") },
    {STR_INIT("PROJECT_WORKSPACE_DIR"), STR_INIT("workspace_dir")},
    {STR_INIT("PROJECT_LIBDEPS_DIR"),   STR_INIT("libdeps_dir")  },
    {STR_INIT("PROJECT_INCLUDE_DIR"),   STR_INIT("include_dir")  },
    {STR_INIT("PROJECT_SRC_DIR"),       STR_INIT("src_dir")      },
    {STR_INIT("PROJECTSRC_DIR"),        STR_INIT("src_dir")      },
    {STR_INIT("PROJECT_TEST_DIR"),      STR_INIT("test_dir")     },
    {STR_INIT("PROJECT_DATA_DIR"),      STR_INIT("data_dir")     },
    {STR_INIT("PROJECTDATA_DIR"),       STR_INIT("data_dir")     },
};

/* Variables that are an option of the environment. */
static const struct {
	str name, option;
} options_of_env[] = {
    {STR_INIT("PIOPLATFORM"),  STR_INIT("platform")   },
    {STR_INIT("PIOFRAMEWORK"), STR_INIT("framework")  },
    {STR_INIT("BOARD"),        STR_INIT("board")      },
    {STR_INIT("BUILD_TYPE"),   STR_INIT("build_type") },
    {STR_INIT("UPLOAD_PORT"),  STR_INIT("upload_port")},
};

/* Variables that are a property of the board. */
static const struct {
	str name, property;
} properties[] = {
    {STR_INIT("BOARD_MCU"),        STR_INIT("mcu")            },
    {STR_INIT("BOARD_F_CPU"),      STR_INIT("f_cpu")          },
    {STR_INIT("BOARD_F_FLASH"),    STR_INIT("f_flash")        },
    {STR_INIT("BOARD_FLASH_MODE"), STR_INIT("flash_mode")     },
    {STR_INIT("LDSCRIPT_PATH"),    STR_INIT("ldscript")       },
    {STR_INIT("UPLOAD_PROTOCOL"),  STR_INIT("upload_protocol")},
    {STR_INIT("UPLOAD_SPEED"),     STR_INIT("upload_speed")   },
};

void variables_set(struct arena *arena, struct map *variables, str name, str value) {
	str *kept = arena_new(arena, str);
	*kept = value;
	*map_at(arena, variables, name) = kept;
}

void variables_collect(struct arena *arena, const struct config *config,
                       const struct environment *env, const struct board *board, struct map *out) {
	str build_dir = object_dir(arena, env->name);
	variables_set(arena, out, STR("PIOENV"), env->name);
	variables_set(arena, out, STR("PROJECT_DIR"), config->project_dir);
	variables_set(arena, out, STR("PROJECT_BUILD_DIR"), STR(".fbgen"));
	variables_set(arena, out, STR("BUILD_DIR"), build_dir);
	variables_set(arena, out, STR("BUILD_SRC_DIR"), path_join(arena, build_dir, STR("src")));
	variables_set(arena, out, STR("PYTHONEXE"), STR("python3"));
	for (size_t i = 0; i < COUNT_OF(directories); i++) {
		variables_set(arena, out, directories[i].name,
		              config_dir_reached(arena, config, directories[i].option));
	}
	for (size_t i = 0; i < COUNT_OF(options_of_env); i++) {
		variables_set(arena, out, options_of_env[i].name,
		              config_text(env, options_of_env[i].option));
	}
	for (size_t i = 0; i < COUNT_OF(properties); i++) {
		variables_set(arena, out, properties[i].name,
		              board_get(board, properties[i].property));
	}
}
