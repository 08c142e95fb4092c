#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "support.h"

#include "base/file.h"
#include "base/hash.h"
#include "gen/state.h"
#include "gen/statefile.h"

/* A run that reads what the test says; what it writes is one file. */
struct run {
	struct fixture *f;
	struct reads reads;
	struct graph graph;
	struct map search;
	struct state_identity identity;
};

static void wait_a_tick(void) {
	struct timespec tick = {.tv_nsec = 20000000L};
	nanosleep(&tick, NULL);
}

static void read_all(struct run *run) {
	struct arena *keep = &run->f->keep;
	struct scan scan = {0};
	str text;
	run->reads = (struct reads){.arena = keep};
	reads_path(&run->reads, STR("project.ini"));
	reads_path(&run->reads, STR("src"));
	assert_true(file_try_read(keep, STR("src/main.c"), &text));
	scan_text(keep, text, &scan);
	reads_scanned(&run->reads, STR("src/main.c"), &scan);
}

static void begin(struct run *run, struct fixture *f) {
	fixture_enter_dir(f);
	*run = (struct run){.f = f, .reads = {.arena = &f->keep}, .graph = {.arena = &f->keep}};
	run->identity.program = STR("/bin/sh");
	fixture_write(f, "project.ini", "[env]\n");
	fixture_write(f, "src/main.c", "#include <a.h>\n");
	fixture_write(f, "build.ninja", "# empty\n");
	fixture_write(f, "compile_commands.json", "[]\n");
	fixture_write(f, ".fbgen/.gitignore", "*\n");
	read_all(run);
}

static void finish(struct run *run) {
	struct state_record record = {.identity = &run->identity,
	                              .reads = &run->reads,
	                              .graph = &run->graph,
	                              .search = &run->search};
	str_vec_push(&run->f->keep, &record.outputs, STR("build.ninja"));
	str_vec_push(&run->f->keep, &record.outputs, STR("compile_commands.json"));
	assert_true(state_write(&run->f->cx, &record));
}

static bool is_fresh(struct run *run) {
	bool fresh = false;
	assert_true(state_check(&run->f->cx, &run->identity, &fresh));
	return fresh;
}

static void begin_and_finish(struct run *run, struct fixture *f) {
	begin(run, f);
	finish(run);
	assert_true(is_fresh(run));
	wait_a_tick();
}

static void without_a_state_nothing_is_fresh(void **state) {
	struct run run;
	begin(&run, *state);
	assert_false(is_fresh(&run));
}

static void unchanged_inputs_are_fresh(void **state) {
	struct run run;
	begin_and_finish(&run, *state);
	assert_true(is_fresh(&run));
	assert_true(is_fresh(&run));
}

static void an_edited_input_is_not_fresh_until_generation_is_done(void **state) {
	struct run run;
	begin_and_finish(&run, *state);
	fixture_write(run.f, "project.ini", "[env]\nboard = uno\n");
	assert_false(is_fresh(&run));
	assert_false(is_fresh(&run));
	/* Not even where it is put back: a generation may have been under way. */
	fixture_write(run.f, "project.ini", "[env]\n");
	assert_false(is_fresh(&run));
}

static void touched_inputs_are_fresh_and_settle_the_manifest(void **state) {
	struct run run;
	begin_and_finish(&run, *state);
	struct file_stamp manifest;
	struct file_stamp input;
	fixture_write(run.f, "project.ini", "");
	fixture_write(run.f, "project.ini", "[env]\n");
	assert_int_equal(file_stamp(STR("project.ini"), &input), FILE_REGULAR);
	assert_true(is_fresh(&run));
	assert_int_equal(file_stamp(STR("build.ninja"), &manifest), FILE_REGULAR);
	assert_true(manifest.mtime >= input.mtime);
	int64_t future = input.mtime + 3600ll * 1000000000;
	assert_true(file_set_time(&run.f->cx, STR("project.ini"), future));
	assert_true(is_fresh(&run));
	assert_int_equal(file_stamp(STR("build.ninja"), &manifest), FILE_REGULAR);
	assert_true(manifest.mtime == future);
	assert_true(is_fresh(&run));
}

static void an_edited_source_is_fresh_while_its_includes_stay(void **state) {
	struct run run;
	begin_and_finish(&run, *state);
	fixture_write(run.f, "src/main.c", "#include <a.h>\nint a;\n");
	assert_true(is_fresh(&run));
	fixture_write(run.f, "src/main.c", "#include <a.h>\n#include <b.h>\n");
	assert_false(is_fresh(&run));
}

static void new_and_lost_names_in_a_folder_are_not_fresh(void **state) {
	struct run run;
	begin_and_finish(&run, *state);
	fixture_write(run.f, "src/new.c", "");
	assert_false(is_fresh(&run));
}

