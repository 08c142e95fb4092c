#include "gen/ino_read.h"

#include "gen/ino_branch.h"
#include "gen/ino_prototype.h"

/* Heads of a function that stand in other branches of an #if inside of one declaration. */
enum { OTHERS_LIMIT = 8 };

/* Limits that no sketch reaches: they keep the time linear in the text's length. */
enum { HEAD_LIMIT = 2048, DEPTH_LIMIT = 200, LAID_LIMIT = 16 };

/* The tokens of a head, last one first: what was read before an #if is there again at its #else. */
struct link {
	const struct link *before;
	size_t at, count;
};

struct reading {
	const struct ino_scope *scope;
	const struct link *head;
	size_t parens;
	bool declaring; /* a declaration has begun */
	size_t decl;
};

/* What the reader keeps for an open #if. */
struct fork {
	struct fork *outer;
	struct reading before, last; /* at the #if; at the end of the last branch compiled */
	bool is_last_set;
	bool differ; /* branches leave different numbers of braces open */
};

struct reader {
	struct ino_model *model;
	struct branches branches;
	struct reading now;
	struct fork *fork;
	struct map spaces;
	struct token_refs list;
	const struct link *others[OTHERS_LIMIT];
	size_t other_count;
	size_t laid; /* tokens laid out so far: #else can bring the same ones back many times */
};

static size_t depth_of(const struct reading *reading) {
	return reading->scope ? reading->scope->depth : 0;
}

static bool at_namespace(const struct reading *reading) {
	return !reading->scope || reading->scope->kind == SCOPE_SPACE ||
	       reading->scope->kind == SCOPE_LINKAGE;
}

static void end_declaration(struct reader *r) {
	r->now.head = NULL;
	r->now.parens = 0;
	r->now.declaring = false;
	r->other_count = 0;
}

static void push_head(struct reader *r, size_t at) {
	size_t count = r->now.head ? r->now.head->count : 0;
	if (count < HEAD_LIMIT) {
		struct link *link = arena_new(r->model->arena, struct link);
		*link = (struct link){r->now.head, at, count + 1};
		r->now.head = link;
	}
}

/* Lay out the head's tokens in their order. */
static struct head head_of(struct reader *r, const struct link *last) {
	struct arena *arena = r->model->arena;
	r->list.len = 0;
	r->laid += last ? last->count : 0;
	if (r->laid > LAID_LIMIT * r->model->tokens.len) {
		last = NULL;
	}
	for (const struct link *link = last; link; link = link->before) {
		token_refs_push(arena, &r->list, &r->model->tokens.at[link->at]);
	}
	for (size_t i = 0; i < r->list.len / 2; i++) {
		const struct token *token = r->list.at[i];
		r->list.at[i] = r->list.at[r->list.len - 1 - i];
		r->list.at[r->list.len - 1 - i] = token;
	}
	return (struct head){.list = r->list};
}

static size_t index_of(const struct reader *r, const struct token *token) {
	return (size_t)(token - r->model->tokens.at);
}

static const struct ino_space *space_of(const struct reading *reading) {
	return reading->scope ? reading->scope->space : NULL;
}

static str linkage_of(const struct reading *reading) {
	return reading->scope ? reading->scope->linkage : STR("");
}

static struct ino_scope *open_scope(struct reader *r, enum ino_scope_kind kind) {
	struct ino_scope *scope = arena_new(r->model->arena, struct ino_scope);
	*scope =
	    (struct ino_scope){r->now.scope,          kind,
	                       depth_of(&r->now) + 1, r->model->declarations.at[r->now.decl].begin,
	                       space_of(&r->now),     linkage_of(&r->now)};
	r->now.scope = scope;
	return scope;
}

