#include "gen/actions.h"

#include "base/file.h"
#include "gen/command.h"
#include "gen/object.h"
#include "gen/variables.h"

/* What can be done with a program, besides making it. */
enum action { ACTION_SIZE, ACTION_RUN, ACTION_UPLOAD, ACTION_COUNT };

static const char *const verbs[ACTION_COUNT] = {
    [ACTION_SIZE] = "size", [ACTION_RUN] = "run", [ACTION_UPLOAD] = "upload"};

static str action_output(struct arena *arena, str env, enum action action) {
	return object_product(arena, env, str_from(verbs[action]));
}

/* "fbgen edge VERB" on the console. */
static struct rule action_rule(struct arena *arena, const char *verb) {
	struct rule rule = {.description = str_from(verb), .console = true};
	command_edge(arena, &rule.words, verb);
	return rule;
}

static struct edge *add_action(struct graph *graph, str env, enum action action,
                               const struct rule *rule, str input) {
	str output = action_output(graph->arena, env, action);
	struct edge *edge = graph_make(graph, verbs[action], rule, output);
	str_vec_push(graph->arena, &edge->inputs, input);
	return edge;
}

/* The program runs in a simulator where the machine's own programs are no part of a toolchain. */
static void add_run(struct graph *graph, const struct target *target,
                    const struct assembly *assembly) {
	struct arena *arena = graph->arena;
	struct rule rule = action_rule(arena, verbs[ACTION_RUN]);
	bool is_host = str_eq(target->recipe.run.at[0], STR("{in}"));
	command_flag(arena, &rule.words, "serial", !is_host);
	str_vec_push(arena, &rule.words, STR("--"));
	for (size_t i = 0; i < target->recipe.run.len; i++) {
		str_vec_push(arena, &rule.words, command_placeholder(target->recipe.run.at[i]));
	}
	struct edge *edge =
	    add_action(graph, target->env->name, ACTION_RUN, &rule, assembly->program);
	str_vec_append(arena, &edge->implicit, &assembly->targets);
}

static void add_upload(struct graph *graph, struct target *target,
                       const struct assembly *assembly) {
	struct arena *arena = graph->arena;
	const struct recipe_upload *upload = &target->recipe.upload;
	str image = assembly->targets.at[0];
	struct rule rule = action_rule(arena, verbs[ACTION_UPLOAD]);
	command_option(arena, &rule.words, "port", upload->port);
	command_flag(arena, &rule.words, "touch", upload->touch_1200bps);
	command_flag(arena, &rule.words, "wait", upload->wait_for_port);
	for (size_t i = 0; i < upload->hwids.len; i++) {
		command_option(arena, &rule.words, "hwid", upload->hwids.at[i]);
	}
	variables_set(arena, &target->variables, STR("SOURCE"), image);
	variables_set(arena, &target->variables, STR("UPLOAD_PORT"), STR("{port}"));
	str_vec_push(arena, &rule.words, STR("--"));
	for (size_t i = 0; i < upload->words.len; i++) {
		str word = flags_expand(arena, upload->words.at[i], &target->variables);
		str_vec_push(arena, &rule.words, str_replace(arena, word, STR("{in}"), image));
	}
	struct edge *edge = add_action(graph, target->env->name, ACTION_UPLOAD, &rule, image);
	str_vec_append(arena, &edge->implicit, &assembly->targets);
}

void actions_add(struct graph *graph, struct target *target, const struct assembly *assembly) {
	struct arena *arena = graph->arena;
	const struct recipe *recipe = &target->recipe;
	if (assembly->size_file.len) {
		struct rule rule = action_rule(arena, verbs[ACTION_SIZE]);
		str_vec_push(arena, &rule.words, STR("--show"));
		str_vec_push(arena, &rule.words, rule_in);
		add_action(graph, target->env->name, ACTION_SIZE, &rule, assembly->size_file);
	}
	if (recipe->run.len) {
		add_run(graph, target, assembly);
	}
	if (recipe->upload.words.len) {
		add_upload(graph, target, assembly);
	}
}

str actions_add_fault(struct graph *graph, str env, str file) {
	struct rule rule = action_rule(graph->arena, "fault");
	str_vec_push(graph->arena, &rule.words, STR("--"));
	str_vec_push(graph->arena, &rule.words, file);
	str output = object_product(graph->arena, env, STR("fault"));
	graph_make(graph, "fault", &rule, output);
	return output;
}

/* One short name for the targets; a folder or an earlier name keeps it. */
static void name_one(struct ctx *cx, struct graph *graph, span at, str name,
                     const struct str_vec *targets) {
	bool is_path = file_kind(name) != FILE_MISSING;
	if (is_path || !graph_alias(graph, name, targets)) {
		diag_warning(cx->diag, at, "'ninja %" PRI_STR "' means %s of that name",
		             STR_ARG(name), is_path ? "the file or folder" : "the environment");
		diag_help(cx->diag, "this target has the name '%" PRI_STR "'",
		          STR_ARG(targets->at[0]));
	}
}

void actions_name_environment(struct ctx *cx, struct graph *graph, const struct environment *env,
                              const struct str_vec *targets) {
	name_one(cx, graph, env->at, env->name, targets);
}

void actions_name_actions(struct ctx *cx, struct graph *graph, const struct environment *env) {
	for (enum action action = 0; action < ACTION_COUNT; action++) {
		str output = action_output(graph->arena, env->name, action);
		if (graph_has(graph, output)) {
			struct str_vec targets = {0};
			str_vec_push(graph->arena, &targets, output);
			str name = str_format(graph->arena, "%" PRI_STR "-%s", STR_ARG(env->name),
			                      verbs[action]);
			name_one(cx, graph, env->at, name, &targets);
		}
	}
}
