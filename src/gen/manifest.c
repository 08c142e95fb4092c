#include "gen/manifest.h"

#include "base/json.h"

/* Characters U+0080 to U+00FF of a text that is not UTF-8, and so is taken for Latin-1. */
static str as_utf8(struct arena *arena, str text) {
	if (str_utf8_fault(text) == text.len) {
		return text;
	}
	struct buf buf = {.arena = arena};
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.at[i];
		if (c < 0x80) {
			buf_add_char(&buf, text.at[i]);
		} else {
			buf_add_char(&buf, (char)(0xc0 | c >> 6));
			buf_add_char(&buf, (char)(0x80 | (c & 0x3f)));
		}
	}
	return buf_str(&buf);
}

/* The JSON value, or NULL; what is wrong goes to `faults`. */
static const struct value *parse_json(struct ctx *cx, const struct source *source,
                                      struct diag *faults) {
	struct source *utf8 = arena_new(cx->keep, struct source);
	*utf8 = (struct source){source->path, as_utf8(cx->keep, source->text)};
	struct ctx quiet = {cx->keep, cx->scratch, faults};
	const struct value *root = json_parse(&quiet, utf8);
	if (root && root->kind != VALUE_MAP) {
		diag_error(faults, root->at, "expected an object");
		return NULL;
	}
	return root;
}

/* The broken manifest as a warning with the first thing that is wrong with it. */
static void warn_broken(struct ctx *cx, const struct source *source, const struct diag *faults) {
	span at = {source, SIZE_MAX, 0};
	str reason = STR("not as expected");
	if (faults->entries.len) {
		at = faults->entries.at[0].at;
		reason = faults->entries.at[0].text;
	}
	diag_warning(cx->diag, at, "broken library manifest is ignored: %" PRI_STR,
	             STR_ARG(reason));
}

/* A text as such; NULL `at` where there is none. */
static str text_of(const struct value *parent, const char *key) {
	const struct value *value = value_get(parent, str_from(key));
	if (!value || value->kind == VALUE_NULL) {
		return (str){0};
	}
	str text = value_text(value);
	return text.at ? text : STR("");
}

/* Of a scalar or a list of scalars, each as it is. */
static void texts_of(struct arena *arena, const struct value *value, struct str_vec *out) {
	if (!value || value->kind == VALUE_NULL) {
		return;
	}
	if (value->kind != VALUE_LIST) {
		str_vec_push(arena, out, value_text(value));
		return;
	}
	for (const struct value *item = value->first; item; item = item->next) {
		str_vec_push(arena, out, value_text(item));
	}
}

/* What stands between the commas of a text, trimmed, what is empty left out. */
static void split_commas(struct arena *arena, str text, struct str_vec *out) {
	while (text.len) {
		str part;
		(void)str_cut(text, ',', &part, &text);
		part = str_trim(part);
		if (part.len) {
			str_vec_add(arena, out, part);
		}
	}
}

/* A text with commas or a list of texts, in lower case.  A fault where it is anything else. */
static bool names_of(struct ctx *cx, struct diag *faults, const struct value *value,
                     struct str_vec *out) {
	if (!value) {
		return true;
	}
	struct str_vec words = {0};
	if (value->kind == VALUE_TEXT) {
		split_commas(cx->scratch, value->text, &words);
	} else if (value->kind != VALUE_LIST) {
		return value_error(faults, value, "expected a text or a list of texts");
	}
	for (const struct value *item = value->first; item; item = item->next) {
		if (item->kind != VALUE_TEXT) {
			return value_error(faults, item, "expected a text");
		}
		str_vec_push(cx->scratch, &words, str_trim(item->text));
	}
	for (size_t i = 0; i < words.len; i++) {
		if (words.at[i].len) {
			str_vec_add(cx->keep, out, str_lower(cx->keep, words.at[i]));
		}
	}
	return true;
}

/* "owner/name" in its parts. */
static struct dependency dependency_of(str text) {
	struct dependency dependency = {0};
	if (!str_cut(text, '/', &dependency.owner, &dependency.name)) {
		dependency = (struct dependency){.name = text};
	}
	return dependency;
}

/* One item of a list of dependencies: a text is a name as it stands. */
static struct dependency dependency_item(const struct value *item) {
	if (item->kind != VALUE_MAP) {
		return (struct dependency){.name = value_text(item)};
	}
	str owner = text_of(item, "owner");
	str name = text_of(item, "name");
	return owner.at ? (struct dependency){owner, name} : dependency_of(name);
}

