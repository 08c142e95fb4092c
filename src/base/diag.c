#include "base/diag.h"

#include <assert.h>
#include <errno.h>
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
	line = str_slice(line, 0, str_find_char(line, '\n'));
	bool has_return = line.len && line.at[line.len - 1] == '\r';
	return str_slice(line, 0, line.len - has_return);
}

size_t span_column(span at) {
	if (!has_place(at)) {
		return 0;
	}
	return (size_t)(at.source->text.at + at.offset - excerpt(at).at) + 1;
}

static void add(struct diag *diag, struct diag_entry entry) {
	diag->errors += entry.level == DIAG_ERROR;
	diag_entries_push(diag->arena, &diag->entries, entry);
}

bool diag_error(struct diag *diag, span at, const char *format, ...) {
	va_list args;
	va_start(args, format);
	str text = str_format_args(diag->arena, format, args);
	va_end(args);
	add(diag, (struct diag_entry){.code = EXIT_PROJECT, .at = at, .text = text});
	return false;
}

bool diag_fault(struct diag *diag, enum exit_code code, span at, const char *format, ...) {
	va_list args;
	va_start(args, format);
	str text = str_format_args(diag->arena, format, args);
	va_end(args);
	add(diag, (struct diag_entry){.code = code, .at = at, .text = text});
	return false;
}

/* What its user can do about a failed system call. */
static const struct {
	int number;
	const char *help;
} cures[] = {
    {EACCES,       "look at its permissions and at those of the folders above it"},
    {EPERM,        "look at its owner and its attributes ('lsattr')"             },
    {EROFS,        "its file system is mounted read-only"                        },
    {ENOSPC,       "the disk is full: make room, then run this again"            },
    {EDQUOT,       "your quota is used up: make room, then run this again"       },
    {EFBIG,        "it is larger than such a file can sensibly be"               },
    {EISDIR,       "a folder stands where a file is wanted: move it away"        },
    {ENOTDIR,      "a file stands where a folder is wanted: move it away"        },
    {EEXIST,       "something else stands there: move it away"                   },
    {ELOOP,        "its symbolic links lead back to themselves"                  },
    {ENAMETOOLONG, "use a shorter path"					  },
    {EMFILE,       "raise the limit of open files ('ulimit -n')"                 },
    {EIO,	  "the disk may be failing: 'dmesg' tells more"                 },
};

bool diag_errno(struct diag *diag, str path, const char *what) {
	int number = errno;
	(void)diag_fault(diag, EXIT_MACHINE, span_file(diag->arena, path), "%s: %s", what,
	                 strerror(number));
	for (size_t i = 0; i < COUNT_OF(cures); i++) {
		if (cures[i].number == number) {
			diag_help(diag, "%s", cures[i].help);
		}
	}
	return false;
}

void diag_warning(struct diag *diag, span at, const char *format, ...) {
	va_list args;
	va_start(args, format);
	str text = str_format_args(diag->arena, format, args);
	va_end(args);
	add(diag, (struct diag_entry){.level = DIAG_WARNING, .at = at, .text = text});
}

static struct diag_entry *last(struct diag *diag) {
	assert(diag->entries.len);
	return &diag->entries.at[diag->entries.len - 1];
}

void diag_note(struct diag *diag, span at, const char *format, ...) {
	va_list args;
	va_start(args, format);
	str text = str_format_args(diag->arena, format, args);
	va_end(args);
	diag_notes_push(diag->arena, &last(diag)->notes, (struct diag_note){at, text});
}

