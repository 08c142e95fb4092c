#include <stdlib.h>

#include "support.h"

#include "base/cli_complete.h"
#include "base/cli_help.h"

enum { OPT_NONE, OPT_DIR, OPT_ENV, OPT_JOBS, OPT_LOUD, OPT_JSON, OPT_OUTPUT };
enum { VERB_PLAIN, VERB_BUILD, VERB_CONFIG, VERB_EDGE };

static const struct cli_option options[] = {
    {'C', "directory",   "DIR",  "Work in DIR",      OPT_DIR   },
    {'e', "environment", "ENV",  "Take it_s ENV",    OPT_ENV   },
    {'j', NULL,          "N",    "Run N jobs",       OPT_JOBS  },
    {'v', "verbose",     NULL,   "Say more",         OPT_LOUD  },
    {0,   "json",        NULL,   "Print [JSON] 'x'", OPT_JSON  },
    {'o', "output",      "FILE", "Write FILE",       OPT_OUTPUT},
};
static const int plain_ids[] = {OPT_ENV, 0};
static const int build_ids[] = {OPT_ENV, OPT_JOBS, 0};
static const int config_ids[] = {OPT_JSON, 0};
static const int edge_ids[] = {OPT_OUTPUT, 0};
static const int common_ids[] = {OPT_DIR, OPT_LOUD, 0};
static const struct cli_verb verbs[] = {
    {NULL,     NULL,             "Write the manifest", plain_ids,  VERB_PLAIN },
    {"build",  "[TARGET…]",    "Run ninja",          build_ids,  VERB_BUILD },
    {"config", NULL,             "Print the project",  config_ids, VERB_CONFIG},
    {"edge",   "WHAT [WORD…]", NULL,                 edge_ids,   VERB_EDGE  },
};
static const struct cli_note notes[] = {
    {"ENV",     "Build it"},
    {"ENV-run", "Run it"  }
};
static const struct cli_hint hints[] = {
    {"make", "'prog build' does"}
};
static const struct cli_program program = {
    .name = "prog",
    .notes_title = "Targets",
    .notes = notes,
    .note_count = COUNT_OF(notes),
    .hints = hints,
    .hint_count = COUNT_OF(hints),
    .summary = "Does things.",
    .version = "1.2.3",
    .options = options,
    .option_count = COUNT_OF(options),
    .verbs = verbs,
    .verb_count = COUNT_OF(verbs),
    .common = common_ids,
};

/* Parse a command line whose words have blanks between them. */
static bool parse(struct fixture *f, const char *line, struct cli_args *args) {
	static char *argv[16];
	int argc = 0;
	str rest = str_from(line);
	argv[argc++] = str_cstr(&f->keep, STR("prog"));
	while (rest.len) {
		str word;
		(void)str_cut(rest, ' ', &word, &rest);
		argv[argc++] = str_cstr(&f->keep, word);
	}
	argv[argc] = NULL;
	return cli_parse(&f->cx, &program, argc, argv, args);
}

/* "verb:1=a,4=:operand|operand". */
static str show(struct fixture *f, const struct cli_args *args) {
	struct str_vec given = {0};
	for (size_t i = 0; i < args->options.len; i++) {
		str_vec_push(&f->keep, &given,
		             str_format(&f->keep, "%d=%" PRI_STR, args->options.at[i].id,
		                        STR_ARG(args->options.at[i].value)));
	}
	str list = str_join(&f->keep, &given, STR(","));
	str words = str_join(&f->keep, &args->operands, STR("|"));
	return str_format(&f->keep, "%d:%" PRI_STR ":%" PRI_STR, args->verb->id, STR_ARG(list),
	                  STR_ARG(words));
}

