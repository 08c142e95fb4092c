#include "gen/resolve.h"

#include "base/path.h"
#include "gen/percent.h"

enum state { STATE_NEW, STATE_BUSY, STATE_DONE, STATE_FAULTY };

struct value {
	enum state state;
	enum setting_result result;
	unsigned sink; /* where its faults were reported last */
	struct setting setting;
};

/* What is worked out, on its way. */
struct work {
	str section, name;
	struct origin origin;
	const struct option *option;
	str text;
	bool set;
};

void resolve_report_to(struct resolver *r, struct diag *diag) {
	r->cx.diag = diag;
	r->sink++;
}

struct known_walk {
	struct walk walk;
	unsigned sink;
};

const struct walk *resolve_walk(struct resolver *r, str section, bool *ok) {
	void **place = map_at(r->cx.keep, &r->walks, section);
	struct known_walk *known = *place;
	if (!known) {
		known = arena_new(r->cx.keep, struct known_walk);
		walk_make(&r->cx, r->scope.sections, section, &known->walk);
		*place = known;
	}
	if (known->sink != r->sink + 1) {
		known->sink = r->sink + 1;
		diag_append(r->cx.diag, &known->walk.faults, DIAG_ERROR);
	}
	*ok = known->walk.faults.errors == 0;
	return &known->walk;
}

static bool is_name_of(const struct option *option, str asked, str key) {
	return str_eq(asked, key) ||
	       (option && (str_eq(option->name, key) || option_is_old_name(option, key)));
}

/* The first option of that name (present, old) in the section, or NULL. */
static const struct ini_entry *find_in(struct resolver *r, const struct section *section,
                                       const struct work *w) {
	struct arena_mark mark = arena_mark(r->cx.scratch);
	struct entry_list entries = {0};
	const struct ini_entry *found = NULL;
	sections_options(r->cx.scratch, r->scope.sections, section, &entries);
	for (size_t i = 0; !found && i < entries.len; i++) {
		if (is_name_of(w->option, w->name, entries.at[i]->key)) {
			found = entries.at[i];
		}
	}
	arena_rewind(r->cx.scratch, mark);
	return found;
}

static const struct ini_entry *find_on_walk(struct resolver *r, const struct walk *walk,
                                            const struct work *w, const struct section **where) {
	const struct ini_entry *found = NULL;
	for (size_t i = 0; !found && i < walk->order.len; i++) {
		*where = walk->order.at[i];
		found = find_in(r, *where, w);
	}
	return found;
}

/* A name that is no option of the table is looked for once more, in this section and any case. */
static const struct ini_entry *find_here(struct resolver *r, const struct work *w,
                                         const struct section **where) {
	*where = str_eq(w->section, STR("DEFAULT")) ? &r->scope.sections->defaults
	                                            : sections_find(r->scope.sections, w->section);
	str key = str_lower(r->cx.keep, w->name);
	return *where ? sections_option(r->scope.sections, *where, key) : NULL;
}

/* The text that the ini files give; false, and a fault, where it cannot be expanded. */
static enum setting_result find_text(struct resolver *r, struct work *w) {
	bool ok;
	const struct walk *walk = resolve_walk(r, w->section, &ok);
	const struct section *where = NULL;
	const struct ini_entry *entry = find_on_walk(r, walk, w, &where);
	if (!entry && !w->option) {
		entry = find_here(r, w, &where);
	}
	if (!entry) {
		return w->option && ok ? SETTING_UNSET : ok ? SETTING_NOTHING : SETTING_FAULT;
	}
	w->origin = (struct origin){where->name, entry->key, entry, NULL};
	w->set = true;
	return percent_expand(&r->cx, r->scope.sections, where, &w->origin, &w->text) && ok
	           ? SETTING_SET
	           : SETTING_FAULT;
}

