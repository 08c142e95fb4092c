/*
 * The file: "# ninjadeps\n", a version, then records that begin with their size; the top bit of the
 * size tells a record of dependencies from one of a path.  A path gets the next id; its record is
 * padded with NULs and ends in ~id.  Dependencies are the id of the output, its time in two halves,
 * and the ids of what it was made from.  A later record of an output replaces the earlier one.
 */
#include "gen/depslog.h"

#include <string.h>

#define BANNER "# ninjadeps\n"

enum { VERSION = 4, LONGEST_RECORD = (1 << 19) - 1 };

#define WORD            sizeof(uint32_t)
#define HEAD            (3 * WORD)

#define IS_DEPENDENCIES 0x80000000u

static uint32_t word_at(str text, size_t index) {
	uint32_t word = 0;
	memcpy(&word, text.at + index * WORD, WORD);
	return word;
}

/* False where the record is none that ninja writes. */
static bool add_path(struct arena *arena, struct str_vec *paths, str record) {
	if (record.len < 2 * WORD ||
	    word_at(record, record.len / WORD - 1) != ~(uint32_t)paths->len) {
		return false;
	}
	str path = str_slice(record, 0, record.len - WORD);
	for (size_t pad = 0; pad < WORD - 1 && path.len && path.at[path.len - 1] == '\0'; pad++) {
		path.len--;
	}
	str_vec_push(arena, paths, path);
	return path.len > 0;
}

static bool add_dependencies(struct arena *arena, const struct str_vec *paths, str record,
                             struct depslog *out) {
	if (record.len < HEAD) {
		return false;
	}
	size_t count = record.len / WORD;
	uint32_t output = word_at(record, 0);
	struct depslog_record *made = arena_new(arena, struct depslog_record);
	uint64_t mtime = word_at(record, 1) | (uint64_t)word_at(record, 2) << 32;
	made->mtime = (int64_t)mtime;
	made->paths.at = arena_alloc(arena, count, sizeof(*made->paths.at));
	made->paths.cap = count;
	for (size_t i = HEAD / WORD; i < count; i++) {
		uint32_t id = word_at(record, i);
		if (id >= paths->len) {
			return false;
		}
		str_vec_push(arena, &made->paths, paths->at[id]);
	}
	if (output >= paths->len) {
		return false;
	}
	*map_at(arena, &out->records, paths->at[output]) = made;
	return true;
}

void depslog_parse(struct arena *arena, str text, struct depslog *out) {
	*out = (struct depslog){0};
	str rest = str_from_offset(text, sizeof(BANNER) - 1);
	if (!str_starts_with(text, STR(BANNER)) || rest.len < WORD || word_at(rest, 0) != VERSION) {
		return;
	}
	rest = str_from_offset(rest, WORD);
	struct str_vec paths = {0};
	bool ok = true;
	while (ok && rest.len >= WORD) {
		uint32_t head = word_at(rest, 0);
		size_t size = head & ~IS_DEPENDENCIES;
		rest = str_from_offset(rest, WORD);
		if (size > rest.len || size > LONGEST_RECORD || size % WORD != 0) {
			return;
		}
		str record = str_slice(rest, 0, size);
		ok = head & IS_DEPENDENCIES ? add_dependencies(arena, &paths, record, out)
		                            : add_path(arena, &paths, record);
		rest = str_from_offset(rest, size);
	}
}
