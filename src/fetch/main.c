/*
 * fbfetch: brings packages into the store.  `get` reads requests, one a line, and tells of each
 * what became of it; with --url it brings one file; `list` shows what is there.
 */
#include <stdio.h>
#include <unistd.h>

#include "base/cli_complete.h"
#include "base/cli_help.h"
#include "base/file.h"
#include "base/json.h"
#include "base/path.h"
#include "fetch/address.h"
#include "fetch/download.h"
#include "fetch/extract.h"
#include "fetch/install.h"

enum option_id { OPTION_JSON = 1, OPTION_URL, OPTION_SHA256, OPTION_SIZE };

enum verb_id { VERB_GET, VERB_LIST, VERB_COMPLETION, VERB_DEBUG, VERB_UNPACK };

static const struct cli_option options[] = {
    {0, "json",   NULL,    "Read and write JSON, one object a line",                 OPTION_JSON  },
    {0, "url",    "URL",   "Download this file alone; more of them are its mirrors", OPTION_URL   },
    {0, "sha256", "HEX",   "What the downloaded file's SHA-256 must be",             OPTION_SHA256},
    {0, "size",   "BYTES", "What its size must be",                                  OPTION_SIZE  },
};

static const int json_options[] = {OPTION_JSON, 0};
static const int get_options[] = {OPTION_JSON, OPTION_URL, OPTION_SHA256, OPTION_SIZE, 0};
static const int no_options[] = {0};

static const struct cli_verb verbs[] = {
    {"get",        NULL,                 "Install the packages that are asked for on standard input", get_options,
     VERB_GET														  },
    {"list",       NULL,                 "Show the packages in the store",                            json_options, VERB_LIST  },
    {"completion", "SHELL",              "Print a completion script for bash, zsh or fish",           no_options,
     VERB_COMPLETION													   },
    {"debug",      "WHAT",               NULL,							no_options,   VERB_DEBUG },
    {"unpack",     "STRIP BYTES ROOTED", NULL,							no_options,   VERB_UNPACK},
};

static const struct cli_program program = {
    .name = "fbfetch",
    .summary = "Brings toolchains and frameworks into fbgen's store",
    .version = FBGEN_VERSION,
    .options = options,
    .option_count = COUNT_OF(options),
    .verbs = verbs,
    .verb_count = COUNT_OF(verbs),
    .common = no_options,
};

static void print_line(struct buf *text) {
	buf_add_char(text, '\n');
	fwrite(text->at, 1, text->len, stdout);
	fflush(stdout);
}

static void tell_installed(struct ctx *cx, const struct store *store, str name, str key) {
	struct buf text = {.arena = cx->keep};
	struct json_writer w = {.buf = &text, .compact = true};
	json_open(&w, '{');
	json_pair(&w, STR("event"), STR("installed"));
	json_pair(&w, STR("name"), name);
	json_pair(&w, STR("key"), key);
	json_pair(&w, STR("path"), store_tree(cx->keep, store, key));
	json_close(&w, '}');
	print_line(&text);
}

/* The faults of one package as one text. */
static str faults_text(struct arena *arena, const struct diag *diag) {
	struct str_vec texts = {0};
	for (size_t i = 0; i < diag->entries.len; i++) {
		const struct diag_entry *e = &diag->entries.at[i];
		str text = e->text;
		if (e->at.source) {
			text = str_format(arena, "%" PRI_STR ": %" PRI_STR,
			                  STR_ARG(e->at.source->path), STR_ARG(e->text));
		}
		str_vec_add(arena, &texts, text);
	}
	return str_join(arena, &texts, STR("; "));
}

static void tell_failed(struct ctx *cx, str name, const struct diag *diag) {
	struct buf text = {.arena = cx->keep};
	struct json_writer w = {.buf = &text, .compact = true};
	str help = diag->entries.len > 0 ? diag->entries.at[0].help : STR("");
	json_open(&w, '{');
	json_pair(&w, STR("event"), STR("failed"));
	json_pair(&w, STR("name"), name);
	json_pair(&w, STR("text"), faults_text(cx->keep, diag));
	json_pair(&w, STR("help"), help);
	json_key(&w, STR("code"));
	json_number(&w, (int64_t)diag_code(diag));
	json_close(&w, '}');
	print_line(&text);
}