void diag_help(struct diag *diag, const char *format, ...) {
	va_list args;
	va_start(args, format);
	last(diag)->help = str_format_args(diag->arena, format, args);
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

bool diag_has(const struct diag *diag, enum exit_code code) {
	for (size_t i = 0; i < diag->entries.len; i++) {
		const struct diag_entry *entry = &diag->entries.at[i];
		if (entry->level == DIAG_ERROR && entry->code == code) {
			return true;
		}
	}
	return false;
}

/* Length of the UTF-8 sequence that text begins with; 0 where it is none, or a control. */
static size_t shown_length(str text) {
	unsigned char first = (unsigned char)text.at[0];
	if ((first < ' ' && first != '\t') || first == 0x7f) {
		return 0;
	}
	for (size_t n = 1; n <= 4 && n <= text.len; n++) {
		if (str_utf8_fault(str_slice(text, 0, n)) == n) {
			bool is_control =
			    n == 2 && first == 0xc2 && (unsigned char)text.at[1] < 0xa0;
			return is_control ? 0 : n;
		}
	}
	return 0;
}

/* Take a character off the text as a terminal may show it: what is no text as \xNN. */
static size_t take_shown(str *text, char escaped[static 5], str *shown) {
	size_t length = shown_length(*text);
	size_t columns = 1;
	if (length) {
		*shown = str_slice(*text, 0, length);
	} else {
		length = 1;
		columns = (size_t)snprintf(escaped, 5, "\\x%02x", (unsigned char)text->at[0]);
		*shown = (str){escaped, columns};
	}
	*text = str_from_offset(*text, length);
	return columns;
}

static void print_escaped(FILE *out, str text) {
	while (text.len) {
		char escaped[5];
		str shown;
		(void)take_shown(&text, escaped, &shown);
		fwrite(shown.at, 1, shown.len, out);
	}
}

/* As many of the sign as the text has columns; tabs stay tabs where the sign is a blank. */
static void print_columns(FILE *out, str text, char sign) {
	while (text.len) {
		char escaped[5];
		str shown;
		bool is_tab = text.at[0] == '\t';
		size_t columns = take_shown(&text, escaped, &shown);
		for (size_t i = 0; i < columns; i++) {
			fputc(is_tab && sign == ' ' ? '\t' : sign, out);
		}
	}
}

/* The offset, or the first one behind it that does not split a character. */
static size_t whole_chars(str text, size_t offset) {
	while (offset < text.len && ((unsigned char)text.at[offset] & 0xc0) == 0x80) {
		offset++;
	}
	return offset;
}

static void print_excerpt(span at, FILE *out) {
	static const str cut = STR_INIT("...");
	str line = excerpt(at);
	size_t column = (size_t)(at.source->text.at + at.offset - line.at);
	column = column < line.len ? column : line.len;
	size_t from = 0;
	size_t to = line.len;
	if (line.len > EXCERPT_WIDTH) {
		from = column > EXCERPT_WIDTH / 2 ? column - EXCERPT_WIDTH / 2 : 0;
		from = whole_chars(line, from);
		to = whole_chars(line, from + EXCERPT_WIDTH);
	}
	str before = from ? cut : STR("");
	size_t end = at.len < to - column ? column + at.len : to;
	fprintf(out, "%5zu | %s", span_line(at), before.at);
	print_escaped(out, str_trim_end(str_slice(line, from, to)));
	fprintf(out, "%s\n      | ", to < line.len ? cut.at : "");
	print_columns(out, before, ' ');
	print_columns(out, str_slice(line, from, column), ' ');
	if (end > column) {
		print_columns(out, str_slice(line, column, end), '^');
	} else {
		fputc('^', out);
	}
	fputc('\n', out);
}

struct palette {
	const char *error, *warning, *note, *bold, *off;
};

static const struct palette colours = {"\033[1;31m", "\033[1;35m", "\033[1;36m", "\033[1m",
                                       "\033[0m"};
static const struct palette plain = {"", "", "", "", ""};

/* What stands before a text: "error", and its colour. */
struct label {
	const char *word, *colour;
};

/* One located line: "file:1:2: kind: text", and the excerpt where there is one. */
static void print_line(FILE *out, struct label label, span at, str text,
                       const struct palette *palette) {
	fputs(palette->bold, out);
	if (at.source) {
		print_escaped(out, at.source->path);
		if (has_place(at)) {
			fprintf(out, ":%zu:%zu", span_line(at), span_column(at));
		}
		fputs(": ", out);
	}
	fprintf(out, "%s%s%s%s: ", palette->off, label.colour, label.word, palette->off);
	print_escaped(out, text);
	fputc('\n', out);
	if (has_place(at)) {
		print_excerpt(at, out);
	}
}

static void print_entry(FILE *out, const struct diag_entry *entry, const struct palette *palette) {
	struct label label = {"error", palette->error};
	if (entry->level == DIAG_WARNING) {
		label = (struct label){"warning", palette->warning};
	}
	print_line(out, label, entry->at, entry->text, palette);
	for (size_t i = 0; i < entry->notes.len; i++) {
		const struct diag_note *note = &entry->notes.at[i];
		print_line(out, (struct label){"note", palette->note}, note->at, note->text,
		           palette);
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

static bool same_place(const struct diag_entry *a, const struct diag_entry *b) {
	return a->at.offset == b->at.offset && str_eq(path_of(a), path_of(b));
}

/* Whether an entry equal to sorted[i] stands before it. */
static bool is_repeated(const struct diag_entry *const *sorted, size_t i) {
	const struct diag_entry *entry = sorted[i];
	for (size_t k = i; k > 0 && same_place(sorted[k - 1], entry); k--) {
		if (sorted[k - 1]->level == entry->level &&
		    str_eq(sorted[k - 1]->text, entry->text)) {
			return true;
		}
	}
	return false;
}

VEC_DEFINE(entry_refs, const struct diag_entry *) /* NOLINT(bugprone-sizeof-expression) */

void diag_print(const struct diag *diag, FILE *out, bool colour) {
	struct arena arena = {0};
	struct entry_refs sorted = {0};
	for (size_t i = 0; i < diag->entries.len; i++) {
		entry_refs_push(&arena, &sorted, &diag->entries.at[i]);
	}
	if (sorted.len) {
		/* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are what is sorted. */
		qsort(sorted.at, sorted.len, sizeof(*sorted.at), compare_entries);
	}
	size_t errors = 0;
	for (size_t i = 0; i < sorted.len; i++) {
		const struct diag_entry *entry = sorted.at[i];
		if (is_repeated(sorted.at, i)) {
			continue;
		}
		errors += entry->level == DIAG_ERROR;
		if (entry->level == DIAG_WARNING || errors <= PRINTED_ERRORS) {
			print_entry(out, entry, colour ? &colours : &plain);
		}
	}
	if (errors > PRINTED_ERRORS) {
		fprintf(out, "%zu errors, the first %d are shown\n", errors, PRINTED_ERRORS);
	}
	arena_release(&arena);
}

bool diag_wants_colour(FILE *out) {
	const char *no_color = getenv("NO_COLOR");
	return isatty(fileno(out)) && (!no_color || !*no_color);
}
