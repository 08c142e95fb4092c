#include "gen/serial.h"

/* A line longer than this is printed in parts. */
enum { LINE_LIMIT = 1 << 16 };

/* What simavr says of itself before the firmware runs. */
static const str own_lines[] = {STR_INIT("Loaded "), STR_INIT("Loading ")};

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

bool serial_line(struct arena *arena, str raw, str *out) {
	struct buf text = {.arena = arena};
	while (raw.len) {
		size_t skip = colour_length(raw);
		if (skip == 0) {
			buf_add_char(&text, raw.at[0]);
			skip = 1;
		}
		raw = str_from_offset(raw, skip);
	}
	*out = without_line_end(buf_str(&text));
	for (size_t i = 0; i < COUNT_OF(own_lines); i++) {
		if (str_starts_with(*out, own_lines[i])) {
			return false;
		}
	}
	/* An empty line of the firmware still has its dots. */
	return text.len > 0;
}

static void print_line(struct serial *serial) {
	struct arena_mark mark = arena_mark(serial->line.arena);
	str line;
	if (serial_line(serial->line.arena, buf_str(&serial->line), &line)) {
		fprintf(serial->out, "%" PRI_STR "\n", STR_ARG(line));
		fflush(serial->out);
	}
	arena_rewind(serial->line.arena, mark);
	serial->line.len = 0;
}

void serial_take(struct serial *serial, str piece) {
	for (size_t i = 0; i < piece.len; i++) {
		if (piece.at[i] == '\n' || serial->line.len == LINE_LIMIT) {
			print_line(serial);
		}
		if (piece.at[i] != '\n') {
			buf_add_char(&serial->line, piece.at[i]);
		}
	}
}

void serial_end(struct serial *serial) {
	if (serial->line.len) {
		print_line(serial);
	}
}
