/*
 * A block of a range is an operator, up to three numbers and what follows them.  It is taken apart
 * and turned into bounds; a version must stand between them.
 */
#include "store/version.h"

enum range_operator {
	RANGE_EQ,
	RANGE_NE,
	RANGE_LT,
	RANGE_LE,
	RANGE_GT,
	RANGE_GE,
	RANGE_CARET,
	RANGE_TILDE,
	RANGE_COMPATIBLE
};

struct block {
	enum range_operator operation;
	struct version target;          /* missing numbers are 0 */
	unsigned given;                 /* how many numbers there are: 0 for "*" */
	bool has_prerelease, has_build; /* a hyphen, a plus; what follows may be empty */
};

struct operator_name {
	str text;
	enum range_operator operation;
};

/* A longer operator stands before one that begins it; the empty one is last. */
static const struct operator_name operators[] = {
    {STR_INIT("=="), RANGE_EQ        },
    {STR_INIT("="),  RANGE_EQ        },
    {STR_INIT("!="), RANGE_NE        },
    {STR_INIT("<="), RANGE_LE        },
    {STR_INIT("<"),  RANGE_LT        },
    {STR_INIT(">="), RANGE_GE        },
    {STR_INIT(">"),  RANGE_GT        },
    {STR_INIT("^"),  RANGE_CARET     },
    {STR_INIT("~="), RANGE_COMPATIBLE},
    {STR_INIT("~"),  RANGE_TILDE     },
    {STR_INIT(""),   RANGE_EQ        },
};

/* A number without leading zeros, or '*', which gives nothing. */
static bool take_number(str *rest, uint64_t *out, bool *given) {
	if (rest->len > 0 && rest->at[0] == '*') {
		*rest = str_from_offset(*rest, 1);
		*given = false;
		return true;
	}
	size_t n = 0;
	while (n < rest->len && char_is_digit(rest->at[n])) {
		n++;
	}
	*given = true;
	bool ok = n > 0 && (n == 1 || rest->at[0] != '0') &&
	          str_to_u64(str_slice(*rest, 0, n), UINT64_MAX - 1, out);
	*rest = str_from_offset(*rest, n);
	return ok;
}

static bool take_dot(str *rest) {
	bool has = rest->len > 0 && rest->at[0] == '.';
	*rest = str_from_offset(*rest, has);
	return has;
}

/* Everything behind a '*' counts as not given, whatever it is. */
static bool take_numbers(str *rest, struct block *out) {
	uint64_t *numbers[] = {&out->target.major, &out->target.minor, &out->target.patch};
	bool open = false;
	for (unsigned i = 0; i < COUNT_OF(numbers); i++) {
		if (i > 0 && !take_dot(rest)) {
			break;
		}
		uint64_t number = 0;
		bool given = false;
		if (!take_number(rest, &number, &given)) {
			return false;
		}
		open = open || !given;
		if (!open) {
			*numbers[i] = number;
			out->given = i + 1;
		}
	}
	return true;
}

/* "-" or "+" and what may follow it. */
static bool take_word(str *rest, char mark, str *out) {
	if (rest->len == 0 || rest->at[0] != mark) {
		return false;
	}
	size_t n = 1;
	while (n < rest->len &&
	       (char_is_alnum(rest->at[n]) || rest->at[n] == '.' || rest->at[n] == '-')) {
		n++;
	}
	*out = str_slice(*rest, 1, n);
	*rest = str_from_offset(*rest, n);
	return true;
}

/* What an operator can do with what is given. */
static bool block_valid(const struct block *b) {
	bool equality = b->operation == RANGE_EQ || b->operation == RANGE_NE;
	bool words = b->target.prerelease.len > 0 || b->target.build.len > 0;
	return (b->given > 0 || b->operation == RANGE_EQ || b->operation == RANGE_GE) &&
	       (b->given == 3 || !words) && (equality || !b->has_build) &&
	       version_prerelease_valid(b->target.prerelease) &&
	       version_build_valid(b->target.build);
}

static bool block_parse(str text, struct block *out) {
	size_t i = 0;
	while (!str_starts_with(text, operators[i].text)) {
		i++;
	}
	*out = (struct block){.operation = operators[i].operation};
	str rest = str_from_offset(text, operators[i].text.len);
	if (!take_numbers(&rest, out)) {
		return false;
	}
	out->has_prerelease = take_word(&rest, '-', &out->target.prerelease);
	out->has_build = take_word(&rest, '+', &out->target.build);
	return rest.len == 0 && block_valid(out);
}

