/*
 * An archive, whatever its format, as entries and their content: a thin layer on libarchive.  The
 * format is told by the content; tar (plain or compressed) and deb are read as they arrive, zip and
 * 7z when all is there.
 */
#ifndef FETCH_READER_H
#define FETCH_READER_H

#include <locale.h>

#include "fetch/filter.h"
#include "fetch/input.h"

struct archive;
struct archive_entry;

struct reader {
	struct arena *arena;
	struct input input;
	struct archive *outer; /* of a deb: the reader of what the archive lies in */
	struct archive *archive;
	struct archive_entry *entry;
	locale_t text; /* in which text is UTF-8 */
	char *chunk, *inner;
	str reason; /* why the last call failed */
};

/* Find out the format; false and a reason. */
NODISCARD bool reader_open(struct reader *reader);

/* The next entry, valid until the next call.  *end: there is none.  False and a reason. */
NODISCARD bool reader_next(struct reader *reader, struct entry *out, bool *end);

/* The next piece of its content and where it lies.  *end: there is none.  False and a reason. */
NODISCARD bool reader_piece(struct reader *reader, str *piece, uint64_t *offset, bool *end);

void reader_close(struct reader *reader);

#endif
