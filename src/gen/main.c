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
 * and what build edges run: edge.  What fbgen can be asked is the table in usage.
 */
#include <stdio.h>
#include <unistd.h>

#include "base/cli_complete.h"
#include "base/cli_help.h"
#include "base/file.h"
#include "base/path.h"
#include "gen/board_list.h"
#include "gen/build.h"
#include "gen/config.h"
#include "gen/debug.h"
#include "gen/doctor.h"
#include "gen/edge.h"
#include "gen/generate.h"
#include "gen/init.h"
#include "gen/usage.h"

static struct generate_options generate_options(struct ctx *cx, const struct cli_args *args) {
	return (struct generate_options){
	    .envs = cli_list(cx->keep, args, OPT_ENV),
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
	struct str_vec envs = cli_list(cx->keep, args, OPT_ENV);
	bool ok = config_read(cx, &reads, STR("platformio.ini"), &config) &&
	          config_select(cx, &config, &envs);
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

static bool run_debug(struct ctx *cx, const struct cli_args *args) {
	str what = args->operands.len ? args->operands.at[0] : STR("");
	if (str_eq(what, STR("man"))) {
		cli_print_markdown(&usage, stdout);
		return true;
	}
	return debug_print(cx, &args->operands, stdout);
}

static bool run_completion(struct ctx *cx, const struct cli_args *args) {
	str shell = args->operands.len ? args->operands.at[0] : STR("");
	if (!cli_print_completion(&usage, shell, stdout)) {
		return diag_fault(cx->diag, EXIT_USAGE, (span){0},
		                  "completion wants one of the shells bash, zsh and fish");
	}
	return true;
}

static bool (*const run_verb[])(struct ctx *cx, const struct cli_args *args) = {
    [VERB_GENERATE] = run_generate, [VERB_BUILD] = run_build,   [VERB_INIT] = run_init,
    [VERB_BOARDS] = run_boards,     [VERB_CONFIG] = run_config, [VERB_DOCTOR] = run_doctor,
    [VERB_EDGE] = edge_run_verb,    [VERB_DEBUG] = run_debug,   [VERB_COMPLETION] = run_completion,
};

/* The project is the working directory, which -C names. */
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
	bool ok = cli_parse(&cx, &usage, argc, argv, &args) &&
	          (cli_answer(&usage, &args, stdout) ||
	           (enter(&cx, &args) && run_verb[args.verb->id](&cx, &args)));
	if (ok && (fflush(stdout) != 0 || ferror(stdout))) {
		ok = diag_errno(&diag, STR("standard output"), "cannot write");
	}
	diag_print(&diag, stderr, diag_wants_colour(stderr));
	enum exit_code code = diag_code(&diag);
	arena_release(&scratch);
	arena_release(&keep);
	return ok ? EXIT_DONE : code == EXIT_DONE ? EXIT_PROJECT : (int)code;
}
