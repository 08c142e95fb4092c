#include "gen/option.h"

/* One row an option; clang-format would make a page of each. */
/* clang-format off */
const struct option options[] = {
	{.name = STR_INIT("name"),
	 .help = "Name of the project; by default the name of its folder"},
	{.name = STR_INIT("description"),
	 .help = "What the project is, in a sentence"},
	{.name = STR_INIT("default_envs"), .multiple = true, .old_names = "env_default",
	 .variable = "DEFAULT_ENVS",
	 .help = "Environments that are built when none is asked for"},
	{.name = STR_INIT("extra_configs"), .multiple = true,
	 .help = "Further ini files, as paths or patterns; they override this one"},
	{.name = STR_INIT("core_dir"), .type = OPTION_DIR, .old_names = "home_dir",
	 .default_value = "~/.platformio", .variable = "CORE_DIR",
	 .help = "Where PlatformIO keeps what it has installed"},
	{.name = STR_INIT("globallib_dir"), .type = OPTION_DIR,
	 .default_value = "${platformio.core_dir}/lib", .variable = "GLOBALLIB_DIR",
	 .help = "Libraries for all projects of the user"},
	{.name = STR_INIT("platforms_dir"), .type = OPTION_DIR,
	 .default_value = "${platformio.core_dir}/platforms", .variable = "PLATFORMS_DIR",
	 .help = "Platforms that PlatformIO has installed"},
	{.name = STR_INIT("packages_dir"), .type = OPTION_DIR,
	 .default_value = "${platformio.core_dir}/packages", .variable = "PACKAGES_DIR",
	 .help = "Packages that PlatformIO has installed"},
	{.name = STR_INIT("cache_dir"), .type = OPTION_DIR,
	 .default_value = "${platformio.core_dir}/.cache", .variable = "CACHE_DIR",
	 .help = "Cache of PlatformIO's downloads; not used here"},
	{.name = STR_INIT("build_cache_dir"), .type = OPTION_DIR, .variable = "BUILD_CACHE_DIR",
	 .help = "Objects shared between projects; not used here"},
	{.name = STR_INIT("workspace_dir"), .type = OPTION_DIR,
	 .default_value = "${PROJECT_DIR}/.pio", .variable = "WORKSPACE_DIR",
	 .help = "PlatformIO's working folder of the project"},
	{.name = STR_INIT("build_dir"), .type = OPTION_DIR,
	 .default_value = "${platformio.workspace_dir}/build", .variable = "BUILD_DIR",
	 .help = "PlatformIO's folder of objects and firmware; not used here"},
	{.name = STR_INIT("libdeps_dir"), .type = OPTION_DIR,
	 .default_value = "${platformio.workspace_dir}/libdeps", .variable = "LIBDEPS_DIR",
	 .help = "Where libraries named by lib_deps are installed"},
	{.name = STR_INIT("include_dir"), .type = OPTION_DIR,
	 .default_value = "${PROJECT_DIR}/include", .variable = "INCLUDE_DIR",
	 .help = "Headers of the project"},
	{.name = STR_INIT("src_dir"), .type = OPTION_DIR, .default_value = "${PROJECT_DIR}/src",
	 .variable = "SRC_DIR",
	 .help = "Sources of the project"},
	{.name = STR_INIT("lib_dir"), .type = OPTION_DIR, .default_value = "${PROJECT_DIR}/lib",
	 .variable = "LIB_DIR",
	 .help = "Libraries of the project"},
	{.name = STR_INIT("data_dir"), .type = OPTION_DIR, .default_value = "${PROJECT_DIR}/data",
	 .variable = "DATA_DIR",
	 .help = "Files for the file system image of the board"},
	{.name = STR_INIT("test_dir"), .type = OPTION_DIR, .default_value = "${PROJECT_DIR}/test",
	 .variable = "TEST_DIR",
	 .help = "Tests of the project"},
	{.name = STR_INIT("boards_dir"), .type = OPTION_DIR,
	 .default_value = "${PROJECT_DIR}/boards", .variable = "BOARDS_DIR",
	 .help = "Boards that the project defines itself"},
	{.name = STR_INIT("monitor_dir"), .type = OPTION_DIR,
	 .default_value = "${PROJECT_DIR}/monitor", .variable = "MONITOR_DIR",
	 .help = "Filters for the serial monitor"},
	{.name = STR_INIT("shared_dir"), .type = OPTION_DIR,
	 .default_value = "${PROJECT_DIR}/shared", .variable = "SHARED_DIR",
	 .help = "Files shared with remote machines"},
	{.name = STR_INIT("platform"), .scope = OPTION_ENV,
	 .help = "Family of boards: a name, a name with a version, or where to get it"},
	{.name = STR_INIT("platform_packages"), .scope = OPTION_ENV, .multiple = true,
	 .help = "Packages to take instead of those that the platform asks for"},
	{.name = STR_INIT("board"), .scope = OPTION_ENV,
	 .help = "Id of the board to build for"},
	{.name = STR_INIT("framework"), .scope = OPTION_ENV, .multiple = true,
	 .help = "Frameworks that the sources are written for"},
	{.name = STR_INIT("board_build.mcu"), .scope = OPTION_ENV, .old_names = "board_mcu",
	 .help = "Microcontroller, instead of the board's"},
	{.name = STR_INIT("board_build.f_cpu"), .scope = OPTION_ENV, .old_names = "board_f_cpu",
	 .help = "Clock of the microcontroller, instead of the board's"},
	{.name = STR_INIT("board_build.f_flash"), .scope = OPTION_ENV, .old_names = "board_f_flash",
	 .help = "Clock of the flash memory, instead of the board's"},
	{.name = STR_INIT("board_build.flash_mode"), .scope = OPTION_ENV,
	 .old_names = "board_flash_mode",
	 .help = "How the flash memory is wired, instead of the board's"},
	{.name = STR_INIT("build_type"), .scope = OPTION_ENV, .type = OPTION_CHOICE,
	 .default_value = "release", .choices = "release test debug",
	 .help = "Kind of build; debug adds debug_build_flags"},
	{.name = STR_INIT("build_flags"), .scope = OPTION_ENV, .multiple = true,
	 .variable = "BUILD_FLAGS",
	 .help = "Words for the compilers, the assembler and the linker"},
	{.name = STR_INIT("build_src_flags"), .scope = OPTION_ENV, .multiple = true,
	 .old_names = "src_build_flags", .variable = "BUILD_SRC_FLAGS",
	 .help = "The same for the sources of the project alone"},
	{.name = STR_INIT("build_unflags"), .scope = OPTION_ENV, .multiple = true,
	 .variable = "BUILD_UNFLAGS",
	 .help = "Words to take out again, whoever put them there"},
	{.name = STR_INIT("build_src_filter"), .scope = OPTION_ENV, .multiple = true,
	 .old_names = "src_filter", .default_value = "+<*> -<.git/> -<.svn/>",
	 .variable = "BUILD_SRC_FILTER",
	 .help = "Which files below src_dir are compiled"},
	{.name = STR_INIT("targets"), .scope = OPTION_ENV, .multiple = true,
	 .help = "What is built when no target is asked for"},
	{.name = STR_INIT("upload_port"), .scope = OPTION_ENV, .variable = "UPLOAD_PORT",
	 .help = "Port or address through which firmware is sent"},
	{.name = STR_INIT("upload_protocol"), .scope = OPTION_ENV,
	 .help = "How firmware is sent; on some boards it decides how it is built"},
	{.name = STR_INIT("upload_speed"), .scope = OPTION_ENV, .type = OPTION_INT,
	 .help = "Speed at which firmware is sent"},
	{.name = STR_INIT("upload_flags"), .scope = OPTION_ENV, .multiple = true,
	 .variable = "UPLOAD_FLAGS",
	 .help = "Words for the program that sends firmware"},
	{.name = STR_INIT("upload_resetmethod"), .scope = OPTION_ENV,
	 .help = "How the board is reset before firmware is sent"},
	{.name = STR_INIT("upload_command"), .scope = OPTION_ENV,
	 .help = "Command that sends firmware, instead of the board's"},
	{.name = STR_INIT("monitor_port"), .scope = OPTION_ENV,
	 .help = "Port of the serial monitor"},
	{.name = STR_INIT("monitor_speed"), .scope = OPTION_ENV, .type = OPTION_INT,
	 .old_names = "monitor_baud", .default_value = "9600",
	 .help = "Speed of the serial monitor"},
	{.name = STR_INIT("monitor_parity"), .scope = OPTION_ENV, .type = OPTION_CHOICE,
	 .default_value = "N", .choices = "N E O S M",
	 .help = "Parity of the serial monitor"},
	{.name = STR_INIT("monitor_filters"), .scope = OPTION_ENV, .multiple = true,
	 .help = "Filters that the serial monitor applies"},
	{.name = STR_INIT("monitor_rts"), .scope = OPTION_ENV, .type = OPTION_INT, .choices = "0 1",
	 .help = "First state of the RTS line"},
	{.name = STR_INIT("monitor_dtr"), .scope = OPTION_ENV, .type = OPTION_INT, .choices = "0 1",
	 .help = "First state of the DTR line"},
	{.name = STR_INIT("monitor_eol"), .scope = OPTION_ENV, .type = OPTION_CHOICE,
	 .default_value = "CRLF", .choices = "CR LF CRLF",
	 .help = "Line end that the serial monitor sends"},
	{.name = STR_INIT("monitor_raw"), .scope = OPTION_ENV, .type = OPTION_BOOL,
	 .default_value = "no",
	 .help = "Show what arrives as it is"},
	{.name = STR_INIT("monitor_echo"), .scope = OPTION_ENV, .type = OPTION_BOOL,
	 .default_value = "no",
	 .help = "Show what is typed"},
	{.name = STR_INIT("monitor_encoding"), .scope = OPTION_ENV, .default_value = "UTF-8",
	 .help = "Encoding of what arrives"},
	{.name = STR_INIT("lib_deps"), .scope = OPTION_ENV, .multiple = true,
	 .old_names = "lib_use lib_force lib_install",
	 .help = "Libraries that the project needs"},
	{.name = STR_INIT("lib_ignore"), .scope = OPTION_ENV, .multiple = true,
	 .help = "Libraries that must not be used"},
	{.name = STR_INIT("lib_extra_dirs"), .scope = OPTION_ENV, .multiple = true,
	 .variable = "LIB_EXTRA_DIRS",
	 .help = "Further folders of libraries"},
	{.name = STR_INIT("lib_ldf_mode"), .scope = OPTION_ENV, .type = OPTION_CHOICE,
	 .default_value = "chain", .choices = "off chain deep chain+ deep+",
	 .help = "How far includes are followed to find libraries"},
	{.name = STR_INIT("lib_compat_mode"), .scope = OPTION_ENV, .type = OPTION_CHOICE,
	 .default_value = "soft", .choices = "off soft strict",
	 .help = "How strictly libraries must fit platform and framework"},
	{.name = STR_INIT("lib_archive"), .scope = OPTION_ENV, .type = OPTION_BOOL,
	 .default_value = "yes",
	 .help = "Whether the objects of a library become an archive"},
	{.name = STR_INIT("check_tool"), .scope = OPTION_ENV, .type = OPTION_CHOICE,
	 .multiple = true, .default_value = "cppcheck", .choices = "cppcheck clangtidy",
	 .help = "Programs that check the sources"},
	{.name = STR_INIT("check_src_filters"), .scope = OPTION_ENV, .multiple = true,
	 .old_names = "check_patterns",
	 .help = "Which files are checked"},
	{.name = STR_INIT("check_flags"), .scope = OPTION_ENV, .multiple = true,
	 .help = "Words for the checking programs"},
	{.name = STR_INIT("check_severity"), .scope = OPTION_ENV, .type = OPTION_CHOICE,
	 .multiple = true, .default_value = "low\nmedium\nhigh", .choices = "low medium high",
	 .help = "Which findings are shown"},
	{.name = STR_INIT("check_skip_packages"), .scope = OPTION_ENV, .type = OPTION_BOOL,
	 .default_value = "no",
	 .help = "Do not look into packages when checking"},
	{.name = STR_INIT("test_framework"), .scope = OPTION_ENV, .type = OPTION_CHOICE,
	 .default_value = "unity", .choices = "doctest googletest unity custom",
	 .help = "Framework of the tests"},
	{.name = STR_INIT("test_filter"), .scope = OPTION_ENV, .multiple = true,
	 .help = "Tests to run, as patterns"},
	{.name = STR_INIT("test_ignore"), .scope = OPTION_ENV, .multiple = true,
	 .help = "Tests not to run, as patterns"},
	{.name = STR_INIT("test_port"), .scope = OPTION_ENV,
	 .help = "Port through which tests report"},
	{.name = STR_INIT("test_speed"), .scope = OPTION_ENV, .type = OPTION_INT,
	 .default_value = "115200",
	 .help = "Speed at which tests report"},
	{.name = STR_INIT("test_build_src"), .scope = OPTION_ENV, .type = OPTION_BOOL,
	 .old_names = "test_build_project_src", .default_value = "no",
	 .help = "Build the sources of the project into tests"},
	{.name = STR_INIT("test_testing_command"), .scope = OPTION_ENV, .multiple = true,
	 .help = "Command that runs tests and prints what they report"},
	{.name = STR_INIT("debug_tool"), .scope = OPTION_ENV,
	 .help = "Debug adapter"},
	{.name = STR_INIT("debug_build_flags"), .scope = OPTION_ENV, .multiple = true,
	 .default_value = "-Og\n-g2\n-ggdb2",
	 .help = "Words that a build of type debug adds"},
	{.name = STR_INIT("debug_init_break"), .scope = OPTION_ENV, .default_value = "tbreak main",
	 .help = "First breakpoint"},
	{.name = STR_INIT("debug_init_cmds"), .scope = OPTION_ENV, .multiple = true,
	 .help = "First commands for the debugger"},
	{.name = STR_INIT("debug_extra_cmds"), .scope = OPTION_ENV, .multiple = true,
	 .help = "Further commands for the debugger"},
	{.name = STR_INIT("debug_load_cmds"), .scope = OPTION_ENV, .multiple = true,
	 .old_names = "debug_load_cmd", .default_value = "load",
	 .help = "Commands that load firmware for debugging"},
	{.name = STR_INIT("debug_load_mode"), .scope = OPTION_ENV, .type = OPTION_CHOICE,
	 .default_value = "always", .choices = "always modified manual",
	 .help = "When firmware is loaded for debugging"},
	{.name = STR_INIT("debug_server"), .scope = OPTION_ENV, .multiple = true,
	 .help = "Command that starts the debug server"},
	{.name = STR_INIT("debug_port"), .scope = OPTION_ENV,
	 .help = "Port or address of the debug server"},
	{.name = STR_INIT("debug_speed"), .scope = OPTION_ENV,
	 .help = "Speed of the debug adapter"},
	{.name = STR_INIT("debug_svd_path"), .scope = OPTION_ENV,
	 .help = "Description of the peripherals (SVD)"},
	{.name = STR_INIT("debug_server_ready_pattern"), .scope = OPTION_ENV,
	 .help = "What the debug server prints when it is ready"},
	{.name = STR_INIT("debug_test"), .scope = OPTION_ENV,
	 .help = "Test to debug"},
	{.name = STR_INIT("extends"), .scope = OPTION_ENV, .multiple = true,
	 .help = "Sections whose options are taken over; the last one counts first"},
	{.name = STR_INIT("extra_scripts"), .scope = OPTION_ENV, .multiple = true,
	 .old_names = "extra_script", .variable = "EXTRA_SCRIPTS",
	 .help = "Scripts that change the build"},
};
/* clang-format on */

