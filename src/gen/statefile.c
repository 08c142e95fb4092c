/*
 * The file: a line with the version, XXH3 of all that follows, then numbers in the machine's own
 * byte order and texts behind their lengths.  It is a cache of one machine: whoever cannot read it
 * generates anew.
 */
#include "gen/statefile.h"

#include <string.h>

#include "base/buf.h"
#include "base/hash.h"

#define VERSION "fbgen state 1\n"

enum { HASH_SIZE = sizeof(uint64_t) };

static const str state_path = STR_INIT(".fbgen/state");

static void put(struct buf *out, const void *value, size_t size) {
	buf_add(out, (str){value, size});
}

static void put_number(struct buf *out, uint64_t number) {
	put(out, &number, sizeof(number));
}

static void put_small(struct buf *out, size_t number) {
	uint32_t small = (uint32_t)number;
	put(out, &small, sizeof(small));
}

static void put_text(struct buf *out, str text) {
	put_small(out, text.len);
	buf_add(out, text);
}

static void put_texts(struct buf *out, const struct str_vec *texts) {
	put_small(out, texts->len);
	for (size_t i = 0; i < texts->len; i++) {
		put_text(out, texts->at[i]);
	}
}

static void put_indices(struct buf *out, const struct indices *indices) {
	put_small(out, indices->len);
	if (indices->len) {
		put(out, indices->at, indices->len * sizeof(*indices->at));
	}
}

static void put_stamp(struct buf *out, const struct file_stamp *stamp) {
	put(out, stamp, sizeof(*stamp));
}

static void put_pairs(struct buf *out, const struct pairs *pairs) {
	put_small(out, pairs->len);
	for (size_t i = 0; i < pairs->len; i++) {
		put_text(out, pairs->at[i].name);
		put_text(out, pairs->at[i].value);
		put_small(out, pairs->at[i].is_set);
	}
}

static void put_watch(struct buf *out, const struct watch *watch) {
	put_text(out, watch->path);
	put_small(out, watch->roles);
	put_small(out, watch->kind);
	put_stamp(out, &watch->stamp);
	put_number(out, watch->hash);
	put_text(out, watch->detail);
}

static void put_object(struct buf *out, const struct object *object) {
	put_text(out, object->path);
	put_number(out, (uint64_t)object->built);
	put_small(out, object->folders);
	put_indices(out, &object->made);
	put_indices(out, &object->inputs);
	put_small(out, object->differences.len);
	for (size_t i = 0; i < object->differences.len; i++) {
		put_small(out, object->differences.at[i].file);
		put_number(out, object->differences.at[i].hash);
	}
}

str statefile_text(struct arena *arena, const struct statefile *state) {
	static const char no_hash[HASH_SIZE];
	struct buf out = {.arena = arena};
	buf_lit(&out, VERSION);
	buf_add(&out, (str){no_hash, HASH_SIZE});
	put_small(&out, state->complete);
	put_text(&out, state->program);
	put_text(&out, state->directory);
	put_stamp(&out, &state->program_stamp);
	put_texts(&out, &state->options);
	put_pairs(&out, &state->variables);
	put_pairs(&out, &state->programs);
	put_pairs(&out, &state->commands);
	put_small(&out, state->watches.len);
	for (size_t i = 0; i < state->watches.len; i++) {
		put_watch(&out, &state->watches.at[i]);
	}
	put_small(&out, state->folders.len);
	for (size_t i = 0; i < state->folders.len; i++) {
		put_texts(&out, &state->folders.at[i]);
	}
	put_small(&out, state->objects.len);
	for (size_t i = 0; i < state->objects.len; i++) {
		put_object(&out, &state->objects.at[i]);
	}
	put_texts(&out, &state->outputs);
	put_stamp(&out, &state->build_log);
	put_stamp(&out, &state->deps_log);
	size_t head = sizeof(VERSION) - 1;
	uint64_t hash = hash_text(str_from_offset(buf_str(&out), head + HASH_SIZE));
	memcpy(out.at + head, &hash, HASH_SIZE);
	return buf_str(&out);
}

/* What is left of a text that is being read; `ok` ends with the first thing that is not there. */
struct reader {
	struct arena *arena;
	str rest;
	bool ok;
};

static void get(struct reader *in, void *value, size_t size) {
	if (!in->ok || in->rest.len < size) {
		in->ok = false;
		memset(value, 0, size);
		return;
	}
	memcpy(value, in->rest.at, size);
	in->rest = str_from_offset(in->rest, size);
}

static uint64_t get_number(struct reader *in) {
	uint64_t number = 0;
	get(in, &number, sizeof(number));
	return number;
}

static uint32_t get_small(struct reader *in) {
	uint32_t number = 0;
	get(in, &number, sizeof(number));
	return number;
}

/* A number of things of which each takes at least `size` bytes. */
static size_t get_count(struct reader *in, size_t size) {
	size_t count = get_small(in);
	if (count > in->rest.len / size) {
		in->ok = false;
		return 0;
	}
	return count;
}

static str get_text(struct reader *in) {
	size_t len = get_count(in, 1);
	str text = str_slice(in->rest, 0, len);
	in->rest = str_from_offset(in->rest, len);
	return text;
}

static struct str_vec get_texts(struct reader *in) {
	struct str_vec texts = {0};
	size_t count = get_count(in, sizeof(uint32_t));
	texts.at = arena_alloc(in->arena, count, sizeof(*texts.at));
	texts.len = texts.cap = count;
	for (size_t i = 0; i < count; i++) {
		texts.at[i] = get_text(in);
	}
	return texts;
}

