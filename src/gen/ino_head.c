#include "gen/ino_head.h"

/* How far a template's list may reach: what looks like one and never ends must not cost much. */
enum { ANGLE_LIMIT = 256 };

const struct token *head_token(const struct head *head, size_t i) {
	static const struct token none = {.kind = TOKEN_PUNCT};
	return i < head->list.len ? head->list.at[i] : &none;
}

bool head_is(const struct head *head, size_t i, char punct) {
	return token_is(head_token(head, i), punct);
}

bool head_has(const struct head *head, size_t i, str text) {
	return token_has(head_token(head, i), text);
}

bool head_is_name(const struct head *head, size_t i) {
	return head_token(head, i)->kind == TOKEN_NAME;
}

static bool is_one_of(const struct token *token, const str *words, size_t count) {
	for (size_t i = 0; token->kind == TOKEN_NAME && i < count; i++) {
		if (str_eq(token->text, words[i])) {
			return true;
		}
	}
	return false;
}

bool head_is_class_key(const struct token *token) {
	static const str words[] = {STR_INIT("class"), STR_INIT("struct"), STR_INIT("union"),
	                            STR_INIT("enum")};
	return is_one_of(token, words, COUNT_OF(words));
}

/* Words whose parentheses are no parameters. */
static bool takes_argument(const struct token *token) {
	static const str words[] = {
	    STR_INIT("__attribute__"), STR_INIT("__attribute"),  STR_INIT("alignas"),
	    STR_INIT("decltype"),      STR_INIT("__declspec"),   STR_INIT("noexcept"),
	    STR_INIT("throw"),         STR_INIT("__asm__"),      STR_INIT("asm"),
	    STR_INIT("__typeof__"),    STR_INIT("typeof"),       STR_INIT("explicit"),
	    STR_INIT("requires"),      STR_INIT("__extension__")};
	return is_one_of(token, words, COUNT_OF(words));
}

/* Words that no function's head begins with or holds in front of its name. */
static bool is_statement(const struct token *token) {
	static const str words[] = {STR_INIT("typedef"),  STR_INIT("using"),
	                            STR_INIT("friend"),   STR_INIT("return"),
	                            STR_INIT("else"),     STR_INIT("goto"),
	                            STR_INIT("delete"),   STR_INIT("new"),
	                            STR_INIT("case"),     STR_INIT("if"),
	                            STR_INIT("while"),    STR_INIT("for"),
	                            STR_INIT("switch"),   STR_INIT("do"),
	                            STR_INIT("catch"),    STR_INIT("namespace"),
	                            STR_INIT("try"),      STR_INIT("sizeof"),
	                            STR_INIT("concept"),  STR_INIT("static_assert"),
	                            STR_INIT("default"),  STR_INIT("throw"),
	                            STR_INIT("_Generic"), STR_INIT("break")};
	return is_one_of(token, words, COUNT_OF(words));
}

bool head_is_keyword(const struct token *token) {
	static const str words[] = {
	    STR_INIT("auto"),       STR_INIT("bool"),      STR_INIT("char"),
	    STR_INIT("char16_t"),   STR_INIT("char32_t"),  STR_INIT("const"),
	    STR_INIT("constexpr"),  STR_INIT("consteval"), STR_INIT("double"),
	    STR_INIT("extern"),     STR_INIT("false"),     STR_INIT("float"),
	    STR_INIT("inline"),     STR_INIT("int"),       STR_INIT("long"),
	    STR_INIT("mutable"),    STR_INIT("nullptr"),   STR_INIT("operator"),
	    STR_INIT("override"),   STR_INIT("private"),   STR_INIT("protected"),
	    STR_INIT("public"),     STR_INIT("register"),  STR_INIT("short"),
	    STR_INIT("signed"),     STR_INIT("static"),    STR_INIT("template"),
	    STR_INIT("this"),       STR_INIT("true"),      STR_INIT("typename"),
	    STR_INIT("unsigned"),   STR_INIT("virtual"),   STR_INIT("void"),
	    STR_INIT("volatile"),   STR_INIT("wchar_t"),   STR_INIT("restrict"),
	    STR_INIT("__restrict"), STR_INIT("final"),     STR_INIT("try")};
	return is_one_of(token, words, COUNT_OF(words)) || head_is_class_key(token) ||
	       takes_argument(token) || is_statement(token);
}

size_t head_skip_group(const struct head *head, size_t i) {
	size_t depth = 0;
	for (; i < head->list.len; i++) {
		if (head_is(head, i, '(') || head_is(head, i, '[')) {
			depth++;
		} else if ((head_is(head, i, ')') || head_is(head, i, ']')) && --depth == 0) {
			return i + 1;
		}
	}
	return i;
}

