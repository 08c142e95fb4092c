#include "base/cli_complete.h"

#include <string.h>

static bool is_named(const struct cli_option *option, const char *argument) {
	return option->argument && strcmp(option->argument, argument) == 0;
}

static bool is_shown(const struct cli_verb *verb) {
	return verb->name && verb->help;
}

/* Text inside single quotes; what stands in `special` gets a backslash. */
static void print_quoted(const char *text, const char *special, FILE *out) {
	for (; *text; text++) {
		if (*text == '\'') {
			fputs("'\\''", out);
			continue;
		}
		if (strchr(special, *text)) {
			fputc('\\', out);
		}
		fputc(*text, out);
	}
}

/* "-C|--directory". */
static void print_bash_pattern(const struct cli_option *option, FILE *out) {
	if (option->letter) {
		fprintf(out, "-%c%s", option->letter, option->name ? "|" : "");
	}
	if (option->name) {
		fprintf(out, "--%s", option->name);
	}
}

static void print_bash_arguments(const struct cli_program *program, FILE *out) {
	for (size_t i = 0; i < program->option_count; i++) {
		const struct cli_option *option = &program->options[i];
		if (!option->argument || !cli_shows(program, option->id)) {
			continue;
		}
		fputs("    ", out);
		print_bash_pattern(option, out);
		if (is_named(option, "DIR")) {
			fputs(") mapfile -t COMPREPLY < <(compgen -d -- \"$cur\"); return ;;\n",
			      out);
		} else if (is_named(option, "FILE")) {
			fputs(") mapfile -t COMPREPLY < <(compgen -f -- \"$cur\"); return ;;\n",
			      out);
		} else {
			fputs(") return ;;\n", out);
		}
	}
}

static void print_bash_words(const struct cli_program *program, const struct cli_verb *verb,
                             FILE *out) {
	fprintf(out, "        %s) words='", verb->name ? verb->name : "''");
	for (size_t i = 0; i < program->option_count; i++) {
		const struct cli_option *option = &program->options[i];
		if (option->name && cli_takes(program, verb, option->id)) {
			fprintf(out, "--%s ", option->name);
		}
	}
	fputs("--help --version' ;;\n", out);
}

static void print_bash_verbs(const struct cli_program *program, const char *between, FILE *out) {
	const char *before = "";
	for (size_t i = 0; i < program->verb_count; i++) {
		if (is_shown(&program->verbs[i])) {
			fprintf(out, "%s%s", before, program->verbs[i].name);
			before = between;
		}
	}
}

static void print_bash(const struct cli_program *program, FILE *out) {
	fprintf(out,
	        "# bash completion for %s\n"
	        "_%s() {\n"
	        "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
	        "    local verb='' words='' word\n"
	        "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
	        "        case $word in\n"
	        "        ",
	        program->name, program->name);
	print_bash_verbs(program, "|", out);
	fputs(") verb=$word; break ;;\n"
	      "        esac\n"
	      "    done\n"
	      "    case $prev in\n",
	      out);
	print_bash_arguments(program, out);
	fputs("    esac\n"
	      "    if [[ $cur == -* ]]; then\n"
	      "        case $verb in\n",
	      out);
	for (size_t i = 0; i < program->verb_count; i++) {
		if (program->verbs[i].help) {
			print_bash_words(program, &program->verbs[i], out);
		}
	}
	fputs("        esac\n"
	      "    elif [[ -z $verb ]]; then\n"
	      "        words='",
	      out);
	print_bash_verbs(program, " ", out);
	fprintf(out,
	        "'\n"
	        "    fi\n"
	        "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
	        "}\n"
	        "complete -F _%s %s\n",
	        program->name, program->name);
}

/* One spec of zsh's _arguments: '(-C --directory)'{-C,--directory}'[Help]:DIR:_files -/'. */
static void print_zsh_option(const struct cli_option *option, FILE *out) {
	fputs(" \\\n    ", out);
	if (option->letter && option->name) {
		fprintf(out, "'*'{-%c,--%s}'[", option->letter, option->name);
	} else if (option->letter) {
		fprintf(out, "'*-%c[", option->letter);
	} else {
		fprintf(out, "'*--%s[", option->name);
	}
	print_quoted(option->help, "[]:\\", out);
	fputc(']', out);
	if (option->argument) {
		fputc(':', out);
		print_quoted(option->argument, "[]:\\", out);
		fputs(is_named(option, "DIR") ? ":_files -/" : "", out);
		fputs(is_named(option, "FILE") ? ":_files" : "", out);
		fputs(is_named(option, "DIR") || is_named(option, "FILE") ? "" : ": ", out);
	}
	fputc('\'', out);
}

