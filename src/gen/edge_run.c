#include "gen/edge_run.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/spawn.h"

/* What simavr says of itself before the firmware runs. */
static const str own_lines[] = {STR_INIT("Loaded "), STR_INIT("Loading ")};

/* A serial line being put together. */
struct serial {
	struct buf line;
};

/* The length of a terminal's colour sequence that the text begins with, 0 if there is none. */
static size_t colour_length(str text) {
	if (!str_starts_with(text, STR("\033["))) {
		return 0;
	}
	size_t end = str_find_char(text, 'm');
	return end < text.len ? end + 1 : 0;
}

/* simavr prints a control character as a dot, also the CR and LF that end a line. */
static str without_line_end(str line) {
	for (int i = 0; i < 2 && line.len && line.at[line.len - 1] == '.'; i++) {
		line.len--;
	}
	return line;
}

static void print_line(struct serial *serial) {
	str raw = buf_str(&serial->line);
	struct arena_mark mark = arena_mark(serial->line.arena);
	struct buf text = {.arena = serial->line.arena};
	while (raw.len) {
		size_t skip = colour_length(raw);
		if (skip == 0) {
			buf_add_char(&text, raw.at[0]);
			skip = 1;
		}
		raw = str_from_offset(raw, skip);
	}
	str line = without_line_end(buf_str(&text));
	bool is_own = line.len == 0 && text.len == 0;
	for (size_t i = 0; i < COUNT_OF(own_lines); i++) {
		is_own = is_own || str_starts_with(line, own_lines[i]);
	}
	if (!is_own) {
		printf("%" PRI_STR "\n", STR_ARG(line));
		fflush(stdout);
	}
	arena_rewind(serial->line.arena, mark);
	serial->line.len = 0;
}

static void take_output(void *user, str piece) {
	struct serial *serial = user;
	for (size_t i = 0; i < piece.len; i++) {
		if (piece.at[i] == '\n') {
			print_line(serial);
		} else {
			buf_add_char(&serial->line, piece.at[i]);
		}
	}
}

/* How long a simulator may run; 0: as long as it likes. */
static unsigned time_limit(const struct edge_run *run) {
	uint64_t seconds = RUN_SECONDS;
	if (run->seconds || !run->serial) {
		return run->seconds;
	}
	bool given = str_to_u64(str_from(getenv("FBGEN_RUN_SECONDS")), UINT32_MAX, &seconds);
	return given ? (unsigned)seconds : RUN_SECONDS;
}

bool edge_run(struct ctx *cx, const struct edge_run *run) {
	struct serial serial = {.line = {.arena = cx->keep}};
	unsigned seconds = time_limit(run);
	struct spawn spawn = {.argv = run->command,
	                      .seconds = seconds,
	                      .merged = run->serial,
	                      .foreground = !run->serial,
	                      .on_output = run->serial ? take_output : NULL,
	                      .user = &serial};
	struct spawn_result result = {0};
	if (!spawn_run(cx, &spawn, &result)) {
		return false;
	}
	if (serial.line.len) {
		print_line(&serial);
	}
	if (result.timed_out) {
		fprintf(stderr, "fbgen: ended after %u s\n", seconds);
		return true;
	}
	if (result.status != 0) {
		return diag_error(cx->diag, (span){0}, "the program ended with status %d",
		                  result.status);
	}
	return true;
}