static bool depends_of(struct ctx *cx, struct diag *faults, const struct value *value,
                       struct dependencies *out) {
	if (!value) {
		return true;
	}
	if (value->kind == VALUE_MAP && value_get(value, STR("name"))) {
		dependencies_push(cx->keep, out, dependency_item(value));
		return true;
	}
	if (value->kind != VALUE_MAP && value->kind != VALUE_LIST) {
		return value_error(faults, value, "expected a list or an object of dependencies");
	}
	for (const struct value *item = value->first; item; item = item->next) {
		struct dependency dependency =
		    value->kind == VALUE_MAP ? dependency_of(item->key) : dependency_item(item);
		if (dependency.name.len) {
			dependencies_push(cx->keep, out, dependency);
		}
	}
	return true;
}

/* Whether a value counts as true. */
static bool is_true(const struct value *value) {
	switch (value->kind) {
	case VALUE_NULL:
		return false;
	case VALUE_BOOL:
		return value->boolean;
	case VALUE_NUMBER:
		return !str_eq(value->text, STR("0")) && !str_eq(value->text, STR("0.0"));
	case VALUE_TEXT:
		return value->text.len > 0;
	case VALUE_LIST:
	case VALUE_MAP:
		return value->first != NULL;
	}
	return false;
}

/* Authors are objects: PlatformIO takes the manifest for broken where they are not. */
static bool check_authors(struct diag *faults, const struct value *authors) {
	if (!authors || !is_true(authors)) {
		return true;
	}
	bool is_list = authors->kind == VALUE_LIST;
	const struct value *item = is_list ? authors->first : authors;
	for (; item; item = is_list ? item->next : NULL) {
		if (item->kind != VALUE_MAP) {
			return value_error(faults, item, "expected an object");
		}
	}
	return true;
}

/* A mode by its name or number; true and false count as numbers. */
static str mode_of(const struct value *build, const char *key) {
	const struct value *value = value_get(build, str_from(key));
	if (value && value->kind == VALUE_BOOL) {
		return value->boolean ? STR("1") : STR("0");
	}
	return text_of(build, key);
}

static str filter_of(struct arena *arena, const struct value *build) {
	const struct value *value = value_get(build, STR("srcFilter"));
	if (!value) {
		return (str){0};
	}
	struct str_vec items = {0};
	texts_of(arena, value, &items);
	str filter = str_join(arena, &items, STR(" "));
	return filter.at ? filter : STR("");
}

static void read_build(struct arena *arena, const struct value *build, struct manifest *out) {
	if (!build || build->kind != VALUE_MAP) {
		return;
	}
	out->include_dir = text_of(build, "includeDir");
	out->source_dir = text_of(build, "srcDir");
	out->filter = filter_of(arena, build);
	texts_of(arena, value_get(build, STR("flags")), &out->flags);
	texts_of(arena, value_get(build, STR("unflags")), &out->unflags);
	const struct value *archive = value_get(build, STR("libArchive"));
	out->archive_is_set = archive != NULL;
	out->archive = archive && is_true(archive);
	out->mode = mode_of(build, "libLDFMode");
	out->compat_mode = mode_of(build, "libCompatMode");
	out->builder = text_of(build, "builder");
	out->extra_script = text_of(build, "extraScript");
}

/* PlatformIO's old name of a platform. */
static void rename_platforms(struct str_vec *platforms) {
	for (size_t i = 0; i < platforms->len; i++) {
		if (str_eq(platforms->at[i], STR("espressif"))) {
			platforms->at[i] = STR("espressif8266");
			return;
		}
	}
}

void manifest_parse_json(struct ctx *cx, const struct source *source, struct manifest *out) {
	static const char *const lists[] = {"keywords", "headers"};
	struct diag faults = {.arena = cx->keep};
	struct manifest read = {.source = source};
	struct str_vec unused = {0};
	const struct value *root = parse_json(cx, source, &faults);
	bool ok = root != NULL;
	for (size_t i = 0; ok && i < COUNT_OF(lists); i++) {
		ok = names_of(cx, &faults, value_get(root, str_from(lists[i])), &unused);
	}
	ok = ok && names_of(cx, &faults, value_get(root, STR("platforms")), &read.platforms) &&
	     names_of(cx, &faults, value_get(root, STR("frameworks")), &read.frameworks) &&
	     depends_of(cx, &faults, value_get(root, STR("dependencies")), &read.depends) &&
	     check_authors(&faults, value_get(root, STR("authors")));
	if (!ok) {
		warn_broken(cx, source, &faults);
		return;
	}
	rename_platforms(&read.platforms);
	read.name = text_of(root, "name");
	read.version = text_of(root, "version");
	read.has_build = value_get(root, STR("build")) != NULL;
	read_build(cx->keep, value_get(root, STR("build")), &read);
	*out = read;
}