const size_t option_count = COUNT_OF(options);

/* The next word of a list separated by blanks; false at its end. */
static bool next_word(str *rest, str *word) {
	*rest = str_trim(*rest);
	(void)str_cut(*rest, ' ', word, rest);
	return word->len > 0;
}

static bool list_has(const char *list, str word) {
	str rest = str_from(list);
	str each;
	while (next_word(&rest, &each)) {
		if (str_eq(each, word)) {
			return true;
		}
	}
	return false;
}

bool option_is_old_name(const struct option *option, str name) {
	return option->old_names && list_has(option->old_names, name);
}

bool option_is_choice(const struct option *option, str value) {
	return !option->choices || list_has(option->choices, value);
}

void option_split_list(struct arena *arena, const char *list, struct str_vec *out) {
	str rest = str_from(list);
	str each;
	while (next_word(&rest, &each)) {
		str_vec_push(arena, out, each);
	}
}

const struct option *option_find(enum option_scope scope, str name) {
	for (size_t i = 0; i < option_count; i++) {
		if (options[i].scope == scope && str_eq(options[i].name, name)) {
			return &options[i];
		}
	}
	for (size_t i = 0; i < option_count; i++) {
		if (options[i].scope == scope && option_is_old_name(&options[i], name)) {
			return &options[i];
		}
	}
	return NULL;
}

