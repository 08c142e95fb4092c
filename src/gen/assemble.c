#include "gen/assemble.h"

#include "base/path.h"
#include "gen/command.h"
#include "gen/compile.h"
#include "gen/link.h"
#include "gen/object.h"
#include "gen/sources.h"

/* What the steps of one environment share. */
struct steps {
	struct maker maker;
	const struct target *target;
	struct assembly *out;
};

static void push(const struct steps *m, struct str_vec *list, str word) {
	str_vec_push(m->maker.cx->keep, list, word);
}

static str archive(const struct steps *m, str name, const struct str_vec *objects) {
	struct rule rule = {.description = STR("AR")};
	push(m, &rule.words, STR("rm"));
	push(m, &rule.words, STR("-f"));
	push(m, &rule.words, rule_out);
	push(m, &rule.words, rule_and);
	push(m, &rule.words, compile_tool(&m->maker, RECIPE_AR));
	push(m, &rule.words, STR("rcD"));
	push(m, &rule.words, rule_out);
	push(m, &rule.words, rule_in);
	str path = object_archive(m->maker.cx->keep, &rule.words, objects, name);
	if (!graph_has_by(m->maker.graph, path, &rule)) {
		struct edge *edge = graph_make(m->maker.graph, "ar", &rule, path);
		str_vec_append(m->maker.graph->arena, &edge->inputs, objects);
	}
	return path;
}

/* A copy of the words with `dirs` before its own include folders. */
static struct flag_set *with_includes(struct arena *arena, const struct flag_set *words,
                                      const struct str_vec *dirs) {
	struct flag_set *set = arena_new(arena, struct flag_set);
	for (size_t i = 0; i < dirs->len; i++) {
		flags_add(arena, set, SCOPE_INCLUDE, dirs->at[i]);
	}
	flags_append(arena, set, words);
	return set;
}

/* Libraries, children first: their archives, or their objects where they are not archived. */
static void make_libraries(const struct steps *m, struct str_vec *objects,
                           struct str_vec *archives) {
	struct arena *keep = m->maker.cx->keep;
	const struct target *target = m->target;
	for (size_t i = 0; i < target->libraries.order.len; i++) {
		const struct library *library = target->libraries.order.at[i];
		struct flag_set *words =
		    with_includes(keep, &target->words, &library->include_path);
		flags_append(keep, words, &library->flags);
		flags_remove(words, &library->unflags);
		struct compiler compiler = {.words = words};
		struct str_vec made = {0};
		for (size_t k = 0; k < library->sources.len; k++) {
			str source = library->sources.at[k];
			compile(&m->maker, &compiler, (struct compile){source, source}, &made);
		}
		if (made.len && library->archive) {
			push(m, archives, archive(m, path_name(library->dir), &made));
		} else {
			str_vec_append(keep, objects, &made);
		}
	}
}

/* An archive of the framework is linked even where it is empty, as PlatformIO does: the linker's
 * order of trampolines depends on how many files it has opened. */
static void make_framework(const struct steps *m, struct reads *reads, struct str_vec *archives) {
	struct compiler compiler = {.words = &m->target->words};
	const struct recipe_archives *plan = &m->target->recipe.archives;
	for (size_t i = 0; i < plan->len; i++) {
		struct str_vec sources = {0};
		struct str_vec made = {0};
		sources_find(m->maker.cx, reads, plan->at[i].dir, plan->at[i].filter, &sources);
		for (size_t k = 0; k < sources.len; k++) {
			str source = path_join(m->maker.cx->keep, plan->at[i].dir, sources.at[k]);
			compile(&m->maker, &compiler, (struct compile){source, source}, &made);
		}
		push(m, archives, archive(m, plan->at[i].name, &made));
	}
}

/* The edge that merges the tabs; the text of the merged file is the same for all environments. */
static void make_sketch(const struct steps *m, str unit) {
	str output = object_sketch(m->maker.cx->keep, unit);
	if (graph_has(m->maker.graph, output)) {
		return;
	}
	str prelude = object_prelude(m->maker.cx->keep, unit);
	struct rule rule = {.description = STR("INO"), .restat = true};
	command_edge(m->maker.graph->arena, &rule.words, "ino");
	push(m, &rule.words, STR("--output"));
	push(m, &rule.words, rule_out);
	push(m, &rule.words, STR("--prelude"));
	push(m, &rule.words, prelude);
	push(m, &rule.words, STR("--"));
	push(m, &rule.words, rule_in);
	struct edge *edge = graph_make(m->maker.graph, "ino", &rule, output);
	str_vec_push(m->maker.graph->arena, &edge->implicit_outputs, prelude);
	str_vec_append(m->maker.graph->arena, &edge->inputs, &m->target->tabs);
	str_vec_push(m->maker.graph->arena, &edge->implicit, STR(COMMAND_FBGEN));
}

static void push_include(const struct steps *m, struct str_vec *list, str file) {
	push(m, list, STR("-include"));
	push(m, list, file);
}

/* What an editor needs to read a tab as it stands: it is C++, behind the prototypes and the tabs
 * that are merged before it. */
static void add_tabs(const struct steps *m, const struct unit *merged, str prelude) {
	for (size_t i = 0; i < m->target->tabs.len; i++) {
		struct unit unit = {
		    .file = m->target->tabs.at[i], .output = merged->output, .rule = merged->rule};
		push(m, &unit.more, STR("-x"));
		push(m, &unit.more, STR("c++"));
		push_include(m, &unit.more, prelude);
		for (size_t k = 0; k < i; k++) {
			push_include(m, &unit.more, m->target->tabs.at[k]);
		}
		units_push(m->maker.cx->keep, &m->out->units, unit);
	}
}

