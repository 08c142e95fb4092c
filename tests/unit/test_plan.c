#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

#include "base/file.h"
#include "base/path.h"
#include "base/yaml.h"
#include "gen/plan.h"

/* A family with one package of each sort. */
static const char family[] = "packages:\n"
			     "  core:\n"
			     "    platformio: \"~5.3.0\"\n"
			     "    sources:\n"
			     "      - {kind: git, url: x}\n"
			     "      - {kind: distro, packages: [core-deb], root: usr/core}\n"
			     "  tools:\n"
			     "    platformio: \"~1.7.0\"\n"
			     "    sources:\n"
			     "      - {kind: distro, packages: [tool-deb], root: usr}\n"
			     "      - {kind: system, probe: fake-gcc}\n"
			     "  later:\n"
			     "    sources:\n"
			     "      - {kind: git, url: x}\n";

/* Answers as fbfetch does: keys are names, all but what is called broken is there. */
static const char fetcher[] =
    "#!/bin/sh\n"
    "echo run >>fetched\n"
    "while read -r line; do\n"
    "  name=${line#*:\\\"}; name=${name%%\\\"*}\n"
    "  if [ -e broken ]; then\n"
    "    echo '{\"event\":\"failed\",\"name\":\"'$name'\",\"text\":\"no network\","
    "\"help\":\"plug it in\",\"code\":4}'\n"
    "    continue\n"
    "  fi\n"
    "  mkdir -p store/trees/${name}key/bin; touch store/trees/${name}key/.ok\n"
    "  echo '{\"event\":\"installed\",\"name\":\"'$name'\",\"key\":\"'${name}key'\"}'\n"
    "done\n";

/* A compiler that knows its parts. */
static const char compiler[] = "#!/bin/sh\n"
			       "here=$(dirname \"$(readlink -f \"$0\")\")\n"
			       "case $1 in\n"
			       "-print-prog-name=cc1) echo $here/cc1 ;;\n"
			       "-print-prog-name=*) echo ${1#*=} ;;\n"
			       "esac\n";

struct scene {
	struct reads reads;
	struct config config;
	struct plan_session session;
	struct plan_options options;
	const struct value *packages;
};

static void write_program(struct fixture *f, const char *path, const char *text) {
	fixture_write(f, path, text);
	assert_int_equal(chmod(path, 0755), 0);
}

/* A project in an empty folder with its own store, PATH and PlatformIO. */
static struct scene *set_up(struct fixture *f, const char *ini) {
	struct scene *s = arena_new(&f->keep, struct scene);
	if (!f->dir) {
		fixture_enter_dir(f);
	}
	str here = file_cwd(&f->keep);
	write_program(f, "path/apt-get", "");
	write_program(f, "path/fake-gcc", compiler);
	write_program(f, "fbfetch", fetcher);
	fixture_write(f, "path/cc1", "one");
	const char *path = str_cstr(
	    &f->keep, str_format(&f->keep, "%" PRI_STR "/path:/usr/bin:/bin", STR_ARG(here)));
	setenv("PATH", path, 1);
	setenv("FBGEN_HOME", "store", 1);
	setenv("FBGEN_FETCH", "./fbfetch", 1);
	setenv("PLATFORMIO_CORE_DIR", str_cstr(&f->keep, path_join(&f->keep, here, STR("pio"))), 1);
	fixture_write(f, "platformio.ini", ini);
	s->reads = (struct reads){.arena = &f->keep};
	assert_true(config_read(&f->cx, &s->reads, STR("platformio.ini"), &s->config));
	s->options = (struct plan_options){.config = &s->config, .session = &s->session};
	const struct value *root =
	    yaml_parse(&f->cx, fixture_source(f, "family.yaml", str_from(family)));
	s->packages = value_get(root, STR("packages"));
	assert_non_null(s->packages);
	return s;
}

