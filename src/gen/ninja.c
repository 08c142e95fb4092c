#include "gen/ninja.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/file.h"

/* The first line tells our manifests from others'. */
#define BANNER "# build.ninja, written by fbgen: edit platformio.ini instead."

/* A command longer than this takes its inputs from a response file. */
enum { LONGEST_COMMAND = 64 * 1024 };

static const str manifest_path = STR_INIT("build.ninja");

static bool is_plain(char c) {
	return char_is_alnum(c) || (c && strchr("_-+=./,:@%^", c));
}

void ninja_shell_word(struct buf *buf, str word) {
	bool plain = word.len > 0;
	for (size_t i = 0; i < word.len && plain; i++) {
		plain = is_plain(word.at[i]);
	}
	if (plain) {
		buf_add(buf, word);
		return;
	}
	buf_add_char(buf, '\'');
	for (size_t i = 0; i < word.len; i++) {
		if (word.at[i] == '\'') {
			buf_lit(buf, "'\\''");
		} else {
			buf_add_char(buf, word.at[i]);
		}
	}
	buf_add_char(buf, '\'');
}

/* Text as the value of a variable. */
static void add_value(struct buf *out, str text) {
	for (size_t i = 0; i < text.len; i++) {
		if (text.at[i] == '$') {
			buf_add_char(out, '$');
		}
		buf_add_char(out, text.at[i]);
	}
}

/* A path in a build statement. */
static void add_path(struct buf *out, str path) {
	buf_add_char(out, ' ');
	for (size_t i = 0; i < path.len; i++) {
		if (path.at[i] && strchr("$ :", path.at[i])) {
			buf_add_char(out, '$');
		}
		buf_add_char(out, path.at[i]);
	}
}

static void add_paths(struct buf *out, const char *before, const struct str_vec *paths) {
	if (paths->len == 0) {
		return;
	}
	buf_add(out, str_from(before));
	for (size_t i = 0; i < paths->len; i++) {
		add_path(out, paths->at[i]);
	}
}

static bool is_placeholder(str word) {
	return word.at == rule_in.at || word.at == rule_out.at || word.at == rule_and.at;
}

static void add_word(struct ctx *cx, struct buf *out, str word) {
	if (is_placeholder(word)) {
		buf_add(out, word);
		return;
	}
	struct arena_mark mark = arena_mark(cx->scratch);
	struct buf quoted = {.arena = cx->scratch};
	ninja_shell_word(&quoted, word);
	add_value(out, buf_str(&quoted));
	arena_rewind(cx->scratch, mark);
}

/* Words one after the other; dependency options follow the tool. */
static void add_command(struct ctx *cx, struct buf *out, const struct rule *rule, bool response) {
	static const char *const options[] = {
	    [DEPS_NONE] = "", [DEPS_PROJECT] = " -MMD -MF $out.d", [DEPS_ALL] = " -MD -MF $out.d"};
	for (size_t i = 0; i < rule->words.len; i++) {
		buf_add_char(out, ' ');
		if (response && rule->words.at[i].at == rule_in.at) {
			buf_lit(out, "@$out.rsp");
		} else {
			add_word(cx, out, rule->words.at[i]);
		}
		if (i == 0) {
			buf_add(out, str_from(options[rule->deps]));
		}
	}
}

static void add_rule(struct ctx *cx, struct buf *out, const struct rule *rule, bool response) {
	buf_format(out, "rule %" PRI_STR "%s\n  command =", STR_ARG(rule->name),
	           response ? "_rsp" : "");
	add_command(cx, out, rule, response);
	buf_lit(out, "\n  description = ");
	add_value(out, rule->description);
	buf_lit(out, " $out\n");
	if (response) {
		buf_lit(out, "  rspfile = $out.rsp\n  rspfile_content = $in\n");
	}
	if (rule->deps != DEPS_NONE) {
		buf_lit(out, "  depfile = $out.d\n  deps = gcc\n");
	}
	if (rule->restat) {
		buf_lit(out, "  restat = 1\n");
	}
	if (rule->console) {
		buf_lit(out, "  pool = console\n");
	}
	buf_add_char(out, '\n');
}

static size_t total_length(const struct str_vec *words) {
	size_t total = 0;
	for (size_t i = 0; i < words->len; i++) {
		total += words->at[i].len + 1;
	}
	return total;
}

