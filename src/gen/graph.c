#include "gen/graph.h"

#include <assert.h>
#include <string.h>

const str rule_in = STR_INIT("$in");
const str rule_out = STR_INIT("$out");
const str rule_and = STR_INIT("&&");

/* Everything that makes two rules different, as one text. */
static str rule_key(struct arena *arena, const char *kind, const struct rule *rule) {
	struct str_vec parts = {0};
	str_vec_push(arena, &parts, str_from(kind));
	str_vec_push(arena, &parts, rule->description);
	str_vec_push(arena, &parts,
	             str_format(arena, "%d%d%d", (int)rule->deps, rule->restat, rule->console));
	str_vec_append(arena, &parts, &rule->words);
	return str_join(arena, &parts, (str){"", 1});
}

const struct rule *graph_rule(struct graph *graph, const char *kind, const struct rule *like) {
	void **place = map_at(graph->arena, &graph->rule_of, rule_key(graph->arena, kind, like));
	if (!*place) {
		struct rule *rule = arena_new(graph->arena, struct rule);
		*rule = *like;
		rule->name = str_format(graph->arena, "%s_%zu", kind, graph->rules.len + 1);
		rules_push(graph->arena, &graph->rules, rule);
		*place = rule;
	}
	return *place;
}

struct edge *graph_add(struct graph *graph, const struct rule *rule, str output) {
	void **place = map_at(graph->arena, &graph->producer, output);
	assert(!*place);
	struct edge *edge = arena_new(graph->arena, struct edge);
	edge->rule = rule;
	str_vec_push(graph->arena, &edge->outputs, output);
	edges_push(graph->arena, &graph->edges, edge);
	*place = edge;
	return edge;
}

struct edge *graph_make(struct graph *graph, const char *kind, const struct rule *like,
                        str output) {
	return graph_add(graph, graph_rule(graph, kind, like), output);
}

bool graph_has(const struct graph *graph, str output) {
	return map_get(&graph->producer, output) != NULL;
}

static bool same_words(const struct str_vec *a, const struct str_vec *b) {
	bool same = a->len == b->len;
	for (size_t i = 0; i < a->len && same; i++) {
		same = str_eq(a->at[i], b->at[i]);
	}
	return same;
}

bool graph_has_by(const struct graph *graph, str output, const struct rule *rule) {
	const struct edge *edge = map_get(&graph->producer, output);
	assert(!edge || edge->rule == rule || same_words(&edge->rule->words, &rule->words));
	return edge != NULL;
}

bool graph_alias(struct graph *graph, str name, const struct str_vec *targets) {
	if (graph_has(graph, name)) {
		return false;
	}
	struct edge *edge = graph_add(graph, NULL, name);
	str_vec_append(graph->arena, &edge->inputs, targets);
	return true;
}

/* What no manifest can hold, there being no escape for it. */
static const struct {
	char sign;
	bool in_words; /* neither in a path nor in a word; else not in a path */
	const char *name;
} unwritable[] = {
    {'\n', true,  "a line end"       },
    {'\r', true,  "a carriage return"},
    {'|',  false, "a '|'"            },
};

/* The name of what makes the text unwritable, and where it stands; NULL: it can be written. */
static const char *fault_of(str text, bool is_path, size_t *at) {
	for (size_t i = 0; i < COUNT_OF(unwritable); i++) {
		bool matters = is_path || unwritable[i].in_words;
		*at = str_find_char(text, unwritable[i].sign);
		if (matters && *at < text.len) {
			return unwritable[i].name;
		}
	}
	return NULL;
}

/* What is made of a file has its name too; only the file itself is told, or the folder whose name
 * is at fault. */
static bool check_paths(struct ctx *cx, const struct graph *graph, const struct str_vec *paths) {
	bool ok = true;
	for (size_t i = 0; i < paths->len; i++) {
		str path = paths->at[i];
		size_t at;
		const char *fault = fault_of(path, true, &at);
		if (!fault) {
			continue;
		}
		ok = false;
		if (!graph_has(graph, path)) {
			size_t end = at + str_find_char(str_from_offset(path, at), '/');
			diag_error(cx->diag, span_file(cx->keep, str_slice(path, 0, end)),
			           "its name holds %s, which no ninja file can", fault);
			diag_help(cx->diag, "rename it");
		}
	}
	return ok;
}

static bool check_words(struct ctx *cx, const struct str_vec *words) {
	bool ok = true;
	for (size_t i = 0; i < words->len; i++) {
		size_t at;
		const char *fault = fault_of(words->at[i], false, &at);
		if (fault) {
			ok = diag_error(cx->diag, (span){0},
			                "'%" PRI_STR "' holds %s, which no ninja file can",
			                STR_ARG(words->at[i]), fault);
			diag_help(cx->diag, "write the flag without it");
		}
	}
	return ok;
}

/* Characters that ninja's reader of depfiles takes for the end of a name. */
static void warn_of_name(struct ctx *cx, str path) {
	static const char unreadable[] = "'\"&;<>*?^`";
	for (size_t i = 0; i < path.len; i++) {
		if (path.at[i] && strchr(unreadable, path.at[i])) {
			diag_warning(cx->diag, span_file(cx->keep, path),
			             "ninja cannot follow a file with %c in its name, so it is "
			             "compiled at every run",
			             path.at[i]);
			diag_help(cx->diag, "rename the file");
			return;
		}
	}
}

bool graph_check(struct ctx *cx, const struct graph *graph, const struct str_vec *inputs) {
	bool ok = check_paths(cx, graph, inputs);
	for (size_t i = 0; i < graph->edges.len; i++) {
		const struct edge *edge = graph->edges.at[i];
		const struct str_vec *lists[] = {&edge->outputs, &edge->implicit_outputs,
		                                 &edge->inputs, &edge->implicit, &edge->order_only};
		for (size_t k = 0; k < COUNT_OF(lists); k++) {
			ok = check_paths(cx, graph, lists[k]) && ok;
		}
		if (edge->rule && edge->rule->deps != DEPS_NONE) {
			warn_of_name(cx, edge->inputs.at[0]);
		}
	}
	/* Words hold names as well, of which all has been said. */
	for (size_t i = 0; i < graph->rules.len && ok; i++) {
		ok = check_words(cx, &graph->rules.at[i]->words) && ok;
	}
	return ok;
}