static void print_zsh_options(const struct cli_program *program, const struct cli_verb *verb,
                              FILE *out) {
	for (size_t i = 0; i < program->option_count; i++) {
		if (cli_takes(program, verb, program->options[i].id)) {
			print_zsh_option(&program->options[i], out);
		}
	}
	fputs(" \\\n    '(-)'{-h,--help}'[Print help]' \\\n    '(-)--version[Print the version]'",
	      out);
}

static void print_zsh(const struct cli_program *program, FILE *out) {
	fprintf(out,
	        "#compdef %s\n"
	        "local curcontext=$curcontext state line\n"
	        "local -a verbs=(\n",
	        program->name);
	for (size_t i = 0; i < program->verb_count; i++) {
		if (is_shown(&program->verbs[i])) {
			fprintf(out, "    '%s:", program->verbs[i].name);
			print_quoted(program->verbs[i].help, ":\\", out);
			fputs("'\n", out);
		}
	}
	fputs(")\n_arguments -C", out);
	print_zsh_options(program, cli_find_verb(program, (str){0}), out);
	fputs(" \\\n    '1: :->verb' '*:: :->rest'\n"
	      "case $state in\n"
	      "verb) _describe command verbs ;;\n"
	      "rest)\n"
	      "    case $words[1] in\n",
	      out);
	for (size_t i = 0; i < program->verb_count; i++) {
		if (is_shown(&program->verbs[i])) {
			fprintf(out, "    %s) _arguments", program->verbs[i].name);
			print_zsh_options(program, &program->verbs[i], out);
			fputs(" \\\n    '*: :' ;;\n", out);
		}
	}
	fputs("    esac ;;\nesac\n", out);
}

static void print_fish_option(const struct cli_program *program, const struct cli_option *option,
                              const char *condition, FILE *out) {
	fprintf(out, "complete -c %s%s", program->name, condition);
	if (option->letter) {
		fprintf(out, " -s %c", option->letter);
	}
	if (option->name) {
		fprintf(out, " -l %s", option->name);
	}
	if (is_named(option, "DIR")) {
		fputs(" -xa '(__fish_complete_directories)'", out);
	} else if (option->argument) {
		fputs(is_named(option, "FILE") ? " -r -F" : " -x", out);
	}
	fputs(" -d '", out);
	print_quoted(option->help, "", out);
	fputs("'\n", out);
}

static void print_fish_verb(const struct cli_program *program, const struct cli_verb *verb,
                            FILE *out) {
	struct arena arena = {0};
	str condition = STR(" -n __fish_use_subcommand");
	if (verb->name) {
		condition = str_format(&arena, " -n '__fish_seen_subcommand_from %s'", verb->name);
		fprintf(out, "complete -c %s -n __fish_use_subcommand -a %s -d '", program->name,
		        verb->name);
		print_quoted(verb->help, "", out);
		fputs("'\n", out);
	}
	for (size_t i = 0; i < program->option_count; i++) {
		const struct cli_option *option = &program->options[i];
		if (!cli_takes(program, NULL, option->id) && cli_takes(program, verb, option->id)) {
			print_fish_option(program, option, condition.at, out);
		}
	}
	arena_release(&arena);
}

static void print_fish(const struct cli_program *program, FILE *out) {
	fprintf(out, "# fish completion for %s\ncomplete -c %s -f\n", program->name, program->name);
	for (size_t i = 0; i < COUNT_OF(cli_built_in); i++) {
		print_fish_option(program, &cli_built_in[i], "", out);
	}
	for (size_t i = 0; i < program->option_count; i++) {
		if (cli_takes(program, NULL, program->options[i].id)) {
			print_fish_option(program, &program->options[i], "", out);
		}
	}
	for (size_t i = 0; i < program->verb_count; i++) {
		if (program->verbs[i].help) {
			print_fish_verb(program, &program->verbs[i], out);
		}
	}
}

bool cli_print_completion(const struct cli_program *program, str shell, FILE *out) {
	static const struct {
		str shell;
		void (*print)(const struct cli_program *program, FILE *out);
	} writers[] = {
	    {STR_INIT("bash"), print_bash},
	    {STR_INIT("fish"), print_fish},
	    {STR_INIT("zsh"),  print_zsh },
	};
	for (size_t i = 0; i < COUNT_OF(writers); i++) {
		if (str_eq(shell, writers[i].shell)) {
			writers[i].print(program, out);
			return true;
		}
	}
	return false;
}