/* The next block; false at the end of the range. */
static bool next_block(str *rest, struct block *out, bool *valid) {
	if (!rest->at) {
		return false;
	}
	str text;
	if (!str_cut(*rest, ',', &text, rest)) {
		*rest = (str){0};
	}
	*valid = block_parse(text, out);
	return true;
}

bool version_range_valid(str range) {
	str rest = range.at ? range : STR("");
	struct block block;
	bool valid = false;
	while (next_block(&rest, &block, &valid)) {
		if (!valid) {
			return false;
		}
	}
	return true;
}

/* The smallest version that begins with one number more at the place (1 to 3). */
static struct version version_after(const struct version *v, unsigned place) {
	struct version next = {v->major, v->minor, v->patch, {0}, {0}};
	if (place == 1) {
		next = (struct version){.major = v->major + 1};
	} else if (place == 2) {
		next = (struct version){.major = v->major, .minor = v->minor + 1};
	} else {
		next.patch++;
	}
	return next;
}

static bool same_numbers(const struct version *a, const struct version *b) {
	return a->major == b->major && a->minor == b->minor && a->patch == b->patch;
}

/* Below the bound; a prerelease of a bound that is none itself is not, unless `always`. */
static bool is_below(const struct version *v, const struct version *bound, bool always) {
	if (!always && v->prerelease.len > 0 && bound->prerelease.len == 0 &&
	    same_numbers(v, bound)) {
		return false;
	}
	return version_compare(v, bound) < 0;
}

/* At which place the number must stay what it is, or the caret's, tilde's version is left. */
static unsigned fixed_place(const struct block *b) {
	unsigned given = b->given;
	if (b->operation == RANGE_TILDE) {
		return given == 1 ? 1 : 2;
	}
	if (b->operation == RANGE_COMPATIBLE) {
		return given < 3 ? 1 : 2;
	}
	if (b->target.major > 0 || given == 1) {
		return 1;
	}
	return b->target.minor > 0 || given == 2 ? 2 : 3;
}

/*
 * From the target up to what leaves its fixed place.  Where the target is a prerelease, no
 * prereleases of other versions count (npm's rule).
 */
static bool matches_span(const struct block *b, const struct version *v, unsigned place) {
	struct version bound = version_after(&b->target, place);
	if (b->target.prerelease.len > 0 && v->prerelease.len > 0 && !same_numbers(v, &b->target)) {
		return false;
	}
	return version_compare(v, &b->target) >= 0 && is_below(v, &bound, false);
}

static bool matches_equal(const struct block *b, const struct version *v) {
	if (b->given == 0) {
		return version_compare(v, &b->target) >= 0;
	}
	if (b->given < 3) {
		return matches_span(b, v, b->given);
	}
	return version_compare(v, &b->target) == 0 &&
	       (!b->has_build || str_eq(v->build, b->target.build));
}

static bool matches_unequal(const struct block *b, const struct version *v) {
	if (b->given < 3) {
		struct version bound = version_after(&b->target, b->given);
		return is_below(v, &b->target, false) || version_compare(v, &bound) >= 0;
	}
	if (b->has_build) {
		return !matches_equal(b, v);
	}
	bool always = b->has_prerelease && b->target.prerelease.len == 0;
	bool hidden = !always && v->prerelease.len > 0 && b->target.prerelease.len == 0 &&
	              same_numbers(v, &b->target);
	return !hidden && version_compare(v, &b->target) != 0;
}

static bool matches(const struct block *b, const struct version *v) {
	bool partial = b->given < 3;
	struct version after = version_after(&b->target, b->given);
	switch (b->operation) {
	case RANGE_EQ:
		return matches_equal(b, v);
	case RANGE_NE:
		return matches_unequal(b, v);
	case RANGE_LT:
		return is_below(v, &b->target, b->has_prerelease && !b->target.prerelease.len);
	case RANGE_LE:
		return partial ? is_below(v, &after, false) : version_compare(v, &b->target) <= 0;
	case RANGE_GT:
		return partial ? version_compare(v, &after) >= 0
		               : version_compare(v, &b->target) > 0;
	case RANGE_GE:
		return version_compare(v, &b->target) >= 0;
	case RANGE_CARET:
	case RANGE_TILDE:
	case RANGE_COMPATIBLE:
		return matches_span(b, v, fixed_place(b));
	}
	return false;
}

bool version_matches(str range, const struct version *version) {
	str rest = range.at ? range : STR("");
	struct block block;
	bool valid = false;
	while (next_block(&rest, &block, &valid)) {
		if (!valid || !matches(&block, version)) {
			return false;
		}
	}
	return true;
}