/* A plan for the named packages. */
static struct plan plan_for(struct fixture *f, const struct scene *s, const char *env,
                            const char *names) {
	struct plan plan = {0};
	str rest = str_from(names), name;
	for (bool more = true; more;) {
		more = str_cut(rest, ' ', &name, &rest);
		struct plan_package p = {.name = name,
		                         .record = value_get(s->packages, name),
		                         .at = config_env(&s->config, str_from(env))->at,
		                         .is_toolchain = str_eq(name, STR("tools"))};
		plan_packages_push(&f->keep, &plan.packages, p);
	}
	return plan;
}

static bool resolve(struct fixture *f, struct scene *s, const char *env, struct plan *plan) {
	return plan_resolve(&f->cx, &s->reads, config_env(&s->config, str_from(env)), &s->options,
	                    plan);
}

static void packages_of_the_distro_are_fetched_once(void **state) {
	struct fixture *f = *state;
	struct scene *s = set_up(f, "[env:a]\nplatform = x\n");
	struct plan plan = plan_for(f, s, "a", "core tools");
	assert_true(resolve(f, s, "a", &plan));
	const struct plan_package *core = plan_find(&plan, STR("core"));
	const struct plan_package *tools = plan_find(&plan, STR("tools"));
	assert_str(core->kind, "distro");
	assert_str(core->path, ".fbgen/store/corekey");
	assert_false(core->is_owned);
	assert_str(tools->bin, ".fbgen/tool/toolskey");
	assert_int_equal(file_kind(core->path), FILE_DIRECTORY);
	assert_int_equal(file_kind(tools->bin), FILE_DIRECTORY);
	str text;
	assert_true(file_try_read(&f->keep, STR("fetched"), &text));
	assert_str(text, "run\n");
}

static void a_failure_names_the_other_kinds_and_is_not_tried_twice(void **state) {
	struct fixture *f = *state;
	struct scene *s = set_up(f, "[env:a]\nplatform = x\n");
	fixture_write(f, "broken", "");
	for (int i = 0; i < 2; i++) {
		struct plan plan = plan_for(f, s, "a", "tools");
		f->diag = (struct diag){.arena = &f->keep};
		assert_false(resolve(f, s, "a", &plan));
		assert_printed(
		    f, "platformio.ini:1:2: error: package 'tools' cannot be had: no network\n"
		       "    1 | [env:a]\n"
		       "      |  ^^^^^\n"
		       "help: plug it in, or try --source platformio, --source system\n");
		assert_int_equal(diag_code(&f->diag), EXIT_PACKAGE);
	}
	str text;
	assert_true(file_try_read(&f->keep, STR("fetched"), &text));
	assert_str(text, "run\n");
}

static void platformio_comes_first_where_it_fits(void **state) {
	struct fixture *f = *state;
	struct scene *s = set_up(f, "[env:a]\nplatform = x\n");
	fixture_write(f, "pio/packages/core/.piopm", "{\"version\":\"5.2.0\"}");
	fixture_write(f, "pio/packages/core/package.json", "{\"version\":\"5.3.0\"}");
	fixture_write(f, "pio/packages/core@5.3.1/package.json", "{\"version\":\"5.3.1\"}");
	fixture_write(f, "pio/packages/core@5.3.9/.piopm", "not JSON");
	fixture_write(f, "pio/packages/corex/.piopm", "{\"version\":\"5.3.4\"}");
	struct plan plan = plan_for(f, s, "a", "core");
	assert_true(resolve(f, s, "a", &plan));
	const struct plan_package *core = plan_find(&plan, STR("core"));
	assert_str(core->kind, "platformio");
	assert_true(core->is_owned);
	assert_true(str_ends_with(core->path, STR("pio/packages/core@5.3.1")));

	s->options.source = STR("distro");
	assert_true(resolve(f, s, "a", &plan));
	assert_str(plan_find(&plan, STR("core"))->kind, "distro");
}

