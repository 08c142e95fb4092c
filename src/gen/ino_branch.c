#include "gen/ino_branch.h"

/* Of a macro's text, this much is looked at for names of functions. */
enum { TEXT_LIMIT = 64 };

/* What is nested deeper than any sketch is not looked into. */
enum { DEPTH_LIMIT = 200 };

enum truth { UNKNOWN, FALSE, TRUE };

/* Conditions that are the same for every sketch; all others may go either way. */
static enum truth evaluate(struct arena *arena, str name, str text) {
	static const struct {
		str directive, text;
		enum truth truth;
	} known[] = {
	    {STR_INIT("if"),     STR_INIT("0"),                    FALSE},
	    {STR_INIT("if"),     STR_INIT("1"),                    TRUE },
	    {STR_INIT("if"),     STR_INIT("false"),                FALSE},
	    {STR_INIT("if"),     STR_INIT("true"),                 TRUE },
	    {STR_INIT("ifdef"),  STR_INIT("__cplusplus"),          TRUE },
	    {STR_INIT("ifndef"), STR_INIT("__cplusplus"),          FALSE},
	    {STR_INIT("if"),     STR_INIT("defined(__cplusplus)"), TRUE },
	    {STR_INIT("if"),     STR_INIT("defined__cplusplus"),   TRUE },
	    {STR_INIT("elif"),   STR_INIT("0"),                    FALSE},
	    {STR_INIT("elif"),   STR_INIT("1"),                    TRUE },
	};
	struct tokens tokens = {0};
	struct str_vec words = {0};
	token_scan(arena, str_slice(text, 0, 64), 0, &tokens);
	for (size_t i = 0; i < tokens.len; i++) {
		str_vec_push(arena, &words, tokens.at[i].text);
	}
	str joined = str_join(arena, &words, STR(""));
	for (size_t i = 0; i < COUNT_OF(known); i++) {
		if (str_eq(name, known[i].directive) && str_eq(joined, known[i].text)) {
			return known[i].truth;
		}
	}
	return UNKNOWN;
}

static void enter(struct ino_model *model, struct branches *branches, size_t branch) {
	const struct ino_condition *outer =
	    branch ? branches->condition->outer : branches->condition;
	struct ino_condition *condition = arena_new(model->arena, struct ino_condition);
	*condition = (struct ino_condition){outer, branches->open->chain, branch,
	                                    outer ? outer->depth + 1 : 1};
	branches->condition = condition;
}

static void open_chain(struct ino_model *model, struct branches *b, size_t at, enum truth truth) {
	struct branch *open = arena_new(model->arena, struct branch);
	*open = (struct branch){b->open, arena_new(model->arena, struct ino_chain), b->dead,
	                        truth == TRUE, false};
	positions_push(model->arena, &open->chain->lines, at);
	b->open = open;
	enter(model, b, 0);
	b->dead = b->dead || truth == FALSE || b->condition->depth > DEPTH_LIMIT;
}

static void next_branch(struct ino_model *model, struct branches *b, size_t at, enum truth truth) {
	struct branch *open = b->open;
	positions_push(model->arena, &open->chain->lines, at);
	b->dead =
	    open->was_dead || open->taken || truth == FALSE || b->condition->depth > DEPTH_LIMIT;
	open->taken = open->taken || truth == TRUE;
	enter(model, b, open->chain->lines.len - 1);
}

static void close_chain(struct branches *b) {
	b->dead = b->open->was_dead;
	b->condition = b->condition->outer;
	b->open = b->open->outer;
}

static void read_macro_text(struct ino_model *model, struct ino_name *macro, str text) {
	struct tokens tokens = {0};
	int depth = 0;
	size_t braces = 0;
	token_scan(model->arena, text, 0, &tokens);
	for (size_t i = 0; i < tokens.len; i++) {
		const struct token *token = &tokens.at[i];
		depth += token_is(token, '{') - token_is(token, '}');
		braces += token_is(token, '{') || token_is(token, '}');
		if (token->kind == TOKEN_NAME && macro->text.len < TEXT_LIMIT) {
			ino_names_push(model->arena, &macro->text, ino_name_at(model, token->text));
		}
	}
	if (braces % 2 == 1 && (depth == 1 || depth == -1)) {
		macro->brace = depth == 1 ? '{' : '}';
	}
}

