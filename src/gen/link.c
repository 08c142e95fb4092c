#include "gen/link.h"

#include "base/file.h"
#include "base/path.h"

static void push(const struct maker *m, struct str_vec *list, str word) {
	str_vec_push(m->cx->keep, list, word);
}

/* A file on the linker's line: its program is made anew when the file changes. */
static void add_file(const struct maker *m, struct reads *reads, str file, struct edge *edge) {
	if (file_kind(file) == FILE_REGULAR) {
		str_vec_add(m->graph->arena, &edge->implicit, file);
	} else {
		reads_path(reads, file);
	}
}

/* Files that the linker reads by its words: scripts, and archives given by path. */
static void add_files(const struct maker *m, struct reads *reads, const struct flag_set *words,
                      struct edge *edge) {
	static const str script = STR_INIT("-Wl,-T,");
	const struct flag_vec *link = &words->scope[SCOPE_LINK];
	const struct flag_vec *libs = &words->scope[SCOPE_LIB];
	for (size_t i = 0; i < link->len; i++) {
		if (str_starts_with(link->at[i].word, script)) {
			str file = str_from_offset(link->at[i].word, script.len);
			add_file(m, reads, file, edge);
		} else if (str_eq(link->at[i].word, STR("-T"))) {
			add_file(m, reads, link->at[i].operand, edge);
		}
	}
	for (size_t i = 0; i < libs->len; i++) {
		if (!str_starts_with(libs->at[i].word, STR("-"))) {
			add_file(m, reads, libs->at[i].word, edge);
		}
	}
}

/* One scope of a set as it stands on the line behind the objects. */
static void add_scope(const struct maker *m, const struct flag_set *words, enum flag_scope scope,
                      struct str_vec *out) {
	struct flag_set only = {0};
	only.scope[scope] = words->scope[scope];
	flags_line(m->cx->keep, &only, LINE_LIBS, out);
}

/* What follows the objects: folders, and archives and libraries in one group. */
static void add_libraries(const struct maker *m, const struct link *link, struct str_vec *out) {
	struct arena *keep = m->cx->keep;
	const struct flag_set *words = &link->target->words;
	const struct flag_set *propagated = &link->target->libraries.propagated;
	struct str_vec libraries = {0};
	add_scope(m, propagated, SCOPE_LIB, &libraries);
	str_vec_append(keep, &libraries, link->archives);
	add_scope(m, words, SCOPE_LIB, &libraries);
	str folder = path_parent(link->output);
	push(m, out, str_format(keep, "-L%" PRI_STR, STR_ARG(folder)));
	add_scope(m, propagated, SCOPE_LIBPATH, out);
	add_scope(m, words, SCOPE_LIBPATH, out);
	bool group = m->recipe->group && libraries.len > 0;
	if (group) {
		push(m, out, STR("-Wl,--start-group"));
	}
	str_vec_append(keep, out, &libraries);
	if (group) {
		push(m, out, STR("-Wl,--end-group"));
	}
}

void link_program(const struct maker *m, struct reads *reads, const struct link *link) {
	const struct flag_set *words = &link->target->words;
	const struct flag_set *propagated = &link->target->libraries.propagated;
	struct rule rule = {.description = STR("LINK")};
	push(m, &rule.words, compile_tool(m, RECIPE_CXX));
	push(m, &rule.words, STR("-o"));
	push(m, &rule.words, rule_out);
	flags_line(m->cx->keep, propagated, LINE_LINK, &rule.words);
	flags_line(m->cx->keep, words, LINE_LINK, &rule.words);
	push(m, &rule.words, rule_in);
	add_libraries(m, link, &rule.words);
	struct edge *edge = graph_make(m->graph, "link", &rule, link->output);
	str_vec_append(m->graph->arena, &edge->inputs, link->objects);
	str_vec_append(m->graph->arena, &edge->implicit, link->archives);
	add_files(m, reads, propagated, edge);
	add_files(m, reads, words, edge);
}