/* A cell of a table: '|' would end it, a line end would end the table. */
static void print_code(FILE *out, const char *text) {
	fputc('`', out);
	for (; *text; text++) {
		if (*text == '\n') {
			fputs("` `", out);
		} else if (*text == '|') {
			fputs("\\|", out);
		} else {
			fputc(*text, out);
		}
	}
	fputc('`', out);
}

static void print_codes(FILE *out, const char *list) {
	str rest = str_from(list);
	str each;
	while (next_word(&rest, &each)) {
		fprintf(out, " `%" PRI_STR "`", STR_ARG(each));
	}
}

static void print_type(FILE *out, const struct option *option) {
	static const char *const names[] = {
	    [OPTION_TEXT] = "text",     [OPTION_BOOL] = "yes or no", [OPTION_INT] = "number",
	    [OPTION_CHOICE] = "one of", [OPTION_DIR] = "folder",
	};
	const char *name = names[option->type];
	fputs(option->multiple ? "list" : name, out);
	if (option->choices) {
		fputs(option->multiple ? " of" : option->type == OPTION_INT ? ":" : "", out);
		print_codes(out, option->choices);
	}
}

static void print_row(FILE *out, const struct option *option) {
	fprintf(out, "| `%" PRI_STR "` | ", STR_ARG(option->name));
	print_type(out, option);
	fputs(" | ", out);
	if (option->default_value) {
		print_code(out, option->default_value);
	}
	fputs(" | ", out);
	if (option->variable) {
		fprintf(out, "`PLATFORMIO_%s`", option->variable);
	}
	fprintf(out, " | %s", option->help);
	if (option->old_names) {
		fputs(" (old name:", out);
		print_codes(out, option->old_names);
		fputc(')', out);
	}
	fputs(" |\n", out);
}

static void print_table(FILE *out, enum option_scope scope) {
	fputs("| option | type | default | environment variable | meaning |\n", out);
	fputs("|---|---|---|---|---|\n", out);
	for (size_t i = 0; i < option_count; i++) {
		if (options[i].scope == scope) {
			print_row(out, &options[i]);
		}
	}
}

void option_print_markdown(FILE *out) {
	fputs(
	    "# Options of platformio.ini\n\n"
	    "This page is made from the table in `src/gen/option.c`.\n"
	    "A list has one item a line, or items separated by comma and blank on a single line.\n"
	    "An environment variable that is set and not empty replaces the value of its option; "
	    "to a list it is one more item.\n\n"
	    "## `[platformio]`\n\n",
	    out);
	print_table(out, OPTION_PLATFORMIO);
	fputs(
	    "\n## `[env]` and `[env:NAME]`\n\n"
	    "Options that begin with `board_` override values of the board; those that begin with "
	    "`custom_` are the project's own.\n\n",
	    out);
	print_table(out, OPTION_ENV);
}