static void a_file_that_is_written_anew_leaves_its_folder_fresh(void **state) {
	struct run run;
	begin_and_finish(&run, *state);
	assert_int_equal(unlink("src/main.c"), 0);
	fixture_write(run.f, "src/main.c", "#include <a.h>\n");
	assert_true(is_fresh(&run));
}

static void a_path_that_comes_to_exist_is_not_fresh(void **state) {
	struct run run;
	begin(&run, *state);
	reads_path(&run.reads, STR("lib"));
	finish(&run);
	assert_true(is_fresh(&run));
	assert_int_equal(mkdir("lib", 0777), 0);
	assert_false(is_fresh(&run));
}

static void outputs_must_stay_as_they_were_written(void **state) {
	static const char *const outputs[] = {"build.ninja", "compile_commands.json"};
	struct run run;
	begin_and_finish(&run, *state);
	for (size_t i = 0; i < COUNT_OF(outputs); i++) {
		fixture_write(run.f, outputs[i], "altered\n");
		assert_false(is_fresh(&run));
		finish(&run);
		assert_true(is_fresh(&run));
		assert_int_equal(unlink(outputs[i]), 0);
		assert_false(is_fresh(&run));
		fixture_write(run.f, outputs[i], "new\n");
		finish(&run);
		assert_true(is_fresh(&run));
	}
}

static void options_program_and_folder_belong_to_the_identity(void **state) {
	struct run run;
	begin_and_finish(&run, *state);
	struct state_identity same = run.identity;
	str_vec_push(&run.f->keep, &run.identity.options, STR("--offline"));
	assert_false(is_fresh(&run));
	run.identity = same;
	finish(&run);
	run.identity.program = STR("/bin/ls");
	assert_false(is_fresh(&run));
	run.identity = same;
	finish(&run);
	assert_true(is_fresh(&run));
	str old = file_cwd(&run.f->keep);
	str new = str_format(&run.f->keep, "%" PRI_STR "-moved", STR_ARG(old));
	assert_int_equal(rename(str_cstr(&run.f->keep, old), str_cstr(&run.f->keep, new)), 0);
	assert_false(is_fresh(&run));
	assert_int_equal(rename(str_cstr(&run.f->keep, new), str_cstr(&run.f->keep, old)), 0);
}

static void variables_are_compared_also_where_they_were_not_set(void **state) {
	struct run run;
	begin(&run, *state);
	assert_int_equal(setenv("FBGEN_TEST_A", "1", 1), 0);
	assert_int_equal(unsetenv("FBGEN_TEST_B"), 0);
	(void)reads_variable(&run.reads, "FBGEN_TEST_A");
	(void)reads_variable(&run.reads, "FBGEN_TEST_B");
	finish(&run);
	assert_true(is_fresh(&run));
	assert_int_equal(setenv("FBGEN_TEST_A", "2", 1), 0);
	assert_false(is_fresh(&run));
	assert_int_equal(setenv("FBGEN_TEST_A", "1", 1), 0);
	finish(&run);
	assert_int_equal(setenv("FBGEN_TEST_B", "", 1), 0);
	assert_false(is_fresh(&run));
	assert_int_equal(unsetenv("FBGEN_TEST_B"), 0);
}

static void programs_are_looked_for_again(void **state) {
	struct run run;
	begin(&run, *state);
	fixture_write(run.f, "bin/nothing", "");
	char *path = strdup(getenv("PATH"));
	assert_non_null(path);
	(void)reads_program(&run.reads, STR("fbgen-test-tool"));
	finish(&run);
	assert_true(is_fresh(&run));
	fixture_write(run.f, "bin/fbgen-test-tool", "#!/bin/sh\n");
	assert_int_equal(chmod("bin/fbgen-test-tool", 0755), 0);
	str longer =
	    str_format(&run.f->keep, "%" PRI_STR "/bin:%s", STR_ARG(file_cwd(&run.f->keep)), path);
	assert_int_equal(setenv("PATH", str_cstr(&run.f->keep, longer), 1), 0);
	assert_false(is_fresh(&run));
	assert_int_equal(setenv("PATH", path, 1), 0);
	free(path);
}

static void commands_are_run_again_and_equal_output_is_fresh(void **state) {
	struct run run;
	begin(&run, *state);
	fixture_write(run.f, "version", "1\n");
	reads_command(&run.reads, STR("cat version"), STR("1\n"));
	finish(&run);
	assert_true(is_fresh(&run));
	fixture_write(run.f, "version", "2\n");
	assert_false(is_fresh(&run));
	fixture_write(run.f, "version", "1\n");
	finish(&run);
	assert_int_equal(unlink("version"), 0);
	assert_false(is_fresh(&run)); /* it fails: generation says how */
	assert_int_equal(run.f->diag.errors, 0);
}

