/*
 * The rules for entries of an archive.  The input's first byte chooses the rules; then every line
 * is an entry: a letter for its kind, the path, and after a '>' the target.  What is let pass must
 * lie, and lead, inside: that is looked at again here, by other means.
 */
#include <assert.h>

#include "base/path.h"
#include "fetch/filter.h"
#include "fuzz.h"

static struct entry entry_of(str line) {
	static const enum entry_kind kinds[] = {ENTRY_FILE, ENTRY_FOLDER, ENTRY_SYMLINK,
	                                        ENTRY_HARDLINK, ENTRY_OTHER};
	struct entry entry = {.size = line.len};
	if (line.len > 0) {
		entry.kind = kinds[(unsigned char)line.at[0] % COUNT_OF(kinds)];
		entry.mode = (unsigned char)line.at[0];
		(void)str_cut(str_from_offset(line, 1), '>', &entry.path, &entry.target);
	}
	return entry;
}

static void check_placed(struct arena *arena, const struct entry *entry,
                         const struct placed *placed) {
	str normal = path_normal(arena, placed->path);
	assert(placed->path.len > 0 && str_eq(normal, placed->path));
	assert(!path_is_absolute(normal) && !str_eq(normal, STR("..")) &&
	       !str_starts_with(normal, STR("../")) && !str_eq(normal, STR(".")));
	assert((placed->mode & ~0755u) == 0);
	if (entry->kind == ENTRY_HARDLINK) {
		assert(placed->target.len > 0 && !path_is_absolute(placed->target) &&
		       !str_starts_with(placed->target, STR("..")));
	}
}

/* A link that leads out by its own text alone never passes. */
static void check_link(const struct filter *filter, const struct placed *placed) {
	if (filter->rules.is_rooted) {
		return;
	}
	assert(!path_is_absolute(placed->target));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct fuzz fuzz;
	struct arena told = {0};
	struct filter filter;
	fuzz_begin(&fuzz, data, size);
	unsigned choice = size > 0 ? data[0] : 0;
	struct filter_rules rules = {.strip = (int)(choice & 3) - 1,
	                             .is_rooted = (choice & 4) != 0,
	                             .is_caseless = (choice & 8) != 0,
	                             .bytes = 4096};
	filter_init(&filter, &fuzz.keep, &told, &rules);
	str rest = str_from_offset(fuzz.source.text, 1), line, reason = STR("");
	while (str_next_line(&rest, &line)) {
		struct entry entry = entry_of(line);
		struct placed placed = {0};
		enum filter_answer answer = filter_entry(&filter, &entry, &placed, &reason);
		assert(answer != FILTER_REFUSE || reason.len > 0);
		if (answer == FILTER_WRITE) {
			check_placed(&fuzz.keep, &entry, &placed);
			assert(entry.kind != ENTRY_OTHER);
		}
		if (answer == FILTER_WRITE && entry.kind == ENTRY_SYMLINK) {
			check_link(&filter, &placed);
		}
	}
	str root, path;
	bool ok = filter_end(&filter, &root, &path, &reason);
	assert(ok || reason.len > 0);
	arena_release(&told);
	fuzz_end(&fuzz);
	return 0;
}