static void a_folder_inside_the_project_keeps_its_path(void **state) {
	struct fixture *f = *state;
	struct scene *s = set_up(
	    f, "[env:a]\nplatform = x\nplatform_packages = me/core @ symlink://./sub/../mine\n");
	fixture_write(f, "mine/x", "");
	struct plan plan = plan_for(f, s, "a", "core");
	assert_true(resolve(f, s, "a", &plan));
	const struct plan_package *core = plan_find(&plan, STR("core"));
	assert_str(core->kind, "local");
	assert_str(core->path, "mine");
	assert_true(core->is_owned);
	assert_true(str_ends_with(core->real, STR("/mine")));
}

static void two_places_of_one_name_get_two_links(void **state) {
	struct fixture *f = *state;
	struct scene *s =
	    set_up(f, "[env:a]\nplatform = x\nplatform_packages = core @ file:///usr\n"
	              "[env:b]\nplatform = x\nplatform_packages = core @ file:///bin/..\n"
	              "[env:c]\nplatform = x\nplatform_packages = core @ file:///usr\n");
	const char *const envs[] = {"a", "b", "c"};
	str paths[3];
	for (size_t i = 0; i < 3; i++) {
		struct plan plan = plan_for(f, s, envs[i], "core");
		assert_true(resolve(f, s, envs[i], &plan));
		paths[i] = plan_find(&plan, STR("core"))->path;
	}
	assert_str(paths[0], ".fbgen/package/core");
	assert_true(str_starts_with(paths[1], STR(".fbgen/package/core-")));
	assert_int_equal(paths[1].len, sizeof(".fbgen/package/core-1234") - 1);
	assert_str(paths[2], ".fbgen/package/core");
	assert_true(str_eq(file_real(&f->keep, paths[1]), STR("/")));
}

static void a_replaced_compiler_is_another_toolchain(void **state) {
	struct fixture *f = *state;
	struct scene *s = set_up(f, "[env:a]\nplatform = x\n");
	s->options.source = STR("system");
	struct plan plan = plan_for(f, s, "a", "tools");
	assert_true(resolve(f, s, "a", &plan));
	str first = plan.packages.at[0].id;
	assert_int_equal(first.len, 16);
	assert_str(plan.packages.at[0].kind, "system");
	assert_true(str_eq(plan.packages.at[0].path, plan.packages.at[0].bin));
	assert_non_null(
	    map_get(&s->reads.paths, path_join(&f->keep, file_cwd(&f->keep), STR("path/cc1"))));

	fixture_write(f, "path/fake-gcc", compiler); /* as before */
	assert_int_equal(chmod("path/fake-gcc", 0755), 0);
	assert_true(resolve(f, s, "a", &plan));
	assert_true(str_eq(plan.packages.at[0].id, first));

	fixture_write(f, "path/cc1", "two");
	assert_true(resolve(f, s, "a", &plan));
	assert_false(str_eq(plan.packages.at[0].id, first));

	fixture_write(f, "path/cc1", "one");
	fixture_write(f, "path/cc1plus", "");
	str before = plan.packages.at[0].id;
	assert_true(resolve(f, s, "a", &plan));
	assert_false(str_eq(plan.packages.at[0].id, before));
	assert_false(str_eq(plan.packages.at[0].id, first));
}

static void a_launcher_is_no_compiler(void **state) {
	struct fixture *f = *state;
	struct scene *s = set_up(f, "[env:a]\nplatform = x\n");
	s->options.source = STR("system");
	str here = file_cwd(&f->keep);
	write_program(f, "masks/ccache", "");
	assert_int_equal(symlink("ccache", "masks/fake-gcc"), 0);
	str path = str_format(&f->keep, "%" PRI_STR "/masks:%s", STR_ARG(here), getenv("PATH"));
	setenv("PATH", str_cstr(&f->keep, path), 1);
	struct plan plan = plan_for(f, s, "a", "tools");
	assert_true(resolve(f, s, "a", &plan));
	assert_true(str_ends_with(plan.packages.at[0].real, STR("/path")));
}

struct fault {
	const char *ini, *names, *source;
	bool offline;
	const char *text, *help;
	enum exit_code code;
};

