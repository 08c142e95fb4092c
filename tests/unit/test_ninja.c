#include "support.h"

#include "base/file.h"
#include "base/spawn.h"
#include "gen/ninja.h"

enum { LONG_LIST = 3000 };

static void words_reach_the_shell_as_they_are(void **state) {
	static const struct {
		const char *word, *quoted;
	} cases[] = {
	    {"-DA=1",        "-DA=1"         },
	    {"a/b.c",        "a/b.c"         },
	    {"",             "''"            },
	    {"a b",          "'a b'"         },
	    {"-DA=\"x\"",    "'-DA=\"x\"'"   },
	    {"it's",         "'it'\\''s'"    },
	    {"$HOME",        "'$HOME'"       },
	    {"a;b&c|d>e",    "'a;b&c|d>e'"   },
	    {"~",            "'~'"           },
	    {"\xc3\xa4",     "'\xc3\xa4'"    },
	    {"a\\b`c`!",     "'a\\b`c`!'"    },
	    {"-Wl,-T,x.ld",  "-Wl,-T,x.ld"   },
	    {"(x)*?[y]{z}#", "'(x)*?[y]{z}#'"},
	};
	struct fixture *f = *state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf buf = {.arena = &f->keep};
		ninja_shell_word(&buf, str_from(cases[i].word));
		assert_str(buf_str(&buf), cases[i].quoted);
	}
}

/* A graph of one edge: the words, then $in and $out. */
static struct edge *copy_edge(struct fixture *f, struct graph *graph, const char *output) {
	struct rule rule = {.description = STR("CP")};
	str_vec_push(&f->keep, &rule.words, STR("cp"));
	str_vec_push(&f->keep, &rule.words, rule_in);
	str_vec_push(&f->keep, &rule.words, rule_out);
	return graph_make(graph, "cp", &rule, str_from(output));
}

static str manifest_of(struct fixture *f, const struct graph *graph, const char *input) {
	struct ninja_manifest manifest = {.graph = graph};
	str_vec_push(&f->keep, &manifest.generator, STR("true"));
	if (input) {
		str_vec_push(&f->keep, &manifest.inputs, str_from(input));
	}
	return ninja_text(&f->cx, &manifest);
}

static void paths_are_escaped_for_ninja(void **state) {
	struct fixture *f = *state;
	struct graph graph = {.arena = &f->keep};
	struct edge *edge = copy_edge(f, &graph, "o $:");
	str_vec_push(&f->keep, &edge->implicit_outputs, STR("p q"));
	str_vec_push(&f->keep, &edge->inputs, STR("a b"));
	str_vec_push(&f->keep, &edge->implicit, STR("c:d"));
	str_vec_push(&f->keep, &edge->order_only, STR("e$f"));
	str_vec_push(&f->keep, &graph.defaults, STR("o $:"));
	str text = manifest_of(f, &graph, NULL);
	assert_true(str_contains(
	    text, STR("\nbuild o$ $$$: | p$ q: cp_1 a$ b | c$:d || e$$f\ndefault o$ $$$:\n")));
}

static void the_generator_has_phony_inputs(void **state) {
	struct fixture *f = *state;
	struct graph graph = {.arena = &f->keep};
	str text = manifest_of(f, &graph, "src/a b.c");
	assert_str(text, "# build.ninja, written by fbgen: edit platformio.ini instead.\n"
	                 "ninja_required_version = 1.9\n"
	                 "builddir = .fbgen\n"
	                 "\n"
	                 "rule generate\n"
	                 "  command = true\n"
	                 "  description = fbgen\n"
	                 "  generator = 1\n"
	                 "\n"
	                 "build build.ninja: generate src/a$ b.c\n"
	                 "build src/a$ b.c: phony\n"
	                 "\n");
}

static void what_a_rule_says_is_written(void **state) {
	struct fixture *f = *state;
	struct graph graph = {.arena = &f->keep};
	struct rule rule = {
	    .description = STR("CC"), .deps = DEPS_PROJECT, .restat = true, .console = true};
	str_vec_push(&f->keep, &rule.words, STR("cc"));
	str_vec_push(&f->keep, &rule.words, STR("-DA=$x y"));
	str_vec_push(&f->keep, &rule.words, rule_in);
	graph_make(&graph, "cc", &rule, STR("o"));
	str text = manifest_of(f, &graph, NULL);
	assert_true(str_contains(text, STR("rule cc_1\n"
	                                   "  command = cc -MMD -MF $out.d '-DA=$$x y' $in\n"
	                                   "  description = CC $out\n"
	                                   "  depfile = $out.d\n"
	                                   "  deps = gcc\n"
	                                   "  restat = 1\n"
	                                   "  pool = console\n")));
}

