#include "fetch/child.h"

bool child_run(struct ctx *cx, const struct str_vec *words, str dir, struct spawn_result *out) {
	static const str shell[] = {STR_INIT("sh"), STR_INIT("-c"), STR_INIT("exec \"$@\" 2>&1"),
	                            STR_INIT("sh")};
	struct spawn spawn = {.dir = dir};
	for (size_t i = 0; i < COUNT_OF(shell); i++) {
		str_vec_push(cx->keep, &spawn.argv, shell[i]);
	}
	str_vec_append(cx->keep, &spawn.argv, words);
	str_vec_push(cx->keep, &spawn.extra, STR("LC_ALL=C"));
	return spawn_run(cx, &spawn, out);
}

bool child_fault(struct ctx *cx, str what, str text) {
	bool full = str_contains(text, STR("No space left on device"));
	text = str_replace(cx->keep, str_trim(text), STR("\n"), STR("; "));
	diag_fault(cx->diag, full ? EXIT_MACHINE : EXIT_PACKAGE, (span){0},
	           "%" PRI_STR ": %" PRI_STR, STR_ARG(what), STR_ARG(text));
	if (full) {
		diag_help(cx->diag, "free some space, or set FBGEN_HOME to a larger disk");
	}
	return false;
}
