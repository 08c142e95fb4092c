#include "gen/debug.h"

#include "base/json.h"
#include "gen/option.h"
#include "store/version.h"

static bool print_semver(struct ctx *cx, const struct str_vec *words, FILE *out) {
	if (words->len != 3) {
		return diag_fault(cx->diag, EXIT_USAGE, (span){0},
		                  "semver wants a range and a version");
	}
	struct version version = version_coerce(cx->keep, words->at[2]);
	bool valid = version_range_valid(words->at[1]);
	struct buf text = {.arena = cx->keep};
	struct json_writer w = {.buf = &text, .compact = true};
	json_open(&w, '{');
	json_key(&w, STR("valid"));
	json_bool(&w, valid);
	json_pair(&w, STR("version"), version_text(cx->keep, &version));
	json_key(&w, STR("matches"));
	json_bool(&w, valid && version_matches(words->at[1], &version));
	json_close(&w, '}');
	fprintf(out, "%" PRI_STR "\n", STR_ARG(buf_str(&text)));
	return true;
}

/* The page docs/options.md. */
static bool print_options(struct ctx *cx, const struct str_vec *words, FILE *out) {
	(void)cx;
	(void)words;
	option_print_markdown(out);
	return true;
}

static const struct {
	str name;
	bool (*print)(struct ctx *cx, const struct str_vec *words, FILE *out);
} subjects[] = {
    {STR_INIT("options"), print_options},
    {STR_INIT("semver"),  print_semver },
};

bool debug_print(struct ctx *cx, const struct str_vec *words, FILE *out) {
	for (size_t i = 0; i < COUNT_OF(subjects); i++) {
		if (words->len && str_eq(words->at[0], subjects[i].name)) {
			return subjects[i].print(cx, words, out);
		}
	}
	return diag_fault(cx->diag, EXIT_USAGE, (span){0}, "debug wants one of: options, semver");
}
