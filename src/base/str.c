#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

str str_from(const char *text) {
	return (str){text ? text : "", text ? strlen(text) : 0};
}

char *str_cstr(struct arena *arena, str s) {
	char *copy = arena_alloc(arena, s.len + 1, 1);
	if (s.len) {
		memcpy(copy, s.at, s.len);
	}
	return copy;
}

str str_copy(struct arena *arena, str s) {
	return (str){str_cstr(arena, s), s.len};
}

str str_format_args(struct arena *arena, const char *format, va_list args) {
	va_list again;
	va_copy(again, args);
	int len = vsnprintf(NULL, 0, format, again);
	va_end(again);
	size_t size = len < 0 ? 0 : (size_t)len;
	char *text = arena_alloc(arena, size + 1, 1);
	vsnprintf(text, size + 1, format, args);
	return (str){text, size};
}

str str_format(struct arena *arena, const char *format, ...) {
	va_list args;
	va_start(args, format);
	str text = str_format_args(arena, format, args);
	va_end(args);
	return text;
}

str str_join(struct arena *arena, const struct str_vec *parts, str between) {
	size_t size = 0;
	for (size_t i = 0; i < parts->len; i++) {
		size += parts->at[i].len + (i ? between.len : 0);
	}
	char *text = arena_alloc(arena, size + 1, 1);
	size_t used = 0;
	for (size_t i = 0; i < parts->len; i++) {
		if (i && between.len) {
			memcpy(text + used, between.at, between.len);
			used += between.len;
		}
		if (parts->at[i].len) {
			memcpy(text + used, parts->at[i].at, parts->at[i].len);
			used += parts->at[i].len;
		}
	}
	return (str){text, size};
}