/* PLATFORMIO_ and the name; NULL where the variable is unset or empty. */
static const char *read_variable(struct resolver *r, str name, str *value) {
	char *full =
	    str_cstr(r->cx.keep, str_format(r->cx.keep, "PLATFORMIO_%" PRI_STR, STR_ARG(name)));
	for (char *c = full; *c; c++) {
		*c = (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
	}
	*value = str_from(reads_variable(r->scope.reads, full));
	return value->len ? full : NULL;
}

const char *resolve_variable(struct resolver *r, const struct option *option, str *value) {
	*value = STR("");
	if (!option->variable) {
		return NULL;
	}
	const char *found = read_variable(r, str_from(option->variable), value);
	struct str_vec old = {0};
	if (!found && option->old_names) {
		option_split_list(r->cx.keep, option->old_names, &old);
	}
	for (size_t i = 0; !found && i < old.len; i++) {
		found = read_variable(r, old.at[i], value);
	}
	return found;
}

/* An environment variable is one more line of a list, and replaces any other value. */
static void add_variable(struct resolver *r, struct work *w) {
	str value;
	const char *variable = resolve_variable(r, w->option, &value);
	if (!variable) {
		return;
	}
	if (w->option->multiple && w->text.len) {
		struct str_vec lines = {0};
		str_vec_push(r->cx.keep, &lines, w->text);
		str_vec_push(r->cx.keep, &lines, value);
		value = str_join(r->cx.keep, &lines, STR("\n"));
	} else {
		w->origin.entry = NULL;
	}
	w->text = value;
	w->origin.variable = variable;
	w->set = true;
}

static void add_default(struct resolver *r, struct work *w) {
	if (w->set) {
		return;
	}
	if (w->option->default_value) {
		w->text = str_from(w->option->default_value);
		w->set = true;
	} else if (w->option->scope == OPTION_PLATFORMIO && str_eq(w->option->name, STR("name"))) {
		w->text = path_name(r->scope.project_dir);
		w->set = true;
	}
}

/* A folder: absolute, unless it still has a reference in it. */
static str resolve_dir(struct resolver *r, str dir) {
	bool open = str_contains(dir, STR("${")) && str_find_char(dir, '}') < dir.len;
	if (dir.len == 0 || open) {
		return dir;
	}
	if (dir.at[0] == '~') {
		str home = str_from(reads_variable(r->scope.reads, "HOME"));
		dir = home.len ? path_expand_home(r->cx.keep, dir, home) : dir;
	}
	return path_normal(r->cx.keep, path_join(r->cx.keep, r->scope.project_dir, dir));
}

/* Find the text of the option and make a setting of it. */
static enum setting_result work_out(struct resolver *r, struct work *w, struct setting *out) {
	enum setting_result result = find_text(r, w);
	if (result == SETTING_FAULT || result == SETTING_NOTHING) {
		return result;
	}
	if (w->option) {
		add_variable(r, w);
		add_default(r, w);
	}
	out->name = w->option ? w->option->name : w->name;
	out->option = w->option;
	out->at = w->origin.entry ? w->origin.entry->at : (span){0};
	if (!w->set) {
		return SETTING_UNSET;
	}
	if (!interpolate_text(&r->cx, &r->scope, w->section, &w->origin, &w->text)) {
		return SETTING_FAULT;
	}
	bool is_dir = w->option && w->option->type == OPTION_DIR;
	out->text = is_dir ? resolve_dir(r, w->text) : w->text;
	return setting_parse(&r->cx, &w->origin, out) ? SETTING_SET : SETTING_FAULT;
}

static struct value *value_of(struct resolver *r, str section, str name) {
	str key =
	    str_format(r->cx.keep, "%" PRI_STR "\n%" PRI_STR, STR_ARG(section), STR_ARG(name));
	void **place = map_at(r->cx.keep, &r->values, key);
	if (!*place) {
		*place = arena_new(r->cx.keep, struct value);
	}
	return *place;
}

enum setting_result resolve_option(struct resolver *r, str section, str name,
                                   struct setting **out) {
	struct value *value = value_of(r, section, name);
	*out = &value->setting;
	if (value->state == STATE_BUSY) {
		return SETTING_CIRCLE;
	}
	bool known =
	    value->state == STATE_DONE || (value->state == STATE_FAULTY && value->sink == r->sink);
	if (known) {
		return value->result;
	}
	struct work w = {
	    section, name, {section, name, NULL, NULL},
              section_meta(section, name),
	    STR(""), false
        };
	value->state = STATE_BUSY;
	value->setting = (struct setting){0};
	value->result = work_out(r, &w, &value->setting);
	value->state = value->result == SETTING_FAULT ? STATE_FAULTY : STATE_DONE;
	value->sink = r->sink;
	return value->result;
}

static enum setting_result look_up(void *user, str section, str name, struct setting **out) {
	return resolve_option(user, section, name, out);
}

void resolve_init(struct resolver *r, const struct ctx *cx, struct reads *reads,
                  const struct sections *sections, str project_dir) {
	*r = (struct resolver){
	    .cx = *cx,
	    .scope = {.reads = reads,
	              .sections = sections,
	              .project_dir = project_dir,
	              .look_up = look_up,
	              .user = r},
	};
}
