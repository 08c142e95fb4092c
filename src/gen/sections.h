/*
 * All ini files laid over each other: sections by name, options by key.  A later file overrides
 * option by option; [DEFAULT] stands behind every section.  Knows nothing of what options mean, of
 * "%" and of "${…}".
 */
#ifndef GEN_SECTIONS_H
#define GEN_SECTIONS_H

#include "base/ini.h"
#include "base/map.h"
#include "gen/option.h"

struct section {
	str name;
	span at;
	struct map options; /* key → const struct ini_entry * */
};

struct sections {
	struct map by_name; /* name → struct section *, in the order of their first header */
	struct section defaults;
};

void sections_add(struct arena *arena, struct sections *sections,
                  const struct ini_sections *parsed);

/* The section of that name, or NULL; [DEFAULT] is none. */
const struct section *sections_find(const struct sections *sections, str name);

/* An option of the section or of [DEFAULT], or NULL; `key` is in lower case. */
const struct ini_entry *sections_option(const struct sections *sections,
                                        const struct section *section, str key);

VEC_DEFINE(entry_list, const struct ini_entry *)

/* Append all options of the section, then those of [DEFAULT] that it does not have itself. */
void sections_options(struct arena *arena, const struct sections *sections,
                      const struct section *section, struct entry_list *out);

/*
 * Whose options a section holds: [platformio]'s or an environment's ("env", "env:NAME").  False for
 * all others, whose options are plain text.
 */
bool section_scope(str name, enum option_scope *out);

/* The option of that name, present or old, in such a section; NULL where it is plain text. */
const struct option *section_meta(str section, str name);

/* The NAME of "env:NAME"; false for other sections. */
bool section_env_name(str section, str *out);

#endif