static void define(struct ino_model *model, size_t at, str rest, bool defined) {
	size_t len = 0;
	while (len < rest.len && (char_is_alnum(rest.at[len]) || rest.at[len] == '_')) {
		len++;
	}
	struct ino_name *macro = ino_name_at(model, str_slice(rest, 0, len));
	positions_push(model->arena, &macro->defines, at);
	if (!defined) {
		return;
	}
	macro->type = macro->is_type ? macro->type : at;
	macro->is_type = true;
	read_macro_text(model, macro, str_from_offset(rest, len));
	if (len < rest.len && rest.at[len] == '(') {
		macro->brace = '\0'; /* it stands behind an argument, not alone */
	}
}

static void follow_plain(struct ino_model *model, size_t at, str name, str rest) {
	if (str_eq(name, STR("define"))) {
		define(model, at, rest, true);
	} else if (str_eq(name, STR("undef"))) {
		define(model, at, rest, false);
	} else if (str_eq(name, STR("include"))) {
		positions_push(model->arena, &model->includes, at);
	}
}

static enum branch_kind kind_of(const struct branches *branches, str name) {
	static const struct {
		str name;
		enum branch_kind kind;
	} kinds[] = {
	    {STR_INIT("if"),       BRANCH_IF  },
            {STR_INIT("ifdef"),    BRANCH_IF  },
	    {STR_INIT("ifndef"),   BRANCH_IF  },
            {STR_INIT("elif"),     BRANCH_ELSE},
	    {STR_INIT("elifdef"),  BRANCH_ELSE},
            {STR_INIT("elifndef"), BRANCH_ELSE},
	    {STR_INIT("else"),     BRANCH_ELSE},
            {STR_INIT("endif"),    BRANCH_END },
	};
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		if (str_eq(name, kinds[i].name)) {
			bool closed = kinds[i].kind != BRANCH_IF && !branches->open;
			return closed ? BRANCH_NONE : kinds[i].kind;
		}
	}
	return BRANCH_NONE;
}

enum branch_kind branch_follow(struct ino_model *model, struct branches *branches, size_t at) {
	struct token *token = &model->tokens.at[at];
	str rest;
	str name = token_directive(token, &rest);
	enum branch_kind kind = kind_of(branches, name);
	token->dead = branches->dead;
	token->condition = branches->condition;
	if (kind == BRANCH_NONE) {
		if (!branches->dead) {
			follow_plain(model, at, name, rest);
		}
		return kind;
	}
	if (kind == BRANCH_IF) {
		open_chain(model, branches, at, evaluate(model->arena, name, rest));
		return kind;
	}
	token->condition = branches->condition->outer;
	token->dead = branches->open->was_dead;
	if (kind == BRANCH_ELSE) {
		branches->open->has_else = branches->open->has_else || str_eq(name, STR("else"));
		next_branch(model, branches, at, evaluate(model->arena, name, rest));
	} else {
		close_chain(branches);
	}
	return kind;
}

/* The lines that lead from one condition to one inside it. */
static void push_lines(struct ino_model *model, const struct ino_condition *from,
                       const struct ino_condition *to, struct str_vec *lines) {
	struct positions open = {0};
	for (const struct ino_condition *c = to; c && c != from; c = c->outer) {
		for (size_t i = c->branch + 1; i-- > 0;) {
			positions_push(model->arena, &open, c->chain->lines.at[i]);
		}
	}
	while (open.len > 0) {
		str_vec_push(model->arena, lines, model->tokens.at[open.at[--open.len]].text);
	}
}

static int opens(const struct token *token) {
	str rest;
	str name = token->kind == TOKEN_DIRECTIVE ? token_directive(token, &rest) : STR("");
	return str_starts_with(name, STR("if")) - str_eq(name, STR("endif"));
}

str branch_text(struct ino_model *model, struct ino_function *function, size_t to) {
	struct arena *arena = model->arena;
	const struct token *tokens = model->tokens.at;
	struct str_vec lines = {0};
	size_t from = function->begin;
	size_t open = 0;
	if (ino_condition_covers(function->condition, tokens[from].condition)) {
		push_lines(model, function->condition, tokens[from].condition, &lines);
		open = tokens[from].condition ? tokens[from].condition->depth : 0;
		open -= function->condition ? function->condition->depth : 0;
	} else {
		function->condition = tokens[from].condition;
	}
	for (size_t i = from; i < to; i++) {
		int change = opens(&tokens[i]);
		bool broken = token_is(&tokens[i], '=') || token_is(&tokens[i], '{') ||
		              (change < 0 && open == 0);
		if (broken) {
			return STR("");
		}
		open = change < 0 ? open - 1 : open + (size_t)change;
		str_vec_push(arena, &lines, tokens[i].text);
	}
	str_vec_push(arena, &lines, STR(";"));
	for (; open > 0; open--) {
		str_vec_push(arena, &lines, STR("#endif"));
	}
	return str_join(arena, &lines, STR("\n"));
}
