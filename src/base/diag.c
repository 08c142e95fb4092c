#include "base/diag.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PRINTED_ERRORS = 20, EXCERPT_WIDTH = 160 };

span span_of(const struct source *source, str view) {
	if (source->text.at && view.at >= source->text.at &&
	    view.at <= source->text.at + source->text.len) {
		return (span){source, (size_t)(view.at - source->text.at), view.len};
	}
	return (span){source, SIZE_MAX, 0};
}

span span_file(struct arena *arena, str path) {
	struct source *source = arena_new(arena, struct source);
	source->path = str_copy(arena, path);
	return (span){source, SIZE_MAX, 0};
}

static bool has_place(span at) {
	return at.source && at.source->text.at && at.offset <= at.source->text.len;
}

size_t span_line(span at) {
	if (!has_place(at)) {
		return 0;
	}
	size_t line = 1;
	for (size_t i = 0; i < at.offset; i++) {
		line += at.source->text.at[i] == '\n';
	}
	return line;
}

/* The line around a span, without its end. */
static str excerpt(span at) {
	str text = at.source->text;
	size_t from = str_rfind_char(str_slice(text, 0, at.offset), '\n');
	from = from == at.offset ? 0 : from + 1;
	str line = str_from_offset(text, from);
	return str_slice(line, 0, str_find_char(line, '\n'));
}

size_t span_column(span at) {
	if (!has_place(at)) {
		return 0;
	}
	return (size_t)(at.source->text.at + at.offset - excerpt(at).at) + 1;
}

static PRINTF_LIKE(2, 0) str format_args(struct arena *arena, const char *format, va_list args) {
	va_list again;
	va_copy(again, args);
	int len = vsnprintf(NULL, 0, format, again);
	va_end(again);
	size_t size = len < 0 ? 0 : (size_t)len;
	char *text = arena_alloc(arena, size + 1, 1);
	vsnprintf(text, size + 1, format, args);
	return (str){text, size};
}

static void add(struct diag *diag, struct diag_entry entry) {
	diag->errors += entry.level == DIAG_ERROR;
	diag_entries_push(diag->arena, &diag->entries, entry);
}

bool diag_error(struct diag *diag, span at, const char *format, ...) {
	va_list args;
	va_start(args, format);
	str text = format_args(diag->arena, format, args);
	va_end(args);
	add(diag, (struct diag_entry){.code = EXIT_PROJECT, .at = at, .text = text});
	return false;
}

bool diag_fault(struct diag *diag, enum exit_code code, span at, const char *format, ...) {
	va_list args;
	va_start(args, format);
	str text = format_args(diag->arena, format, args);
	va_end(args);
	add(diag, (struct diag_entry){.code = code, .at = at, .text = text});
	return false;
}

bool diag_errno(struct diag *diag, str path, const char *what) {
	const char *reason = strerror(errno);
	return diag_fault(diag, EXIT_MACHINE, span_file(diag->arena, path), "%s: %s", what, reason);
}

void diag_warning(struct diag *diag, span at, const char *format, ...) {
	va_list args;
	va_start(args, format);
	str text = format_args(diag->arena, format, args);
	va_end(args);
	add(diag, (struct diag_entry){.level = DIAG_WARNING, .at = at, .text = text});
}

static struct diag_entry *last(struct diag *diag) {
	return &diag->entries.at[diag->entries.len - 1];
}

void diag_note(struct diag *diag, span at, const char *format, ...) {
	va_list args;
	va_start(args, format);
	str text = format_args(diag->arena, format, args);
	va_end(args);
	diag_notes_push(diag->arena, &last(diag)->notes, (struct diag_note){at, text});
}

void diag_help(struct diag *diag, const char *format, ...) {
	va_list args;
	va_start(args, format);
	last(diag)->help = format_args(diag->arena, format, args);
	va_end(args);
}

void diag_subject(struct diag *diag, str section, str option) {
	last(diag)->section = section;
	last(diag)->option = option;
}

void diag_append(struct diag *diag, const struct diag *from, enum diag_level level) {
	for (size_t i = 0; i < from->entries.len; i++) {
		struct diag_entry entry = from->entries.at[i];
		if (level == DIAG_WARNING) {
			entry.level = DIAG_WARNING;
		}
		add(diag, entry);
	}
}

enum exit_code diag_code(const struct diag *diag) {
	enum exit_code code = EXIT_DONE;
	for (size_t i = 0; i < diag->entries.len; i++) {
		const struct diag_entry *entry = &diag->entries.at[i];
		if (entry->level == DIAG_ERROR && (code == EXIT_DONE || entry->code < code)) {
			code = entry->code;
		}
	}
	return code;
}

