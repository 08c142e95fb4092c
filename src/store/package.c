#include "store/package.h"

#include "base/path.h"

static const str map_keys[] = {
    STR_INIT("packages"),
    STR_INIT("libraries"),
    STR_INIT("links"),
    STR_INIT("replaces"),
};

/* The lists of a request in the order of map_keys. */
static void lists_of(struct package_request *r, struct str_vec *lists[COUNT_OF(map_keys)]) {
	lists[0] = &r->packages;
	lists[1] = &r->libraries;
	lists[2] = &r->links;
	lists[3] = &r->replaces;
}

str package_text(struct arena *arena, const struct package_request *request) {
	struct buf buf = {.arena = arena};
	struct json_writer w = {.buf = &buf, .compact = true};
	struct package_request copy = *request;
	struct str_vec *lists[COUNT_OF(map_keys)];
	lists_of(&copy, lists);
	json_open(&w, '{');
	json_pair(&w, STR("name"), request->name);
	json_pair(&w, STR("kind"), request->kind);
	json_pair(&w, STR("root"), request->root);
	for (size_t i = 0; i < COUNT_OF(map_keys); i++) {
		json_key(&w, map_keys[i]);
		json_texts(&w, lists[i]);
	}
	json_close(&w, '}');
	return buf_str(&buf);
}

/* A path that stays inside the tree it is said of. */
static bool is_inner_path(struct ctx *cx, str path) {
	struct arena_mark mark = arena_mark(cx->scratch);
	str normal = path_normal(cx->scratch, path);
	bool inner = path.len > 0 && !path_is_absolute(path) && !str_eq(normal, STR("..")) &&
	             !str_starts_with(normal, STR("../"));
	arena_rewind(cx->scratch, mark);
	return inner;
}

/* Every `step`th text is such a path. */
static bool paths_check(struct ctx *cx, const struct value *at, const struct str_vec *list,
                        size_t step) {
	for (size_t i = 0; i < list->len; i += step) {
		if (!is_inner_path(cx, list->at[i])) {
			return value_error(cx->diag, at,
			                   "expected a path inside the package, not '%" PRI_STR "'",
			                   STR_ARG(list->at[i]));
		}
	}
	return true;
}

/* Debian's names: lower case, digits and "+-."; such a word cannot be taken for an option. */
static bool is_package_name(str s) {
	for (size_t i = 0; i < s.len; i++) {
		bool mark = s.at[i] == '+' || s.at[i] == '-' || s.at[i] == '.';
		bool letter = s.at[i] >= 'a' && s.at[i] <= 'z';
		if (!letter && !char_is_digit(s.at[i]) && (!mark || i == 0)) {
			return false;
		}
	}
	return s.len > 1;
}

static bool names_check(struct ctx *cx, const struct value *at, const struct str_vec *names) {
	for (size_t i = 0; i < names->len; i++) {
		if (!is_package_name(names->at[i])) {
			return value_error(cx->diag, at,
			                   "expected the name of a Debian package, not '%" PRI_STR
			                   "'",
			                   STR_ARG(names->at[i]));
		}
	}
	return true;
}

/* A list of lists with `width` texts each. */
static bool read_tuples(struct ctx *cx, const struct value *list, size_t width,
                        struct str_vec *out) {
	bool ok = !list || list->kind == VALUE_LIST ||
	          value_error(cx->diag, list, "expected a list of lists");
	for (const struct value *row = ok && list ? list->first : NULL; row; row = row->next) {
		size_t before = out->len;
		if (row->kind != VALUE_LIST || !value_texts(cx, row, out) ||
		    out->len != before + width) {
			return value_error(cx->diag, row, "expected a list of %zu texts", width);
		}
	}
	return ok;
}

static bool check_request(struct ctx *cx, const struct value *at,
                          const struct package_request *request) {
	if (!str_eq(request->kind, STR("distro"))) {
		return value_error(cx->diag, at, "packages of kind '%" PRI_STR "' come later",
		                   STR_ARG(request->kind));
	}
	if (request->packages.len == 0) {
		return value_error(cx->diag, at, "expected names of Debian packages in 'packages'");
	}
	if (!is_inner_path(cx, request->root)) {
		return value_error(cx->diag, at,
		                   "expected a path inside the package in 'root', not '%" PRI_STR
		                   "'",
		                   STR_ARG(request->root));
	}
	return names_check(cx, at, &request->packages) &&
	       names_check(cx, at, &request->libraries) &&
	       paths_check(cx, at, &request->links, 2) &&
	       paths_check(cx, at, &request->replaces, 3);
}

bool package_request_read(struct ctx *cx, str name, const struct value *record,
                          const struct value *source, struct package_request *out) {
	struct package_request r = {.name = name};
	const struct value *fixup = value_get(record, STR("fixup"));
	r.kind = value_text(value_get(source, STR("kind")));
	r.root = value_text(value_get(source, STR("root")));
	r.root = r.root.len > 0 ? path_normal(cx->keep, r.root) : STR(".");
	bool ok = value_texts(cx, value_get(source, STR("packages")), &r.packages) &&
	          value_texts(cx, value_get(source, STR("libraries")), &r.libraries);
	ok = read_tuples(cx, value_get(fixup, STR("links")), 2, &r.links) && ok;
	ok = read_tuples(cx, value_get(fixup, STR("replace")), 3, &r.replaces) && ok;
	if (!ok || !check_request(cx, source, &r)) {
		return false;
	}
	*out = r;
	return true;
}

static bool read_line(struct ctx *cx, const struct source *line, struct package_request *out) {
	const struct value *map = json_parse(cx, line);
	if (!map) {
		return false;
	}
	*out = (struct package_request){.name = value_text(value_get(map, STR("name"))),
	                                .kind = value_text(value_get(map, STR("kind"))),
	                                .root = value_text(value_get(map, STR("root")))};
	struct str_vec *lists[COUNT_OF(map_keys)];
	lists_of(out, lists);
	for (size_t i = 0; i < COUNT_OF(map_keys); i++) {
		if (!value_texts(cx, value_get(map, map_keys[i]), lists[i])) {
			return false;
		}
	}
	if (out->name.len == 0 || out->links.len % 2 != 0 || out->replaces.len % 3 != 0) {
		return diag_error(cx->diag, span_of(line, line->text),
		                  "expected a request for a package");
	}
	return check_request(cx, map, out);
}

bool package_requests_parse(struct ctx *cx, const struct source *text, struct package_request **out,
                            size_t *count) {
	str rest = text->text, line;
	bool ok = true;
	struct package_request *list = NULL;
	*count = 0;
	for (size_t number = 1; str_next_line(&rest, &line); number++) {
		if (str_trim(line).len == 0) {
			continue;
		}
		struct source *source = arena_new(cx->keep, struct source);
		source->path =
		    str_format(cx->keep, "%" PRI_STR ", line %zu", STR_ARG(text->path), number);
		source->text = str_copy(cx->keep, line);
		size_t size = *count * sizeof(*list);
		list = arena_grow(cx->keep, list, size, size + sizeof(*list));
		ok = read_line(cx, source, &list[*count]) && ok;
		++*count;
	}
	*out = list;
	return ok;
}