bool str_eq(str a, str b) {
	return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

int str_compare(str a, str b) {
	size_t shorter = a.len < b.len ? a.len : b.len;
	int order = shorter ? memcmp(a.at, b.at, shorter) : 0;
	if (order == 0 && a.len != b.len) {
		order = a.len < b.len ? -1 : 1;
	}
	return order;
}

int str_compare_at(const void *a, const void *b) {
	return str_compare(*(const str *)a, *(const str *)b);
}

bool str_eq_nocase(str a, str b) {
	return a.len == b.len && (a.len == 0 || strncasecmp(a.at, b.at, a.len) == 0);
}

bool str_starts_with(str s, str prefix) {
	return s.len >= prefix.len && str_eq(str_slice(s, 0, prefix.len), prefix);
}

bool str_ends_with(str s, str suffix) {
	return s.len >= suffix.len && str_eq(str_from_offset(s, s.len - suffix.len), suffix);
}

str str_from_offset(str s, size_t from) {
	return str_slice(s, from, s.len);
}

str str_slice(str s, size_t from, size_t to) {
	to = to < s.len ? to : s.len;
	from = from < to ? from : to;
	/* Even zero must not be added to NULL. */
	return (str){from ? s.at + from : s.at, to - from};
}

size_t str_find(str s, str what) {
	if (what.len == 0) {
		return 0;
	}
	const char *found = s.len ? memmem(s.at, s.len, what.at, what.len) : NULL;
	return found ? (size_t)(found - s.at) : s.len;
}

size_t str_find_char(str s, char c) {
	const char *found = s.len ? memchr(s.at, c, s.len) : NULL;
	return found ? (size_t)(found - s.at) : s.len;
}

size_t str_rfind_char(str s, char c) {
	const char *found = s.len ? memrchr(s.at, c, s.len) : NULL;
	return found ? (size_t)(found - s.at) : s.len;
}

bool str_contains(str s, str what) {
	return what.len == 0 || str_find(s, what) < s.len;
}

bool char_is_blank(char c) {
	return c == ' ' || (c >= '\t' && c <= '\r');
}

bool char_is_digit(char c) {
	return c >= '0' && c <= '9';
}

bool char_is_alnum(char c) {
	return char_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

str str_trim_end(str s) {
	while (s.len && char_is_blank(s.at[s.len - 1])) {
		s.len--;
	}
	return s;
}

str str_trim(str s) {
	s = str_trim_end(s);
	while (s.len && char_is_blank(s.at[0])) {
		s = str_from_offset(s, 1);
	}
	return s;
}

str str_lower(struct arena *arena, str s) {
	char *lower = str_cstr(arena, s);
	for (size_t i = 0; i < s.len; i++) {
		if (lower[i] >= 'A' && lower[i] <= 'Z') {
			lower[i] = (char)(lower[i] - 'A' + 'a');
		}
	}
	return (str){lower, s.len};
}

str str_replace(struct arena *arena, str s, str from, str to) {
	struct str_vec parts = {0};
	size_t found = 0;
	while (from.len && (found = str_find(s, from)) < s.len) {
		str_vec_push(arena, &parts, str_slice(s, 0, found));
		s = str_from_offset(s, found + from.len);
	}
	if (parts.len == 0) {
		return s;
	}
	str_vec_push(arena, &parts, s);
	return str_join(arena, &parts, to);
}

bool str_cut(str s, char separator, str *head, str *rest) {
	size_t at = str_find_char(s, separator);
	*head = str_slice(s, 0, at);
	*rest = str_from_offset(s, at + 1);
	return at < s.len;
}

bool str_next_line(str *rest, str *line) {
	if (rest->len == 0) {
		return false;
	}
	(void)str_cut(*rest, '\n', line, rest);
	if (line->len && line->at[line->len - 1] == '\r') {
		line->len--;
	}
	return true;
}

bool str_to_u64(str s, uint64_t max, uint64_t *out) {
	uint64_t value = 0;
	for (size_t i = 0; i < s.len; i++) {
		uint64_t digit = (uint64_t)(s.at[i] - '0');
		if (!char_is_digit(s.at[i]) || value > (max - digit) / 10 || digit > max) {
			return false;
		}
		value = value * 10 + digit;
	}
	if (s.len == 0) {
		return false;
	}
	*out = value;
	return true;
}

bool str_vec_has(const struct str_vec *list, str s) {
	for (size_t i = 0; i < list->len; i++) {
		if (str_eq(list->at[i], s)) {
			return true;
		}
	}
	return false;
}

void str_vec_add(struct arena *arena, struct str_vec *list, str s) {
	if (!str_vec_has(list, s)) {
		str_vec_push(arena, list, s);
	}
}

void str_vec_append(struct arena *arena, struct str_vec *list, const struct str_vec *more) {
	for (size_t i = 0; i < more->len; i++) {
		str_vec_push(arena, list, more->at[i]);
	}
}

void str_vec_sort(struct str_vec *list) {
	if (list->len) {
		qsort(list->at, list->len, sizeof(str), str_compare_at);
	}
}

/* How UTF-8 sequences begin, narrower forms first. */
static const struct utf8_form {
	unsigned char mask, lead, second_min, second_max, length;
} utf8_forms[] = {
    {0x80, 0x00, 0,    0,    1},
    {0xfe, 0xc0, 1,    0,    2}, /* never */
    {0xe0, 0xc0, 0x80, 0xbf, 2},
    {0xff, 0xe0, 0xa0, 0xbf, 3},
    {0xff, 0xed, 0x80, 0x9f, 3},
    {0xf0, 0xe0, 0x80, 0xbf, 3},
    {0xff, 0xf0, 0x90, 0xbf, 4},
    {0xff, 0xf4, 0x80, 0x8f, 4},
    {0xfc, 0xf0, 0x80, 0xbf, 4},
};

static bool has_form(const struct utf8_form *form, const unsigned char *u, size_t len) {
	if (len < form->length) {
		return false;
	}
	if (form->length > 1 && (u[1] < form->second_min || u[1] > form->second_max)) {
		return false;
	}
	for (size_t k = 2; k < form->length; k++) {
		if ((u[k] & 0xc0) != 0x80) {
			return false;
		}
	}
	return true;
}

/* Length of the valid UTF-8 sequence that s begins with; 0 if there is none. */
static size_t utf8_length(str s) {
	const unsigned char *u = (const unsigned char *)s.at;
	for (size_t i = 0; i < COUNT_OF(utf8_forms); i++) {
		if ((u[0] & utf8_forms[i].mask) == utf8_forms[i].lead) {
			return has_form(&utf8_forms[i], u, s.len) ? utf8_forms[i].length : 0;
		}
	}
	return 0;
}

size_t str_utf8_fault(str s) {
	size_t at = 0;
	while (at < s.len) {
		size_t length = utf8_length(str_from_offset(s, at));
		if (length == 0) {
			return at;
		}
		at += length;
	}
	return s.len;
}
