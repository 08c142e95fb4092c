/*
 * fbgen: a PlatformIO project becomes a ninja manifest.
 *
 * The parts, in the order in which data flows:
 *
 *   option, config, interpolate   platformio.ini → environments with typed settings
 *   board, recipe                 boards/PLATFORM.yaml → properties, words, archives, images
 *   plan, toolid                  which packages, and where they are
 *   sources, scan, library        which files, which libraries
 *   flags, variables              words per tool
 *   target                        all of that for one environment
 *   graph, assemble, actions      edges
 *   ninja, compdb                 the graph on disk
 *   state                         what the next run may rely on
 *   generate                      the pipeline through all of them
 *
 * and what build edges run: edge_ino, edge_size, edge_run.
 */
#include <stdio.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/file.h"
#include "base/path.h"
#include "gen/board_list.h"
#include "gen/build.h"
#include "gen/config.h"
#include "gen/debug.h"
#include "gen/doctor.h"
#include "gen/edge_ino.h"
#include "gen/edge_run.h"
#include "gen/edge_size.h"
#include "gen/edge_upload.h"
#include "gen/generate.h"
#include "gen/init.h"

enum option_id {
	OPT_NONE,
	OPT_DIR,
	OPT_ENV,
	OPT_SOURCE,
	OPT_OFFLINE,
	OPT_IGNORE_SCRIPTS,
	OPT_JSON,
	OPT_JOBS,
	OPT_BOARD,
	/* what build edges use */
	OPT_OUTPUT,
	OPT_PRELUDE,
	OPT_FLASH_MAX,
	OPT_RAM_MAX,
	OPT_FLASH_PATTERN,
	OPT_RAM_PATTERN,
	OPT_SHOW,
	OPT_PORT,
	OPT_HWID,
	OPT_TOUCH,
	OPT_WAIT,
	OPT_SERIAL,
	OPT_SECONDS,
};

static const struct cli_option cli_options[] = {
    {'C', "directory",      "DIR",  "Work in DIR",							    OPT_DIR           },
    {'e', "environment",    "ENV",  "Generate this environment (repeatable)",                                 OPT_ENV           },
    {0,   "source",         "KIND", "Take packages from KIND where they have it: platformio, distro, system",
     OPT_SOURCE														 },
    {0,   "offline",        NULL,   "Use installed packages alone",                                           OPT_OFFLINE       },
    {0,   "ignore-scripts", NULL,   "Build without the project's extra_scripts",                              OPT_IGNORE_SCRIPTS},
    {0,   "json",           NULL,   "Print data as JSON",						     OPT_JSON          },
    {'j', "jobs",           "N",    "Let ninja run N jobs at a time",                                         OPT_JOBS          },
    {0,   "board",          "ID",   "The board to make a project for; native: this machine",                  OPT_BOARD         },
    {'o', "output",         "FILE", "Write FILE",							     OPT_OUTPUT        },
    {0,   "prelude",        "FILE", "Write the prototypes to FILE too",                                       OPT_PRELUDE       },
    {0,   "flash-max",      "N",    "Bytes of flash the board has",                                           OPT_FLASH_MAX     },
    {0,   "ram-max",        "N",    "Bytes of RAM the board has",                                             OPT_RAM_MAX       },
    {0,   "flash-pattern",  "RE",   "Lines that count as flash",                                              OPT_FLASH_PATTERN },
    {0,   "ram-pattern",    "RE",   "Lines that count as RAM",                                                OPT_RAM_PATTERN   },
    {0,   "show",           "FILE", "Print the sizes in FILE",                                                OPT_SHOW          },
    {0,   "port",           "PORT", "Upload to PORT",							 OPT_PORT          },
    {0,   "hwid",           "ID",   "A USB id of the board (repeatable)",                                     OPT_HWID          },
    {0,   "touch",          NULL,   "Open the port at 1200 baud first",                                       OPT_TOUCH         },
    {0,   "wait",           NULL,   "Take the port that then appears",                                        OPT_WAIT          },
    {0,   "serial",         NULL,   "The output is a simulated serial line",                                  OPT_SERIAL        },
    {0,   "seconds",        "N",    "End the program after N seconds",                                        OPT_SECONDS       },
};

