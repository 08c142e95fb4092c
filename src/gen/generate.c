#include "gen/generate.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/path.h"
#include "gen/actions.h"
#include "gen/command.h"
#include "gen/compdb.h"
#include "gen/ninja.h"
#include "gen/object.h"
#include "gen/state.h"

static const str config_file = STR_INIT("platformio.ini");

/* One environment and what became of it. */
struct work {
	struct target target;
	struct assembly assembly;
	struct diag faults;
	bool is_default, ok;
};

struct run {
	struct ctx *cx;
	const struct generate_options *wanted;
	struct config config;
	struct board_dirs boards;
	struct reads reads;
	struct graph graph;
	struct work *works;
	size_t count;
};

/* The program as it runs now, absolute. */
static str this_program(struct arena *arena) {
	return file_real(arena, STR("/proc/self/exe"));
}

/* The options that the generator edge repeats, and that make two runs different. */
static struct str_vec option_words(struct arena *arena, const struct generate_options *wanted) {
	struct str_vec words = {0};
	for (size_t i = 0; i < wanted->envs.len; i++) {
		str_vec_push(arena, &words, STR("-e"));
		str_vec_push(arena, &words, wanted->envs.at[i]);
	}
	if (wanted->source.len) {
		str_vec_push(arena, &words, STR("--source"));
		str_vec_push(arena, &words, wanted->source);
	}
	if (wanted->offline) {
		str_vec_push(arena, &words, STR("--offline"));
	}
	if (wanted->ignore_scripts) {
		str_vec_push(arena, &words, STR("--ignore-scripts"));
	}
	return words;
}

static void find_boards(struct run *run) {
	struct arena *keep = run->cx->keep;
	run->boards = (struct board_dirs){
	    .data = board_data_dir(keep, &run->reads),
	    .user = board_user_dir(keep, &run->reads),
	    .project = config_dir_reached(keep, &run->config, STR("boards_dir")),
	};
}

/* The environments of the graph: those asked for, else all; and which of them are default. */
static bool choose_environments(struct run *run) {
	struct ctx *cx = run->cx;
	const struct str_vec *asked = &run->wanted->envs;
	const struct str_vec *defaults = asked->len ? asked : &run->config.default_envs;
	bool ok = config_select(cx, &run->config, asked);
	run->works = arena_alloc(cx->keep, run->config.envs.len, sizeof(*run->works));
	for (size_t i = 0; i < run->config.envs.len; i++) {
		struct environment *env = run->config.envs.at[i];
		struct work *work = &run->works[run->count++];
		work->target.env = env;
		work->faults = (struct diag){.arena = cx->keep};
		work->is_default = defaults->len == 0 || str_vec_has(defaults, env->name);
		work->ok = env->faults.errors == 0;
		diag_append(&work->faults, &env->faults, DIAG_ERROR);
	}
	return ok;
}

typedef bool (*phase)(struct ctx *cx, struct reads *reads, const struct target_request *request,
                      struct target *target);

/* A phase for every environment that has come so far; its faults are its own. */
static void for_each(struct run *run, const struct target_request *request, phase step) {
	for (size_t i = 0; i < run->count; i++) {
		struct work *work = &run->works[i];
		struct ctx cx = {run->cx->keep, run->cx->scratch, &work->faults};
		work->ok = work->ok && step(&cx, &run->reads, request, &work->target) &&
		           work->faults.errors == 0;
	}
}

/* Write down what is wrong with an environment, for its target to print. */
static bool write_faults(struct ctx *cx, const struct diag *faults, str path) {
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	if (!out) {
		return diag_errno(cx->diag, path, "cannot write");
	}
	diag_print(faults, out, false);
	fclose(out);
	bool ok = file_make_dirs(cx, path_parent(path)) &&
	          file_replace(cx, path, (str){text, size}, STR(".fbgen"), NULL);
	free(text);
	return ok;
}

static bool assemble_one(struct run *run, struct work *work) {
	struct ctx *cx = run->cx;
	if (work->ok) {
		assemble(cx, &run->reads, &run->graph, &work->target, &work->assembly);
		actions_add(&run->graph, &work->target, &work->assembly);
		return true;
	}
	str name = work->target.env->name;
	str file = object_product(cx->keep, name, STR("fault.txt"));
	str target = actions_add_fault(&run->graph, name, file);
	str_vec_push(cx->keep, &work->assembly.targets, target);
	return write_faults(cx, &work->faults, file);
}

static bool assemble_all(struct run *run) {
	struct ctx *cx = run->cx;
	bool ok = true;
	for (size_t i = 0; i < run->count; i++) {
		struct work *work = &run->works[i];
		ok = assemble_one(run, work) && ok;
		if (work->is_default) {
			str_vec_append(cx->keep, &run->graph.defaults, &work->assembly.targets);
		}
		diag_append(cx->diag, &work->faults, work->is_default ? DIAG_ERROR : DIAG_WARNING);
	}
	for (size_t i = 0; i < run->count; i++) {
		actions_name_environment(cx, &run->graph, run->works[i].target.env,
		                         &run->works[i].assembly.targets);
	}
	for (size_t i = 0; i < run->count; i++) {
		actions_name_actions(cx, &run->graph, run->works[i].target.env);
	}
	return ok;
}