/* Arduino's architectures as PlatformIO's platforms; those that are not here count for nothing. */
static const struct {
	str architecture, platform;
} architectures[] = {
    {STR_INIT("arc32"),   STR_INIT("intel_arc32")  },
    {STR_INIT("avr"),     STR_INIT("atmelavr")     },
    {STR_INIT("esp32"),   STR_INIT("espressif32")  },
    {STR_INIT("esp8266"), STR_INIT("espressif8266")},
    {STR_INIT("nrf52"),   STR_INIT("nordicnrf52")  },
    {STR_INIT("rp2040"),  STR_INIT("raspberrypi")  },
    {STR_INIT("sam"),     STR_INIT("atmelsam")     },
    {STR_INIT("samd"),    STR_INIT("atmelsam")     },
    {STR_INIT("stm32"),   STR_INIT("ststm32")      },
};

/* The platforms of a list of architectures; "*" is all of them, whatever stands beside it. */
static void platforms_of(struct arena *arena, str list, struct str_vec *out) {
	struct str_vec names = {0};
	split_commas(arena, list, &names);
	if (str_vec_has(&names, STR("*"))) {
		return;
	}
	for (size_t i = 0; i < names.len; i++) {
		for (size_t k = 0; k < COUNT_OF(architectures); k++) {
			if (str_eq(names.at[i], architectures[k].architecture)) {
				str_vec_add(arena, out, architectures[k].platform);
			}
		}
	}
}

/* The names of `depends=A, B (>=1.0)`. */
static void depends_of_list(struct arena *arena, str list, struct dependencies *out) {
	struct str_vec names = {0};
	split_commas(arena, list, &names);
	for (size_t i = 0; i < names.len; i++) {
		str name = str_trim(str_slice(names.at[i], 0, str_find_char(names.at[i], '(')));
		dependencies_push(arena, out, (struct dependency){.name = name});
	}
}

static void read_property(struct arena *arena, str key, str value, struct manifest *out) {
	if (str_eq(key, STR("name"))) {
		out->name = value;
	} else if (str_eq(key, STR("version"))) {
		out->version = value;
	} else if (str_eq(key, STR("architectures"))) {
		out->platforms = (struct str_vec){0};
		platforms_of(arena, value, &out->platforms);
	} else if (str_eq(key, STR("depends"))) {
		out->depends = (struct dependencies){0};
		depends_of_list(arena, value, &out->depends);
	} else if (str_eq(key, STR("ldflags"))) {
		out->link_flags = value;
	} else if (str_eq(key, STR("precompiled"))) {
		out->precompiled = str_eq(value, STR("true")) || str_eq(value, STR("full"));
	}
}

void manifest_parse_properties(struct ctx *cx, const struct source *source, struct manifest *out) {
	*out = (struct manifest){.source = source};
	str_vec_push(cx->keep, &out->frameworks, STR("arduino"));
	str rest = source->text;
	str line;
	while (str_next_line(&rest, &line)) {
		str key;
		str value;
		line = str_trim(line);
		if (str_starts_with(line, STR("#")) || !str_cut(line, '=', &key, &value)) {
			continue;
		}
		value = str_trim(value);
		if (value.len) {
			read_property(cx->keep, str_trim(key), value, out);
		}
	}
}

void manifest_parse_module(struct ctx *cx, const struct source *source, struct manifest *out) {
	struct diag faults = {.arena = cx->keep};
	const struct value *root = parse_json(cx, source, &faults);
	struct dependencies depends = {0};
	if (!root || !depends_of(cx, &faults, value_get(root, STR("dependencies")), &depends)) {
		warn_broken(cx, source, &faults);
		return;
	}
	out->source = source;
	out->depends = depends;
	out->name = text_of(root, "name");
	out->version = text_of(root, "version");
	str_vec_push(cx->keep, &out->frameworks, STR("mbed"));
	texts_of(cx->keep, value_get(root, STR("extraIncludes")), &out->extra_includes);
}

void manifest_parse_record(struct ctx *cx, const struct source *source,
                           struct manifest_record *out) {
	struct diag faults = {.arena = cx->keep};
	const struct value *root = parse_json(cx, source, &faults);
	const struct value *spec = value_get(root, STR("spec"));
	out->name = text_of(root, "name");
	out->version = text_of(root, "version");
	out->owner = text_of(spec, "owner");
	out->uri = text_of(spec, "uri");
}