enum verb_id {
	VERB_GENERATE,
	VERB_BUILD,
	VERB_INIT,
	VERB_BOARDS,
	VERB_CONFIG,
	VERB_DOCTOR,
	VERB_EDGE,
	VERB_DEBUG,
	VERB_COMPLETION,
};

static const int no_options[] = {0};
static const int build_ids[] = {OPT_JOBS, 0};
static const int init_ids[] = {OPT_BOARD, 0};
static const int json_ids[] = {OPT_JSON, 0};
static const int edge_ids[] = {OPT_OUTPUT,        OPT_PRELUDE,
                               OPT_FLASH_MAX,     OPT_RAM_MAX,
                               OPT_FLASH_PATTERN, OPT_RAM_PATTERN,
                               OPT_SHOW,          OPT_PORT,
                               OPT_HWID,          OPT_TOUCH,
                               OPT_WAIT,          OPT_SERIAL,
                               OPT_SECONDS,       0};
static const int common_ids[] = {OPT_DIR, OPT_ENV, OPT_SOURCE, OPT_OFFLINE, OPT_IGNORE_SCRIPTS, 0};

static const struct cli_verb cli_verbs[] = {
    {NULL,         NULL,             "Write build.ninja for the project",                     no_options, VERB_GENERATE},
    {"build",      "[TARGET…]",    "Write build.ninja, run ninja, print sizes and times",   build_ids,
     VERB_BUILD													},
    {"init",       NULL,             "Make a new project for a board",                        init_ids,   VERB_INIT    },
    {"boards",     "[QUERY]",        "List boards whose id, name or MCU contains QUERY",      json_ids,
     VERB_BOARDS												       },
    {"config",     NULL,             "Print the project's options as they are resolved",      json_ids,   VERB_CONFIG  },
    {"doctor",     NULL,             "Say what is missing on this machine and how to get it", no_options,
     VERB_DOCTOR												       },
    {"completion", "SHELL",          "Print a completion script for bash, zsh or fish",       no_options,
     VERB_COMPLETION												   },
    {"edge",       "VERB [WORD…]", NULL,						    edge_ids,   VERB_EDGE    },
    {"debug",      "WHAT [WORD…]", NULL,						    no_options, VERB_DEBUG   },
};

static const struct cli_program program = {
    .name = "fbgen",
    .summary = "Turn a PlatformIO project into build.ninja.",
    .version = FBGEN_VERSION,
    .options = cli_options,
    .option_count = COUNT_OF(cli_options),
    .verbs = cli_verbs,
    .verb_count = COUNT_OF(cli_verbs),
    .common = common_ids,
};

static struct str_vec option_list(struct ctx *cx, const struct cli_args *args, int id) {
	struct str_vec list = {0};
	for (size_t i = 0; i < args->options.len; i++) {
		if (args->options.at[i].id == id) {
			str_vec_add(cx->keep, &list, args->options.at[i].value);
		}
	}
	return list;
}

static struct generate_options generate_options(struct ctx *cx, const struct cli_args *args) {
	return (struct generate_options){
	    .envs = option_list(cx, args, OPT_ENV),
	    .source = cli_get(args, OPT_SOURCE),
	    .offline = cli_has(args, OPT_OFFLINE),
	    .ignore_scripts = cli_has(args, OPT_IGNORE_SCRIPTS),
	};
}

static bool run_generate(struct ctx *cx, const struct cli_args *args) {
	struct generate_options wanted = generate_options(cx, args);
	return generate(cx, &wanted);
}

static bool run_build(struct ctx *cx, const struct cli_args *args) {
	struct build_options wanted = {.generate = generate_options(cx, args),
	                               .targets = args->operands,
	                               .jobs = cli_get(args, OPT_JOBS)};
	return build_project(cx, &wanted);
}

