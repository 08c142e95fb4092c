#include "gen/edge.h"

#include <stdio.h>

#include "base/file.h"
#include "gen/edge_ino.h"
#include "gen/edge_run.h"
#include "gen/edge_size.h"
#include "gen/edge_upload.h"
#include "gen/usage.h"

/* A number of an option; 0 where it is absent or none. */
static uint64_t number(const struct cli_args *args, int id) {
	uint64_t value = 0;
	return str_to_u64(cli_get(args, id), UINT32_MAX, &value) ? value : 0;
}

/* What a size file says, as one line. */
static bool show_size(struct ctx *cx, str path) {
	struct size_figures figures;
	if (!size_read(cx->keep, path, &figures)) {
		return diag_error(cx->diag, span_file(cx->keep, path), "this file has no sizes");
	}
	str text = size_text(cx->keep, &figures);
	printf("%" PRI_STR "\n", STR_ARG(text));
	return true;
}

static bool check_size(struct ctx *cx, const struct cli_args *args, const struct str_vec *words) {
	if (cli_has(args, OPT_SHOW)) {
		return show_size(cx, cli_get(args, OPT_SHOW));
	}
	struct edge_size size = {.flash_pattern = cli_get(args, OPT_FLASH_PATTERN),
	                         .ram_pattern = cli_get(args, OPT_RAM_PATTERN),
	                         .flash_max = number(args, OPT_FLASH_MAX),
	                         .ram_max = number(args, OPT_RAM_MAX),
	                         .command = *words,
	                         .output = cli_get(args, OPT_OUTPUT)};
	return edge_size(cx, &size);
}

static bool merge_sketch(struct ctx *cx, const struct cli_args *args, const struct str_vec *words) {
	return edge_ino(cx, words, cli_get(args, OPT_OUTPUT), cli_get(args, OPT_PRELUDE));
}

static bool run_program(struct ctx *cx, const struct cli_args *args, const struct str_vec *words) {
	struct edge_run run = {.command = *words,
	                       .serial = cli_has(args, OPT_SERIAL),
	                       .seconds = (unsigned)number(args, OPT_SECONDS)};
	return edge_run(cx, &run);
}

static bool upload(struct ctx *cx, const struct cli_args *args, const struct str_vec *words) {
	struct edge_upload upload = {.command = *words,
	                             .port = cli_get(args, OPT_PORT),
	                             .hwids = cli_list(cx->keep, args, OPT_HWID),
	                             .touch_1200bps = cli_has(args, OPT_TOUCH),
	                             .wait_for_port = cli_has(args, OPT_WAIT)};
	return edge_upload(cx, &upload);
}

/* The target of an environment that has a fault: says it and fails. */
static bool tell_fault(struct ctx *cx, const struct cli_args *args, const struct str_vec *words) {
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
} verbs[] = {
    {STR_INIT("ino"),    merge_sketch},
    {STR_INIT("size"),   check_size  },
    {STR_INIT("run"),    run_program },
    {STR_INIT("upload"), upload      },
    {STR_INIT("fault"),  tell_fault  },
};

bool edge_run_verb(struct ctx *cx, const struct cli_args *args) {
	str verb = args->operands.len ? args->operands.at[0] : STR("");
	struct str_vec words = {0};
	for (size_t i = 1; i < args->operands.len; i++) {
		str_vec_push(cx->keep, &words, args->operands.at[i]);
	}
	for (size_t i = 0; i < COUNT_OF(verbs); i++) {
		if (!str_eq(verbs[i].name, verb)) {
			continue;
		}
		if (words.len == 0 && !cli_has(args, OPT_SHOW)) {
			return diag_fault(cx->diag, EXIT_USAGE, (span){0},
			                  "edge '%" PRI_STR "' wants words behind '--'",
			                  STR_ARG(verb));
		}
		return verbs[i].run(cx, args, &words);
	}
	return diag_fault(cx->diag, EXIT_USAGE, (span){0}, "unknown edge '%" PRI_STR "'",
	                  STR_ARG(verb));
}