static void options_are_understood_in_every_form(void **state) {
	struct fixture *f = *state;
	static const struct {
		const char *line, *parsed;
	} cases[] = {
	    {"",				"0::"                     },
	    {"-C dir",			  "0:1=dir:"                },
	    {"-Cdir",			   "0:1=dir:"                },
	    {"--directory dir",                 "0:1=dir:"                },
	    {"--directory=dir",                 "0:1=dir:"                },
	    {"--directory=",                    "0:1=:"                   },
	    {"--directory=a=b",                 "0:1=a=b:"                },
	    {"-C -v",			   "0:1=-v:"                 },
	    {"-e a -e b",                       "0:2=a,2=b:"              },
	    {"-C d build -vj4 x y",             "1:1=d,4=,3=4:x|y"        },
	    {"build x -e a y",                  "1:2=a:x|y"               },
	    {"build -- -x build --",            "1::-x|build|--"          },
	    {"build build",                     "1::build"                },
	    {"build -",			 "1::-"                    },
	    {"edge -o f size -- avr-size -C x", "3:6=f:size|avr-size|-C|x"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct cli_args args;
		assert_true(parse(f, cases[i].line, &args));
		assert_str(show(f, &args), cases[i].parsed);
		assert_int_equal(args.question, CLI_NOTHING);
	}
	assert_printed(f, "");
	assert_int_equal(f->scratch.allocated, 0);
}

static void the_last_value_counts(void **state) {
	struct fixture *f = *state;
	struct cli_args args;
	assert_true(parse(f, "-e a -e b", &args));
	assert_str(cli_get(&args, OPT_ENV), "b");
	assert_str(cli_get(&args, OPT_DIR), "");
	assert_true(cli_has(&args, OPT_ENV));
	assert_false(cli_has(&args, OPT_DIR));
}

static void every_wrong_line_is_refused_with_help(void **state) {
	struct fixture *f = *state;
	static const struct {
		const char *line, *printed;
	} cases[] = {
	    {"biuld",         "error: unknown command 'biuld'\nhelp: did you mean 'build'?\n"                },
	    {"edg",           "error: unknown command 'edg'\nhelp: 'prog --help' lists them\n"               },
	    {"make",          "error: unknown command 'make'\nhelp: 'prog build' does\n"                     },
	    {"-- build",      "error: 'prog' takes no operand, found 'build'\n"                              },
	    {"--env x",       "error: unknown option '--env'\nhelp: did you mean '--environment'?\n"
	                "error: unknown command 'x'\nhelp: 'prog --help' lists them\n"},
	    {"--outptu=x",    "error: unknown option '--outptu'\nhelp: 'prog --help' lists them\n"           },
	    {"-x",            "error: unknown option '-x'\nhelp: 'prog --help' lists them\n"                 },
	    {"-C",            "error: '-C' wants a value: DIR\n"                                             },
	    {"--directory",   "error: '--directory' wants a value: DIR\n"                                    },
	    {"--verbose=yes", "error: '--verbose' takes no value\n"                                          },
	    {"config x",      "error: 'config' takes no operand, found 'x'\n"                                },
	    {"config -j4",    "error: 'config' does not take '-j'\n"
	                   "help: 'prog config --help' lists what it takes\n"      },
	    {"--json",        "error: '--json' needs a command\nhelp: 'prog --help' lists them\n"            },
	    {"edge",          "error: 'edge' wants: WHAT [WORD…]\n"                                        },
	    {"--hlep",        "error: unknown option '--hlep'\nhelp: did you mean '--help'?\n"               },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct cli_args args;
		f->diag.entries.len = 0;
		f->diag.errors = 0;
		assert_false(parse(f, cases[i].line, &args));
		assert_printed(f, cases[i].printed);
		assert_int_equal(diag_code(&f->diag), EXIT_USAGE);
	}
}

static void questions_are_answered_before_anything_else(void **state) {
	static const struct {
		const char *line;
		enum cli_question question;
	} cases[] = {
	    {"build -h",         CLI_HELP   },
            {"--version",        CLI_VERSION},
	    {"--version --help", CLI_HELP   },
            {"edge --help",      CLI_HELP   },
	    {"build -- --help",  CLI_NOTHING},
	};
	struct fixture *f = *state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct cli_args args;
		assert_true(parse(f, cases[i].line, &args));
		assert_int_equal(args.question, cases[i].question);
		FILE *out = fixture_stream(f);
		assert_int_equal(cli_answer(&program, &args, out),
		                 cases[i].question != CLI_NOTHING);
		str answer = str_from(fixture_streamed(f));
		assert_int_equal(str_eq(answer, STR("prog 1.2.3\n")),
		                 cases[i].question == CLI_VERSION);
	}
}

static void help_lists_what_is_not_hidden(void **state) {
	struct fixture *f = *state;
	cli_print_help(&program, NULL, fixture_stream(f));
	assert_str(str_from(fixture_streamed(f)), "Does things.\n"
	                                          "\n"
	                                          "Usage: prog [OPTION…]\n"
	                                          "       prog COMMAND …\n"
	                                          "\n"
	                                          "Write the manifest.\n"
	                                          "\n"
	                                          "Commands:\n"
	                                          "  build   Run ninja\n"
	                                          "  config  Print the project\n"
	                                          "\n"
	                                          "'prog COMMAND --help' tells more of one.\n"
	                                          "\n"
	                                          "Options:\n"
	                                          "  -C, --directory DIR    Work in DIR\n"
	                                          "  -e, --environment ENV  Take it_s ENV\n"
	                                          "  -v, --verbose          Say more\n"
	                                          "  -h, --help             Print this help\n"
	                                          "      --version          Print the version\n"
	                                          "\n"
	                                          "Targets:\n"
	                                          "  ENV      Build it\n"
	                                          "  ENV-run  Run it\n");
	cli_print_help(&program, &verbs[1], fixture_stream(f));
	assert_str(str_from(fixture_streamed(f)), "Usage: prog build [OPTION…] [TARGET…]\n"
	                                          "\n"
	                                          "Run ninja.\n"
	                                          "\n"
	                                          "Options:\n"
	                                          "  -C, --directory DIR    Work in DIR\n"
	                                          "  -e, --environment ENV  Take it_s ENV\n"
	                                          "  -j N                   Run N jobs\n"
	                                          "  -v, --verbose          Say more\n"
	                                          "  -h, --help             Print this help\n"
	                                          "      --version          Print the version\n");
}

