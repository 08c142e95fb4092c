#include "gen/command.h"

void command_edge(struct arena *arena, struct str_vec *words, const char *verb) {
	str_vec_push(arena, words, STR(COMMAND_FBGEN));
	str_vec_push(arena, words, STR("edge"));
	str_vec_push(arena, words, str_from(verb));
}

void command_option(struct arena *arena, struct str_vec *words, const char *name, str value) {
	if (value.len) {
		str_vec_push(arena, words,
		             str_format(arena, "--%s=%" PRI_STR, name, STR_ARG(value)));
	}
}

void command_number(struct arena *arena, struct str_vec *words, const char *name, uint64_t number) {
	str_vec_push(arena, words,
	             str_format(arena, "--%s=%llu", name, (unsigned long long)number));
}

void command_flag(struct arena *arena, struct str_vec *words, const char *name, bool wanted) {
	if (wanted) {
		str_vec_push(arena, words, str_format(arena, "--%s", name));
	}
}

str command_placeholder(str word) {
	if (str_eq(word, STR("{in}"))) {
		return rule_in;
	}
	return str_eq(word, STR("{out}")) ? rule_out : word;
}
