#include "gen/object.h"

#include "base/hash.h"

enum { KEY_SHOWN = 8, HASH_SHOWN = 10 };

/* How a path begins, and what stands in the object's place for that beginning. */
static const struct {
	str begin, shown;
	bool has_key; /* a store key follows, of which a few digits will do */
} places[] = {
    {STR_INIT("../"),             STR_INIT("_up_/"),   false},
    {STR_INIT("/"),               STR_INIT("_root_/"), false},
    {STR_INIT(".fbgen/store/"),   STR_INIT(""),        true },
    {STR_INIT(".fbgen/package/"), STR_INIT(""),        false},
    {STR_INIT(".fbgen/sketch/"),  STR_INIT(""),        false},
};

/* Take the beginning of a place off the path; what is shown for it becomes a part. */
static str shorten(struct arena *arena, size_t place, str path, struct str_vec *parts) {
	path = str_from_offset(path, places[place].begin.len);
	str_vec_push(arena, parts, places[place].shown);
	if (!places[place].has_key) {
		return path;
	}
	str_vec_push(arena, parts, str_slice(path, 0, KEY_SHOWN));
	return str_from_offset(path, str_find_char(path, '/'));
}

str object_hash(struct arena *arena, const struct str_vec *words) {
	return str_slice(hash_hex(arena, hash_texts(words)), 0, HASH_SHOWN);
}

str object_path(struct arena *arena, str hash, str source) {
	struct str_vec parts = {0};
	str_vec_push(arena, &parts, STR(".fbgen/obj/"));
	str_vec_push(arena, &parts, hash);
	str_vec_push(arena, &parts, STR("/"));
	for (size_t i = 0; i < COUNT_OF(places); i++) {
		while (str_starts_with(source, places[i].begin)) {
			source = shorten(arena, i, source, &parts);
		}
	}
	str_vec_push(arena, &parts, source);
	str_vec_push(arena, &parts, STR(".o"));
	return str_join(arena, &parts, STR(""));
}

str object_archive(struct arena *arena, const struct str_vec *words, const struct str_vec *objects,
                   str name) {
	struct str_vec all = {0};
	str_vec_append(arena, &all, words);
	str_vec_append(arena, &all, objects);
	str hash = object_hash(arena, &all);
	return str_format(arena, ".fbgen/obj/%" PRI_STR "/lib%" PRI_STR ".a", STR_ARG(hash),
	                  STR_ARG(name));
}

str object_dir(struct arena *arena, str env) {
	static const str reserved[] = {STR_INIT("fbgen"),   STR_INIT("lock"),   STR_INIT("obj"),
	                               STR_INIT("package"), STR_INIT("sketch"), STR_INIT("state"),
	                               STR_INIT("store"),   STR_INIT("tool")};
	const char *apart = "";
	for (size_t i = 0; i < COUNT_OF(reserved); i++) {
		if (str_eq(env, reserved[i])) {
			apart = ".env";
		}
	}
	return str_format(arena, ".fbgen/%" PRI_STR "%s", STR_ARG(env), apart);
}

str object_product(struct arena *arena, str env, str name) {
	str dir = object_dir(arena, env);
	return str_format(arena, "%" PRI_STR "/%" PRI_STR, STR_ARG(dir), STR_ARG(name));
}

/* The sketch's name with what is special about its place replaced, as for objects. */
static str sketch_file(struct arena *arena, str unit, const char *suffix) {
	str object = object_path(arena, STR(""), unit);
	str path = str_slice(object, sizeof(".fbgen/obj//") - 1, object.len - 2);
	return str_format(arena, ".fbgen/sketch/%" PRI_STR "%s", STR_ARG(path), suffix);
}

str object_sketch(struct arena *arena, str unit) {
	return sketch_file(arena, unit, "");
}

str object_prelude(struct arena *arena, str unit) {
	return sketch_file(arena, unit, ".h");
}
