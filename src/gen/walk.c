#include "gen/walk.h"

#include "base/edit.h"
#include "gen/percent.h"
#include "gen/setting.h"

/* A section on its way to be visited. */
struct node {
	str name;
	size_t parent;        /* index of the node that extends it; itself for a root */
	struct origin origin; /* the option that names it */
};
VEC_DEFINE(node_list, struct node)
VEC_DEFINE(index_list, size_t)

struct walker {
	struct ctx cx; /* its diag is the walk's own */
	const struct sections *sections;
	struct walk *out;
	struct node_list nodes;
	struct index_list waiting; /* the last one is next */
	struct map visited;        /* name → any pointer */
};

static void wait_for(struct walker *w, str name, size_t parent, const struct origin *origin) {
	size_t index = w->nodes.len;
	struct node node = {name, parent == SIZE_MAX ? index : parent, *origin};
	node_list_push(w->cx.scratch, &w->nodes, node);
	index_list_push(w->cx.scratch, &w->waiting, index);
}

static bool is_root(const struct walker *w, size_t index) {
	return w->nodes.at[index].parent == index;
}

/* Whether a section that was visited before extends, over however many others, this node. */
static bool closes_circle(const struct walker *w, size_t index) {
	str name = w->nodes.at[index].name;
	while (!is_root(w, index)) {
		index = w->nodes.at[index].parent;
		if (str_eq(w->nodes.at[index].name, name)) {
			return true;
		}
	}
	return false;
}

/* Whether one node is named before another, in the order of files and lines. */
static bool is_before(const struct node *a, const struct node *b) {
	span left = origin_find(&a->origin, a->name);
	span right = origin_find(&b->origin, b->name);
	int order =
	    left.source == right.source ? 0 : str_compare(left.source->path, right.source->path);
	return order < 0 || (order == 0 && left.offset < right.offset);
}

/*
 * Tell of the circle that the node closes.  It is entered from different sections, but is always
 * told from the same place, so that it is printed once.
 */
static void report_circle(struct walker *w, size_t closing) {
	struct index_list circle = {0};
	str name = w->nodes.at[closing].name;
	size_t first = 0;
	for (size_t i = closing; i == closing || !str_eq(w->nodes.at[i].name, name);
	     i = w->nodes.at[i].parent) {
		index_list_push(w->cx.scratch, &circle, i);
		if (is_before(&w->nodes.at[i], &w->nodes.at[circle.at[first]])) {
			first = circle.len - 1;
		}
	}
	for (size_t i = 0; i < circle.len; i++) {
		/* Each node stands behind the one that it leads to. */
		size_t at = (first + circle.len - i) % circle.len;
		const struct node *node = &w->nodes.at[circle.at[at]];
		if (i == 0) {
			origin_error(w->cx.diag, &node->origin, node->name,
			             "'extends' runs in a circle: '%" PRI_STR
			             "' comes back to itself",
			             STR_ARG(node->origin.section));
			continue;
		}
		diag_note(w->cx.diag, origin_find(&node->origin, node->name),
		          "'%" PRI_STR "' extends '%" PRI_STR "' here",
		          STR_ARG(node->origin.section), STR_ARG(node->name));
	}
}

static void warn_of_missing(struct walker *w, const struct node *node) {
	struct str_vec names = {0};
	struct str_vec near = {0};
	const struct map *known = &w->sections->by_name;
	for (struct map_entry *e = map_first(known); e; e = map_next(e)) {
		str_vec_push(w->cx.scratch, &names, map_key(e));
	}
	origin_warning(w->cx.diag, &node->origin, node->name,
	               "there is no section '%" PRI_STR "' to extend", STR_ARG(node->name));
	edit_nearest(w->cx.scratch, node->name, &names, 1, &near);
	if (near.len) {
		diag_help(w->cx.diag, "did you mean '%" PRI_STR "'?", STR_ARG(near.at[0]));
	}
}

static void visit_parents(struct walker *w, const struct section *section, size_t index) {
	const struct ini_entry *entry = sections_option(w->sections, section, STR("extends"));
	struct str_vec parents = {0};
	str value;
	if (!entry) {
		return;
	}
	struct origin origin = {section->name, entry->key, entry, NULL};
	if (!percent_expand(&w->cx, w->sections, section, &origin, &value)) {
		return;
	}
	setting_split(w->cx.scratch, value, &parents);
	for (size_t i = 0; i < parents.len; i++) {
		wait_for(w, parents.at[i], index, &origin);
	}
}

static void visit(struct walker *w, size_t index) {
	struct node node = w->nodes.at[index];
	const struct section *section = sections_find(w->sections, node.name);
	void **visited = map_at(w->cx.scratch, &w->visited, node.name);
	if (*visited) {
		if (closes_circle(w, index)) {
			report_circle(w, index);
		}
		return;
	}
	*visited = w;
	if (section) {
		section_list_push(w->cx.keep, &w->out->order, section);
		visit_parents(w, section, index);
	} else if (!is_root(w, index)) {
		warn_of_missing(w, &node);
	}
}

void walk_make(struct ctx *cx, const struct sections *sections, str root, struct walk *out) {
	struct arena_mark mark = arena_mark(cx->scratch);
	*out = (struct walk){.faults = {.arena = cx->keep}};
	struct walker w = {
	    {cx->keep,      cx->scratch, &out->faults},
            sections, out, {0},
            {0            },
            {0            }
        };
	const struct origin nowhere = {0};
	str env_name;
	if (section_env_name(root, &env_name)) {
		wait_for(&w, STR("env"), SIZE_MAX, &nowhere);
	}
	wait_for(&w, root, SIZE_MAX, &nowhere);
	while (w.waiting.len) {
		visit(&w, w.waiting.at[--w.waiting.len]);
	}
	arena_rewind(cx->scratch, mark);
}
