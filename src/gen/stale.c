/*
 * The model: for every object the state knows what content of each file it was made from.  That is
 * the content the file has now, but for the object's `differences`.  An object with a difference is
 * removed, unless the file is newer than the object (then ninja sees it) or missing (ninja too).
 * Differences stay until ninja makes the object again or the file gets its old content back, so
 * nothing is forgotten between a change and the build that heeds it, whether or not ninja runs.
 *
 * What an object was made from is settled at the first look after ninja's log shows a new build:
 *  - A file that generation reads was looked at before that build: by the fbgen that ran before
 *    ninja, or by the generator edge, whose input it is.  Equal to what it was then, it is what the
 *    object was made from.
 *  - Otherwise the time of its last change decides.  Before the command began: the object has the
 *    present content.  After its end: the earlier content.  While it ran, or where the earlier
 *    content is not known: something unknown, which no content equals.
 * Change means ctime, which no tool sets back; where another file has come to stand at the path
 * also the ctime of the folders and links that lead to it.
 */
#include "gen/stale.h"

#include <time.h>

#include "base/path.h"
#include "gen/buildlog.h"
#include "gen/depslog.h"

static const str build_log_path = STR_INIT(".fbgen/.ninja_log");
static const str deps_log_path = STR_INIT(".fbgen/.ninja_deps");

enum { UNKNOWN = 0 };

/* Ninja's logs, and the run that made an object. */
struct logs {
	struct buildlog builds;
	struct depslog deps;
};

struct span_of_time {
	int64_t start, end;
};

static bool has_role(const struct watch *watch, unsigned roles) {
	return (watch->roles & roles) != 0;
}

/* Folders that people named, outside the project, with headers of theirs. */
static bool is_in_folders(const struct statefile *state, str path) {
	bool is_in = false;
	for (size_t i = 0; i < state->folders.len && !is_in; i++) {
		const struct str_vec *list = &state->folders.at[i];
		for (size_t k = 0; k < list->len && !is_in; k++) {
			is_in = path_is_inside(path, list->at[k]);
		}
	}
	return is_in;
}

/* Outside the project there are people's files and the machine's. */
static bool is_people_s(struct arena *arena, struct statefile *state, str path) {
	const uint32_t *index = statefile_find(arena, state, path);
	return (index && has_role(&state->watches.at[*index], WATCH_CONTENT | WATCH_INCLUDES)) ||
	       is_in_folders(state, path);
}

unsigned stale_roles(struct arena *arena, struct statefile *state, str path) {
	if (path_is_inside(path, STR(".fbgen/package"))) {
		return WATCH_OBJECTS;
	}
	if (path_is_inside(path, STR(".fbgen/store")) || path_is_inside(path, STR(".fbgen/tool"))) {
		return WATCH_OBJECTS | WATCH_CONSTANT;
	}
	if (path_is_inside(path, STR(".fbgen"))) {
		return WATCH_OBJECTS | WATCH_PRODUCED;
	}
	bool is_outside = path_is_absolute(path) || str_starts_with(path, STR("../"));
	return is_outside && !is_people_s(arena, state, path) ? WATCH_OBJECTS | WATCH_CONSTANT
	                                                      : WATCH_OBJECTS;
}

/* When the path last came to lead to what it leads to now. */
static int64_t last_change(const struct watch *now, bool is_another) {
	int64_t last = now->stamp.ctime;
	for (size_t i = 1; i <= now->path.len; i++) {
		if (i < now->path.len && now->path.at[i] != '/') {
			continue;
		}
		struct file_stamp stamp;
		enum file_kind kind = file_stamp_itself(str_slice(now->path, 0, i), &stamp);
		bool counts = kind == FILE_OTHER || (kind == FILE_DIRECTORY && is_another);
		last = counts && stamp.ctime > last ? stamp.ctime : last;
	}
	return last;
}

/* The hash of what an object made in that time was made from; `before` may be NULL. */
static uint64_t made_from(const struct watch *before, const struct watch *now,
                          struct span_of_time time) {
	uint64_t known = before && before->kind == FILE_REGULAR ? before->hash : UNKNOWN;
	if (now->kind != FILE_REGULAR) {
		return known;
	}
	bool same_stamp = known && file_stamp_eq(&before->stamp, &now->stamp);
	if (known == now->hash && (same_stamp || has_role(now, WATCH_INPUT))) {
		return known;
	}
	int64_t changed = last_change(now, known && before->stamp.inode != now->stamp.inode);
	if (changed <= time.start) {
		return now->hash;
	}
	return changed > time.end ? known : UNKNOWN;
}

/* Times of files grow in ticks of this clock: the true time of a change may be one tick later. */
static int64_t tick(void) {
	struct timespec tick;
	clock_getres(CLOCK_REALTIME_COARSE, &tick);
	return tick.tv_nsec;
}

static struct span_of_time time_of(const struct buildlog_entry *entry,
                                   const struct depslog_record *record) {
	int64_t mtime = record ? record->mtime : entry->mtime;
	int64_t after = !record && entry->from_start ? entry->duration : 0;
	return (struct span_of_time){mtime - entry->duration - tick(), mtime + after};
}

static bool has_index(const struct indices *list, uint32_t index) {
	for (size_t i = 0; i < list->len; i++) {
		if (list->at[i] == index) {
			return true;
		}
	}
	return false;
}