static bool needs_response(const struct edge *edge) {
	return edge->rule &&
	       total_length(&edge->rule->words) + total_length(&edge->inputs) > LONGEST_COMMAND;
}

static void add_edge(struct buf *out, const struct edge *edge) {
	buf_lit(out, "build");
	add_paths(out, "", &edge->outputs);
	add_paths(out, " |", &edge->implicit_outputs);
	buf_lit(out, ": ");
	buf_add(out, edge->rule ? edge->rule->name : STR("phony"));
	if (needs_response(edge)) {
		buf_lit(out, "_rsp");
	}
	add_paths(out, "", &edge->inputs);
	add_paths(out, " |", &edge->implicit);
	add_paths(out, " ||", &edge->order_only);
	buf_add_char(out, '\n');
}

/* Each rule, and its form with a response file where an edge needs it. */
static void add_rules(struct ctx *cx, struct buf *out, const struct graph *graph) {
	struct map with_response = {0};
	for (size_t i = 0; i < graph->edges.len; i++) {
		if (needs_response(graph->edges.at[i])) {
			str name = graph->edges.at[i]->rule->name;
			*map_at(cx->scratch, &with_response, name) = graph->edges.at[i];
		}
	}
	for (size_t i = 0; i < graph->rules.len; i++) {
		const struct rule *rule = graph->rules.at[i];
		add_rule(cx, out, rule, false);
		if (map_get(&with_response, rule->name)) {
			add_rule(cx, out, rule, true);
		}
	}
}

static void add_generator(struct ctx *cx, struct buf *out, const struct ninja_manifest *manifest) {
	buf_lit(out, "rule generate\n  command =");
	for (size_t i = 0; i < manifest->generator.len; i++) {
		buf_add_char(out, ' ');
		add_word(cx, out, manifest->generator.at[i]);
	}
	buf_lit(out, "\n  description = fbgen\n  generator = 1\n\nbuild build.ninja: generate");
	add_paths(out, "", &manifest->inputs);
	if (manifest->inputs.len) {
		/* One that is gone must run the command; without an edge it would end ninja. */
		add_paths(out, "\nbuild", &manifest->inputs);
		buf_lit(out, ": phony");
	}
	buf_lit(out, "\n\n");
}

str ninja_text(struct ctx *cx, const struct ninja_manifest *manifest) {
	struct arena_mark mark = arena_mark(cx->scratch);
	const struct graph *graph = manifest->graph;
	struct buf out = {.arena = cx->keep};
	buf_lit(&out, BANNER "\nninja_required_version = 1.9\nbuilddir = .fbgen\n\n");
	add_generator(cx, &out, manifest);
	add_rules(cx, &out, graph);
	for (size_t i = 0; i < graph->edges.len; i++) {
		add_edge(&out, graph->edges.at[i]);
	}
	if (graph->defaults.len) {
		add_paths(&out, "default", &graph->defaults);
		buf_add_char(&out, '\n');
	}
	arena_rewind(cx->scratch, mark);
	return buf_str(&out);
}

bool ninja_may_write(struct ctx *cx) {
	struct source old;
	if (file_kind(manifest_path) == FILE_MISSING) {
		return true;
	}
	if (!file_read(cx, manifest_path, &old)) {
		return false;
	}
	if (!str_starts_with(old.text, STR(BANNER "\n"))) {
		diag_error(cx->diag, span_file(cx->keep, manifest_path),
		           "this build.ninja was not written by fbgen, so it is left as it is");
		diag_help(cx->diag, "move or remove it, then run fbgen again");
		return false;
	}
	return true;
}

bool ninja_write(struct ctx *cx, str text, int64_t newest_input) {
	/* Once more: it may have come while we were at work. */
	if (!ninja_may_write(cx)) {
		return false;
	}
	if (!file_replace(cx, manifest_path, text, STR(".fbgen"), NULL)) {
		return false;
	}
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	int64_t time = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
	time = newest_input > time ? newest_input : time;
	struct timespec stamp = {.tv_sec = time / 1000000000, .tv_nsec = time % 1000000000};
	struct timespec times[] = {stamp, stamp};
	if (utimensat(AT_FDCWD, "build.ninja", times, 0) < 0) {
		return diag_errno(cx->diag, manifest_path, "cannot set its time");
	}
	return true;
}
