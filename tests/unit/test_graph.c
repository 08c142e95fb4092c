#include "support.h"

#include "gen/graph.h"

/* A rule whose words are those of the text. */
static struct rule rule_of(struct fixture *f, const char *words) {
	struct rule rule = {.description = STR("DO")};
	str rest = str_from(words);
	str word;
	bool more = true;
	while (more) {
		more = str_cut(rest, ' ', &word, &rest);
		str_vec_push(&f->keep, &rule.words, word);
	}
	return rule;
}

static void equal_commands_are_one_rule(void **state) {
	struct fixture *f = *state;
	struct graph graph = {.arena = &f->keep};
	struct rule first = rule_of(f, "cc -c");
	struct rule again = rule_of(f, "cc -c");
	const struct rule *made = graph_rule(&graph, "cc", &first);
	assert_ptr_equal(graph_rule(&graph, "cc", &again), made);
	assert_int_equal(graph.rules.len, 1);
	assert_true(str_starts_with(made->name, STR("cc_")));
}

static void whatever_ninja_would_do_otherwise_makes_another_rule(void **state) {
	struct fixture *f = *state;
	struct graph graph = {.arena = &f->keep};
	struct rule rules[7];
	for (size_t i = 0; i < COUNT_OF(rules); i++) {
		rules[i] = rule_of(f, i == 1 ? "cc -c -g" : "cc -c");
	}
	rules[2].deps = DEPS_ALL;
	rules[3].restat = true;
	rules[4].console = true;
	rules[5].description = STR("OTHER");
	rules[6].words.len = 0;
	str_vec_push(&f->keep, &rules[6].words, STR("cc -c"));
	for (size_t i = 0; i < COUNT_OF(rules); i++) {
		graph_rule(&graph, "cc", &rules[i]);
	}
	graph_rule(&graph, "other", &rules[0]);
	assert_int_equal(graph.rules.len, COUNT_OF(rules) + 1);
}

static void a_short_name_yields_to_what_has_it_already(void **state) {
	struct fixture *f = *state;
	struct graph graph = {.arena = &f->keep};
	struct rule rule = rule_of(f, "cc");
	struct str_vec targets = {0};
	graph_make(&graph, "cc", &rule, STR("taken"));
	str_vec_push(&f->keep, &targets, STR("taken"));
	assert_false(graph_alias(&graph, STR("taken"), &targets));
	assert_true(graph_alias(&graph, STR("free"), &targets));
	assert_false(graph_alias(&graph, STR("free"), &targets));
	const struct edge *edge = graph.edges.at[1];
	assert_null(edge->rule);
	assert_strs(&edge->inputs, "taken");
}

static void names_that_no_manifest_can_hold_are_refused(void **state) {
	static const struct {
		const char *input, *printed;
	} cases[] = {
	    {"src/plain $:'\"&.c", ""						      },
	    {"src/a|b.c",          "src/a|b.c: error: its name holds a '|'"                },
	    {"lib/a|b/x.c",        "lib/a|b: error: its name holds a '|'"                  },
	    {"src/a\nb.c",         "src/a\\x0ab.c: error: its name holds a line end"       },
	    {"src/a\rb.c",         "src/a\\x0db.c: error: its name holds a carriage return"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture *f = *state;
		struct graph graph = {.arena = &f->keep};
		struct rule rule = rule_of(f, "cp");
		struct str_vec none = {0};
		f->diag = (struct diag){.arena = &f->keep};
		struct edge *edge = graph_make(&graph, "cp", &rule, STR("out"));
		str_vec_push(&f->keep, &edge->inputs, str_from(cases[i].input));
		bool fine = *cases[i].printed == '\0';
		assert_int_equal(graph_check(&f->cx, &graph, &none), fine);
		str printed = str_from(fixture_printed(f));
		assert_true(str_starts_with(printed, str_from(cases[i].printed)));
		assert_int_equal(printed.len == 0, fine);
	}
}

static void inputs_of_the_manifest_itself_are_looked_at_too(void **state) {
	struct fixture *f = *state;
	struct graph graph = {.arena = &f->keep};
	struct str_vec inputs = {0};
	str_vec_push(&f->keep, &inputs, STR("lib/a|b"));
	str_vec_push(&f->keep, &inputs, STR("lib/a|b/x.h"));
	assert_false(graph_check(&f->cx, &graph, &inputs));
	assert_printed(f, "lib/a|b: error: its name holds a '|', which no ninja file can\n"
	                  "help: rename it\n");
}

static void what_is_made_of_a_bad_name_is_not_told_besides(void **state) {
	struct fixture *f = *state;
	struct graph graph = {.arena = &f->keep};
	struct rule rule = rule_of(f, "cp");
	struct str_vec none = {0};
	struct edge *edge = graph_make(&graph, "cp", &rule, STR("obj/a|b.o"));
	str_vec_push(&f->keep, &edge->inputs, STR("a|b"));
	assert_false(graph_check(&f->cx, &graph, &none));
	assert_printed(f, "a|b: error: its name holds a '|', which no ninja file can\n"
	                  "help: rename it\n");
}

static void a_word_may_hold_all_but_a_line_end(void **state) {
	struct fixture *f = *state;
	struct graph graph = {.arena = &f->keep};
	struct rule good = rule_of(f, "cc -DA=a|b$'\"");
	struct rule bad = rule_of(f, "cc -DA=a\nb");
	struct str_vec none = {0};
	graph_make(&graph, "cc", &good, STR("good"));
	assert_true(graph_check(&f->cx, &graph, &none));
	graph_make(&graph, "cc", &bad, STR("bad"));
	assert_false(graph_check(&f->cx, &graph, &none));
	assert_printed(f, "error: '-DA=a\\x0ab' holds a line end, which no ninja file can\n"
	                  "help: write the flag without it\n");
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(equal_commands_are_one_rule),
	    fixture_test(whatever_ninja_would_do_otherwise_makes_another_rule),
	    fixture_test(a_short_name_yields_to_what_has_it_already),
	    fixture_test(names_that_no_manifest_can_hold_are_refused),
	    fixture_test(inputs_of_the_manifest_itself_are_looked_at_too),
	    fixture_test(what_is_made_of_a_bad_name_is_not_told_besides),
	    fixture_test(a_word_may_hold_all_but_a_line_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