static struct flag_set *project_words(const struct steps *m) {
	const struct target *target = m->target;
	struct arena *keep = m->maker.cx->keep;
	struct flag_set *words =
	    with_includes(keep, &target->words, &target->libraries.include_path);
	flags_append(keep, words, &target->src_words);
	return words;
}

/* A quoted #include of the merged sketch looks in src_dir first, as it would from there. */
static struct flag_set *sketch_words(const struct steps *m, const struct flag_set *words) {
	struct flag_set *set = arena_new(m->maker.cx->keep, struct flag_set);
	flags_append(m->maker.cx->keep, set, words);
	struct flag quote = {.word = STR("-iquote"), .operand = m->target->src_dir};
	flag_vec_push(m->maker.cx->keep, &set->scope[SCOPE_COMMON], quote);
	return set;
}

static void make_project(const struct steps *m, struct str_vec *objects) {
	struct flag_set *words = project_words(m);
	struct compiler compiler = {.words = words};
	struct compiler sketch_compiler = {.words = sketch_words(m, words)};
	for (size_t i = 0; i < m->target->sources.len; i++) {
		str source = m->target->sources.at[i];
		if (!str_eq(source, m->target->sketch)) {
			compile(&m->maker, &compiler, (struct compile){source, source}, objects);
			continue;
		}
		make_sketch(m, source);
		struct compile merged = {object_sketch(m->maker.cx->keep, source), source};
		compile(&m->maker, &sketch_compiler, merged, objects);
		struct unit unit = m->out->units.at[m->out->units.len - 1];
		add_tabs(m, &unit, object_prelude(m->maker.cx->keep, source));
	}
}

/* A file of the environment's own: ".fbgen/ENV/firmware" and a suffix. */
static str product(const struct steps *m, str suffix) {
	str program = m->target->recipe.program;
	str name = str_format(m->maker.cx->keep, "%" PRI_STR "%" PRI_STR, STR_ARG(program),
	                      STR_ARG(suffix));
	return object_product(m->maker.cx->keep, m->target->env->name, name);
}

/* A recipe's words, its tool found in the toolchain. */
static void recipe_words(const struct steps *m, const struct str_vec *words, struct str_vec *out) {
	for (size_t i = 0; i < words->len; i++) {
		str word = command_placeholder(words->at[i]);
		push(m, out, i == 0 ? path_join(m->maker.cx->keep, m->maker.bin, word) : word);
	}
}

/* The size check stands between the program and its images: over the limit there are none. */
static void make_size(const struct steps *m) {
	const struct recipe_size *size = &m->target->recipe.size;
	if (size->words.len == 0) {
		return;
	}
	struct rule rule = {.description = STR("SIZE"), .restat = true};
	struct arena *arena = m->maker.graph->arena;
	command_edge(arena, &rule.words, "size");
	command_number(arena, &rule.words, "flash-max", size->flash_max);
	command_number(arena, &rule.words, "ram-max", size->ram_max);
	command_option(arena, &rule.words, "flash-pattern", size->flash_pattern);
	command_option(arena, &rule.words, "ram-pattern", size->ram_pattern);
	push(m, &rule.words, STR("--output"));
	push(m, &rule.words, rule_out);
	push(m, &rule.words, STR("--"));
	recipe_words(m, &size->words, &rule.words);
	m->out->size_file = product(m, STR(".size"));
	struct edge *edge = graph_make(m->maker.graph, "size", &rule, m->out->size_file);
	str_vec_push(m->maker.graph->arena, &edge->inputs, m->out->program);
}

static void make_images(const struct steps *m) {
	const struct recipe_images *images = &m->target->recipe.images;
	for (size_t i = 0; i < images->len; i++) {
		struct rule rule = {.description = STR("IMAGE")};
		recipe_words(m, &images->at[i].words, &rule.words);
		str output = product(m, images->at[i].suffix);
		struct edge *edge = graph_make(m->maker.graph, "image", &rule, output);
		str_vec_push(m->maker.graph->arena, &edge->inputs, m->out->program);
		if (m->out->size_file.len) {
			str_vec_push(m->maker.graph->arena, &edge->order_only, m->out->size_file);
		}
		push(m, &m->out->targets, output);
	}
	if (m->out->size_file.len) {
		push(m, &m->out->targets, m->out->size_file);
	}
	if (m->out->targets.len == 0) {
		push(m, &m->out->targets, m->out->program);
	}
}

void assemble(struct ctx *cx, struct reads *reads, struct graph *graph, const struct target *target,
              struct assembly *out) {
	struct steps m = {
	    .maker = {.cx = cx,
	              .graph = graph,
	              .recipe = &target->recipe,
	              .units = &out->units,
	              .search = &out->search},
	    .target = target,
	    .out = out
        };
	for (size_t i = 0; i < target->plan.packages.len; i++) {
		const struct plan_package *package = &target->plan.packages.at[i];
		if (package->is_toolchain) {
			m.maker.bin = package->bin;
			m.maker.is_system_toolchain = str_eq(package->kind, STR("system"));
		}
	}
	struct str_vec objects = {0};
	struct str_vec project = {0};
	struct str_vec archives = {0};
	make_project(&m, &project);
	make_libraries(&m, &objects, &archives);
	make_framework(&m, reads, &archives);
	str_vec_append(cx->keep, &objects, &project);
	out->program = product(&m, target->recipe.suffix);
	struct link link = {target, &objects, &archives, out->program};
	link_program(&m.maker, reads, &link);
	make_size(&m);
	make_images(&m);
}