size_t head_skip_angle(const struct head *head, size_t i) {
	size_t depth = 0;
	size_t limit = i + ANGLE_LIMIT;
	for (size_t k = i; k < head->list.len && k < limit; k++) {
		if (head_is(head, k, '<')) {
			depth++;
		} else if (head_is(head, k, '>') && --depth == 0) {
			return k + 1;
		} else if (head_is(head, k, '(') || head_is(head, k, '[')) {
			k = head_skip_group(head, k) - 1;
		} else if (head_is(head, k, ')') || head_is(head, k, ']') ||
		           head_is(head, k, '}')) {
			return i;
		}
	}
	return i;
}

/* Macro calls in front, as MAKE(x, 1) on a line of its own, end where a word follows. */
static size_t skip_calls(const struct head *head) {
	size_t i = 0;
	while (head_is_name(head, i) && !head_is_keyword(head->list.at[i]) &&
	       head_is(head, i + 1, '(')) {
		size_t behind = head_skip_group(head, i + 1);
		if (!head_is_name(head, behind) || takes_argument(head_token(head, behind)) ||
		    head_has(head, behind, STR("const")) ||
		    head_has(head, behind, STR("override")) ||
		    head_has(head, behind, STR("final")) || head_has(head, behind, STR("try"))) {
			break;
		}
		i = behind;
	}
	return i;
}

static size_t skip_template(const struct head *head, size_t i) {
	while (head_has(head, i, STR("template")) && head_is(head, i + 1, '<')) {
		size_t behind = head_skip_angle(head, i + 1);
		if (behind == i + 1) {
			break;
		}
		i = behind;
	}
	return i;
}

static bool is_upper(str s) {
	for (size_t i = 0; i < s.len; i++) {
		if (s.at[i] >= 'a' && s.at[i] <= 'z') {
			return false;
		}
	}
	return true;
}

/* A macro that takes an argument, between the type and the name: void ALIGN(4) f(). */
static bool is_attribute_call(const struct head *head, size_t i) {
	size_t behind = head_skip_group(head, i + 1);
	return is_upper(head_token(head, i)->text) && head_is_name(head, behind) &&
	       head_is(head, behind + 1, '(') && !is_upper(head_token(head, behind)->text) &&
	       !takes_argument(head_token(head, behind));
}

/* Whether a type stands in front of the name, and not only static and the like. */
static bool has_type(const struct head *head, size_t name) {
	static const str storage[] = {STR_INIT("static"), STR_INIT("inline"), STR_INIT("extern"),
	                              STR_INIT("constexpr"), STR_INIT("virtual")};
	for (size_t i = head->start; i < name; i++) {
		const struct token *token = head->list.at[i];
		if (token->kind == TOKEN_NAME && !takes_argument(token) &&
		    !is_one_of(token, storage, COUNT_OF(storage))) {
			return true;
		}
	}
	return false;
}

enum found { FOUND_NOTHING, FOUND_FUNCTION, FOUND_CODE };

static enum found found_operator(struct head *head, size_t i) {
	head->name = i + 1;
	head->open = head_is(head, i + 1, '(') ? head_skip_group(head, i + 1) : i + 2;
	while (head->open < head->list.len && !head_is(head, head->open, '(')) {
		head->open++;
	}
	if (head_token(head, head->name)->kind != TOKEN_PUNCT || !head_is(head, head->open, '(')) {
		return FOUND_CODE;
	}
	return head_has(head, i - 1, STR("::")) ? FOUND_CODE : FOUND_FUNCTION;
}

/* A name with parentheses behind it: is it the function's? */
static enum found found_call(struct head *head, size_t i) {
	bool named_by_type = i > head->start && head_is_class_key(head_token(head, i - 1));
	if (named_by_type || is_attribute_call(head, i)) {
		return FOUND_NOTHING;
	}
	if (!has_type(head, i) || head_is_keyword(head_token(head, i)) ||
	    head_has(head, i - 1, STR("::")) || head_is(head, i - 1, '~')) {
		return FOUND_CODE;
	}
	head->name = i;
	head->open = i + 1;
	return FOUND_FUNCTION;
}

static bool is_pointer(const struct head *head, size_t i) {
	return head_is(head, i, '*') || head_is(head, i, '&') || head_has(head, i, STR("&&"));
}

