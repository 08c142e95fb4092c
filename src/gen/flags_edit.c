/*
 * What is done to a set of flags as a whole: build_unflags and build_type = debug.
 */
#include "gen/flags.h"

static bool is_folder(int scope) {
	return scope == SCOPE_INCLUDE || scope == SCOPE_LIBPATH;
}

static bool flag_eq(const struct flag *a, const struct flag *b) {
	return a->filled == b->filled && str_eq(a->word, b->word) &&
	       !a->operand.at == !b->operand.at && str_eq(a->operand, b->operand);
}

static bool is_define_of(const struct flag *define, const struct flag *name) {
	str word = define->word;
	size_t len = name->word.len;
	return !name->operand.at && str_starts_with(word, name->word) && word.len > len &&
	       word.at[len] == '=';
}

/*
 * Whether an unwanted flag takes the flag.  A folder is no name; and -UNAME is not a flag that can
 * be had back (SCons has put it behind the defines by then).
 */
static bool takes(const struct flag *unwanted, int unwanted_scope, const struct flag *flag,
                  int scope) {
	if (is_folder(unwanted_scope) != is_folder(scope) || unwanted_scope == SCOPE_UNDEFINE ||
	    scope == SCOPE_UNDEFINE) {
		return false;
	}
	return flag_eq(unwanted, flag) || (scope == SCOPE_DEFINE && is_define_of(flag, unwanted));
}

static bool any_takes(const struct flag_vec *unwanted, int unwanted_scope, const struct flag *flag,
                      int scope) {
	for (size_t i = 0; i < unwanted->len; i++) {
		if (takes(&unwanted->at[i], unwanted_scope, flag, scope)) {
			return true;
		}
	}
	return false;
}

static bool is_unwanted(const struct flag_set *unwanted, const struct flag *flag, int scope) {
	int from = 0;
	while (from < SCOPE_COUNT && !any_takes(&unwanted->scope[from], from, flag, scope)) {
		from++;
	}
	return from < SCOPE_COUNT;
}

static void remove_from(struct flag_vec *flags, int scope, const struct flag_set *unwanted) {
	size_t kept = 0;
	for (size_t i = 0; i < flags->len; i++) {
		if (!is_unwanted(unwanted, &flags->at[i], scope)) {
			flags->at[kept++] = flags->at[i];
		}
	}
	flags->len = kept;
}

void flags_remove(struct flag_set *set, const struct flag_set *unwanted) {
	for (int scope = 0; scope < SCOPE_COUNT; scope++) {
		remove_from(&set->scope[scope], scope, unwanted);
	}
}

static bool has_flag(const struct flag_vec *flags, const struct flag *flag, size_t from,
                     size_t to) {
	for (size_t i = from; i < to; i++) {
		if (flag_eq(&flags->at[i], flag)) {
			return true;
		}
	}
	return false;
}

static void add_new(struct arena *arena, struct flag_vec *flags, struct flag flag) {
	if (!has_flag(flags, &flag, 0, flags->len)) {
		flag_vec_push(arena, flags, flag);
	}
}

/* Leave each flag once: where it stood first, or last. */
static void leave_once(struct flag_vec *flags, bool first) {
	size_t kept = 0;
	for (size_t i = 0; i < flags->len; i++) {
		struct flag flag = flags->at[i];
		bool again = first ? has_flag(flags, &flag, 0, kept)
		                   : has_flag(flags, &flag, i + 1, flags->len);
		if (!again) {
			flags->at[kept++] = flag;
		}
	}
	flags->len = kept;
}

/* Take the defines that are about to come out of those that are there. */
static void replace_defines(struct flag_vec *flags, const struct flag_vec *coming) {
	size_t kept = 0;
	for (size_t i = 0; i < flags->len; i++) {
		if (!has_flag(coming, &flags->at[i], 0, coming->len)) {
			flags->at[kept++] = flags->at[i];
		}
	}
	flags->len = kept;
}

/* Join the debug flags to a scope so that none of its flags stands there twice. */
static void merge(struct arena *arena, struct flag_vec *flags, const struct flag_vec *debug,
                  int scope) {
	if (scope == SCOPE_DEFINE) {
		replace_defines(flags, debug);
	}
	for (size_t i = 0; i < debug->len; i++) {
		flag_vec_push(arena, flags, debug->at[i]);
	}
	if (debug->len && scope != SCOPE_DEFINE) {
		leave_once(flags, is_folder(scope));
	}
}

static bool is_release_word(const struct flag *flag) {
	static const str words[] = {STR_INIT("-Os"), STR_INIT("-g")};
	static const str levels[] = {STR_INIT("-O"), STR_INIT("-g"), STR_INIT("-ggdb")};
	str word = flag->word;
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (str_eq(word, words[i])) {
			return true;
		}
	}
	for (size_t i = 0; i < COUNT_OF(levels); i++) {
		str level = str_from_offset(word, levels[i].len);
		if (str_starts_with(word, levels[i]) && level.len == 1 && level.at[0] >= '0' &&
		    level.at[0] <= '3') {
			return true;
		}
	}
	return false;
}

static void remove_release_words(struct flag_vec *flags) {
	size_t kept = 0;
	for (size_t i = 0; i < flags->len; i++) {
		if (!is_release_word(&flags->at[i])) {
			flags->at[kept++] = flags->at[i];
		}
	}
	flags->len = kept;
}

/* The compilers' -O… and -g… for the linker, -g… for the preprocessed assembler, -g for both. */
static void spread_debug_words(struct arena *arena, struct flag_set *set,
                               const struct flag_vec *debug) {
	for (size_t i = 0; i < debug->len; i++) {
		bool debugs = str_starts_with(debug->at[i].word, STR("-g"));
		if (debugs) {
			struct flag plain = {.word = STR("-g")};
			add_new(arena, &set->scope[SCOPE_ASM], plain);
			add_new(arena, &set->scope[SCOPE_ASPP], debug->at[i]);
		}
		if (debugs || str_starts_with(debug->at[i].word, STR("-O"))) {
			add_new(arena, &set->scope[SCOPE_LINK], debug->at[i]);
		}
	}
}

void flags_make_debug(struct arena *arena, struct flag_set *set, const struct flag_set *debug) {
	static const enum flag_scope cleaned[] = {SCOPE_ASM, SCOPE_COMMON, SCOPE_LINK};
	flags_add(arena, set, SCOPE_DEFINE, STR("__PLATFORMIO_BUILD_DEBUG__"));
	for (size_t i = 0; i < COUNT_OF(cleaned); i++) {
		remove_release_words(&set->scope[cleaned[i]]);
	}
	for (int scope = 0; scope < SCOPE_COUNT; scope++) {
		merge(arena, &set->scope[scope], &debug->scope[scope], scope);
	}
	spread_debug_words(arena, set, &debug->scope[SCOPE_COMMON]);
}