/* What became of it, as an exit status. */
static enum exit_code get_one(struct ctx *cx, struct apt *apt,
                              const struct package_request *request, bool json) {
	struct diag faults = {.arena = cx->keep};
	struct ctx inner = {cx->keep, cx->scratch, &faults};
	str key;
	bool ok = install_package(&inner, apt, request, &key);
	if (!json) {
		diag_append(cx->diag, &faults, DIAG_ERROR);
	}
	if (ok && json) {
		tell_installed(cx, apt->store, request->name, key);
	} else if (ok) {
		printf("%" PRI_STR " %" PRI_STR "\n", STR_ARG(request->name),
		       STR_ARG(store_tree(cx->keep, apt->store, key)));
	} else if (json) {
		tell_failed(cx, request->name, &faults);
	}
	return diag_code(&faults);
}

/* All of standard input.  Not by /dev/stdin: a pipe of another user could not be opened again. */
static bool read_input(struct arena *arena, str *out) {
	struct buf text = {.arena = arena};
	char chunk[4096];
	ssize_t n;
	while ((n = read(STDIN_FILENO, chunk, sizeof(chunk))) > 0) {
		buf_add(&text, (str){chunk, (size_t)n});
	}
	*out = buf_str(&text);
	return n == 0;
}

/* *code is the status of the gravest fault that was told as an event. */
static bool get(struct ctx *cx, const struct cli_args *args, enum exit_code *code) {
	struct source input = {.path = STR("standard input")};
	struct package_request *requests = NULL;
	size_t count = 0;
	struct store store = {0};
	struct apt apt = {0};
	bool json = cli_has(args, OPTION_JSON);
	if (!read_input(cx->keep, &input.text)) {
		return diag_errno(cx->diag, input.path, "cannot read the requests");
	}
	if (!package_requests_parse(cx, &input, &requests, &count)) {
		return false;
	}
	/* A store that cannot be used fails every package. */
	struct diag faults = {.arena = cx->keep};
	struct ctx inner = {cx->keep, cx->scratch, &faults};
	if (!store_open(&inner, &store) || !apt_open(&inner, &store, &apt)) {
		for (size_t i = 0; i < count && json; i++) {
			tell_failed(cx, requests[i].name, &faults);
		}
		if (!json) {
			diag_append(cx->diag, &faults, DIAG_ERROR);
		}
		*code = diag_code(&faults);
		return false;
	}
	install_sweep(cx, &store);
	for (size_t i = 0; i < count; i++) {
		enum exit_code one = get_one(cx, &apt, &requests[i], json);
		if (one != EXIT_DONE && (*code == EXIT_DONE || one < *code)) {
			*code = one;
		}
	}
	return *code == EXIT_DONE;
}

/* One file by its addresses; its path goes to standard output. */
static bool get_file(struct ctx *cx, const struct cli_args *args) {
	struct store store = {0};
	struct transfer wanted = {
	    .urls = cli_list(cx->keep, args, OPTION_URL),
	    .sha256 = str_lower(cx->keep, cli_get(args, OPTION_SHA256)),
	};
	str path = {0};
	if (wanted.sha256.len == 0) {
		return diag_fault(cx->diag, EXIT_USAGE, (span){0}, "expected --sha256 with --url");
	}
	if (cli_has(args, OPTION_SIZE) &&
	    !str_to_u64(cli_get(args, OPTION_SIZE), INT64_MAX, &wanted.size)) {
		return diag_fault(cx->diag, EXIT_USAGE, (span){0},
		                  "expected a number of bytes for --size, got '%" PRI_STR "'",
		                  STR_ARG(cli_get(args, OPTION_SIZE)));
	}
	wanted.label = address_file(cx->keep, wanted.urls.at[0]);
	bool json = cli_has(args, OPTION_JSON);
	if (!store_open(cx, &store) || !download_file(cx, &store, &wanted, json, &path)) {
		return false;
	}
	if (!json) {
		printf("%" PRI_STR "\n", STR_ARG(path));
	}
	return true;
}

