#include "support.h"

#include "gen/actions.h"
#include "gen/object.h"

/* An environment with a program and, where it says so, an action that runs it. */
static struct environment *add(struct fixture *f, struct graph *graph, const char *name,
                               const char *action) {
	struct environment *env = arena_new(&f->keep, struct environment);
	struct rule rule = {.description = STR("DO")};
	*env = (struct environment){.name = str_from(name),
	                            .at = span_file(&f->keep, STR("platformio.ini"))};
	str_vec_push(&f->keep, &rule.words, STR("do"));
	graph_make(graph, "do", &rule, object_product(&f->keep, env->name, STR("program")));
	if (action) {
		str output = object_product(&f->keep, env->name, str_from(action));
		graph_make(graph, "do", &rule, output);
	}
	return env;
}

static void name_all(struct fixture *f, struct graph *graph, struct environment *const *envs,
                     size_t count) {
	for (size_t i = 0; i < count; i++) {
		struct str_vec targets = {0};
		str program = object_product(&f->keep, envs[i]->name, STR("program"));
		str_vec_push(&f->keep, &targets, program);
		actions_name_environment(&f->cx, graph, envs[i], &targets);
	}
	for (size_t i = 0; i < count; i++) {
		actions_name_actions(&f->cx, graph, envs[i]);
	}
}

/* What ninja makes when it is asked for the name. */
static str meaning(const struct graph *graph, const char *name) {
	const struct edge *edge = map_get(&graph->producer, str_from(name));
	return edge && !edge->rule ? edge->inputs.at[0] : STR("");
}

static void an_environment_and_its_actions_have_short_names(void **state) {
	struct fixture *f = *state;
	struct graph graph = {.arena = &f->keep};
	fixture_enter_dir(f);
	struct environment *envs[] = {add(f, &graph, "uno", "size"), add(f, &graph, "mega", NULL)};
	name_all(f, &graph, envs, COUNT_OF(envs));
	assert_str(meaning(&graph, "uno"), ".fbgen/uno/program");
	assert_str(meaning(&graph, "uno-size"), ".fbgen/uno/size");
	assert_str(meaning(&graph, "mega"), ".fbgen/mega/program");
	assert_false(graph_has(&graph, STR("mega-size")));
	assert_printed(f, "");
}

static void an_environments_name_beats_anothers_action(void **state) {
	struct fixture *f = *state;
	struct graph graph = {.arena = &f->keep};
	fixture_enter_dir(f);
	struct environment *envs[] = {add(f, &graph, "a", "run"), add(f, &graph, "a-run", NULL)};
	name_all(f, &graph, envs, COUNT_OF(envs));
	assert_str(meaning(&graph, "a-run"), ".fbgen/a-run/program");
	assert_printed(f,
	               "platformio.ini: warning: 'ninja a-run' means the environment of that name\n"
	               "help: this target has the name '.fbgen/a/run'\n");
}

static void a_file_of_the_project_keeps_its_name(void **state) {
	struct fixture *f = *state;
	struct graph graph = {.arena = &f->keep};
	fixture_enter_dir(f);
	fixture_write(f, "src/main.c", "");
	struct environment *envs[] = {add(f, &graph, "src", "run")};
	name_all(f, &graph, envs, COUNT_OF(envs));
	assert_false(graph_has(&graph, STR("src")));
	assert_str(meaning(&graph, "src-run"), ".fbgen/src/run");
	assert_printed(
	    f, "platformio.ini: warning: 'ninja src' means the file or folder of that name\n"
	       "help: this target has the name '.fbgen/src/program'\n");
}

static void a_faulty_environment_has_a_target_that_tells_it(void **state) {
	struct fixture *f = *state;
	struct graph graph = {.arena = &f->keep};
	str target = actions_add_fault(&graph, STR("uno"), STR(".fbgen/uno/fault.txt"));
	assert_str(target, ".fbgen/uno/fault");
	const struct rule *rule = graph.edges.at[0]->rule;
	assert_strs(&rule->words, ".fbgen/fbgen|edge|fault|--|.fbgen/uno/fault.txt");
	assert_true(rule->console);
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(an_environment_and_its_actions_have_short_names),
	    fixture_test(an_environments_name_beats_anothers_action),
	    fixture_test(a_file_of_the_project_keeps_its_name),
	    fixture_test(a_faulty_environment_has_a_target_that_tells_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
