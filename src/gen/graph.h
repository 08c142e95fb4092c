/*
 * The build as nodes and edges, before anyone writes it: raw words and raw paths, relative to the
 * project.  Knows nothing of ninja's syntax.
 */
#ifndef GEN_GRAPH_H
#define GEN_GRAPH_H

#include "base/ctx.h"
#include "base/map.h"

/* Words that stand for an edge's inputs and its first output; compared by address. */
extern const str rule_in, rule_out;

/* An operator of the shell between two commands of one rule; compared by address. */
extern const str rule_and;

enum rule_deps { DEPS_NONE, DEPS_PROJECT /* -MMD */, DEPS_ALL /* -MD */ };

/* A command shared by many edges. */
struct rule {
	str name; /* unique in the manifest: letters, digits, '_' */
	struct str_vec words;
	str description; /* what ninja shows: "CXX", before the output */
	enum rule_deps deps;
	bool restat;  /* may find its output right as it is, which ends what hangs on it */
	bool console; /* has the terminal, and no other of its kind beside it */
};

struct edge {
	const struct rule *rule; /* NULL: phony */
	struct str_vec outputs, implicit_outputs;
	struct str_vec inputs, implicit, order_only;
};
VEC_DEFINE(edges, struct edge *)
VEC_DEFINE(rules, struct rule *)

/* One unit as an editor sees it. */
struct unit {
	str file; /* relative to the project */
	str output;
	const struct rule *rule; /* its command, the compiler first; many units have the same */
	struct str_vec more;     /* words of its own before the file */
};
VEC_DEFINE(units, struct unit)

/* Where the #include lines of a unit look: in the source's own folder, then in order in these. */
struct unit_search {
	str own;
	const struct str_vec *folders; /* many units have the same */
};

struct graph {
	struct arena *arena;
	struct rules rules;
	struct map rule_of; /* key of a rule → struct rule * */
	struct edges edges;
	struct map producer; /* output → struct edge * */
	struct str_vec defaults;
};

/*
 * The rule with these words, made at its first use; `kind` begins its name.  Equal words, deps and
 * description give the same rule.
 */
const struct rule *graph_rule(struct graph *graph, const char *kind, const struct rule *like);

/* Add an edge.  Its first output must be new: ask graph_has first. */
struct edge *graph_add(struct graph *graph, const struct rule *rule, str output);

/* Add an edge with a rule like this one. */
struct edge *graph_make(struct graph *graph, const char *kind, const struct rule *like, str output);

bool graph_has(const struct graph *graph, str output);

/* The same; where it is made, then by a rule with just these words. */
bool graph_has_by(const struct graph *graph, str output, const struct rule *rule);

/* Add a name for the targets; false where the name is taken by another output. */
bool graph_alias(struct graph *graph, str name, const struct str_vec *targets);

/*
 * Refuse what no manifest can hold: a line end, or a '|' in a path.  `inputs` are paths that the
 * manifest names besides the graph's.  All faults are reported.
 */
NODISCARD bool graph_check(struct ctx *cx, const struct graph *graph, const struct str_vec *inputs);

#endif