static void an_edit_while_generation_runs_is_found_by_the_next_check(void **state) {
	static const struct {
		const char *path, *text;
	} edits[] = {
	    {"project.ini", "[env]\nboard = uno\n"},
	    {"src/main.c",  "#include <b.h>\n"    },
	    {"src/new.c",   ""                    },
	};
	struct run run;
	begin(&run, *state);
	for (size_t i = 0; i < COUNT_OF(edits); i++) {
		read_all(&run);
		finish(&run);
		assert_true(is_fresh(&run));
		wait_a_tick();
		fixture_write(run.f, edits[i].path, edits[i].text);
		finish(&run);
		if (is_fresh(&run)) {
			fail_msg("%s was edited while generation ran", edits[i].path);
		}
	}
}

static void a_file_of_the_machine_is_seen_by_its_stamp_and_is_no_input(void **state) {
	struct run run;
	begin(&run, *state);
	fixture_write(run.f, "tool", "x");
	reads_machine(&run.reads, STR("tool"));
	finish(&run);
	assert_true(is_fresh(&run));
	struct str_vec inputs = {0};
	state_inputs(&run.f->keep, &run.reads, &inputs);
	assert_strs(&inputs, "project.ini|src|src/main.c");
	assert_true(file_set_time(&run.f->cx, STR("tool"), 1000000000));
	assert_false(is_fresh(&run));
}

static void inputs_are_what_exists_and_is_the_projects(void **state) {
	struct run run;
	begin(&run, *state);
	fixture_write(run.f, "lib/a/a.h", "");
	reads_path(&run.reads, STR(".fbgen/store/0123/core/x.h"));
	reads_path(&run.reads, STR(".fbgen/tool/0123"));
	fixture_write(run.f, ".fbgen/package/mine/x.h", "");
	reads_path(&run.reads, STR(".fbgen/package/mine/x.h"));
	reads_path(&run.reads, STR("lib/a/library.json"));
	reads_path(&run.reads, STR("lib/a/src/deep/x.h"));
	reads_path(&run.reads, STR("boards/mine.json"));
	reads_path(&run.reads, STR("../elsewhere/none"));
	struct str_vec inputs = {0};
	state_inputs(&run.f->keep, &run.reads, &inputs);
	assert_strs(&inputs, "project.ini|src|src/main.c|.fbgen/package/mine/x.h|lib/a|.");
	struct file_stamp stamp;
	assert_true(file_set_time(&run.f->cx, STR("lib/a"), 1ll << 61));
	assert_int_equal(file_stamp(STR("lib/a"), &stamp), FILE_DIRECTORY);
	assert_true(state_newest(&run.reads) == stamp.mtime);
}

static void damage_means_no_state(void **state) {
	struct run run;
	begin_and_finish(&run, *state);
	str text;
	assert_true(file_try_read(&run.f->keep, STR(".fbgen/state"), &text));
	char *damaged = str_cstr(&run.f->keep, text);
	for (size_t i = 0; i < text.len; i++) {
		struct statefile file;
		damaged[i] ^= 0x41;
		assert_false(statefile_parse(&run.f->keep, (str){damaged, text.len}, &file));
		damaged[i] ^= 0x41;
		assert_false(statefile_parse(&run.f->keep, (str){damaged, i}, &file));
	}
	fixture_write(run.f, ".fbgen/state", "not a state\n");
	assert_false(is_fresh(&run));
}

static void the_state_is_the_same_text_after_reading(void **state) {
	struct run run;
	begin_and_finish(&run, *state);
	str text;
	struct statefile file;
	assert_true(file_try_read(&run.f->keep, STR(".fbgen/state"), &text));
	assert_true(statefile_parse(&run.f->keep, text, &file));
	assert_true(str_eq(statefile_text(&run.f->keep, &file), text));
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(without_a_state_nothing_is_fresh),
	    fixture_test(unchanged_inputs_are_fresh),
	    fixture_test(an_edited_input_is_not_fresh_until_generation_is_done),
	    fixture_test(touched_inputs_are_fresh_and_settle_the_manifest),
	    fixture_test(an_edited_source_is_fresh_while_its_includes_stay),
	    fixture_test(new_and_lost_names_in_a_folder_are_not_fresh),
	    fixture_test(a_file_that_is_written_anew_leaves_its_folder_fresh),
	    fixture_test(a_path_that_comes_to_exist_is_not_fresh),
	    fixture_test(outputs_must_stay_as_they_were_written),
	    fixture_test(options_program_and_folder_belong_to_the_identity),
	    fixture_test(variables_are_compared_also_where_they_were_not_set),
	    fixture_test(programs_are_looked_for_again),
	    fixture_test(commands_are_run_again_and_equal_output_is_fresh),
	    fixture_test(an_edit_while_generation_runs_is_found_by_the_next_check),
	    fixture_test(a_file_of_the_machine_is_seen_by_its_stamp_and_is_no_input),
	    fixture_test(inputs_are_what_exists_and_is_the_projects),
	    fixture_test(damage_means_no_state),
	    fixture_test(the_state_is_the_same_text_after_reading),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
