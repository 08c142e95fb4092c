#include "gen/config.h"

#include "base/edit.h"
#include "base/file.h"
#include "base/path.h"
#include "gen/config_check.h"
#include "gen/config_files.h"
#include "gen/resolve.h"

/* Set an option of the section in the map, unless it is there. */
static void set_option(struct resolver *r, str section, str key, struct map *settings) {
	const struct option *option = section_meta(section, key);
	str name = option ? option->name : key;
	struct setting *setting = NULL;
	if (!map_get(settings, name) && resolve_option(r, section, name, &setting) == SETTING_SET) {
		*map_at(r->cx.keep, settings, setting->name) = setting;
	}
}

/* Options that only an environment variable sets. */
static void set_variables(struct resolver *r, str section, struct map *settings) {
	enum option_scope scope;
	str value;
	bool typed = section_scope(section, &scope);
	for (size_t i = 0; typed && i < option_count; i++) {
		if (options[i].scope == scope && resolve_variable(r, &options[i], &value)) {
			set_option(r, section, options[i].name, settings);
		}
	}
}

/* All that the section, its parents and environment variables set. */
static void resolve_section(struct resolver *r, str section, struct map *settings) {
	bool ok;
	const struct walk *walk = resolve_walk(r, section, &ok);
	struct entry_list entries = {0};
	for (size_t i = 0; i < walk->order.len; i++) {
		sections_options(r->cx.keep, r->scope.sections, walk->order.at[i], &entries);
	}
	for (size_t i = 0; i < entries.len; i++) {
		set_option(r, section, entries.at[i]->key, settings);
	}
	set_variables(r, section, settings);
}

static void check_env_name(struct diag *diag, const struct environment *env) {
	bool ok = env->name.len > 0;
	for (size_t i = 0; i < env->name.len; i++) {
		char c = env->name.at[i];
		ok &= char_is_alnum(c) || c == '_' || c == '-';
	}
	if (!ok) {
		diag_error(diag, env->at, "'%" PRI_STR "' cannot be the name of an environment",
		           STR_ARG(env->name));
		diag_help(diag, "it may have letters (a-z), digits, '_' and '-'");
	}
}

static void check_monitor(struct environment *env) {
	const struct setting *filters = config_setting(env, STR("monitor_filters"));
	if (config_bool(env, STR("monitor_raw")) && filters && filters->items.len) {
		diag_warning(&env->faults, filters->at,
		             "'monitor_filters' has no effect beside 'monitor_raw'");
	}
}

static void add_environment(struct resolver *r, const struct section *section, str name,
                            struct config *out) {
	struct diag *common = r->cx.diag;
	struct environment *env = arena_new(r->cx.keep, struct environment);
	env->name = name;
	env->at = section->at;
	env->faults.arena = r->cx.keep;
	environments_push(r->cx.keep, &out->envs, env);
	size_t before = common->errors;
	check_env_name(common, env);
	if (common->errors > before) {
		diag_subject(common, section->name, STR(""));
	}
	resolve_report_to(r, &env->faults);
	resolve_section(r, section->name, &env->settings);
	check_monitor(env);
	resolve_report_to(r, common);
}

static void add_section(struct resolver *r, const struct section *section, struct config *out) {
	str name;
	if (section_env_name(section->name, &name)) {
		add_environment(r, section, name, out);
		return;
	}
	struct map *settings = arena_new(r->cx.keep, struct map);
	resolve_section(r, section->name, settings);
	*map_at(r->cx.keep, &out->sections, section->name) = settings;
}

static void set_dirs(struct resolver *r, struct config *out) {
	for (size_t i = 0; i < option_count; i++) {
		struct setting *setting = NULL;
		if (options[i].type == OPTION_DIR &&
		    resolve_option(r, STR("platformio"), options[i].name, &setting) ==
		        SETTING_SET) {
			str *dir = arena_new(r->cx.keep, str);
			*dir = setting->text;
			*map_at(r->cx.keep, &out->dirs, options[i].name) = dir;
		}
	}
}

/* Tell of a name in default_envs that no environment has. */
static void refuse_default(struct resolver *r, const struct config *config,
                           const struct setting *setting, str name) {
	struct str_vec names = {0};
	struct str_vec near = {0};
	for (size_t i = 0; i < config->envs.len; i++) {
		str_vec_push(r->cx.keep, &names, config->envs.at[i]->name);
	}
	const struct section *section = sections_find(r->scope.sections, STR("platformio"));
	const struct ini_entry *entry =
	    section ? sections_option(r->scope.sections, section, setting->name) : NULL;
	struct origin origin = {STR("platformio"), setting->name, entry,
	                        entry ? NULL : "PLATFORMIO_DEFAULT_ENVS"};
	origin_error(r->cx.diag, &origin, name, "there is no environment '%" PRI_STR "'",
	             STR_ARG(name));
	edit_nearest(r->cx.keep, name, &names, 1, &near);
	if (near.len) {
		diag_help(r->cx.diag, "did you mean '%" PRI_STR "'?", STR_ARG(near.at[0]));
	} else {
		str all = str_join(r->cx.keep, &names, STR(", "));
		diag_help(r->cx.diag, "known ones: %" PRI_STR, STR_ARG(all));
	}
}

