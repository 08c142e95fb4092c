#include "miniature.h"

#include <time.h>

#include "base/file.h"
#include "base/path.h"
#include "base/spawn.h"
#include "gen/ninja.h"
#include "gen/state.h"

static const str folders[] = {STR_INIT("inc"), STR_INIT("lib")};

void miniature_enter(struct fixture *f) {
	fixture_enter_dir(f);
	fixture_write(f, "project.ini", "flags = -O0\n");
	fixture_write(f, "src/main.c",
	              "#include \"main.h\"\n#include <deep/x.h>\nint main(void) {\n"
	              "\treturn VALUE + X + other();\n}\n");
	fixture_write(f, "src/main.h", "int other(void);\n#define VALUE 0\n");
	fixture_write(f, "src/other.c",
	              "#include \"cfg.h\"\n#if __has_include(\"extra.h\")\n#define E 1\n#else\n"
	              "#define E 0\n#endif\nint other(void) {\n\treturn CFG + E;\n}\n");
	fixture_write(f, "lib/cfg.h", "#define CFG 0\n");
	fixture_write(f, "lib/deep/x.h", "#define X 0\n");
	fixture_write(f, "inc/unused.h", "\n");
	fixture_write(f, "text.txt", "text\n");
}

/* What one generation makes. */
struct miniature {
	struct fixture *f;
	struct reads reads;
	struct graph graph;
	struct map search;
	struct str_vec objects;
};

static void add_words(struct arena *arena, struct rule *rule, const char *text) {
	str rest = str_from(text);
	str word;
	bool more = true;
	while (more) {
		more = str_cut(rest, ' ', &word, &rest);
		str_vec_push(arena, &rule->words,
		             str_eq(word, STR("IN"))    ? rule_in
		             : str_eq(word, STR("OUT")) ? rule_out
		                                        : word);
	}
}

static struct edge *add_edge(struct miniature *m, const char *command, struct rule like,
                             const char *output) {
	struct arena *keep = &m->f->keep;
	add_words(keep, &like, command);
	return graph_add(&m->graph, graph_rule(&m->graph, "rule", &like), str_from(output));
}

/* Follow #include lines as the library finder does. */
static void scan_file(struct miniature *m, str path) {
	static const str places[] = {STR_INIT("src"), STR_INIT("inc"), STR_INIT("lib")};
	struct arena *keep = &m->f->keep;
	str text;
	struct scan scan = {0};
	if (map_get(&m->reads.paths, path) || !file_try_read(keep, path, &text)) {
		return;
	}
	scan_text(keep, text, &scan);
	reads_scanned(&m->reads, path, &scan);
	for (size_t i = 0; i < scan.includes.len; i++) {
		for (size_t k = 0; k < COUNT_OF(places); k++) {
			scan_file(m, path_join(keep, places[k], scan.includes.at[i].name));
		}
	}
}

static void compile(struct miniature *m, str name, str flags) {
	struct arena *keep = &m->f->keep;
	str source = path_join(keep, STR("src"), name);
	str output = str_format(keep, ".fbgen/obj/%" PRI_STR ".o", STR_ARG(name));
	str command = str_format(keep, "gcc %" PRI_STR " -Iinc -Ilib -c IN -o OUT", STR_ARG(flags));
	struct rule like = {.description = STR("CC"), .deps = DEPS_PROJECT};
	struct edge *edge = add_edge(m, str_cstr(keep, command), like, str_cstr(keep, output));
	str_vec_push(keep, &edge->inputs, source);
	str_vec_push(keep, &m->objects, output);
	struct str_vec *list = arena_new(keep, struct str_vec);
	for (size_t i = 0; i < COUNT_OF(folders); i++) {
		str_vec_push(keep, list, folders[i]);
	}
	struct unit_search *search = arena_new(keep, struct unit_search);
	*search = (struct unit_search){STR("src"), list};
	*map_at(keep, &m->search, output) = search;
	scan_file(m, source);
}

static void make_graph(struct miniature *m) {
	struct arena *keep = &m->f->keep;
	struct source ini;
	reads_path(&m->reads, STR("project.ini"));
	assert_true(file_read(&m->f->cx, STR("project.ini"), &ini));
	str rest = ini.text;
	str line;
	assert_true(str_next_line(&rest, &line));
	struct file_entries entries;
	reads_path(&m->reads, STR("src"));
	assert_true(file_list(keep, STR("src"), &entries));
	for (size_t i = 0; i < entries.len; i++) {
		if (str_ends_with(entries.at[i].name, STR(".c"))) {
			compile(m, entries.at[i].name,
			        str_from_offset(line, sizeof("flags = ") - 1));
		}
	}
	struct rule link = {.description = STR("LINK")};
	struct edge *program = add_edge(m, "gcc -o OUT IN", link, ".fbgen/program");
	program->inputs = m->objects;
	struct rule copy = {.description = STR("COPY"), .restat = true};
	struct edge *text = add_edge(m, "cp IN OUT", copy, ".fbgen/copy.txt");
	str_vec_push(keep, &text->inputs, STR("text.txt"));
}

bool miniature_generate(struct fixture *f) {
	struct state_identity identity = {.program = STR("/bin/sh")};
	bool fresh = false;
	assert_true(state_check(&f->cx, &identity, &fresh));
	if (fresh) {
		return true;
	}
	struct miniature m = {.f = f, .reads = {.arena = &f->keep}, .graph = {.arena = &f->keep}};
	assert_true(file_make_dirs(&f->cx, STR(".fbgen")));
	make_graph(&m);
	struct ninja_manifest manifest = {.graph = &m.graph};
	str_vec_push(&f->keep, &manifest.generator, STR("true"));
	state_add_folders(&m.reads, &m.search);
	struct state_record record = {
	    .identity = &identity, .reads = &m.reads, .graph = &m.graph, .search = &m.search};
	str_vec_push(&f->keep, &record.outputs, STR("build.ninja"));
	assert_true(ninja_write(&f->cx, ninja_text(&f->cx, &manifest), state_newest(&m.reads)));
	assert_true(state_write(&f->cx, &record));
	return false;
}

/* The output in a line such as "[1/3] CC .fbgen/obj/main.c.o". */
static void add_output(struct arena *arena, str line, struct str_vec *out) {
	str head;
	str rest;
	if (str_starts_with(line, STR("[")) && str_cut(line, ']', &head, &rest)) {
		str_vec_push(arena, out, path_name(rest));
	}
}

str miniature_ninja(struct fixture *f) {
	struct spawn spawn = {0};
	str_vec_push(&f->keep, &spawn.argv, STR("ninja"));
	str_vec_push(&f->keep, &spawn.argv, STR("-j1"));
	str_vec_push(&f->keep, &spawn.argv, STR("-k0"));
	struct spawn_result result = {0};
	assert_true(spawn_run(&f->cx, &spawn, &result));
	struct str_vec outputs = {0};
	str rest = result.out;
	str line;
	while (str_next_line(&rest, &line)) {
		add_output(&f->keep, line, &outputs);
	}
	str_vec_sort(&outputs);
	return str_join(&f->keep, &outputs, STR("|"));
}

str miniature_build(struct fixture *f) {
	(void)miniature_generate(f);
	return miniature_ninja(f);
}

void miniature_write_dated(struct fixture *f, const char *path, const char *text, int seconds) {
	fixture_write(f, path, text);
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	int64_t time = ((int64_t)now.tv_sec + seconds) * 1000000000 + now.tv_nsec;
	assert_true(file_set_time(&f->cx, str_from(path), time));
}