static bool get_any(struct ctx *cx, const struct cli_args *args, enum exit_code *code) {
	if (cli_has(args, OPTION_URL)) {
		return get_file(cx, args);
	}
	if (cli_has(args, OPTION_SHA256) || cli_has(args, OPTION_SIZE)) {
		return diag_fault(cx->diag, EXIT_USAGE, (span){0},
		                  "expected --url with --sha256 and --size");
	}
	return get(cx, args, code);
}

static bool list_one(struct ctx *cx, str tree, bool json) {
	struct source source;
	str path = path_join(cx->keep, tree, STR(".ok"));
	const struct value *record = file_read(cx, path, &source) ? json_parse(cx, &source) : NULL;
	if (!record) {
		return false;
	}
	str name = value_text(value_get(record, STR("name")));
	str kind = value_text(value_get(record, STR("kind")));
	if (!json) {
		printf("%-28.*s %-8.*s %" PRI_STR "\n", STR_ARG(name), STR_ARG(kind),
		       STR_ARG(tree));
		return true;
	}
	struct buf text = {.arena = cx->keep};
	struct json_writer w = {.buf = &text, .compact = true};
	json_open(&w, '{');
	json_pair(&w, STR("name"), name);
	json_pair(&w, STR("kind"), kind);
	json_pair(&w, STR("key"), path_name(tree));
	json_pair(&w, STR("path"), tree);
	json_close(&w, '}');
	print_line(&text);
	return true;
}

static bool list(struct ctx *cx, const struct cli_args *args) {
	struct store store = {0};
	if (!store_open(cx, &store)) {
		return false;
	}
	struct file_entries trees = {0};
	if (!file_list(cx->keep, store_dir(cx->keep, &store, STR("trees")), &trees)) {
		return true; /* nothing was ever installed */
	}
	bool ok = true;
	for (size_t i = 0; i < trees.len; i++) {
		str tree = store_tree(cx->keep, &store, trees.at[i].name);
		ok = list_one(cx, tree, cli_has(args, OPTION_JSON)) && ok;
	}
	return ok;
}

static bool print_completion(struct ctx *cx, const struct cli_args *args) {
	if (!cli_print_completion(&program, args->operands.at[0], stdout)) {
		return diag_fault(cx->diag, EXIT_USAGE, (span){0},
		                  "completion wants one of the shells bash, zsh and fish");
	}
	return true;
}

/* What a page of the manual is made from. */
static bool print_debug(struct ctx *cx, const struct cli_args *args) {
	if (!str_eq(args->operands.at[0], STR("man"))) {
		return diag_fault(cx->diag, EXIT_USAGE, (span){0}, "debug prints man");
	}
	cli_print_markdown(&program, stdout);
	return true;
}

static bool run_verb(struct ctx *cx, const struct cli_args *args, enum exit_code *code) {
	switch ((enum verb_id)args->verb->id) {
	case VERB_GET:
		return get_any(cx, args, code);
	case VERB_LIST:
		return list(cx, args);
	case VERB_COMPLETION:
		return print_completion(cx, args);
	case VERB_DEBUG:
		return print_debug(cx, args);
	case VERB_UNPACK:
		return extract_run(&args->operands) || diag_fault(cx->diag, EXIT_USAGE, (span){0},
		                                                  "'unpack' is for fbfetch itself");
	}
	return false;
}

static enum exit_code run(struct ctx *cx, int argc, char **argv) {
	struct cli_args args = {0};
	enum exit_code code = EXIT_DONE;
	if (cli_parse(cx, &program, argc, argv, &args) && !cli_answer(&program, &args, stdout)) {
		/* What failed is told in the diagnostics, or in `code`. */
		(void)run_verb(cx, &args, &code);
	}
	diag_print(cx->diag, stderr, diag_wants_colour(stderr));
	enum exit_code own = diag_code(cx->diag);
	return own != EXIT_DONE ? own : code;
}

int main(int argc, char **argv) {
	struct arena keep = {0}, scratch = {0};
	struct diag diag = {.arena = &keep};
	struct ctx cx = {&keep, &scratch, &diag};
	enum exit_code code = run(&cx, argc, argv);
	if (fflush(stdout) != 0 && code == EXIT_DONE) {
		code = EXIT_MACHINE;
	}
	arena_release(&keep);
	arena_release(&scratch);
	return (int)code;
}