/* The namespace that the head opens: always the same one for the same name in the same place. */
static const struct ino_space *enter_space(struct reader *r, const struct head *head) {
	struct arena *arena = r->model->arena;
	const struct ino_space *outer = space_of(&r->now);
	str open = prototype_row(arena, head, head->start, head->list.len);
	str key = str_format(arena, "%zu %" PRI_STR, outer ? outer->number : 0, STR_ARG(open));
	void **at = map_at(arena, &r->spaces, key);
	if (!*at) {
		struct ino_space *space = arena_new(arena, struct ino_space);
		const struct token *last = head->list.at[head->list.len - 1];
		*space = (struct ino_space){outer, open, last->text, map_count(&r->spaces),
		                            outer ? outer->depth + 1 : 1};
		*at = space;
	}
	return *at;
}

static bool is_branched(const struct head *head) {
	bool branched = false;
	for (size_t i = head->from; i < head->list.len; i++) {
		branched =
		    branched || head->list.at[i]->condition != head->list.at[head->name]->condition;
	}
	return branched;
}

static struct ino_function *function_of(struct reader *r, const struct head *head) {
	struct arena *arena = r->model->arena;
	const struct token *name = head->list.at[head->name];
	struct ino_function *function = arena_new(arena, struct ino_function);
	*function = (struct ino_function){
	    .name = name->text,
	    .signature = prototype_signature(arena, head),
	    .begin = index_of(r, head->list.at[head->from]),
	    .at = index_of(r, name),
	    .condition = name->condition,
	    .space = space_of(&r->now),
	    .linkage = linkage_of(&r->now),
	};
	r->model->tokens.at[function->at].declares = true;
	return function;
}

static void add_function(struct reader *r, const struct head *head) {
	struct arena *arena = r->model->arena;
	struct ino_function *function = function_of(r, head);
	size_t last = index_of(r, head->list.at[head->list.len - 1]);
	function->prototype = prototype_text(arena, head);
	if (is_branched(head) && function->prototype.len) {
		function->prototype = branch_text(r->model, function, last + 1);
	} else if (function->prototype.len) {
		function->prototype =
		    str_format(arena, "%" PRI_STR ";", STR_ARG(function->prototype));
	}
	if (function->prototype.len) {
		prototype_needs(arena, head, &function->needs);
		ino_functions_push(arena, &r->model->functions, function);
		ino_name_at(r->model, function->name)->is_function = true;
	}
}

static void know_type(struct reader *r, const struct token *token) {
	struct ino_name *name = ino_name_at(r->model, token->text);
	name->type = name->is_type ? name->type : index_of(r, token);
	name->is_type = true;
}

static void know_value(struct reader *r, const struct token *token) {
	struct ino_name *name = ino_name_at(r->model, token->text);
	name->value = name->is_value ? name->value : index_of(r, token);
	name->is_value = true;
}

/* A type with a body, or declared ahead of it. */
static void add_type(struct reader *r, const struct head *head) {
	if (head->name >= head->list.len) {
		return;
	}
	const struct token *token = head->list.at[head->name];
	struct ino_name *name = ino_name_at(r->model, token->text);
	if (!name->is_type && !space_of(&r->now)) {
		name->forward = prototype_of_type(r->model->arena, head);
	}
	know_type(r, token);
}

/* The same function's heads in other branches. */
static void add_others(struct reader *r) {
	for (size_t i = 0; i < r->other_count; i++) {
		struct head other = head_of(r, r->others[i]);
		if (head_parse(&other) == HEAD_FUNCTION) {
			add_function(r, &other);
		}
	}
}

static enum ino_scope_kind scope_of(struct reader *r, const struct head *head,
                                    enum head_kind kind) {
	static const enum ino_scope_kind kinds[] = {
	    [HEAD_CODE] = SCOPE_CODE,       [HEAD_SPACE] = SCOPE_SPACE,
	    [HEAD_LINKAGE] = SCOPE_LINKAGE, [HEAD_FUNCTION] = SCOPE_CODE,
	    [HEAD_TYPE] = SCOPE_TYPE,       [HEAD_VALUE] = SCOPE_VALUE,
	};
	if (kind == HEAD_FUNCTION) {
		add_function(r, head);
		add_others(r);
	} else if (kind == HEAD_TYPE) {
		add_type(r, head);
	}
	return kinds[kind];
}

