#include "gen/ino_place.h"

#include <stdlib.h>

#include "gen/ino_head.h"

/* Limits that no sketch reaches: they keep the time linear in the text's length. */
enum {
	DEPTH_LIMIT = 64,
	USE_LIMIT = 256,
	EMIT_LIMIT = 16,
	ALIAS_LIMIT = 256,
	DIRECTIVES_LIMIT = 1024, /* bytes of lines around one prototype */
};

/* Where a prototype may stand for a use. */
struct spot {
	size_t at;
	const struct ino_scope *scope;
	const struct ino_condition *condition;
};

struct placing {
	struct ino_model *model;
	struct ino_prototypes_found *out;
	const struct ino_function *function;
	const struct ino_condition *emitted[EMIT_LIMIT];
	size_t emitted_count;
};

static const struct ino_condition *condition_at(const struct ino_condition *condition,
                                                size_t depth) {
	while (condition && condition->depth > depth) {
		condition = condition->outer;
	}
	return condition;
}

static size_t depth_of(const struct ino_condition *condition) {
	return condition ? condition->depth : 0;
}

/* The innermost condition that holds for both. */
static const struct ino_condition *shared(const struct ino_condition *a,
                                          const struct ino_condition *b) {
	a = condition_at(a, depth_of(b));
	b = condition_at(b, depth_of(a));
	while (a != b) {
		a = a->outer;
		b = b->outer;
	}
	return a;
}

/* Whether both never hold together: they are branches of the same #if. */
static bool exclusive(const struct ino_condition *a, const struct ino_condition *b) {
	size_t depth = depth_of(shared(a, b)) + 1;
	if (depth_of(a) < depth || depth_of(b) < depth) {
		return false;
	}
	return condition_at(a, depth)->chain == condition_at(b, depth)->chain;
}

static bool space_holds(const struct ino_space *outer, const struct ino_space *inner) {
	while (inner && outer && inner->depth > outer->depth) {
		inner = inner->outer;
	}
	return !outer || outer == inner;
}

static const struct ino_space *space_of(const struct ino_scope *scope) {
	return scope ? scope->space : NULL;
}

/*
 * In front of the declaration that holds the use; in front of the namespace around it, if the
 * function is not of that namespace; in front of the #if around the declaration, if the use is not.
 */
static struct spot spot_of(const struct placing *p, const struct token *use) {
	const struct ino_declaration *declaration = &p->model->declarations.at[use->decl];
	struct spot spot = {declaration->begin, declaration->scope, NULL};
	while (spot.scope && !space_holds(space_of(spot.scope), p->function->space)) {
		spot.at = spot.scope->begin;
		spot.scope = spot.scope->outer;
	}
	spot.condition = p->model->tokens.at[spot.at].condition;
	while (!ino_condition_covers(spot.condition, use->condition)) {
		spot.at = spot.condition->chain->lines.at[0];
		spot.condition = spot.condition->outer;
	}
	return spot;
}

static bool is_covered(const struct placing *p, const struct ino_condition *condition) {
	for (size_t i = 0; i < p->emitted_count; i++) {
		if (ino_condition_covers(p->emitted[i], condition)) {
			return true;
		}
	}
	return false;
}

/* Whether the sketch itself declares the function in front of the place. */
static bool is_declared(const struct placing *p, const struct ino_name *name, size_t at,
                        const struct ino_condition *condition) {
	for (size_t i = 0; i < name->declared.len && i < USE_LIMIT; i++) {
		const struct ino_function *declared = name->declared.at[i];
		if (declared->at < at && declared->space == p->function->space &&
		    str_eq(declared->signature, p->function->signature) &&
		    ino_condition_covers(declared->condition, condition)) {
			return true;
		}
	}
	return false;
}

/* The types that are not known at the place are declared ahead; false where one cannot be. */
static bool find_forwards(const struct placing *p, const struct spot *spot,
                          struct str_vec *forwards) {
	const struct ino_needs *needs = &p->function->needs;
	for (size_t i = 0; i < needs->len; i++) {
		const struct ino_name *name = map_get(&p->model->names, needs->at[i].name);
		bool value = name && needs->at[i].value && name->is_value && !name->is_type;
		if (value && name->value >= spot->at) {
			return false;
		}
		if (!name || !name->is_type || name->type < spot->at) {
			continue;
		}
		if (!name->forward.len || space_of(spot->scope)) {
			return false;
		}
		str_vec_add(p->model->arena, forwards, name->forward);
	}
	return true;
}

