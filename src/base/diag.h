/*
 * Faults and warnings: collected while a program runs, printed once at its end with their place,
 * the line of text and a caret.  Knows nothing of what the texts mean.
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdio.h>

#include "base/str.h"

/* Exit status of every program of the project; also what kind of fault a fault is. */
enum exit_code {
	EXIT_DONE = 0,
	EXIT_PROJECT = 1,    /* the project is wrong */
	EXIT_USAGE = 2,      /* the command line is wrong */
	EXIT_MACHINE = 3,    /* the machine failed: disk, permissions, helper */
	EXIT_PACKAGE = 4,    /* a package cannot be had */
	EXIT_INCOMPLETE = 5, /* the result is incomplete */
};

/* A text with a name, kept for the whole run so that any view into it can tell its place. */
struct source {
	str path; /* as the user would write it */
	str text;
};

/*
 * A place in a source.  A zeroed span is no place at all; a source with a NULL text is a place
 * that is a file as a whole.
 */
typedef struct {
	const struct source *source;
	size_t offset, len;
} span;

/* The place of a view into the source's text; the source as a whole where it is not one. */
span span_of(const struct source *source, str view);

/* The file as a whole, for faults that have no place inside it. */
span span_file(struct arena *arena, str path);

/* Line and column (in bytes) of a span, both from 1; 0 where there is none. */
size_t span_line(span at);
size_t span_column(span at);

enum diag_level { DIAG_ERROR, DIAG_WARNING };

struct diag_note {
	span at;
	str text;
};
VEC_DEFINE(diag_notes, struct diag_note)

struct diag_entry {
	enum diag_level level;
	enum exit_code code;
	span at;
	str text;
	str section, option; /* what the fault is about, where a caller said so */
	struct diag_notes notes;
	str help;
};
VEC_DEFINE(diag_entries, struct diag_entry)

struct diag {
	struct arena *arena;
	struct diag_entries entries;
	size_t errors;
};

/*
 * Report a fault of the project.  Always false, so that a caller can return it.  The text is lower
 * case, without a full stop, says what was expected and shows the user's text in '…'.
 */
bool diag_error(struct diag *diag, span at, const char *format, ...) PRINTF_LIKE(3, 4);

/* The same for another kind of fault. */
bool diag_fault(struct diag *diag, enum exit_code code, span at, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* A failed system call on a path: "PATH: error: WHAT: <errno's text>", EXIT_MACHINE. */
bool diag_errno(struct diag *diag, str path, const char *what);

void diag_warning(struct diag *diag, span at, const char *format, ...) PRINTF_LIKE(3, 4);

/* Further places, advice and subject of the fault or warning reported last. */
void diag_note(struct diag *diag, span at, const char *format, ...) PRINTF_LIKE(3, 4);
void diag_help(struct diag *diag, const char *format, ...) PRINTF_LIKE(2, 3);
void diag_subject(struct diag *diag, str section, str option);

/* Append what another diag holds; as warnings where `demote` is the level asked for. */
void diag_append(struct diag *diag, const struct diag *from, enum diag_level level);

/* The kind of the gravest error: the smallest code, EXIT_DONE where there is none. */
enum exit_code diag_code(const struct diag *diag);

/* Whether there is an error of that kind. */
bool diag_has(const struct diag *diag, enum exit_code code);

/*
 * Print all entries sorted by file and place, equal ones once, at most 20 errors and then their
 * number.  Colour only where `colour` says so; control characters in texts are escaped.
 */
void diag_print(const struct diag *diag, FILE *out, bool colour);

/* Whether a stream wants colour: a terminal, and NO_COLOR is not set. */
bool diag_wants_colour(FILE *out);

#endif
