#include "gen/override.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/path.h"
#include "store/version.h"

static const str option = STR_INIT("platform_packages");

static bool take_prefix(str *s, str prefix) {
	bool has = str_starts_with(*s, prefix);
	*s = has ? str_from_offset(*s, prefix.len) : *s;
	return has;
}

/* "file:///x" and "symlink://~/x" name a folder; so does a path that exists. */
static bool is_folder(struct arena *arena, str text, str *out) {
	bool local = take_prefix(&text, STR("symlink://")) || take_prefix(&text, STR("file://"));
	*out = path_expand_home(arena, text, str_from(getenv("HOME")));
	if (local) {
		return file_kind(*out) != FILE_REGULAR; /* archives have to be unpacked */
	}
	return str_contains(text, STR("/")) && file_kind(*out) == FILE_DIRECTORY;
}

/* "owner/name" without the owner; of a folder or an address its last part. */
static str plain_name(str text) {
	while (str_ends_with(text, STR("/"))) {
		text.len--;
	}
	return path_name(text);
}

/* Where NAME ends: at the first '@', or at '=' for NAME=ADDRESS; what follows is the rest. */
static bool split(str item, str *name, str *rest) {
	size_t at = str_find_char(item, '@');
	size_t equal = str_find_char(item, '=');
	size_t colon = str_find_char(item, ':');
	size_t end = equal < at && equal < colon ? equal : at;
	if (end == item.len || colon < end) {
		*name = plain_name(item);
		*rest = colon < item.len ? item : STR("");
		return rest->len > 0;
	}
	*name = plain_name(str_trim(str_slice(item, 0, end)));
	*rest = str_trim(str_from_offset(item, end + 1));
	return rest->len > 0;
}

static bool read_item(struct arena *arena, str item, struct override *out) {
	str rest;
	*out = (struct override){.text = item};
	if (!split(str_trim(item), &out->name, &rest)) {
		return false;
	}
	if (is_folder(arena, rest, &out->value)) {
		out->kind = OVERRIDE_FOLDER;
	} else if (version_range_valid(rest)) {
		out->kind = OVERRIDE_RANGE;
		out->value = rest;
	} else {
		out->kind = OVERRIDE_LATER;
		out->value = rest;
	}
	return true;
}

void override_read(struct arena *arena, const struct environment *env, struct overrides *out) {
	struct str_vec items = config_items(arena, env, option);
	for (size_t i = 0; i < items.len; i++) {
		struct override item;
		if (read_item(arena, items.at[i], &item)) {
			overrides_push(arena, out, item);
		}
	}
}

const struct override *override_find(const struct overrides *overrides, str name) {
	for (size_t i = overrides->len; i > 0; i--) {
		if (str_eq(overrides->at[i - 1].name, name)) {
			return &overrides->at[i - 1];
		}
	}
	return NULL;
}