/* '{' at namespace scope. */
static void open_brace(struct reader *r) {
	struct head head = head_of(r, r->now.head);
	enum head_kind kind = head_parse(&head);
	if (depth_of(&r->now) > DEPTH_LIMIT) {
		kind = HEAD_CODE;
	}
	const struct ino_space *space =
	    kind == HEAD_SPACE ? enter_space(r, &head) : space_of(&r->now);
	struct ino_scope *scope = open_scope(r, scope_of(r, &head, kind));
	scope->space = space;
	if (kind == HEAD_LINKAGE) {
		scope->linkage = head.list.at[head.list.len - 1]->text;
	}
	r->now.scope = scope;
	if (kind == HEAD_SPACE || kind == HEAD_LINKAGE) {
		end_declaration(r);
	}
	r->other_count = 0;
}

/* Whether what stands behind a name at depth 0 ends its declarator. */
static bool ends_name(const struct head *head, size_t i, bool type) {
	return i == head->list.len || head_is(head, i, ',') || head_is(head, i, '[') ||
	       head_is(head, i, '=') || (type && head_is(head, i, '('));
}

/* (*name): a pointer to a function or an array. */
static bool is_pointed(const struct head *head, size_t i) {
	return i > 0 && head_is(head, i - 1, '*') && head_is(head, i + 1, ')');
}

/* The names of typedef, using and variables. */
static void know_declared(struct reader *r, const struct head *head) {
	bool type = head_has(head, head->start, STR("typedef")) ||
	            head_has(head, head->start, STR("using"));
	size_t depth = 0;
	for (size_t i = head->start; i < head->list.len; i++) {
		depth += head_is(head, i, '(');
		depth -= depth && head_is(head, i, ')');
		bool named = (depth == 0 && ends_name(head, i + 1, type)) ||
		             (depth == 1 && is_pointed(head, i));
		if (named && head_is_name(head, i)) {
			(type ? know_type : know_value)(r, head->list.at[i]);
		}
	}
}

/* ';' at namespace scope. */
static void end_head(struct reader *r) {
	struct head head = head_of(r, r->now.head);
	enum head_kind kind = head_parse(&head);
	bool ahead = kind == HEAD_TYPE && head.name + 1 == head.list.len &&
	             head_is_class_key(head_token(&head, head.name - 1));
	if (kind == HEAD_FUNCTION) {
		struct ino_function *function = function_of(r, &head);
		struct ino_name *name = ino_name_at(r->model, function->name);
		ino_functions_push(r->model->arena, &name->declared, function);
	} else if (ahead) {
		add_type(r, &head);
	} else {
		know_declared(r, &head);
	}
	end_declaration(r);
}

static void close_brace(struct reader *r, size_t at) {
	if (!r->now.scope) {
		end_declaration(r);
		return;
	}
	enum ino_scope_kind kind = r->now.scope->kind;
	r->now.scope = r->now.scope->outer;
	if (kind == SCOPE_SPACE || kind == SCOPE_LINKAGE ||
	    (kind == SCOPE_CODE && at_namespace(&r->now))) {
		end_declaration(r);
	} else if (at_namespace(&r->now) && r->now.parens == 0) {
		push_head(r, at);
	}
}

static void read_inside(struct reader *r, size_t at) {
	const struct token *token = &r->model->tokens.at[at];
	if (token_is(token, '{')) {
		open_scope(r, SCOPE_VALUE);
	} else if (token_is(token, '}')) {
		close_brace(r, at);
	} else if (r->now.scope->kind == SCOPE_TYPE && token->kind == TOKEN_NAME && at > 0 &&
	           (token_is(token - 1, '{') || token_is(token - 1, ','))) {
		know_value(r, token);
	}
}