static void a_long_command_reads_its_inputs_from_a_file(void **state) {
	struct fixture *f = *state;
	struct graph graph = {.arena = &f->keep};
	struct edge *lengthy = copy_edge(f, &graph, "long");
	for (int i = 0; i < LONG_LIST; i++) {
		str_vec_push(&f->keep, &lengthy->inputs,
		             str_format(&f->keep, "a/long/name/of/an/object/%d.o", i));
	}
	struct edge *brief = copy_edge(f, &graph, "short");
	str_vec_push(&f->keep, &brief->inputs, STR("a.o"));
	str text = manifest_of(f, &graph, NULL);
	assert_true(str_contains(text, STR("rule cp_1\n  command = cp $in $out\n")));
	assert_true(str_contains(text, STR("rule cp_1_rsp\n"
	                                   "  command = cp @$out.rsp $out\n"
	                                   "  description = CP $out\n"
	                                   "  rspfile = $out.rsp\n"
	                                   "  rspfile_content = $in\n")));
	assert_true(str_contains(text, STR("build long: cp_1_rsp a/long/")));
	assert_true(str_contains(text, STR("build short: cp_1 a.o\n")));
}

static void ninja_and_the_shell_read_strange_names_as_they_are(void **state) {
	static const char *const names[] = {"a b", "c$d", "e:f", "it's", "\"q\"", "x&y;z", "(w)#"};
	struct fixture *f = *state;
	struct graph graph = {.arena = &f->keep};
	fixture_enter_dir(f);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		fixture_write(f, names[i], names[i]);
		str output = str_format(&f->keep, "out/%s", names[i]);
		struct edge *edge = copy_edge(f, &graph, str_cstr(&f->keep, output));
		str_vec_push(&f->keep, &edge->inputs, str_from(names[i]));
	}
	assert_true(file_make_dirs(&f->cx, STR(".fbgen")));
	assert_true(ninja_write(&f->cx, manifest_of(f, &graph, NULL), 0));
	struct spawn ninja = {0};
	struct spawn_result result;
	str_vec_push(&f->keep, &ninja.argv, STR("ninja"));
	assert_true(spawn_run(&f->cx, &ninja, &result));
	assert_int_equal(result.status, 0);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		str copied;
		str output = str_format(&f->keep, "out/%s", names[i]);
		assert_true(file_try_read(&f->keep, output, &copied));
		assert_str(copied, names[i]);
	}
}

static void a_manifest_of_others_is_left_as_it_is(void **state) {
	struct fixture *f = *state;
	fixture_enter_dir(f);
	fixture_write(f, "build.ninja", "# mine\n");
	assert_false(ninja_write(&f->cx, STR("text"), 0));
	str kept;
	assert_true(file_try_read(&f->keep, STR("build.ninja"), &kept));
	assert_str(kept, "# mine\n");
	assert_printed(f, "build.ninja: error: this build.ninja was not written by fbgen, so it is "
	                  "left as it is\n"
	                  "help: move or remove it, then run fbgen again\n");
}

static void the_manifest_is_no_older_than_what_it_was_made_from(void **state) {
	struct fixture *f = *state;
	struct graph graph = {.arena = &f->keep};
	int64_t later = INT64_C(4102444800) * 1000000000;
	struct file_stamp stamp;
	fixture_enter_dir(f);
	assert_true(file_make_dirs(&f->cx, STR(".fbgen")));
	assert_true(ninja_write(&f->cx, manifest_of(f, &graph, NULL), later));
	assert_true(file_stamp(STR("build.ninja"), &stamp));
	assert_int_equal(stamp.mtime, later);
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(words_reach_the_shell_as_they_are),
	    fixture_test(paths_are_escaped_for_ninja),
	    fixture_test(the_generator_has_phony_inputs),
	    fixture_test(what_a_rule_says_is_written),
	    fixture_test(a_long_command_reads_its_inputs_from_a_file),
	    fixture_test(ninja_and_the_shell_read_strange_names_as_they_are),
	    fixture_test(a_manifest_of_others_is_left_as_it_is),
	    fixture_test(the_manifest_is_no_older_than_what_it_was_made_from),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
