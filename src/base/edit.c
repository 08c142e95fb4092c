/*
 * Distance: optimal string alignment, three rows of the usual table, given up as soon as a whole
 * row is beyond the limit.
 */
#include "base/edit.h"

#include <stdlib.h>

static char lower(char c) {
	if (c >= 'A' && c <= 'Z') {
		return (char)(c - 'A' + 'a');
	}
	return c;
}

static size_t smaller(size_t a, size_t b) {
	return a < b ? a : b;
}

/* The rows of the table for a[i - 1], a[i] and the one being filled. */
struct rows {
	size_t *before_last, *last, *now;
};

/* Fill the row of a[i]; its smallest entry. */
static size_t fill_row(const struct rows *rows, str a, str b, size_t i) {
	size_t least = rows->now[0] = i + 1;
	for (size_t j = 0; j < b.len; j++) {
		bool same = lower(a.at[i]) == lower(b.at[j]);
		size_t best = rows->last[j] + !same;
		best = smaller(best, rows->last[j + 1] + 1);
		best = smaller(best, rows->now[j] + 1);
		if (i && j && lower(a.at[i]) == lower(b.at[j - 1]) &&
		    lower(a.at[i - 1]) == lower(b.at[j])) {
			best = smaller(best, rows->before_last[j - 1] + 1);
		}
		rows->now[j + 1] = best;
		least = smaller(least, best);
	}
	return least;
}

size_t edit_distance(struct arena *scratch, str a, str b, size_t max) {
	size_t longer = a.len > b.len ? a.len - b.len : b.len - a.len;
	if (longer > max) {
		return max + 1;
	}
	struct arena_mark mark = arena_mark(scratch);
	struct rows rows = {
	    arena_alloc(scratch, b.len + 1, sizeof(size_t)),
	    arena_alloc(scratch, b.len + 1, sizeof(size_t)),
	    arena_alloc(scratch, b.len + 1, sizeof(size_t)),
	};
	for (size_t j = 0; j <= b.len; j++) {
		rows.last[j] = j;
	}
	size_t least = 0;
	for (size_t i = 0; i < a.len && least <= max; i++) {
		least = fill_row(&rows, a, b, i);
		rows = (struct rows){rows.last, rows.now, rows.before_last};
	}
	size_t distance = least > max ? max + 1 : smaller(rows.last[b.len], max + 1);
	arena_rewind(scratch, mark);
	return distance;
}

struct candidate {
	str name;
	size_t distance;
};
VEC_DEFINE(candidates, struct candidate)

static int compare_candidates(const void *a, const void *b) {
	const struct candidate *left = a;
	const struct candidate *right = b;
	if (left->distance != right->distance) {
		return left->distance < right->distance ? -1 : 1;
	}
	return str_compare(left->name, right->name);
}

static bool starts_with_nocase(str s, str prefix) {
	return s.len >= prefix.len && str_eq_nocase(str_slice(s, 0, prefix.len), prefix);
}

void edit_nearest(struct arena *arena, str word, const struct str_vec *names, size_t count,
                  struct str_vec *out) {
	size_t max = word.len / 3 > 2 ? word.len / 3 : 2;
	struct candidates found = {0};
	for (size_t i = 0; i < names->len; i++) {
		str name = names->at[i];
		size_t distance = edit_distance(arena, word, name, max);
		/* A word of one or two letters is near to everything: it must share one of them. */
		bool near = distance <= max && distance < word.len;
		if (near || (word.len && starts_with_nocase(name, word))) {
			candidates_push(arena, &found, (struct candidate){name, distance});
		}
	}
	if (found.len) {
		qsort(found.at, found.len, sizeof(*found.at), compare_candidates);
	}
	size_t taken = 0;
	for (size_t i = 0; i < found.len && taken < count; i++) {
		if (!str_vec_has(out, found.at[i].name)) {
			str_vec_push(arena, out, found.at[i].name);
			taken++;
		}
	}
}