static void begin_declaration(struct reader *r, size_t at) {
	struct ino_declaration declaration = {at, r->now.scope};
	ino_declarations_push(r->model->arena, &r->model->declarations, declaration);
	r->now.decl = r->model->declarations.len - 1;
	r->now.declaring = true;
}

static void read_outside(struct reader *r, size_t at) {
	const struct token *token = &r->model->tokens.at[at];
	if (token_is(token, '}')) {
		close_brace(r, at);
		return;
	}
	if (token_is(token, '{')) {
		if (r->now.parens > 0) {
			open_scope(r, SCOPE_VALUE);
		} else {
			open_brace(r);
		}
		return;
	}
	if (token_is(token, ';')) {
		end_head(r);
		return;
	}
	if (token_is(token, '(') || token_is(token, '[')) {
		r->now.parens++;
	} else if (token_is(token, ')') || token_is(token, ']')) {
		r->now.parens -= r->now.parens > 0;
	}
	push_head(r, at);
}

static void read_token(struct reader *r, size_t at) {
	struct token *token = &r->model->tokens.at[at];
	token->condition = r->branches.condition;
	token->dead = r->branches.dead;
	if (token->dead) {
		return;
	}
	if (token->kind == TOKEN_NAME) {
		const struct ino_name *name = map_get(&r->model->names, token->text);
		if (name) {
			token->punct = name->brace;
		}
	}
	if (at_namespace(&r->now)) {
		if (!r->now.declaring) {
			begin_declaration(r, at);
		}
		token->decl = r->now.decl;
		read_outside(r, at);
	} else {
		token->decl = r->now.decl;
		read_inside(r, at);
	}
}

static void end_branch(struct reader *r) {
	struct fork *fork = r->fork;
	if (fork->is_last_set && depth_of(&r->now) != depth_of(&fork->last)) {
		fork->differ = true;
	}
	fork->last = r->now;
	fork->is_last_set = true;
}

static void begin_fork(struct reader *r) {
	struct fork *fork = arena_new(r->model->arena, struct fork);
	*fork = (struct fork){.outer = r->fork, .before = r->now};
	r->fork = fork;
}

/* The head read in this branch may be a function's whose body stands behind #endif. */
static void keep_head(struct reader *r) {
	bool begun = r->now.head && r->now.head != r->fork->before.head;
	if (begun && at_namespace(&r->now) && r->now.parens == 0 && r->other_count < OTHERS_LIMIT) {
		r->others[r->other_count++] = r->now.head;
	}
}

/* Go on from the last branch where all leave the same number of braces open. */
static void end_fork(struct reader *r, bool all) {
	const struct fork *fork = r->fork;
	bool agree = fork->is_last_set && !fork->differ &&
	             (all || depth_of(&fork->last) == depth_of(&fork->before));
	r->now = agree ? fork->last : fork->before;
	r->fork = fork->outer;
}

static void read_directive(struct reader *r, size_t at) {
	bool was_dead = r->branches.dead;
	const struct branch *open = r->branches.open;
	bool all = open && (open->has_else || open->taken);
	enum branch_kind kind = branch_follow(r->model, &r->branches, at);
	if (kind == BRANCH_IF) {
		begin_fork(r);
	} else if (kind != BRANCH_NONE && !was_dead) {
		end_branch(r);
	}
	if (kind == BRANCH_ELSE) {
		if (!was_dead) {
			keep_head(r);
		}
		r->now = r->fork->before;
	} else if (kind == BRANCH_END) {
		end_fork(r, all);
	}
}

void ino_read(struct arena *arena, const struct str_vec *texts, struct ino_model *out) {
	*out = (struct ino_model){.arena = arena};
	for (size_t i = 0; i < texts->len; i++) {
		token_scan(arena, texts->at[i], (unsigned)i, &out->tokens);
	}
	struct reader r = {.model = out};
	for (size_t i = 0; i < out->tokens.len; i++) {
		if (out->tokens.at[i].kind == TOKEN_DIRECTIVE) {
			read_directive(&r, i);
		} else {
			read_token(&r, i);
		}
	}
}
