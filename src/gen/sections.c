#include "gen/sections.h"

static struct section *open_section(struct arena *arena, struct sections *sections,
                                    const struct ini_section *parsed) {
	if (str_eq(parsed->name, STR("DEFAULT"))) {
		return &sections->defaults;
	}
	void **place = map_at(arena, &sections->by_name, parsed->name);
	if (!*place) {
		struct section *section = arena_new(arena, struct section);
		section->name = parsed->name;
		section->at = parsed->at;
		*place = section;
	}
	return *place;
}

void sections_add(struct arena *arena, struct sections *sections,
                  const struct ini_sections *parsed) {
	sections->defaults.name = STR("DEFAULT");
	for (size_t i = 0; i < parsed->len; i++) {
		struct section *section = open_section(arena, sections, &parsed->at[i]);
		const struct ini_entries *entries = &parsed->at[i].entries;
		for (size_t k = 0; k < entries->len; k++) {
			*map_at(arena, &section->options, entries->at[k].key) = &entries->at[k];
		}
	}
}

const struct section *sections_find(const struct sections *sections, str name) {
	return map_get(&sections->by_name, name);
}

const struct ini_entry *sections_option(const struct sections *sections,
                                        const struct section *section, str key) {
	const struct ini_entry *own = map_get(&section->options, key);
	return own ? own : map_get(&sections->defaults.options, key);
}

void sections_options(struct arena *arena, const struct sections *sections,
                      const struct section *section, struct entry_list *out) {
	const struct map *own = &section->options;
	for (struct map_entry *e = map_first(own); e; e = map_next(e)) {
		entry_list_push(arena, out, map_value(e));
	}
	const struct map *defaults = &sections->defaults.options;
	for (struct map_entry *e = map_first(defaults); e; e = map_next(e)) {
		if (!map_get(own, map_key(e))) {
			entry_list_push(arena, out, map_value(e));
		}
	}
}

bool section_scope(str name, enum option_scope *out) {
	str kind = str_slice(name, 0, str_find_char(name, ':'));
	if (str_eq(kind, STR("platformio"))) {
		*out = OPTION_PLATFORMIO;
		return true;
	}
	*out = OPTION_ENV;
	return str_eq(kind, STR("env"));
}

const struct option *section_meta(str section, str name) {
	enum option_scope scope;
	return section_scope(section, &scope) ? option_find(scope, name) : NULL;
}

bool section_env_name(str section, str *out) {
	*out = str_from_offset(section, sizeof("env:") - 1);
	return str_starts_with(section, STR("env:"));
}