/* Indices of `limit` things. */
static struct indices get_indices(struct reader *in, size_t limit) {
	struct indices indices = {0};
	size_t count = get_count(in, sizeof(uint32_t));
	indices.at = arena_alloc(in->arena, count, sizeof(*indices.at));
	indices.len = indices.cap = count;
	get(in, indices.at, count * sizeof(*indices.at));
	for (size_t i = 0; i < count; i++) {
		in->ok = in->ok && indices.at[i] < limit;
	}
	return indices;
}

static void get_stamp(struct reader *in, struct file_stamp *stamp) {
	get(in, stamp, sizeof(*stamp));
}

static struct pairs get_pairs(struct reader *in) {
	struct pairs pairs = {0};
	size_t count = get_count(in, 3 * sizeof(uint32_t));
	for (size_t i = 0; i < count; i++) {
		struct pair pair = {.name = get_text(in)};
		pair.value = get_text(in);
		pair.is_set = get_small(in) != 0;
		pairs_push(in->arena, &pairs, pair);
	}
	return pairs;
}

static void get_watches(struct reader *in, struct statefile *out) {
	size_t count = get_count(in, sizeof(struct file_stamp));
	out->watches.at = arena_alloc(in->arena, count, sizeof(*out->watches.at));
	out->watches.len = out->watches.cap = count;
	for (size_t i = 0; i < count; i++) {
		struct watch *watch = &out->watches.at[i];
		watch->path = get_text(in);
		watch->roles = get_small(in);
		uint32_t kind = get_small(in);
		in->ok = in->ok && kind <= FILE_OTHER;
		watch->kind = in->ok ? (enum file_kind)kind : FILE_MISSING;
		get_stamp(in, &watch->stamp);
		watch->hash = get_number(in);
		watch->detail = get_text(in);
	}
}

static void get_folders(struct reader *in, struct statefile *out) {
	size_t count = get_count(in, sizeof(uint32_t));
	for (size_t i = 0; i < count; i++) {
		str_lists_push(in->arena, &out->folders, get_texts(in));
	}
}

static struct differences get_differences(struct reader *in, size_t limit) {
	struct differences differences = {0};
	size_t count = get_count(in, sizeof(uint32_t) + sizeof(uint64_t));
	for (size_t i = 0; i < count; i++) {
		struct difference difference = {.file = get_small(in)};
		difference.hash = get_number(in);
		in->ok = in->ok && difference.file < limit;
		differences_push(in->arena, &differences, difference);
	}
	return differences;
}

static void get_objects(struct reader *in, struct statefile *out) {
	size_t count = get_count(in, 6 * sizeof(uint32_t));
	size_t limit = out->watches.len;
	out->objects.at = arena_alloc(in->arena, count, sizeof(*out->objects.at));
	out->objects.len = out->objects.cap = count;
	for (size_t i = 0; i < count; i++) {
		struct object *object = &out->objects.at[i];
		object->path = get_text(in);
		object->built = (int64_t)get_number(in);
		object->folders = get_small(in);
		in->ok = in->ok &&
		         (object->folders == NO_FOLDERS || object->folders < out->folders.len);
		object->made = get_indices(in, limit);
		object->inputs = get_indices(in, limit);
		object->differences = get_differences(in, limit);
	}
}

bool statefile_parse(struct arena *arena, str text, struct statefile *out) {
	*out = (struct statefile){0};
	struct reader in = {arena, str_from_offset(text, sizeof(VERSION) - 1), true};
	if (!str_starts_with(text, STR(VERSION))) {
		return false;
	}
	uint64_t hash = get_number(&in);
	if (hash != hash_text(in.rest)) {
		return false;
	}
	out->complete = get_small(&in) != 0;
	out->program = get_text(&in);
	out->directory = get_text(&in);
	get_stamp(&in, &out->program_stamp);
	out->options = get_texts(&in);
	out->variables = get_pairs(&in);
	out->programs = get_pairs(&in);
	out->commands = get_pairs(&in);
	get_watches(&in, out);
	get_folders(&in, out);
	get_objects(&in, out);
	out->outputs = get_texts(&in);
	get_stamp(&in, &out->build_log);
	get_stamp(&in, &out->deps_log);
	return in.ok && in.rest.len == 0;
}

/* The index is made when it is first asked for: the no-op does not need it. */
static void index_watches(struct arena *arena, struct statefile *state) {
	for (size_t i = map_count(&state->index); i < state->watches.len; i++) {
		uint32_t *place = arena_new(arena, uint32_t);
		*place = (uint32_t)i;
		*map_at(arena, &state->index, state->watches.at[i].path) = place;
	}
}

const uint32_t *statefile_find(struct arena *arena, struct statefile *state, str path) {
	index_watches(arena, state);
	return map_get(&state->index, path);
}

uint32_t statefile_watch(struct arena *arena, struct statefile *state, str path) {
	const uint32_t *found = statefile_find(arena, state, path);
	if (found) {
		return *found;
	}
	watches_push(arena, &state->watches, (struct watch){.path = path});
	index_watches(arena, state);
	return (uint32_t)(state->watches.len - 1);
}

bool statefile_read(struct ctx *cx, struct statefile *out) {
	str text;
	return file_try_read(cx->keep, state_path, &text) &&
	       statefile_parse(cx->keep, text, out);
}

bool statefile_write(struct ctx *cx, const struct statefile *state) {
	struct arena_mark mark = arena_mark(cx->scratch);
	str text = statefile_text(cx->scratch, state);
	bool ok = file_replace(cx, state_path, text, STR(".fbgen"), NULL);
	arena_rewind(cx->scratch, mark);
	return ok;
}