static const struct fault faults[] = {
    {"",				 "later", "",           false, "package 'later' cannot be had yet on this machine",
     "install it with PlatformIO, or name a folder: platform_packages = later @ symlink://DIR",                                                                                                                       EXIT_PACKAGE},
    {"",				 "core",  "git",        false, "package 'core' cannot be had from 'git' yet",
     "try --source platformio, --source distro",																				      EXIT_PACKAGE},
    {"",				 "core",  "platformio", false,
     "package 'core' cannot be had from 'platformio' on this machine",									  "try --source distro",
     EXIT_PACKAGE																										 },
    {"",				 "core",  "distr",      false, "unknown kind of source 'distr'",                                        "did you mean 'distro'?",
     EXIT_USAGE																										   },
    {"",				 "core",  "",           true,  "package 'core' is not in the store, and --offline forbids to fetch it",
     "run it once without --offline",																						 EXIT_PACKAGE},
    {"core @ symlink://nowhere",         "core",  "",           false, "'nowhere' is not a folder",
     "name the folder that holds the package; a relative one starts at the project's",                                                                                                                                EXIT_PROJECT},
    {"core @ ~9.1",		      "core",  "",           false,
     "no installed 'core' fits '~9.1', and it cannot be downloaded yet",                                                                        "install it with PlatformIO, or name a folder: core @ symlink://DIR", EXIT_PACKAGE},
    {"core @ https://x.org/core.git#v1", "core",  "",           false,
     "'core' cannot be had from 'https://x.org/core.git#v1' yet",                                                                               "install it with PlatformIO, or name a folder: core @ symlink://DIR", EXIT_PACKAGE},
    {"tools @ symlink://empty",          "tools", "",           false, NULL,
     "try --source platformio, --source distro, "
     "--source system",                                                                                                                                                                                               EXIT_PACKAGE},
};

static void a_package_that_cannot_be_had_is_told(void **state) {
	struct fixture *f = *state;
	for (size_t i = 0; i < COUNT_OF(faults); i++) {
		const struct fault *fault = &faults[i];
		str ini = str_format(&f->keep, "[env:a]\nplatform = x\n%s%s\n",
		                     fault->ini[0] ? "platform_packages = " : "", fault->ini);
		struct scene *s = set_up(f, str_cstr(&f->keep, ini));
		fixture_write(f, "empty/x", "");
		s->options.source = str_from(fault->source);
		s->options.offline = fault->offline;
		struct plan plan = plan_for(f, s, "a", fault->names);
		f->diag = (struct diag){.arena = &f->keep};
		assert_false(resolve(f, s, "a", &plan));
		assert_int_equal(f->diag.entries.len, 1);
		if (fault->text) {
			assert_str(f->diag.entries.at[0].text, fault->text);
		}
		assert_str(f->diag.entries.at[0].help, fault->help);
		assert_int_equal(f->diag.entries.at[0].code, fault->code);
	}
}

static void a_name_that_nobody_knows_is_warned_of(void **state) {
	struct fixture *f = *state;
	struct scene *s =
	    set_up(f, "[env:a]\nplatform = x\nplatform_packages = coer @ symlink://x\n"
	              "    tools @ file:///tmp\n");
	struct plan plan = plan_for(f, s, "a", "core");
	assert_true(resolve(f, s, "a", &plan));
	assert_int_equal(f->diag.entries.len, 1);
	assert_str(f->diag.entries.at[0].text, "this environment does not use the package 'coer'");
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(packages_of_the_distro_are_fetched_once),
	    fixture_test(a_failure_names_the_other_kinds_and_is_not_tried_twice),
	    fixture_test(platformio_comes_first_where_it_fits),
	    fixture_test(a_folder_inside_the_project_keeps_its_path),
	    fixture_test(two_places_of_one_name_get_two_links),
	    fixture_test(a_replaced_compiler_is_another_toolchain),
	    fixture_test(a_launcher_is_no_compiler),
	    fixture_test(a_package_that_cannot_be_had_is_told),
	    fixture_test(a_name_that_nobody_knows_is_warned_of),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