static void the_manual_escapes_what_markdown_would_take(void **state) {
	struct fixture *f = *state;
	cli_print_markdown(&program, fixture_stream(f));
	str text = str_from(fixture_streamed(f));
	assert_true(str_starts_with(text, STR("# COMMANDS\n"
	                                      "\n"
	                                      "**prog**\n"
	                                      "\n"
	                                      "> Write the manifest.\n"
	                                      "\n"
	                                      "**prog build** *\\[TARGET…\\]*\n"
	                                      "\n"
	                                      "> Run ninja.\n")));
	assert_true(str_contains(text, STR("\n# OPTIONS\n"
	                                   "\n"
	                                   "**-C**, **--directory** *DIR*\n"
	                                   "\n"
	                                   "> Work in DIR.\n"
	                                   "\n"
	                                   "**-e**, **--environment** *ENV*\n"
	                                   "\n"
	                                   "> Take it\\_s ENV.\n"
	                                   "> For **prog**, **build**.\n"
	                                   "\n"
	                                   "**-j** *N*\n"
	                                   "\n"
	                                   "> Run N jobs.\n"
	                                   "> For **build**.\n")));
	assert_true(str_contains(text, STR("> Print \\[JSON\\] 'x'.\n")));
	assert_false(str_contains(text, STR("edge")));
	assert_false(str_contains(text, STR("output")));
}

static void each_shell_gets_a_script_without_what_is_hidden(void **state) {
	struct fixture *f = *state;
	static const struct {
		str shell, has;
	} cases[] = {
	    {STR_INIT("bash"),
	     STR_INIT(
		 "        build) words='--directory --environment --verbose --help --version' ;;\n")                },
	    {STR_INIT("bash"), STR_INIT("        build|config) verb=$word; break ;;\n")                             },
	    {STR_INIT("bash"),
	     STR_INIT(
		 "    -C|--directory) mapfile -t COMPREPLY < <(compgen -d -- \"$cur\"); return ;;\n")               },
	    {STR_INIT("zsh"),  STR_INIT("'*--json[Print \\[JSON\\] '\\''x'\\'']'")                                  },
	    {STR_INIT("zsh"),  STR_INIT("'*'{-C,--directory}'[Work in DIR]:DIR:_files -/'")                         },
	    {STR_INIT("fish"),
	     STR_INIT(
		 "complete -c prog -n '__fish_seen_subcommand_from config' -l json -d 'Print [JSON] '\\''x'\\'''\n")},
	    {STR_INIT("fish"),
	     STR_INIT(
		 "complete -c prog -n __fish_use_subcommand -s e -l environment -x -d 'Take it_s ENV'\n")           },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_true(cli_print_completion(&program, cases[i].shell, fixture_stream(f)));
		str text = str_from(fixture_streamed(f));
		assert_true(str_contains(text, cases[i].has));
		assert_false(str_contains(text, STR("edge")));
		assert_false(str_contains(text, STR("output")));
	}
	assert_false(cli_print_completion(&program, STR("csh"), stdout));
}

static void bash_completes_what_it_should(void **state) {
	struct fixture *f = *state;
	static const struct {
		const char *words, *reply;
	} cases[] = {
	    {"(prog b)",         "build"					},
	    {"(prog '')",        "build config"                                 },
	    {"(prog build --e)", "--environment"                                },
	    {"(prog config --)", "--directory --verbose --json --help --version"},
	    {"(prog -e '')",     ""					     },
	};
	assert_true(cli_print_completion(&program, STR("bash"), fixture_stream(f)));
	str script = str_from(fixture_streamed(f));
	fixture_enter_dir(f);
	fixture_write(f, "script", str_cstr(&f->keep, script));
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		str command = str_format(
		    &f->keep,
		    "bash -c \". ./script; COMP_WORDS=%s; COMP_CWORD=\\$((\\${#COMP_WORDS[@]}-1)); "
		    "_prog; echo \\\"\\${COMPREPLY[*]}\\\"\"",
		    cases[i].words);
		FILE *bash = popen(command.at, "r");
		assert_non_null(bash);
		char line[256];
		assert_non_null(fgets(line, sizeof(line), bash));
		assert_int_equal(pclose(bash), 0);
		assert_str(str_trim_end(str_from(line)), cases[i].reply);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(options_are_understood_in_every_form),
	    fixture_test(the_last_value_counts),
	    fixture_test(every_wrong_line_is_refused_with_help),
	    fixture_test(questions_are_answered_before_anything_else),
	    fixture_test(help_lists_what_is_not_hidden),
	    fixture_test(the_manual_escapes_what_markdown_would_take),
	    fixture_test(each_shell_gets_a_script_without_what_is_hidden),
	    fixture_test(bash_completes_what_it_should),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