/* The environment whose database stands at the project's root: the first default one. */
static const struct work *root_environment(const struct run *run) {
	const struct work *root = NULL;
	for (size_t i = 0; i < run->count; i++) {
		const struct work *work = &run->works[i];
		if (work->ok && (!root || (work->is_default && !root->is_default))) {
			root = work;
		}
	}
	return root;
}

static bool write_database(struct run *run, const struct work *work, bool is_root,
                           struct str_vec *outputs) {
	struct ctx *cx = run->cx;
	str path = object_product(cx->keep, work->target.env->name, STR("compile_commands.json"));
	str_vec_push(cx->keep, outputs, path);
	struct arena_mark mark = arena_mark(cx->scratch);
	str text = compdb_text(cx->scratch, &work->assembly.units, run->config.project_dir);
	bool ok = file_make_dirs(cx, path_parent(path)) && compdb_write(cx, text, path) &&
	          (!is_root || compdb_write(cx, text, STR("compile_commands.json")));
	arena_rewind(cx->scratch, mark);
	return ok;
}

static bool write_databases(struct run *run, struct str_vec *outputs) {
	const struct work *root = root_environment(run);
	bool ok = true;
	for (size_t i = 0; i < run->count && ok; i++) {
		const struct work *work = &run->works[i];
		ok = !work->ok || write_database(run, work, work == root, outputs);
	}
	str_vec_push(run->cx->keep, outputs, STR("compile_commands.json"));
	return ok;
}

static struct map *all_searches(struct run *run) {
	struct map *all = arena_new(run->cx->keep, struct map);
	for (size_t i = 0; i < run->count; i++) {
		struct map_entry *e = map_first(&run->works[i].assembly.search);
		for (; e; e = map_next(e)) {
			*map_at(run->cx->keep, all, map_key(e)) = map_value(e);
		}
	}
	return all;
}

static bool write_all(struct run *run, const struct state_identity *identity) {
	struct ctx *cx = run->cx;
	struct ninja_manifest manifest = {.graph = &run->graph};
	str_vec_push(cx->keep, &manifest.generator, STR(COMMAND_FBGEN));
	str_vec_append(cx->keep, &manifest.generator, &identity->options);
	const struct map *search = all_searches(run);
	state_add_folders(&run->reads, search);
	state_inputs(cx->keep, &run->reads, &manifest.inputs);
	struct state_record record = {.identity = identity,
	                              .reads = &run->reads,
	                              .graph = &run->graph,
	                              .search = search,
	                              .has_faults = cx->diag->errors > 0};
	return graph_check(cx, &run->graph, &manifest.inputs) &&
	       write_databases(run, &record.outputs) &&
	       ninja_write(cx, ninja_text(cx, &manifest), state_newest(&run->reads)) &&
	       state_write(cx, &record);
}

/*
 * Whether the graph may be written.  Where the machine failed or the command line is wrong, what
 * stands there stays: such a fault is no property of the project that a target could tell.
 */
static bool is_settled(const struct diag *diag) {
	return !diag_has(diag, EXIT_MACHINE) && !diag_has(diag, EXIT_USAGE);
}

/* The folder that holds everything but the manifest, and the link by which edges call us. */
static bool prepare_folder(struct run *run, str program) {
	struct ctx *cx = run->cx;
	if (!file_make_dirs(cx, STR(".fbgen")) ||
	    !file_replace(cx, STR(".fbgen/.gitignore"), STR("*\n"), STR(".fbgen"), NULL) ||
	    !file_link(cx, STR(COMMAND_FBGEN), program)) {
		return false;
	}
	reads_machine(&run->reads, STR(COMMAND_FBGEN)); /* it may be cleared away */
	return true;
}

bool generate(struct ctx *cx, const struct generate_options *wanted) {
	struct state_identity identity = {this_program(cx->keep), option_words(cx->keep, wanted)};
	bool fresh = false;
	if (!state_check(cx, &identity, &fresh) || fresh) {
		return fresh;
	}
	struct run run = {
	    .cx = cx, .wanted = wanted, .reads = {.arena = cx->keep}, .graph = {.arena = cx->keep}};
	if (!config_read(cx, &run.reads, config_file, &run.config) || !choose_environments(&run) ||
	    !ninja_may_write(cx) || !prepare_folder(&run, identity.program)) {
		return false;
	}
	find_boards(&run);
	struct plan_session session = {0};
	struct target_request request = {
	    .config = &run.config,
	    .boards = &run.boards,
	    .packages = {&run.config, wanted->source, wanted->offline, &session},
	    .ignore_scripts = wanted->ignore_scripts
        };
	for_each(&run, &request, target_prepare);
	for_each(&run, &request, target_resolve);
	for_each(&run, &request, target_complete);
	return assemble_all(&run) && is_settled(cx->diag) && write_all(&run, &identity) &&
	       cx->diag->errors == 0;
}