static void set_default_envs(struct resolver *r, struct config *out) {
	const struct setting *setting = map_get(&out->platformio, STR("default_envs"));
	for (size_t i = 0; setting && i < setting->items.len; i++) {
		str name = setting->items.at[i];
		if (config_env(out, name)) {
			str_vec_add(r->cx.keep, &out->default_envs, name);
		} else if (!r->scope.incomplete) {
			refuse_default(r, out, setting, name);
		}
	}
}

/* Resolve all that the sections hold. */
static bool resolve_all(struct resolver *r, str file, struct config *out) {
	size_t before = r->cx.diag->errors;
	config_check_names(&r->cx, r->scope.sections);
	resolve_section(r, STR("platformio"), &out->platformio);
	const struct map *all = &r->scope.sections->by_name;
	for (struct map_entry *e = map_first(all); e; e = map_next(e)) {
		if (!str_eq(map_key(e), STR("platformio"))) {
			add_section(r, map_value(e), out);
		}
	}
	set_dirs(r, out);
	set_default_envs(r, out);
	if (out->envs.len == 0 && !r->scope.incomplete) {
		diag_error(r->cx.diag, span_file(r->cx.keep, file), "there is no environment");
		diag_help(r->cx.diag, "add a section '[env:NAME]'");
	}
	return r->cx.diag->errors == before;
}

static void begin(struct resolver *r, struct ctx *cx, struct reads *reads,
                  const struct sections *sections, struct config *out) {
	*out = (struct config){.project_dir = file_cwd(cx->keep)};
	resolve_init(r, cx, reads, sections, out->project_dir);
}

bool config_read(struct ctx *cx, struct reads *reads, str file, struct config *out) {
	struct sections *sections = arena_new(cx->keep, struct sections);
	struct resolver r;
	begin(&r, cx, reads, sections, out);
	r.scope.incomplete = !config_files_read(cx, reads, file, sections);
	return resolve_all(&r, file, out) && !r.scope.incomplete;
}

bool config_parse(struct ctx *cx, struct reads *reads, const struct source *source,
                  struct config *out) {
	struct sections *sections = arena_new(cx->keep, struct sections);
	struct ini_sections *parsed = arena_new(cx->keep, struct ini_sections);
	struct resolver r;
	begin(&r, cx, reads, sections, out);
	r.scope.incomplete = !ini_parse(cx, source, parsed);
	sections_add(cx->keep, sections, parsed);
	return resolve_all(&r, source->path, out) && !r.scope.incomplete;
}

const struct setting *config_setting(const struct environment *env, str name) {
	return map_get(&env->settings, name);
}

static const char *default_of(str name) {
	const struct option *option = option_find(OPTION_ENV, name);
	return option ? option->default_value : NULL;
}

str config_text(const struct environment *env, str name) {
	const struct setting *setting = config_setting(env, name);
	return setting ? setting->text : str_from(default_of(name));
}

struct str_vec config_items(struct arena *arena, const struct environment *env, str name) {
	const struct setting *setting = config_setting(env, name);
	struct str_vec items = {0};
	if (setting) {
		return setting->items;
	}
	setting_split(arena, str_from(default_of(name)), &items);
	return items;
}

bool config_bool(const struct environment *env, str name) {
	const struct setting *setting = config_setting(env, name);
	bool value = false;
	if (setting) {
		return setting->boolean;
	}
	return setting_bool(str_from(default_of(name)), &value) && value;
}

span config_span(const struct environment *env, str name) {
	const struct setting *setting = config_setting(env, name);
	return setting ? setting->at : env->at;
}

str config_dir(struct arena *arena, const struct config *config, str name) {
	const str *dir = map_get(&config->dirs, name);
	return dir ? str_copy(arena, *dir) : STR("");
}

str config_dir_reached(struct arena *arena, const struct config *config, str name) {
	str dir = config_dir(arena, config, name);
	return path_relative_inside(arena, dir, config->project_dir);
}

struct environment *config_env(const struct config *config, str name) {
	for (size_t i = 0; i < config->envs.len; i++) {
		if (str_eq(config->envs.at[i]->name, name)) {
			return config->envs.at[i];
		}
	}
	return NULL;
}

static bool unknown_environment(struct ctx *cx, const struct config *config, str name) {
	struct str_vec names = {0};
	struct str_vec near = {0};
	for (size_t i = 0; i < config->envs.len; i++) {
		str_vec_push(cx->scratch, &names, config->envs.at[i]->name);
	}
	edit_nearest(cx->scratch, name, &names, 1, &near);
	str known = str_join(cx->scratch, &names, STR(", "));
	(void)diag_fault(cx->diag, EXIT_USAGE, span_file(cx->keep, STR("platformio.ini")),
	                 "there is no environment '%" PRI_STR "'", STR_ARG(name));
	diag_help(cx->diag, near.len ? "did you mean '%" PRI_STR "'?" : "it has %" PRI_STR,
	          STR_ARG(near.len ? near.at[0] : known));
	return false;
}

bool config_select(struct ctx *cx, struct config *config, const struct str_vec *names) {
	bool ok = true;
	for (size_t i = 0; i < names->len; i++) {
		ok = (config_env(config, names->at[i]) ||
		      unknown_environment(cx, config, names->at[i])) &&
		     ok;
	}
	size_t kept = 0;
	for (size_t i = 0; i < config->envs.len && names->len; i++) {
		struct environment *env = config->envs.at[i];
		if (str_vec_has(names, env->name)) {
			config->envs.at[kept++] = env;
		}
	}
	config->envs.len = names->len ? kept : config->envs.len;
	return ok;
}
