#include "fetch/names.h"

enum { FIRST_BUCKETS = 256 };

/* FNV-1a of the name in lower case; it goes on from the folder's, and that from the root's, which
 * is the caller's to make hard to guess. */
static uint64_t hash_of(const struct name *folder, str text) {
	uint64_t hash = folder->hash ^ 0xcbf29ce484222325u;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.at[i];
		unsigned char lower = (unsigned char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
		hash = (hash ^ lower) * 0x100000001b3u;
	}
	return hash ^ hash >> 29;
}

struct name *names_find(const struct names *names, const struct name *folder, str text,
                        struct name **alike) {
	if (alike) {
		*alike = NULL;
	}
	if (names->bucket_count == 0) {
		return NULL;
	}
	uint64_t hash = hash_of(folder, text);
	struct name *found = names->buckets[hash & (names->bucket_count - 1)];
	for (; found; found = found->chain) {
		if (found->hash != hash || found->parent != folder) {
			continue;
		}
		if (str_eq(found->text, text)) {
			return found;
		}
		if (alike && str_eq_nocase(found->text, text)) {
			*alike = found;
		}
	}
	return NULL;
}

static void put(struct names *names, struct name *name) {
	struct name **bucket = &names->buckets[name->hash & (names->bucket_count - 1)];
	name->chain = *bucket;
	*bucket = name;
}

static void grow(struct names *names) {
	names->bucket_count = names->bucket_count ? names->bucket_count * 2 : FIRST_BUCKETS;
	names->buckets = arena_alloc(names->arena, names->bucket_count, sizeof(struct name *));
	for (struct name *n = names->first; n; n = n->younger) {
		put(names, n);
	}
}

struct name *names_add(struct names *names, struct name *folder, const struct name *name) {
	struct name *made = arena_new(names->arena, struct name);
	*made = (struct name){
	    .text = str_copy(names->arena, name->text),
	    .target = str_copy(names->arena, name->target),
	    .parent = folder,
	    .hash = hash_of(folder, name->text),
	    .kind = name->kind,
	};
	if (names->count == names->bucket_count) {
		grow(names);
	}
	put(names, made);
	if (names->last) {
		names->last->younger = made;
	} else {
		names->first = made;
	}
	names->last = made;
	names->count++;
	names->bytes += made->text.len + made->target.len;
	return made;
}

str names_path(struct arena *arena, const struct name *name) {
	str path = name->text;
	for (const struct name *n = name->parent; n && n->parent; n = n->parent) {
		path = str_format(arena, "%" PRI_STR "/%" PRI_STR, STR_ARG(n->text), STR_ARG(path));
	}
	return path;
}