/* Where the search for the declared name goes on behind i. */
static size_t next_part(const struct head *head, size_t i) {
	if (takes_argument(head_token(head, i)) && head_is(head, i + 1, '(')) {
		return head_skip_group(head, i + 1);
	}
	if (head_is_name(head, i) && head_is(head, i + 1, '<')) {
		size_t behind = head_skip_angle(head, i + 1);
		return behind > i + 1 ? behind : i + 1;
	}
	if (head_is_name(head, i) && head_is(head, i + 1, '(')) {
		return head_skip_group(head, i + 1);
	}
	if (head_is(head, i, '(')) {
		return is_pointer(head, i + 1) ? i + 1 : head_skip_group(head, i);
	}
	return head_is(head, i, '[') ? head_skip_group(head, i) : i + 1;
}

/* A type in front of a nested declarator: void (*f(int))(long). */
static bool is_nested(const struct head *head, size_t i) {
	return is_pointer(head, i + 2) && (head_is_keyword(head_token(head, i)) ||
	                                   head_is(head, head_skip_group(head, i + 1), '('));
}

static enum found find_function(struct head *head) {
	for (size_t i = head->start; i < head->list.len; i = next_part(head, i)) {
		const struct token *token = head->list.at[i];
		if (token_is(token, '=') || token_is(token, '}') || is_statement(token)) {
			return FOUND_NOTHING;
		}
		if (token_has(token, STR("operator"))) {
			return found_operator(head, i);
		}
		bool call = token->kind == TOKEN_NAME && head_is(head, i + 1, '(') &&
		            !(takes_argument(token));
		if (call && is_nested(head, i)) {
			i++;
			continue;
		}
		enum found found = call ? found_call(head, i) : FOUND_NOTHING;
		if (found != FOUND_NOTHING) {
			return found;
		}
	}
	return FOUND_NOTHING;
}

/* A constructor's member initialised by braces stands in front of the body. */
static bool is_member_value(const struct head *head) {
	size_t last = head->list.len - 1;
	bool colon = false;
	for (size_t i = head->start; i < head->list.len; i++) {
		colon = colon || head_is(head, i, ':');
	}
	return colon && (head_is_name(head, last) || head_is(head, last, '>'));
}

/* The name of the class, union or enumeration; the list's end where there is none. */
static size_t find_type_name(const struct head *head, size_t i) {
	for (; i < head->list.len && !head_is(head, i, ':') && !head_is(head, i, '}'); i++) {
		bool last = !head_is_name(head, i + 1) || head_has(head, i + 1, STR("final"));
		if (head_is(head, i, '(') || head_is(head, i, '[')) {
			i = head_skip_group(head, i) - 1;
		} else if (head_is_name(head, i) && !head_is(head, i + 1, '(') && last &&
		           !head_is_class_key(head_token(head, i))) {
			return i;
		}
	}
	return head->list.len;
}

static bool find_type(struct head *head) {
	size_t key = head->list.len;
	for (size_t i = head->list.len; i-- > head->start;) {
		if (head_is(head, i, '=')) {
			return false;
		}
		if (head_is_class_key(head_token(head, i))) {
			key = i;
		}
	}
	head->name = find_type_name(head, key + 1);
	return key < head->list.len;
}

static bool has_parentheses(const struct head *head) {
	for (size_t i = head->start; i < head->list.len; i++) {
		if (head_is(head, i, '=')) {
			return false;
		}
		if (head_is(head, i, '(')) {
			return true;
		}
	}
	return false;
}

static bool is_space(const struct head *head) {
	size_t first = head->start + head_has(head, head->start, STR("inline"));
	return head_has(head, first, STR("namespace"));
}

static bool is_linkage(const struct head *head) {
	return head->list.len == head->start + 2 && head_has(head, head->start, STR("extern")) &&
	       head_token(head, head->start + 1)->kind == TOKEN_LITERAL;
}

enum head_kind head_parse(struct head *head) {
	head->from = skip_calls(head);
	head->start = skip_template(head, head->from);
	if (head->list.len == head->start) {
		return HEAD_CODE;
	}
	if (is_space(head)) {
		return HEAD_SPACE;
	}
	if (is_linkage(head)) {
		return HEAD_LINKAGE;
	}
	enum found found = find_function(head);
	if (found == FOUND_FUNCTION) {
		head->close = head_skip_group(head, head->open) - 1;
		return HEAD_FUNCTION;
	}
	if (found == FOUND_CODE) {
		return is_member_value(head) ? HEAD_VALUE : HEAD_CODE;
	}
	if (find_type(head)) {
		return HEAD_TYPE;
	}
	return has_parentheses(head) ? HEAD_CODE : HEAD_VALUE;
}