/* Text as a terminal may show it: control characters but blanks as \xNN. */
static void print_escaped(FILE *out, str text) {
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.at[i];
		if ((c < ' ' && c != '\t') || c == 0x7f) {
			fprintf(out, "\\x%02x", c);
		} else {
			fputc(c, out);
		}
	}
}

static void print_excerpt(span at, FILE *out) {
	str line = excerpt(at);
	size_t column = (size_t)(at.source->text.at + at.offset - line.at);
	if (line.len > EXCERPT_WIDTH) {
		return;
	}
	fprintf(out, "%5zu | ", span_line(at));
	print_escaped(out, str_trim_end(line));
	fputs("\n      | ", out);
	for (size_t i = 0; i < column; i++) {
		bool continues_char = ((unsigned char)line.at[i] & 0xc0) == 0x80;
		if (!continues_char) {
			fputc(line.at[i] == '\t' ? '\t' : ' ', out);
		}
	}
	size_t width = at.len < line.len - column ? at.len : line.len - column;
	fputc('^', out);
	for (size_t i = 1; i < width; i++) {
		bool continues_char = ((unsigned char)line.at[column + i] & 0xc0) == 0x80;
		if (!continues_char) {
			fputc('^', out);
		}
	}
	fputc('\n', out);
}

struct palette {
	const char *error, *warning, *note, *bold, *off;
};

static const struct palette colours = {"\033[1;31m", "\033[1;35m", "\033[1;36m", "\033[1m",
                                       "\033[0m"};
static const struct palette plain = {"", "", "", "", ""};

/* One located line: "file:1:2: kind: text", and the excerpt where there is one. */
static void print_line(FILE *out, span at, const char *kind, const char *colour, str text,
                       const struct palette *palette) {
	fputs(palette->bold, out);
	if (at.source) {
		print_escaped(out, at.source->path);
		if (has_place(at)) {
			fprintf(out, ":%zu:%zu", span_line(at), span_column(at));
		}
		fputs(": ", out);
	}
	fprintf(out, "%s%s%s%s: ", palette->off, colour, kind, palette->off);
	print_escaped(out, text);
	fputc('\n', out);
	if (has_place(at)) {
		print_excerpt(at, out);
	}
}

static void print_entry(FILE *out, const struct diag_entry *entry, const struct palette *palette) {
	bool is_error = entry->level == DIAG_ERROR;
	print_line(out, entry->at, is_error ? "error" : "warning",
	           is_error ? palette->error : palette->warning, entry->text, palette);
	for (size_t i = 0; i < entry->notes.len; i++) {
		const struct diag_note *note = &entry->notes.at[i];
		print_line(out, note->at, "note", palette->note, note->text, palette);
	}
	if (entry->help.len) {
		fprintf(out, "%shelp%s: ", palette->note, palette->off);
		print_escaped(out, entry->help);
		fputc('\n', out);
	}
}

static str path_of(const struct diag_entry *entry) {
	return entry->at.source ? entry->at.source->path : STR("");
}

static int compare_entries(const void *a, const void *b) {
	const struct diag_entry *left = *(const struct diag_entry *const *)a;
	const struct diag_entry *right = *(const struct diag_entry *const *)b;
	int order = str_compare(path_of(left), path_of(right));
	if (order == 0 && left->at.offset != right->at.offset) {
		order = left->at.offset < right->at.offset ? -1 : 1;
	}
	if (order == 0) {
		order = (left > right) - (left < right);
	}
	return order;
}

static bool same_entry(const struct diag_entry *a, const struct diag_entry *b) {
	return a->level == b->level && a->at.offset == b->at.offset &&
	       str_eq(path_of(a), path_of(b)) && str_eq(a->text, b->text);
}

void diag_print(const struct diag *diag, FILE *out, bool colour) {
	size_t count = diag->entries.len;
	const struct diag_entry **sorted = calloc(count ? count : 1, sizeof(*sorted));
	if (!sorted) {
		return;
	}
	for (size_t i = 0; i < count; i++) {
		sorted[i] = &diag->entries.at[i];
	}
	qsort(sorted, count, sizeof(*sorted), compare_entries);
	size_t errors = 0;
	for (size_t i = 0; i < count; i++) {
		if (i && same_entry(sorted[i - 1], sorted[i])) {
			continue;
		}
		errors += sorted[i]->level == DIAG_ERROR;
		if (sorted[i]->level == DIAG_WARNING || errors <= PRINTED_ERRORS) {
			print_entry(out, sorted[i], colour ? &colours : &plain);
		}
	}
	if (errors > PRINTED_ERRORS) {
		fprintf(out, "%zu errors, the first %d are shown\n", errors, PRINTED_ERRORS);
	}
	free(sorted);
}

bool diag_wants_colour(FILE *out) {
	const char *no_color = getenv("NO_COLOR");
	return isatty(fileno(out)) && (!no_color || !*no_color);
}