/* A macro of that name would be expanded in the prototype. */
static bool is_macro_at(const struct ino_name *name, size_t at) {
	return name->defines.len > 0 && name->defines.at[0] < at;
}

/* Whether the name is defined anew between two places. */
static bool is_defined_between(const struct ino_name *name, size_t from, size_t to) {
	for (size_t i = 0; name && i < name->defines.len && i < USE_LIMIT; i++) {
		if (name->defines.at[i] >= from && name->defines.at[i] < to) {
			return true;
		}
	}
	return false;
}

/* Whether a line of an #if means something else at an earlier place. */
static bool is_line_changed(const struct placing *p, size_t line, size_t from, size_t to) {
	struct tokens words = {0};
	str rest;
	bool changed = false;
	(void)token_directive(&p->model->tokens.at[line], &rest);
	token_scan(p->model->arena, rest, 0, &words);
	for (size_t i = 0; i < words.len; i++) {
		const struct ino_name *name = map_get(&p->model->names, words.at[i].text);
		changed = changed || is_defined_between(name, from, to);
	}
	return changed;
}

static bool is_changed(const struct placing *p, const struct ino_condition *condition,
                       size_t from) {
	const struct positions *lines = &condition->chain->lines;
	bool changed = false;
	for (size_t i = 0; i <= condition->branch; i++) {
		changed = changed || is_line_changed(p, lines->at[i], from, lines->at[0]);
	}
	return changed;
}

/* The lines of the conditions that hold for the function and not for the place, outermost first. */
static bool find_directives(const struct placing *p, const struct spot *spot,
                            struct ino_prototype *out) {
	const struct ino_condition *own = p->function->condition;
	size_t bytes = 0;
	size_t inside = depth_of(shared(own, spot->condition));
	for (size_t depth = inside + 1; depth <= depth_of(own); depth++) {
		const struct ino_condition *condition = condition_at(own, depth);
		for (size_t i = 0; i <= condition->branch && bytes < DIRECTIVES_LIMIT; i++) {
			size_t line = condition->chain->lines.at[i];
			positions_push(p->model->arena, &out->directives, line);
			bytes += p->model->tokens.at[line].text.len + 1;
		}
		if (bytes >= DIRECTIVES_LIMIT) {
			return false;
		}
		if (is_changed(p, condition, spot->at)) {
			out->directives.len -= condition->branch + 1;
			continue;
		}
		out->ends++;
	}
	return true;
}

/* X::f is no function of the file's scope. */
static bool is_foreign(const struct placing *p, size_t use) {
	const struct token *token = &p->model->tokens.at[use];
	return !p->function->space && use > 1 && token_has(token - 1, STR("::")) &&
	       (token - 2)->kind == TOKEN_NAME && !head_is_keyword(token - 2);
}

/* Place a prototype for one use; false where no further use can need one. */
static bool place_use(struct placing *p, const struct ino_name *name, size_t use) {
	const struct token *token = &p->model->tokens.at[use];
	const struct ino_function *function = p->function;
	if (exclusive(token->condition, function->condition) || is_covered(p, token->condition) ||
	    is_foreign(p, use)) {
		return true;
	}
	struct spot spot = spot_of(p, token);
	struct ino_prototype found = {.at = spot.at,
	                              .function = function,
	                              .space = space_of(spot.scope),
	                              .linkage = spot.scope ? spot.scope->linkage : STR("")};
	if (is_declared(p, name, spot.at, token->condition) || is_macro_at(name, spot.at) ||
	    !find_forwards(p, &spot, &found.forwards) || !find_directives(p, &spot, &found)) {
		return true;
	}
	ino_prototypes_found_push(p->model->arena, p->out, found);
	p->emitted[p->emitted_count++] = spot.condition;
	return spot.condition && p->emitted_count < EMIT_LIMIT;
}

