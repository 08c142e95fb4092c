#include "gen/compile.h"

#include "base/path.h"
#include "gen/object.h"

static const struct {
	enum recipe_tool tool;
	const char *kind, *description;
} line_tools[LINE_COUNT] = {
    [LINE_C] = {RECIPE_C,   "cc",   "CC"  },
      [LINE_CXX] = {RECIPE_CXX, "cxx",  "CXX" },
    [LINE_ASPP] = {RECIPE_C,   "aspp", "AS"  },
      [LINE_ASM] = {RECIPE_ASM, "as",   "AS"  },
    [LINE_LINK] = {RECIPE_CXX, "link", "LINK"},
};

str compile_tool(const struct maker *m, enum recipe_tool tool) {
	return path_join(m->cx->keep, m->bin, m->recipe->tools[tool]);
}

/* Words that make a compiler find headers which -MMD would not name. */
static bool hides_headers(const struct flag_set *words) {
	const struct flag_vec *common = &words->scope[SCOPE_COMMON];
	for (size_t i = 0; i < common->len; i++) {
		if (str_eq(common->at[i].word, STR("-isystem")) ||
		    str_eq(common->at[i].word, STR("-idirafter"))) {
			return true;
		}
	}
	return false;
}

static void push(const struct maker *m, struct str_vec *list, str word) {
	str_vec_push(m->cx->keep, list, word);
}

static enum rule_deps deps_of(const struct maker *m, const struct flag_set *words,
                              enum flag_line line) {
	if (line == LINE_ASM) {
		return DEPS_NONE;
	}
	return m->is_system_toolchain || hides_headers(words) ? DEPS_ALL : DEPS_PROJECT;
}

static const struct rule *compile_rule(const struct maker *m, struct compiler *compiler,
                                       enum flag_line line) {
	if (!compiler->lines[line].rule) {
		struct rule rule = {.description = str_from(line_tools[line].description),
		                    .deps = deps_of(m, compiler->words, line)};
		push(m, &rule.words, compile_tool(m, line_tools[line].tool));
		flags_line(m->cx->keep, compiler->words, line, &rule.words);
		compiler->lines[line].hash = object_hash(m->cx->keep, &rule.words);
		push(m, &rule.words, STR("-o"));
		push(m, &rule.words, rule_out);
		if (line != LINE_ASM) {
			push(m, &rule.words, STR("-c"));
		}
		push(m, &rule.words, rule_in);
		compiler->lines[line].rule = graph_rule(m->graph, line_tools[line].kind, &rule);
	}
	return compiler->lines[line].rule;
}

static void collect_operands(struct arena *arena, struct compiler *compiler, str option) {
	const struct flag_vec *common = &compiler->words->scope[SCOPE_COMMON];
	for (size_t i = 0; i < common->len; i++) {
		if (str_eq(common->at[i].word, option)) {
			str_vec_push(arena, compiler->folders, common->at[i].operand);
		}
	}
}

/* Folders in the order in which #include "…" searches them behind the source's own. */
static void collect_folders(struct arena *arena, struct compiler *compiler) {
	const struct flag_vec *include = &compiler->words->scope[SCOPE_INCLUDE];
	collect_operands(arena, compiler, STR("-iquote"));
	for (size_t i = 0; i < include->len; i++) {
		str_vec_push(arena, compiler->folders, include->at[i].word);
	}
	collect_operands(arena, compiler, STR("-isystem"));
	collect_operands(arena, compiler, STR("-idirafter"));
}

static void remember_search(const struct maker *m, struct compiler *compiler, str object,
                            str source) {
	struct arena *keep = m->cx->keep;
	if (!compiler->folders) {
		compiler->folders = arena_new(keep, struct str_vec);
		collect_folders(keep, compiler);
	}
	struct unit_search *search = arena_new(keep, struct unit_search);
	*search = (struct unit_search){path_parent(source), compiler->folders};
	*map_at(keep, m->search, object) = search;
}

void compile(const struct maker *m, struct compiler *compiler, struct compile what,
             struct str_vec *objects) {
	enum flag_line line = LINE_CXX;
	if (!flags_line_of(what.name, &line)) {
		return;
	}
	const struct rule *rule = compile_rule(m, compiler, line);
	str object = object_path(m->cx->keep, compiler->lines[line].hash, what.name);
	if (!graph_has_by(m->graph, object, rule)) {
		struct edge *edge = graph_add(m->graph, rule, object);
		str_vec_push(m->graph->arena, &edge->inputs, what.source);
	}
	push(m, objects, object);
	struct unit unit = {.file = what.source, .output = object, .rule = rule};
	units_push(m->cx->keep, m->units, unit);
	if (rule->deps != DEPS_NONE) {
		remember_search(m, compiler, object, what.name);
	}
}
