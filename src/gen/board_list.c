#include "gen/board_list.h"

#include <stdlib.h>

#include "base/json.h"
#include "gen/board_find.h"

enum { COLUMN_COUNT = 6 };

/* The columns of the list: property, title, and how wide they are at most. */
static const struct {
	str property; /* empty: the id */
	str title, json;
	bool is_number;
} columns[COLUMN_COUNT] = {
    {STR_INIT(""),         STR_INIT("ID"),       STR_INIT("id"),    false},
    {STR_INIT("mcu"),      STR_INIT("MCU"),      STR_INIT("mcu"),   false},
    {STR_INIT("f_cpu_hz"), STR_INIT("CLOCK Hz"), STR_INIT("clock"), true },
    {STR_INIT("flash"),    STR_INIT("FLASH"),    STR_INIT("flash"), true },
    {STR_INIT("ram"),      STR_INIT("RAM"),      STR_INIT("ram"),   true },
    {STR_INIT("name"),     STR_INIT("NAME"),     STR_INIT("name"),  false},
};

struct listed {
	str platform, id;
	str cells[COLUMN_COUNT];
};
VEC_DEFINE(listed_boards, struct listed)

struct search {
	str lower;       /* the query in small letters */
	struct map seen; /* ids that are listed */
};

static bool contains_nocase(struct arena *arena, str text, str lower) {
	return str_contains(str_lower(arena, text), lower);
}

static bool is_wanted(struct arena *arena, const struct board *board, str lower) {
	return contains_nocase(arena, board->id, lower) ||
	       contains_nocase(arena, board->name, lower) ||
	       contains_nocase(arena, board_get(board, STR("mcu")), lower);
}

static int compare_ids(const void *a, const void *b) {
	return str_compare(((const struct listed *)a)->id, ((const struct listed *)b)->id);
}

/*
 * Append a family's boards that the query wants, sorted by id.  A board of the project's or the
 * user's own belongs to every family; it is listed once.
 */
static bool collect(struct ctx *cx, const struct family *family, struct search *search,
                    struct listed_boards *out) {
	bool ok = true;
	size_t first = out->len;
	for (struct map_entry *e = map_first(&family->boards); e; e = map_next(e)) {
		struct board board = {0};
		bool found = false;
		ok &= board_read(cx, family, map_key(e), &board, &found);
		void **seen = map_at(cx->keep, &search->seen, map_key(e));
		if (!found || *seen || !is_wanted(cx->keep, &board, search->lower)) {
			continue;
		}
		*seen = search;
		struct listed listed = {.platform = family->platform, .id = board.id};
		for (size_t i = 0; i < COLUMN_COUNT; i++) {
			str name = columns[i].property;
			listed.cells[i] = name.len ? board_get(&board, name) : board.id;
		}
		listed_boards_push(cx->keep, out, listed);
	}
	if (out->len > first) {
		qsort(out->at + first, out->len - first, sizeof(*out->at), compare_ids);
	}
	return ok;
}

/* The width of a text on a terminal: bytes that do not continue a character. */
static size_t width_of(str text) {
	size_t width = 0;
	for (size_t i = 0; i < text.len; i++) {
		width += ((unsigned char)text.at[i] & 0xc0) != 0x80;
	}
	return width;
}

static void print_cell(str text, size_t width, bool is_number, FILE *out) {
	size_t used = width_of(text);
	int padding = used < width ? (int)(width - used) : 0;
	if (is_number) {
		fprintf(out, "%*s%" PRI_STR, padding, "", STR_ARG(text));
	} else {
		fprintf(out, "%" PRI_STR "%*s", STR_ARG(text), padding, "");
	}
}

