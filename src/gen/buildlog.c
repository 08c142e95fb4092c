#include "gen/buildlog.h"

#define BANNER "# ninja log v"

/* From this version on ninja notes the start of a command, and samurai its end. */
enum { VERSION_OF_STARTS = 6 };

enum { START, END, MTIME, OUTPUT, FIELDS };

/* Samurai does not note how long a command ran: longer than one does, in nanoseconds. */
#define LONG_DURATION (600ll * 1000000000)

/* Milliseconds of one run: more than 34 years are none. */
#define LONGEST_RUN (1ull << 40)

/* "start TAB end TAB mtime TAB output TAB hash" */
static bool parse_line(str line, struct buildlog_entry *entry, str *output) {
	str fields[FIELDS];
	for (size_t i = 0; i < FIELDS; i++) {
		if (!str_cut(line, '\t', &fields[i], &line)) {
			return false;
		}
	}
	uint64_t start = 0;
	uint64_t end = 0;
	uint64_t mtime = 0;
	if (!str_to_u64(fields[START], LONGEST_RUN, &start) ||
	    !str_to_u64(fields[END], LONGEST_RUN, &end) ||
	    !str_to_u64(fields[MTIME], INT64_MAX, &mtime)) {
		return false;
	}
	entry->mtime = (int64_t)mtime;
	entry->duration = end > start ? (int64_t)((end - start) * 1000000) : 0;
	if (end == 0) {
		entry->duration = LONG_DURATION;
		entry->from_start = false;
	}
	*output = fields[OUTPUT];
	return output->len > 0;
}

void buildlog_parse(struct arena *arena, str text, struct buildlog *out) {
	*out = (struct buildlog){0};
	str line;
	uint64_t version = 0;
	if (!str_next_line(&text, &line) || !str_starts_with(line, STR(BANNER)) ||
	    !str_to_u64(str_from_offset(line, sizeof(BANNER) - 1), UINT32_MAX, &version)) {
		return;
	}
	while (str_next_line(&text, &line)) {
		struct buildlog_entry entry = {.from_start = version >= VERSION_OF_STARTS};
		str output;
		if (!parse_line(line, &entry, &output)) {
			continue;
		}
		void **place = map_at(arena, &out->entries, output);
		if (!*place) {
			*place = arena_new(arena, struct buildlog_entry);
		}
		*(struct buildlog_entry *)*place = entry;
	}
}