static void place_function(struct ino_model *model, const struct ino_function *function,
                           struct ino_prototypes_found *out) {
	struct placing p = {.model = model, .out = out, .function = function};
	const struct ino_name *name = map_get(&model->names, function->name);
	bool deep = depth_of(function->condition) > DEPTH_LIMIT ||
	            (function->space && function->space->depth > DEPTH_LIMIT);
	const struct token *last = NULL;
	for (size_t i = 0; !deep && i < name->uses.len && i < USE_LIMIT; i++) {
		size_t use = name->uses.at[i];
		const struct token *token = &model->tokens.at[use];
		/* What one use could not have, its neighbour cannot have either. */
		bool again =
		    last && token->decl == last->decl && token->condition == last->condition;
		if (use >= function->begin || (!again && !place_use(&p, name, use))) {
			break;
		}
		last = is_foreign(&p, use) ? last : token;
	}
}

static bool is_number_type(const struct token *token) {
	static const str words[] = {STR_INIT("int"),   STR_INIT("char"),   STR_INIT("long"),
	                            STR_INIT("short"), STR_INIT("float"),  STR_INIT("double"),
	                            STR_INIT("bool"),  STR_INIT("void"),   STR_INIT("unsigned"),
	                            STR_INIT("byte"),  STR_INIT("String"), STR_INIT("boolean")};
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (str_eq(token->text, words[i])) {
			return true;
		}
	}
	return false;
}

/* A name that cannot be the function's: a member, a variable being declared. */
static bool is_use(const struct tokens *tokens, size_t at) {
	const struct token *token = &tokens->at[at];
	if (token->dead || token->declares || token->kind == TOKEN_DIRECTIVE) {
		return false;
	}
	const struct token *before = at > 0 ? token - 1 : NULL;
	return token->kind != TOKEN_NAME || !before ||
	       !(token_is(before, '.') || token_has(before, STR("->")) || is_number_type(before));
}

/* The uses that a name stands for: its own, and those that a macro's text holds. */
/* NOLINTNEXTLINE(misc-no-recursion): eight macros deep at most */
static void add_use(struct ino_model *model, struct ino_name *name, size_t at, size_t *budget,
                    size_t depth) {
	bool again = name->uses.len > 0 && name->uses.at[name->uses.len - 1] == at;
	if (*budget == 0 || again) {
		return;
	}
	--*budget;
	if (name->is_function && name->uses.len < USE_LIMIT) {
		positions_push(model->arena, &name->uses, at);
	}
	bool expands = depth < 8 && name->defines.len > 0 && name->defines.at[0] < at;
	for (size_t i = 0; expands && i < name->text.len; i++) {
		add_use(model, name->text.at[i], at, budget, depth + 1);
	}
}

static void find_uses(struct ino_model *model) {
	for (size_t i = 0; i < model->tokens.len; i++) {
		struct ino_name *name = is_use(&model->tokens, i)
		                            ? map_get(&model->names, model->tokens.at[i].text)
		                            : NULL;
		size_t budget = ALIAS_LIMIT;
		if (name) {
			add_use(model, name, i, &budget, 0);
		}
	}
}

static int compare(const void *a, const void *b) {
	const struct ino_prototype *left = a;
	const struct ino_prototype *right = b;
	if (left->at != right->at) {
		return left->at < right->at ? -1 : 1;
	}
	return (left->function->at > right->function->at) -
	       (left->function->at < right->function->at);
}

void ino_place(struct ino_model *model, struct ino_prototypes_found *out) {
	find_uses(model);
	for (size_t i = 0; i < model->functions.len; i++) {
		place_function(model, model->functions.at[i], out);
	}
	if (out->len > 0) {
		qsort(out->at, out->len, sizeof(*out->at), compare);
	}
}

bool ino_place_conditions(struct ino_model *model, const struct ino_function *function,
                          struct ino_prototype *out) {
	struct placing p = {.model = model, .function = function};
	struct spot spot = {0};
	out->function = function;
	return depth_of(function->condition) <= DEPTH_LIMIT && find_directives(&p, &spot, out);
}