static void print_text(const struct listed_boards *boards, FILE *out) {
	size_t widths[COLUMN_COUNT];
	for (size_t i = 0; i < COLUMN_COUNT; i++) {
		widths[i] = columns[i].title.len;
		for (size_t k = 0; k < boards->len; k++) {
			size_t width = width_of(boards->at[k].cells[i]);
			widths[i] = width > widths[i] ? width : widths[i];
		}
	}
	widths[COLUMN_COUNT - 1] = 0; /* nothing stands behind it */
	for (size_t k = 0; k <= boards->len; k++) {
		for (size_t i = 0; i < COLUMN_COUNT; i++) {
			str text = k ? boards->at[k - 1].cells[i] : columns[i].title;
			print_cell(text, widths[i], columns[i].is_number, out);
			fputs(i + 1 < COLUMN_COUNT ? "  " : "\n", out);
		}
	}
}

static void write_cell(struct json_writer *w, str cell, bool is_number) {
	uint64_t number = 0;
	if (!is_number) {
		json_text(w, cell);
	} else if (str_to_u64(cell, INT64_MAX, &number)) {
		json_number(w, (int64_t)number);
	} else {
		json_nothing(w);
	}
}

static void print_json(struct ctx *cx, const struct listed_boards *boards, FILE *out) {
	struct buf text = {.arena = cx->keep};
	struct json_writer w = {.buf = &text};
	json_open(&w, '[');
	for (size_t k = 0; k < boards->len; k++) {
		json_open(&w, '{');
		json_pair(&w, STR("platform"), boards->at[k].platform);
		for (size_t i = 0; i < COLUMN_COUNT; i++) {
			json_key(&w, columns[i].json);
			write_cell(&w, boards->at[k].cells[i], columns[i].is_number);
		}
		json_close(&w, '}');
	}
	json_close(&w, ']');
	fprintf(out, "%" PRI_STR "\n", STR_ARG(buf_str(&text)));
}

/* Every family of fbgen's own; false where one is faulty. */
static bool read_families(struct ctx *cx, const struct board_dirs *dirs, struct family **out,
                          size_t *count) {
	struct str_vec names = {0};
	family_names(cx, dirs, &names);
	if (names.len == 0) {
		return family_none(cx, dirs);
	}
	struct reads *reads = arena_new(cx->keep, struct reads);
	reads->arena = cx->keep;
	*out = arena_alloc(cx->keep, names.len, sizeof(**out));
	*count = 0;
	bool ok = true;
	for (size_t i = 0; i < names.len; i++) {
		struct family_request request = {dirs, reads, names.at[i], {0}};
		struct family family = {0};
		if (family_read(cx, &request, &family)) {
			(*out)[(*count)++] = family;
		} else {
			ok = false;
		}
	}
	return ok;
}

bool board_list(struct ctx *cx, const struct board_dirs *dirs, const struct board_query *query,
                FILE *out) {
	struct family *families = NULL;
	size_t count = 0;
	struct listed_boards boards = {0};
	bool ok = read_families(cx, dirs, &families, &count);
	struct search search = {.lower = str_lower(cx->keep, query->text)};
	for (size_t i = 0; i < count; i++) {
		ok &= collect(cx, &families[i], &search, &boards);
	}
	if (query->json) {
		print_json(cx, &boards, out);
	} else if (boards.len) {
		print_text(&boards, out);
	}
	if (ok && boards.len == 0 && query->text.len) {
		return diag_fault(cx->diag, EXIT_USAGE, (span){0},
		                  "no board's id, name or MCU contains '%" PRI_STR "'",
		                  STR_ARG(query->text));
	}
	return ok;
}

bool board_platform(struct ctx *cx, const struct board_dirs *dirs, str id, str *out) {
	struct family *families = NULL;
	size_t count = 0;
	if (!read_families(cx, dirs, &families, &count)) {
		return false;
	}
	struct str_vec ids = {0};
	for (size_t i = 0; i < count; i++) {
		if (map_get(&families[i].boards, id)) {
			*out = families[i].platform;
			return true;
		}
		struct map_entry *e = map_first(&families[i].boards);
		for (; e; e = map_next(e)) {
			str_vec_push(cx->keep, &ids, map_key(e));
		}
	}
	diag_fault(cx->diag, EXIT_USAGE, (span){0}, "there is no board '%" PRI_STR "'",
	           STR_ARG(id));
	board_suggest(cx, id, &ids);
	return false;
}
