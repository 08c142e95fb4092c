#include "gen/flags.h"

static bool flag_is(const struct flag *flag, str word) {
	return !flag->operand.at && str_eq(flag->word, word);
}

/* Take the first NAME without value out of the defines. */
static void undefine(struct flag_vec *defines, str name) {
	size_t i = 0;
	while (i < defines->len && !flag_is(&defines->at[i], name)) {
		i++;
	}
	if (i == defines->len) {
		return;
	}
	defines->len--;
	for (; i < defines->len; i++) {
		defines->at[i] = defines->at[i + 1];
	}
}

void flags_append(struct arena *arena, struct flag_set *set, const struct flag_set *more) {
	struct flag_vec *defines = &set->scope[SCOPE_DEFINE];
	const struct flag_vec *names = &more->scope[SCOPE_UNDEFINE];
	for (size_t i = 0; i < names->len; i++) {
		undefine(defines, names->at[i].word);
	}
	for (int scope = 0; scope < SCOPE_COUNT; scope++) {
		for (size_t i = 0; i < more->scope[scope].len; i++) {
			flag_vec_push(arena, &set->scope[scope], more->scope[scope].at[i]);
		}
	}
}

void flags_add(struct arena *arena, struct flag_set *set, enum flag_scope scope, str word) {
	flag_vec_push(arena, &set->scope[scope], (struct flag){.word = word});
}

bool flags_define(const struct flag_set *set, str name) {
	const struct flag_vec *defines = &set->scope[SCOPE_DEFINE];
	for (size_t i = 0; i < defines->len; i++) {
		str word = defines->at[i].word;
		if (str_starts_with(word, name) &&
		    (word.len == name.len || word.at[name.len] == '=')) {
			return true;
		}
	}
	return false;
}

/* Scopes in the order in which they stand on a line, ended by SCOPE_COUNT. */
static const enum flag_scope line_scopes[LINE_COUNT][7] = {
    [LINE_C] = {SCOPE_C,         SCOPE_COMMON,  SCOPE_CPP, SCOPE_DEFINE, SCOPE_UNDEFINE, SCOPE_INCLUDE,
                SCOPE_COUNT},
    [LINE_CXX] = {SCOPE_CXX, SCOPE_COMMON, SCOPE_CPP,                               SCOPE_DEFINE, SCOPE_UNDEFINE, SCOPE_INCLUDE,
                SCOPE_COUNT},
    [LINE_ASPP] = {SCOPE_ASM,       SCOPE_ASPP,        SCOPE_CPP,        SCOPE_DEFINE, SCOPE_UNDEFINE, SCOPE_INCLUDE,
                SCOPE_COUNT},
    [LINE_ASM] = {SCOPE_ASM, SCOPE_COUNT},
    [LINE_LINK] = {SCOPE_LINK,       SCOPE_COUNT   },
    [LINE_LIBS] = {SCOPE_LIBPATH, SCOPE_LIB, SCOPE_COUNT                              },
};

/* What stands before the word of a flag. */
static str prefix_of(enum flag_scope scope, str word) {
	static const str prefixes[SCOPE_COUNT] = {
	    [SCOPE_DEFINE] = STR_INIT("-D"),  [SCOPE_UNDEFINE] = STR_INIT("-U"),
	    [SCOPE_INCLUDE] = STR_INIT("-I"), [SCOPE_LIBPATH] = STR_INIT("-L"),
	    [SCOPE_LIB] = STR_INIT("-l"),
	};
	bool is_file = scope == SCOPE_LIB && str_find_char(word, '/') < word.len;
	return is_file ? (str){0} : prefixes[scope];
}

static void put(struct arena *arena, enum flag_scope scope, const struct flag *flag,
                struct str_vec *out) {
	str prefix = prefix_of(scope, flag->word);
	str word = flag->word;
	if (prefix.len) {
		word = str_format(arena, "%" PRI_STR "%" PRI_STR, STR_ARG(prefix), STR_ARG(word));
	}
	str_vec_push(arena, out, word);
	if (flag->operand.at) {
		str_vec_push(arena, out, flag->operand);
	}
}

void flags_line(struct arena *arena, const struct flag_set *set, enum flag_line line,
                struct str_vec *out) {
	for (const enum flag_scope *scope = line_scopes[line]; *scope != SCOPE_COUNT; scope++) {
		for (size_t i = 0; i < set->scope[*scope].len; i++) {
			put(arena, *scope, &set->scope[*scope].at[i], out);
		}
	}
}

bool flags_line_of(str path, enum flag_line *out) {
	static const struct {
		str extension;
		enum flag_line line;
	} lines[] = {
	    {STR_INIT(".c"),   LINE_C   },
            {STR_INIT(".cc"),  LINE_CXX },
	    {STR_INIT(".cpp"), LINE_CXX },
            {STR_INIT(".cxx"), LINE_CXX },
	    {STR_INIT(".c++"), LINE_CXX },
            {STR_INIT(".S"),   LINE_ASPP},
	    {STR_INIT(".spp"), LINE_ASPP},
            {STR_INIT(".SPP"), LINE_ASPP},
	    {STR_INIT(".sx"),  LINE_ASPP},
            {STR_INIT(".s"),   LINE_ASM },
	    {STR_INIT(".asm"), LINE_ASM },
            {STR_INIT(".ASM"), LINE_ASM },
	};
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		if (str_ends_with(path, lines[i].extension)) {
			*out = lines[i].line;
			return true;
		}
	}
	return false;
}
