#include "gen/edge_ino.h"

#include "base/file.h"
#include "base/path.h"
#include "gen/ino.h"

static bool read_tabs(struct ctx *cx, const struct str_vec *paths, struct source_refs *out) {
	bool ok = true;
	for (size_t i = 0; i < paths->len; i++) {
		struct source *tab = arena_new(cx->keep, struct source);
		ok = file_read(cx, paths->at[i], tab) && ok;
		source_refs_push(cx->keep, out, tab);
	}
	return ok;
}

bool edge_ino(struct ctx *cx, const struct str_vec *tabs, str output, str prelude) {
	struct source_refs read = {0};
	struct source_refs ordered = {0};
	const struct source *main = NULL;
	if (!read_tabs(cx, tabs, &read)) {
		return false;
	}
	ino_order(&read, cx->keep, &ordered, &main);
	if (prelude.len > 0 &&
	    !file_replace(cx, prelude, ino_prototypes(cx, &ordered), path_parent(prelude), NULL)) {
		return false;
	}
	return file_replace(cx, output, ino_convert(cx, &ordered), path_parent(output), NULL);
}
