#include "base/path.h"

#include <string.h>

bool path_is_absolute(str path) {
	return path.len && path.at[0] == '/';
}

str path_join(struct arena *arena, str dir, str name) {
	if (path_is_absolute(name) || dir.len == 0 || str_eq(dir, STR("."))) {
		return name.len ? name : dir;
	}
	if (name.len == 0) {
		return dir;
	}
	size_t slash = dir.at[dir.len - 1] == '/' ? 0 : 1;
	size_t len = dir.len + slash + name.len;
	char *path = arena_alloc(arena, len + 1, 1);
	memcpy(path, dir.at, dir.len);
	path[dir.len] = '/';
	memcpy(path + dir.len + slash, name.at, name.len);
	return (str){path, len};
}

/* Take one part off the end where it is a real name. */
static bool drop_last(struct str_vec *parts) {
	if (parts->len == 0 || str_eq(parts->at[parts->len - 1], STR(".."))) {
		return false;
	}
	parts->len--;
	return true;
}

str path_normal(struct arena *arena, str path) {
	bool absolute = path_is_absolute(path);
	struct str_vec parts = {0};
	str rest = path;
	while (rest.len) {
		str part;
		(void)str_cut(rest, '/', &part, &rest);
		if (part.len == 0 || str_eq(part, STR("."))) {
			continue;
		}
		if (str_eq(part, STR("..")) && (drop_last(&parts) || absolute)) {
			continue;
		}
		str_vec_push(arena, &parts, part);
	}
	str joined = str_join(arena, &parts, STR("/"));
	if (absolute) {
		return str_format(arena, "/%" PRI_STR, STR_ARG(joined));
	}
	return joined.len ? joined : STR(".");
}

bool path_is_inside(str path, str dir) {
	if (str_eq(dir, STR("."))) {
		return !path_is_absolute(path) && !str_eq(path, STR("..")) &&
		       !str_starts_with(path, STR("../"));
	}
	if (path.len == dir.len || dir.len == 0 || !str_starts_with(path, dir)) {
		return str_eq(path, dir);
	}
	str rest = str_from_offset(path, dir.len);
	if (dir.at[dir.len - 1] != '/' && rest.at[0] != '/') {
		return false;
	}
	/* In a normal path only leading parts are "..": one that goes on so climbs out of dir. */
	rest = rest.at[0] == '/' ? str_from_offset(rest, 1) : rest;
	return !str_eq(rest, STR("..")) && !str_starts_with(rest, STR("../"));
}

str path_relative_inside(struct arena *arena, str path, str dir) {
	str normal = path_normal(arena, path);
	str base = path_normal(arena, dir);
	if (str_eq(normal, base)) {
		return STR(".");
	}
	if (!path_is_inside(normal, base) || str_eq(base, STR("."))) {
		return normal;
	}
	str rest = str_from_offset(normal, base.len);
	return rest.at[0] == '/' ? str_from_offset(rest, 1) : rest;
}

str path_name(str path) {
	size_t slash = str_rfind_char(path, '/');
	return slash == path.len ? path : str_from_offset(path, slash + 1);
}

str path_parent(str path) {
	size_t slash = str_rfind_char(path, '/');
	if (slash == path.len) {
		return STR(".");
	}
	return slash == 0 ? STR("/") : str_slice(path, 0, slash);
}

str path_extension(str path) {
	str name = path_name(path);
	size_t dot = str_rfind_char(name, '.');
	return dot == 0 ? STR("") : str_from_offset(name, dot);
}

str path_stem(str path) {
	str name = path_name(path);
	return str_slice(name, 0, name.len - path_extension(path).len);
}

str path_expand_home(struct arena *arena, str path, str home) {
	bool has_home = str_eq(path, STR("~")) || str_starts_with(path, STR("~/"));
	if (!has_home || home.len == 0) {
		return path;
	}
	struct str_vec parts = {0};
	str_vec_push(arena, &parts, home);
	str_vec_push(arena, &parts, str_from_offset(path, 1));
	return str_join(arena, &parts, STR(""));
}
