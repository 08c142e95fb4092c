/*
 * Text as views: a pointer and a length, passed by value, never changed in place.  A view lives as
 * long as what it looks into.  NUL-terminated copies are made only at the system's door.
 */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/vec.h"

typedef struct {
	const char *at;
	size_t len;
} str;

VEC_DEFINE(str_vec, str)

/* A literal as str: STR in expressions, STR_INIT in static tables. */
#define STR(literal) ((str){("" literal), sizeof(literal) - 1})
#define STR_INIT(literal)                                                                          \
	{ ("" literal), sizeof(literal) - 1 }

/* For printf: "%" PRI_STR with STR_ARG(s). */
#define PRI_STR    ".*s"
#define STR_ARG(s) (int)(s).len, (s).at

/* A view of a NUL-terminated text; NULL gives the empty view. */
str str_from(const char *text);

/* A NUL-terminated copy. */
char *str_cstr(struct arena *arena, str s);

/* A copy that lives in the arena. */
str str_copy(struct arena *arena, str s);

/* Formatted text in the arena. */
str str_format(struct arena *arena, const char *format, ...) PRINTF_LIKE(2, 3);
str str_format_args(struct arena *arena, const char *format, va_list args) PRINTF_LIKE(2, 0);

/* All parts, one after the other, with `between` between them. */
str str_join(struct arena *arena, const struct str_vec *parts, str between);

bool str_eq(str a, str b);

/* By bytes, a shorter one first: <0, 0, >0. */
int str_compare(str a, str b);

/* As str_compare, in the form qsort takes, for arrays of str. */
int str_compare_at(const void *a, const void *b);

/* Equal but for the case of ASCII letters. */
bool str_eq_nocase(str a, str b);

bool str_starts_with(str s, str prefix);
bool str_ends_with(str s, str suffix);

/* The view from `from` on; from `from` up to `to`, not including it.  Both are cut to the length.
 */
str str_from_offset(str s, size_t from);
str str_slice(str s, size_t from, size_t to);

/* Offset of the first (last) occurrence, or s.len where there is none. */
size_t str_find(str s, str what);
size_t str_find_char(str s, char c);
size_t str_rfind_char(str s, char c);
bool str_contains(str s, str what);

/* Without blanks (space, tab, CR, LF, VT, FF) at both ends, at the end. */
str str_trim(str s);
str str_trim_end(str s);

/* ASCII letters in lower case. */
str str_lower(struct arena *arena, str s);

/* Every occurrence of `from` replaced. */
str str_replace(struct arena *arena, str s, str from, str to);

/*
 * Cut at the first `separator`: *head gets what stands before it, *rest what follows.  False, and
 * all of s in *head, where there is none.
 */
bool str_cut(str s, char separator, str *head, str *rest);

/* The next line without its end; false at the end of the text.  CR LF counts as one line end. */
bool str_next_line(str *rest, str *line);

/* Decimal digits only, at least one, at most `max`. */
NODISCARD bool str_to_u64(str s, uint64_t max, uint64_t *out);

bool str_vec_has(const struct str_vec *list, str s);

/* Append what the list does not have yet; append a list. */
void str_vec_add(struct arena *arena, struct str_vec *list, str s);
void str_vec_append(struct arena *arena, struct str_vec *list, const struct str_vec *more);

/* Sort by bytes. */
void str_vec_sort(struct str_vec *list);

/* Offset of the first byte that is not UTF-8, or s.len. */
size_t str_utf8_fault(str s);

bool char_is_blank(char c);
bool char_is_digit(char c);
bool char_is_alnum(char c);

#endif