static bool run_config(struct ctx *cx, const struct cli_args *args) {
	struct reads reads = {.arena = cx->keep};
	struct config config = {0};
	bool ok = config_read(cx, &reads, STR("platformio.ini"), &config);
	for (size_t i = 0; i < config.envs.len; i++) {
		diag_append(cx->diag, &config.envs.at[i]->faults, DIAG_ERROR);
	}
	if (cli_has(args, OPT_JSON)) {
		config_print_json(&config, cx->diag, stdout);
	} else if (ok) {
		config_print_text(&config, stdout);
	}
	return ok && cx->diag->errors == 0;
}

/* Where boards are without a project: fbgen's own and the user's. */
static struct board_dirs plain_boards(struct ctx *cx) {
	struct reads reads = {.arena = cx->keep};
	return (struct board_dirs){.data = board_data_dir(cx->keep, &reads),
	                           .user = board_user_dir(cx->keep, &reads),
	                           .project = STR("boards")};
}

static bool run_boards(struct ctx *cx, const struct cli_args *args) {
	struct board_dirs dirs = plain_boards(cx);
	struct board_query query = {.text = str_join(cx->keep, &args->operands, STR(" ")),
	                            .json = cli_has(args, OPT_JSON)};
	return board_list(cx, &dirs, &query, stdout);
}

static bool run_init(struct ctx *cx, const struct cli_args *args) {
	struct board_dirs dirs = plain_boards(cx);
	if (!cli_has(args, OPT_BOARD)) {
		diag_fault(cx->diag, EXIT_USAGE, (span){0}, "init wants a board");
		diag_help(
		    cx->diag,
		    "fbgen init --board uno; 'fbgen boards' lists them; native is this machine");
		return false;
	}
	return init_project(cx, &dirs, cli_get(args, OPT_BOARD));
}

static bool run_doctor(struct ctx *cx, const struct cli_args *args) {
	(void)args;
	struct board_dirs dirs = plain_boards(cx);
	return doctor_run(cx, &dirs, stdout);
}

/* A number of an option; 0 where it is absent or none. */
static uint64_t number(const struct cli_args *args, int id) {
	uint64_t value = 0;
	return str_to_u64(cli_get(args, id), UINT64_MAX, &value) ? value : 0;
}

static bool edge_sizes(struct ctx *cx, const struct cli_args *args, const struct str_vec *words) {
	str shown = cli_get(args, OPT_SHOW);
	if (shown.len) {
		struct size_figures figures;
		if (!size_read(cx->keep, shown, &figures)) {
			return diag_errno(cx->diag, shown, "cannot read");
		}
		str text = size_text(cx->keep, &figures);
		printf("%" PRI_STR "\n", STR_ARG(text));
		return true;
	}
	struct edge_size size = {.flash_pattern = cli_get(args, OPT_FLASH_PATTERN),
	                         .ram_pattern = cli_get(args, OPT_RAM_PATTERN),
	                         .flash_max = number(args, OPT_FLASH_MAX),
	                         .ram_max = number(args, OPT_RAM_MAX),
	                         .command = *words,
	                         .output = cli_get(args, OPT_OUTPUT)};
	return edge_size(cx, &size);
}

static bool edge_sketch(struct ctx *cx, const struct cli_args *args, const struct str_vec *words) {
	return edge_ino(cx, words, cli_get(args, OPT_OUTPUT), cli_get(args, OPT_PRELUDE));
}

static bool edge_program(struct ctx *cx, const struct cli_args *args, const struct str_vec *words) {
	struct edge_run run = {.command = *words,
	                       .serial = cli_has(args, OPT_SERIAL),
	                       .seconds = (unsigned)number(args, OPT_SECONDS)};
	return edge_run(cx, &run);
}

static bool edge_port(struct ctx *cx, const struct cli_args *args, const struct str_vec *words) {
	struct edge_upload upload = {.command = *words,
	                             .port = cli_get(args, OPT_PORT),
	                             .hwids = option_list(cx, args, OPT_HWID),
	                             .touch_1200bps = cli_has(args, OPT_TOUCH),
	                             .wait_for_port = cli_has(args, OPT_WAIT)};
	return edge_upload(cx, &upload);
}