/* The watch of a file that an object was made from. */
static uint32_t watch_source(struct ctx *cx, struct statefile *state, str path) {
	uint32_t index = statefile_watch(cx->keep, state, path);
	struct watch *watch = &state->watches.at[index];
	if (!has_role(watch, WATCH_OBJECTS)) {
		watch_add_role(cx, watch, stale_roles(cx->keep, state, path));
	}
	return index;
}

static void find_sources(struct ctx *cx, struct statefile *state, struct object *object,
                         const struct depslog_record *record) {
	object->made = (struct indices){0};
	for (size_t i = 0; i < object->inputs.len; i++) {
		indices_push(cx->keep, &object->made, object->inputs.at[i]);
	}
	for (size_t i = 0; record && i < record->paths.len; i++) {
		uint32_t index = watch_source(cx, state, record->paths.at[i]);
		if (!has_index(&object->inputs, index)) {
			indices_push(cx->keep, &object->made, index);
		}
	}
}

static void learn_object(struct ctx *cx, struct statefile *state, struct object *object,
                         const struct stale_before *before, const struct logs *logs) {
	const struct buildlog_entry *entry = map_get(&logs->builds.entries, object->path);
	if (!entry || entry->mtime == object->built) {
		return;
	}
	const struct depslog_record *record = map_get(&logs->deps.records, object->path);
	struct span_of_time time = time_of(entry, record);
	/* What ninja's log shows for the first time was begun after the last look. */
	time.start = before && before->looked > time.start ? before->looked - 1 : time.start;
	find_sources(cx, state, object, record);
	object->built = entry->mtime;
	object->differences = (struct differences){0};
	for (size_t i = 0; i < object->made.len; i++) {
		uint32_t file = object->made.at[i];
		const struct watch *now = &state->watches.at[file];
		if (has_role(now, WATCH_CONSTANT | WATCH_PRODUCED)) {
			continue;
		}
		bool is_known = before && file < before->len;
		uint64_t hash = made_from(is_known ? &before->at[file] : NULL, now, time);
		if (hash == UNKNOWN || hash != now->hash) {
			struct difference difference = {file, hash};
			differences_push(cx->keep, &object->differences, difference);
		}
	}
}

bool stale_logs_changed(const struct statefile *state) {
	struct file_stamp builds;
	struct file_stamp deps;
	(void)file_stamp(build_log_path, &builds);
	(void)file_stamp(deps_log_path, &deps);
	return !file_stamp_eq(&builds, &state->build_log) ||
	       !file_stamp_eq(&deps, &state->deps_log);
}

int64_t stale_clock(void) {
	struct timespec now;
	clock_gettime(CLOCK_REALTIME_COARSE, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void stale_learn(struct ctx *cx, struct statefile *state, const struct stale_before *before) {
	struct arena arena = {0};
	struct logs logs = {0};
	str text;
	(void)file_stamp(build_log_path, &state->build_log);
	(void)file_stamp(deps_log_path, &state->deps_log);
	if (file_try_read(cx->keep, build_log_path, &text)) {
		buildlog_parse(&arena, text, &logs.builds);
	}
	if (file_try_read(cx->keep, deps_log_path, &text)) {
		depslog_parse(&arena, text, &logs.deps);
	}
	for (size_t i = 0; i < state->objects.len; i++) {
		learn_object(cx, state, &state->objects.at[i], before, &logs);
	}
	arena_release(&arena);
}

static void note_object(struct ctx *cx, struct object *object, struct difference earlier,
                        uint64_t now) {
	struct differences *list = &object->differences;
	for (size_t i = 0; i < list->len; i++) {
		if (list->at[i].file != earlier.file) {
			continue;
		}
		if (list->at[i].hash == now && now != UNKNOWN) {
			list->at[i] = list->at[--list->len];
		}
		return;
	}
	differences_push(cx->keep, list, earlier);
}

static void note_file(struct ctx *cx, const struct statefile *state,
                      const struct stale_before *before, struct object *object, uint32_t file) {
	const struct watch *now = &state->watches.at[file];
	if (file < before->len && before->at[file].hash != now->hash &&
	    !has_role(now, WATCH_CONSTANT | WATCH_PRODUCED)) {
		struct difference earlier = {file, before->at[file].hash};
		note_object(cx, object, earlier, now->hash);
	}
}

void stale_note_changes(struct ctx *cx, struct statefile *state,
                        const struct stale_before *before) {
	for (size_t i = 0; i < state->objects.len; i++) {
		struct object *object = &state->objects.at[i];
		for (size_t k = 0; k < object->made.len; k++) {
			note_file(cx, state, before, object, object->made.at[k]);
		}
	}
}

/* Whether ninja would keep the object although it differs. */
static bool is_kept(const struct statefile *state, const struct object *object) {
	for (size_t i = 0; i < object->differences.len; i++) {
		const struct watch *file = &state->watches.at[object->differences.at[i].file];
		if (file->kind != FILE_MISSING && file->stamp.mtime <= object->built) {
			return true;
		}
	}
	return false;
}

bool stale_remove_object(struct ctx *cx, const struct object *object) {
	if (!path_is_inside(object->path, STR(".fbgen")) || file_remove(object->path)) {
		return true;
	}
	return diag_errno(cx->diag, object->path, "cannot remove");
}

bool stale_remove(struct ctx *cx, const struct statefile *state) {
	bool ok = true;
	for (size_t i = 0; i < state->objects.len; i++) {
		const struct object *object = &state->objects.at[i];
		if (object->differences.len && is_kept(state, object)) {
			ok = stale_remove_object(cx, object) && ok;
		}
	}
	return ok;
}
