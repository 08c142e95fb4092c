#include "gen/ino_prototype.h"

#include "base/buf.h"

static bool has_gap(const struct token *left, const struct token *right) {
	return left->tab != right->tab || left->text.at + left->text.len != right->text.at;
}

/* Behind a default argument whose '=' stands at i. */
static size_t skip_default(const struct head *head, size_t i, char close) {
	for (i++; i < head->list.len;) {
		if (head_is(head, i, ',') || head_is(head, i, close)) {
			break;
		}
		size_t behind = i;
		if (head_is(head, i, '(') || head_is(head, i, '[')) {
			behind = head_skip_group(head, i);
		} else if (head_is_name(head, i) && head_is(head, i + 1, '<')) {
			behind = head_skip_angle(head, i + 1);
		}
		i = behind > i ? behind : i + 1;
	}
	return i;
}

/* Which bracket the '=' at i would be a default of: ')' of the parameters, '>' of the template. */
static char default_close(const struct head *head, size_t i, size_t depth) {
	if (!head_is(head, i, '=')) {
		return '\0';
	}
	if (i < head->start) {
		return '>';
	}
	if (i > head->open && i < head->close && depth == 1) {
		return ')';
	}
	return '\0';
}

static size_t depth_behind(const struct head *head, size_t i, size_t depth) {
	if (i < head->open) {
		return 0;
	}
	if (head_is(head, i, '(') || head_is(head, i, '[')) {
		return depth + 1;
	}
	return depth && (head_is(head, i, ')') || head_is(head, i, ']')) ? depth - 1 : depth;
}

static bool is_deduced(const struct head *head) {
	bool deduced = false;
	for (size_t i = head->start; i < head->name; i++) {
		deduced = deduced || head_has(head, i, STR("auto"));
	}
	for (size_t i = head->close; i < head->list.len; i++) {
		deduced = deduced && !head_has(head, i, STR("->"));
	}
	return deduced;
}

str prototype_text(struct arena *arena, const struct head *head) {
	struct buf text = {.arena = arena};
	size_t depth = 0;
	const struct token *last = NULL;
	if (is_deduced(head)) {
		return STR("");
	}
	for (size_t i = head->from; i < head->list.len;) {
		const struct token *token = head->list.at[i];
		char close = default_close(head, i, depth);
		if (close) {
			i = skip_default(head, i, close);
			continue;
		}
		if (token_has(token, STR("try")) && i + 1 == head->list.len) {
			break;
		}
		if (last && has_gap(last, token)) {
			buf_add_char(&text, ' ');
		}
		buf_add(&text, token->text);
		depth = depth_behind(head, i, depth);
		last = token;
		i++;
	}
	return str_trim(buf_str(&text));
}

str prototype_row(struct arena *arena, const struct head *head, size_t from, size_t to) {
	struct buf text = {.arena = arena};
	for (size_t i = from; i < to; i++) {
		if (i > from && has_gap(head->list.at[i - 1], head->list.at[i])) {
			buf_add_char(&text, ' ');
		}
		buf_add(&text, head->list.at[i]->text);
	}
	return buf_str(&text);
}

static bool is_qualifier(const struct token *token) {
	return token_has(token, STR("const")) || token_has(token, STR("volatile")) ||
	       token_has(token, STR("typename")) || token_has(token, STR("register")) ||
	       head_is_class_key(token);
}

/* What may stand between a parameter's type and its name. */
static bool ends_type(const struct token *token) {
	return (token->kind == TOKEN_NAME && !is_qualifier(token)) || token_is(token, '*') ||
	       token_is(token, '&') || token_is(token, '>') || token_is(token, ']') ||
	       token_has(token, STR("&&")) || token_has(token, STR("..."));
}

/* A name behind a type, in front of what ends a parameter. */
static bool is_parameter_name(const struct head *head, size_t i) {
	bool ended = head_is(head, i + 1, ',') || head_is(head, i + 1, ')') ||
	             head_is(head, i + 1, '[') || head_is(head, i + 1, '=');
	return i > head->open && head_is_name(head, i) && ended &&
	       ends_type(head_token(head, i - 1)) && !head_is_keyword(head_token(head, i));
}

str prototype_signature(struct arena *arena, const struct head *head) {
	struct buf text = {.arena = arena};
	size_t depth = 1;
	for (size_t i = head->open + 1; i < head->close;) {
		const struct token *token = head->list.at[i];
		if (token_is(token, '=') && depth == 1) {
			i = skip_default(head, i, ')');
			continue;
		}
		bool alone = token_has(token, STR("void")) && head->close == head->open + 2;
		if (!alone && !is_parameter_name(head, i) && !head_is_class_key(token)) {
			buf_add(&text, token->text);
			buf_add_char(&text, ' ');
		}
		depth = depth_behind(head, i, depth);
		i++;
	}
	return buf_str(&text);
}

static bool is_need(const struct head *head, size_t i) {
	bool member = i > 0 && (head_has(head, i - 1, STR("::")) || head_is(head, i - 1, '.') ||
	                        head_has(head, i - 1, STR("->")));
	return head_is_name(head, i) && i != head->name && !member &&
	       !head_is_keyword(head_token(head, i)) && !is_parameter_name(head, i);
}

void prototype_needs(struct arena *arena, const struct head *head, struct ino_needs *out) {
	size_t brackets = 0;
	size_t angles = 0;
	for (size_t i = head->from; i < head->list.len; i++) {
		if (head_is(head, i, '[') || head_has(head, i, STR("decltype"))) {
			brackets++;
		} else if (head_is(head, i, ']')) {
			brackets -= brackets > 0;
		} else if (head_is(head, i, '<')) {
			angles++;
		} else if (head_is(head, i, '>')) {
			angles -= angles > 0;
		} else if (head_is(head, i, '=')) {
			char close = i < head->start ? '>' : ')';
			i = skip_default(head, i, close) - 1;
		} else if (is_need(head, i)) {
			struct ino_need need = {head->list.at[i]->text, brackets + angles > 0};
			ino_needs_push(arena, out, need);
		}
	}
}

/* A type of a simple name, at hand as "struct x": no template, no typedef, no member. */
static bool is_plain(const struct head *head) {
	return head->name < head->list.len && head->name > 0 && head->start == head->from &&
	       !head_is(head, head->name + 1, '<') &&
	       !head_has(head, head->start, STR("typedef")) &&
	       !head_has(head, head->name - 1, STR("::"));
}

/* The first word of the kind: struct, enum and so on. */
static size_t find_key(const struct head *head) {
	size_t key = head->start;
	while (key < head->name && !head_is_class_key(head_token(head, key))) {
		key++;
	}
	return key;
}

/* An enumeration can be declared ahead where it is scoped or names its type. */
str prototype_of_type(struct arena *arena, const struct head *head) {
	size_t key = find_key(head);
	if (!is_plain(head) || key == head->name) {
		return STR("");
	}
	if (!head_has(head, key, STR("enum"))) {
		return str_format(arena, "%" PRI_STR " %" PRI_STR ";",
		                  STR_ARG(head->list.at[key]->text),
		                  STR_ARG(head->list.at[head->name]->text));
	}
	if (!head_is_class_key(head_token(head, key + 1)) && !head_is(head, head->name + 1, ':')) {
		return STR("");
	}
	return str_format(arena, "%" PRI_STR ";",
	                  STR_ARG(prototype_row(arena, head, key, head->list.len)));
}
