#include "gen/edge_size.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/file.h"
#include "base/path.h"
#include "base/spawn.h"

/* The sum of the numbers in group 1 of all matches. */
static uint64_t add_up(const pcre2_code *code, pcre2_match_data *match, str text) {
	uint64_t sum = 0;
	size_t at = 0;
	while (at <= text.len &&
	       pcre2_match(code, (PCRE2_SPTR)text.at, text.len, at, 0, match, NULL) > 1) {
		const PCRE2_SIZE *found = pcre2_get_ovector_pointer(match);
		uint64_t number = 0;
		if (str_to_u64(str_slice(text, found[2], found[3]), UINT32_MAX, &number)) {
			sum += number;
		}
		at = found[1] > at ? found[1] : at + 1;
	}
	return sum;
}

static bool count(struct ctx *cx, str pattern, str text, uint64_t *sum) {
	if (pattern.len == 0) {
		*sum = 0;
		return true;
	}
	int fault = 0;
	PCRE2_SIZE at = 0;
	pcre2_code *code =
	    pcre2_compile((PCRE2_SPTR)pattern.at, pattern.len, PCRE2_MULTILINE, &fault, &at, NULL);
	if (!code) {
		return diag_error(cx->diag, (span){0},
		                  "the size pattern '%" PRI_STR "' is wrong at its offset %zu",
		                  STR_ARG(pattern), at);
	}
	pcre2_match_data *match = pcre2_match_data_create_from_pattern(code, NULL);
	*sum = match ? add_up(code, match, text) : 0;
	pcre2_match_data_free(match);
	pcre2_code_free(code);
	return true;
}

static bool check_limit(struct ctx *cx, const char *what, uint64_t used, uint64_t max) {
	if (max == 0 || used <= max) {
		return true;
	}
	diag_error(cx->diag, (span){0},
	           "the program is too large: it takes %llu bytes of %s, the board has %llu",
	           (unsigned long long)used, what, (unsigned long long)max);
	return false;
}

bool edge_size(struct ctx *cx, const struct edge_size *size) {
	struct spawn_result result = {0};
	if (!spawn_run(cx, &(struct spawn){.argv = size->command}, &result)) {
		return false;
	}
	if (result.status != 0) {
		return diag_fault(cx->diag, EXIT_MACHINE, (span){0},
		                  "'%" PRI_STR "' ended with status %d",
		                  STR_ARG(size->command.at[0]), result.status);
	}
	struct size_figures figures = {.flash_max = size->flash_max, .ram_max = size->ram_max};
	bool counted = count(cx, size->flash_pattern, result.out, &figures.flash) &&
	               count(cx, size->ram_pattern, result.out, &figures.ram);
	if (!counted) {
		return false;
	}
	bool flash_fits = check_limit(cx, "flash", figures.flash, figures.flash_max);
	bool ram_fits = check_limit(cx, "RAM", figures.ram, figures.ram_max);
	if (!flash_fits || !ram_fits) {
		return false;
	}
	str text =
	    str_format(cx->keep, "flash %llu %llu\nram %llu %llu\n",
	               (unsigned long long)figures.flash, (unsigned long long)figures.flash_max,
	               (unsigned long long)figures.ram, (unsigned long long)figures.ram_max);
	return file_replace(cx, size->output, text, path_parent(size->output), NULL);
}

/* "NAME USED MAX" */
static bool read_line(str line, str name, uint64_t *used, uint64_t *max) {
	str word;
	str first;
	str rest;
	return str_cut(line, ' ', &word, &rest) && str_eq(word, name) &&
	       str_cut(rest, ' ', &first, &rest) && str_to_u64(first, UINT64_MAX, used) &&
	       str_to_u64(rest, UINT64_MAX, max);
}

bool size_read(struct arena *arena, str path, struct size_figures *out) {
	str rest;
	str flash;
	str ram;
	return file_try_read(arena, path, &rest) && str_next_line(&rest, &flash) &&
	       str_next_line(&rest, &ram) &&
	       read_line(flash, STR("flash"), &out->flash, &out->flash_max) &&
	       read_line(ram, STR("ram"), &out->ram, &out->ram_max);
}

static str part_text(struct arena *arena, const char *what, uint64_t used, uint64_t max) {
	if (max == 0) {
		return str_format(arena, "%s %llu bytes", what, (unsigned long long)used);
	}
	return str_format(arena, "%s %llu of %llu bytes (%.1f %%)", what, (unsigned long long)used,
	                  (unsigned long long)max, 100.0 * (double)used / (double)max);
}

str size_text(struct arena *arena, const struct size_figures *figures) {
	str flash = part_text(arena, "flash", figures->flash, figures->flash_max);
	str ram = part_text(arena, "RAM", figures->ram, figures->ram_max);
	return str_format(arena, "%" PRI_STR ", %" PRI_STR, STR_ARG(flash), STR_ARG(ram));
}