/* The target of an environment that has a fault: says it and fails. */
static bool edge_fault(struct ctx *cx, const struct cli_args *args, const struct str_vec *words) {
	(void)args;
	struct source faults;
	for (size_t i = 0; i < words->len; i++) {
		if (file_read(cx, words->at[i], &faults)) {
			fprintf(stderr, "%" PRI_STR, STR_ARG(faults.text));
		}
	}
	return diag_error(cx->diag, (span){0}, "this environment has a fault");
}

static const struct {
	str name;
	bool (*run)(struct ctx *cx, const struct cli_args *args, const struct str_vec *words);
} edge_verbs[] = {
    {STR_INIT("ino"),    edge_sketch },
    {STR_INIT("size"),   edge_sizes  },
    {STR_INIT("run"),    edge_program},
    {STR_INIT("upload"), edge_port   },
    {STR_INIT("fault"),  edge_fault  },
};

static bool run_edge(struct ctx *cx, const struct cli_args *args) {
	str verb = args->operands.len ? args->operands.at[0] : STR("");
	struct str_vec words = args->operands;
	for (size_t i = 0; i < COUNT_OF(edge_verbs); i++) {
		if (str_eq(edge_verbs[i].name, verb)) {
			words.at++;
			words.len--;
			words.cap = 0;
			return edge_verbs[i].run(cx, args, &words);
		}
	}
	return diag_fault(cx->diag, EXIT_USAGE, (span){0}, "unknown edge '%" PRI_STR "'",
	                  STR_ARG(verb));
}

static bool run_debug(struct ctx *cx, const struct cli_args *args) {
	str what = args->operands.len ? args->operands.at[0] : STR("");
	if (str_eq(what, STR("man"))) {
		cli_print_markdown(&program, stdout);
		return true;
	}
	return debug_print(cx, &args->operands, stdout);
}

static bool run_completion(struct ctx *cx, const struct cli_args *args) {
	str shell = args->operands.len ? args->operands.at[0] : STR("");
	if (!cli_print_completion(&program, shell, stdout)) {
		return diag_fault(cx->diag, EXIT_USAGE, (span){0},
		                  "completion wants one of the shells bash, zsh and fish");
	}
	return true;
}

static bool (*const run_verb[])(struct ctx *cx, const struct cli_args *args) = {
    [VERB_GENERATE] = run_generate, [VERB_BUILD] = run_build,   [VERB_INIT] = run_init,
    [VERB_BOARDS] = run_boards,     [VERB_CONFIG] = run_config, [VERB_DOCTOR] = run_doctor,
    [VERB_EDGE] = run_edge,         [VERB_DEBUG] = run_debug,   [VERB_COMPLETION] = run_completion,
};

/* All verbs but those that need no folder work in the project's. */
static bool enter(struct ctx *cx, const struct cli_args *args) {
	str dir = cli_get(args, OPT_DIR);
	if (dir.len && chdir(str_cstr(cx->scratch, dir)) < 0) {
		return diag_errno(cx->diag, dir, "cannot enter the directory");
	}
	return true;
}

int main(int argc, char **argv) {
	struct arena keep = {0};
	struct arena scratch = {0};
	struct diag diag = {.arena = &keep};
	struct ctx cx = {&keep, &scratch, &diag};
	struct cli_args args = {0};
	bool ok = cli_parse(&cx, &program, argc, argv, &args) &&
	          (args.done || (enter(&cx, &args) && run_verb[args.verb->id](&cx, &args)));
	if (ok && (fflush(stdout) != 0 || ferror(stdout))) {
		ok = diag_errno(&diag, STR("standard output"), "cannot write");
	}
	diag_print(&diag, stderr, diag_wants_colour(stderr));
	enum exit_code code = diag_code(&diag);
	arena_release(&scratch);
	arena_release(&keep);
	return ok ? EXIT_DONE : code == EXIT_DONE ? EXIT_PROJECT : (int)code;
}
