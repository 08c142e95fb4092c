#include "store/version.h"

#include <string.h>

#include "base/buf.h"

/* So that the number after the largest one still exists. */
static const uint64_t number_max = UINT64_MAX - 1;

static bool is_word_char(char c) {
	return char_is_alnum(c) || c == '.' || c == '-';
}

static bool is_word_text(str s) {
	for (size_t i = 0; i < s.len; i++) {
		if (!is_word_char(s.at[i])) {
			return false;
		}
	}
	return true;
}

static bool is_digits(str s) {
	for (size_t i = 0; i < s.len; i++) {
		if (!char_is_digit(s.at[i])) {
			return false;
		}
	}
	return s.len > 0;
}

/* Words with dots between; where zeros are refused, a number may not begin with one. */
static bool words_valid(str s, bool refuse_zeros) {
	bool more = s.len > 0;
	while (more) {
		str word;
		more = str_cut(s, '.', &word, &s);
		bool zero = word.len > 1 && word.at[0] == '0' && is_digits(word);
		if (word.len == 0 || !is_word_text(word) || (zero && refuse_zeros)) {
			return false;
		}
	}
	return true;
}

bool version_prerelease_valid(str s) {
	return words_valid(s, true);
}

bool version_build_valid(str s) {
	return words_valid(s, false);
}

/* How many digits the text begins with. */
static size_t digits_at(str s) {
	size_t n = 0;
	while (n < s.len && char_is_digit(s.at[n])) {
		n++;
	}
	return n;
}

/* One to three numbers with dots between; missing ones are 0.  *rest is what follows. */
static bool take_numbers(str text, struct version *out, str *rest) {
	uint64_t *numbers[] = {&out->major, &out->minor, &out->patch};
	for (size_t i = 0; i < COUNT_OF(numbers); i++) {
		str tail = i == 0 ? text : str_from_offset(text, 1);
		if (i > 0 && (text.len == 0 || text.at[0] != '.')) {
			break;
		}
		size_t n = digits_at(tail);
		if (n == 0) {
			*rest = text;
			return i > 0;
		}
		if (!str_to_u64(str_slice(tail, 0, n), number_max, numbers[i])) {
			*numbers[i] = number_max;
		}
		text = str_from_offset(tail, n);
	}
	*rest = text;
	return true;
}

/* What stands behind the numbers, as prerelease and build. */
static void coerce_rest(struct arena *arena, str rest, struct version *out) {
	char *clean = str_cstr(arena, rest);
	for (size_t i = 0; i < rest.len; i++) {
		if (!is_word_char(clean[i]) && clean[i] != '+') {
			clean[i] = '-';
		}
	}
	rest = (str){clean, rest.len};
	if (rest.at[0] == '+' || rest.at[0] == '.') {
		out->build = str_from_offset(rest, 1);
	} else {
		str_cut(str_from_offset(rest, rest.at[0] == '-'), '+', &out->prerelease,
		        &out->build);
	}
	out->build = str_replace(arena, out->build, STR("+"), STR("."));
}

/* Text that is no version at all stands behind a plus. */
static struct version version_of_name(struct arena *arena, str text) {
	bool is_hash = text.len > 0;
	char *clean = str_cstr(arena, text);
	for (size_t i = 0; i < text.len; i++) {
		is_hash = is_hash && strchr("0123456789abcdefABCDEF", clean[i]) && clean[i];
		if (!is_word_char(clean[i]) && clean[i] != '+') {
			clean[i] = '-';
		}
	}
	str build = {clean, text.len};
	return (struct version){.build = is_hash ? str_format(arena, "sha.%s", clean) : build};
}

struct version version_coerce(struct arena *arena, str text) {
	struct version v = {0};
	str rest;
	if (!take_numbers(text, &v, &rest)) {
		return version_of_name(arena, text);
	}
	if (rest.len > 0) {
		coerce_rest(arena, rest, &v);
	}
	bool valid = version_prerelease_valid(v.prerelease) && version_build_valid(v.build);
	return valid ? v : version_of_name(arena, text);
}

str version_text(struct arena *arena, const struct version *version) {
	struct buf b = {.arena = arena};
	buf_format(&b, "%llu.%llu.%llu", (unsigned long long)version->major,
	           (unsigned long long)version->minor, (unsigned long long)version->patch);
	if (version->prerelease.len > 0) {
		buf_add_char(&b, '-');
		buf_add(&b, version->prerelease);
	}
	if (version->build.len > 0) {
		buf_add_char(&b, '+');
		buf_add(&b, version->build);
	}
	return buf_str(&b);
}

static int compare_numbers(uint64_t a, uint64_t b) {
	return (a > b) - (a < b);
}

static int compare_triples(const struct version *a, const struct version *b) {
	int order = compare_numbers(a->major, b->major);
	order = order ? order : compare_numbers(a->minor, b->minor);
	return order ? order : compare_numbers(a->patch, b->patch);
}

/* Numbers come before words and are compared as numbers, of any length. */
static int compare_identifiers(str a, str b) {
	bool a_number = is_digits(a), b_number = is_digits(b);
	if (a_number != b_number) {
		return a_number ? -1 : 1;
	}
	if (a_number && a.len != b.len) {
		return a.len < b.len ? -1 : 1;
	}
	return str_compare(a, b);
}

static int compare_prereleases(str a, str b) {
	if (a.len == 0 || b.len == 0) {
		return (a.len == 0) - (b.len == 0);
	}
	for (;;) {
		str a_part, b_part;
		bool a_more = str_cut(a, '.', &a_part, &a);
		bool b_more = str_cut(b, '.', &b_part, &b);
		int order = compare_identifiers(a_part, b_part);
		if (order != 0) {
			return order;
		}
		if (!a_more || !b_more) {
			return a_more - b_more;
		}
	}
}

int version_compare(const struct version *a, const struct version *b) {
	int order = compare_triples(a, b);
	return order ? order : compare_prereleases(a->prerelease, b->prerelease);
}
