/*
 * plan_resolve: choose, look up in the store, fetch what it lacks, link.
 */
#include "base/file.h"
#include "base/hash.h"
#include "base/ini.h"
#include "base/path.h"
#include "gen/choice.h"
#include "gen/plan.h"
#include "gen/request.h"
#include "gen/toolid.h"
#include "store/package.h"
#include "store/store.h"

static const str store_link = STR_INIT(".fbgen/store");
static const str package_links = STR_INIT(".fbgen/package");
static const str tool_links = STR_INIT(".fbgen/tool");

/* A plan being resolved. */
struct work {
	struct chooser chooser;
	struct store store;
	struct plan *plan;
	struct choice *choices; /* one for each package */
	str *keys;              /* in the store; empty for those that do not stand there */
};

static bool make_link(struct ctx *cx, str path, str target) {
	return file_make_dirs(cx, path_parent(path)) && file_link(cx, path, target);
}

/*
 * The link below .fbgen/package for a place: NAME, or with a few digits more where another
 * environment of this run wants another place for NAME.
 */
static bool link_package(struct ctx *cx, struct work *w, const struct plan_package *p, str real,
                         str *path) {
	struct map *links = &w->chooser.session->links;
	const struct override *o = override_find(&w->chooser.overrides, p->name);
	str hash = hash_hex(cx->keep, hash_text(o ? o->text : real));
	str name = p->name;
	const str *taken = map_get(links, name);
	if (taken && !str_eq(*taken, real)) {
		name = str_format(cx->keep, "%" PRI_STR "-%" PRI_STR, STR_ARG(p->name),
		                  STR_ARG(str_slice(hash, 0, 4)));
	}
	str *place = arena_new(cx->keep, str);
	*place = real;
	*map_at(cx->keep, links, name) = place;
	*path = path_join(cx->keep, package_links, name);
	return make_link(cx, *path, real);
}

/* A folder of this machine: inside the project by its own path, else by a link. */
static bool place_folder(struct ctx *cx, struct work *w, const struct choice *choice,
                         struct plan_package *p) {
	str project = w->chooser.options->config->project_dir;
	str absolute = path_normal(cx->keep, path_join(cx->keep, project, choice->dir));
	p->real = file_real(cx->keep, absolute);
	p->is_owned = !p->is_toolchain;
	if (p->real.len == 0) {
		return diag_errno(cx->diag, absolute, "cannot find the package");
	}
	reads_machine(w->chooser.reads, choice->dir);
	if (path_is_inside(absolute, project)) {
		p->path = path_relative_inside(cx->keep, absolute, project);
		return true;
	}
	return link_package(cx, w, p, absolute, &p->path);
}

static bool place_tree(struct ctx *cx, struct work *w, str key, struct plan_package *p) {
	p->path = path_join(cx->keep, store_link, key);
	p->real = store_tree(cx->keep, &w->store, key);
	/* Whether it is there is what can change: it may be cleared away. */
	reads_path(w->chooser.reads, path_join(cx->keep, p->path, STR(".ok")));
	return make_link(cx, store_link, store_dir(cx->keep, &w->store, STR("trees")));
}

/* The compiler among the programs of a folder: the one the family looks for, else a gcc. */
static str find_driver(struct ctx *cx, const struct plan_package *p, str dir) {
	const struct value *system = choice_source(p, STR("system"));
	str name = value_text(value_get(system, STR("probe")));
	str path = path_join(cx->keep, dir, name);
	if (name.len > 0 && file_kind(path) == FILE_REGULAR) {
		return path;
	}
	struct file_entries entries = {0};
	(void)!file_list(cx->keep, dir, &entries);
	for (size_t i = 0; i < entries.len; i++) {
		name = entries.at[i].name;
		if (entries.at[i].kind == FILE_REGULAR &&
		    (str_eq(name, STR("gcc")) || str_ends_with(name, STR("-gcc")))) {
			return path_join(cx->keep, dir, name);
		}
	}
	return STR("");
}

/* Programs outside the store: their contents tell what they are. */
static bool identify(struct ctx *cx, struct work *w, str programs, struct plan_package *p) {
	str driver = find_driver(cx, p, programs);
	if (driver.len == 0) {
		diag_fault(cx->diag, EXIT_PACKAGE, p->at,
		           "package '%" PRI_STR "' holds no compiler in '%" PRI_STR "'",
		           STR_ARG(p->name), STR_ARG(programs));
		choice_help(cx, p, p->kind, STR(""));
		return false;
	}
	return toolid_find(cx, w->chooser.reads, &w->store, driver, &p->id);
}

/* `.fbgen/tool/ID`: by the store's link where it can, so that it holds no path of the machine. */
static bool place_programs(struct ctx *cx, struct work *w, str key, struct plan_package *p) {
	str programs =
	    str_eq(p->kind, STR("system")) ? p->real : path_join(cx->keep, p->real, STR("bin"));
	str target = programs;
	if (key.len > 0) {
		/* Scripts that start the programs with libraries this machine lacks. */
		str scripts = path_join(cx->keep, p->real, STR(".tools"));
		bool wrapped = file_kind(scripts) == FILE_DIRECTORY;
		p->id = str_slice(key, 0, 16);
		target = str_format(cx->keep, "../store/%" PRI_STR "/%s", STR_ARG(key),
		                    wrapped ? ".tools" : "bin");
	} else if (!identify(cx, w, programs, p)) {
		return false;
	}
	p->bin = path_join(cx->keep, tool_links, p->id);
	if (!make_link(cx, p->bin, target)) {
		return false;
	}
	reads_machine(w->chooser.reads, p->bin); /* it may be cleared away */
	return true;
}

static bool place(struct ctx *cx, struct work *w, size_t i) {
	struct plan_package *p = &w->plan->packages.at[i];
	const struct choice *choice = &w->choices[i];
	p->kind = choice->kind;
	if (str_eq(choice->kind, STR("system"))) {
		p->real = choice->dir;
	} else if (w->keys[i].len > 0) {
		if (!place_tree(cx, w, w->keys[i], p)) {
			return false;
		}
	} else if (!place_folder(cx, w, choice, p)) {
		return false;
	}
	if (p->is_toolchain && !place_programs(cx, w, w->keys[i], p)) {
		return false;
	}
	if (str_eq(choice->kind, STR("system"))) {
		p->path = p->bin;
	}
	return true;
}

static bool tell_failure(struct ctx *cx, const struct plan_package *p, str kind,
                         const struct request *r) {
	diag_fault(cx->diag, r->code, p->at, "package '%" PRI_STR "' cannot be had: %" PRI_STR,
	           STR_ARG(p->name), STR_ARG(r->fault));
	choice_help(cx, p, kind, r->help);
	return false;
}

/* The key of a package of the store if it is there; else it joins the requests. */
static bool look_up(struct ctx *cx, struct work *w, size_t i, struct requests *missing) {
	const struct plan_package *p = &w->plan->packages.at[i];
	struct package_request record;
	if (!package_request_read(cx, p->name, p->record, w->choices[i].source, &record)) {
		return false;
	}
	bool offline = w->chooser.options->offline;
	struct request request = {.name = p->name, .text = package_text(cx->keep, &record)};
	w->keys[i] = offline ? store_resolved_once(cx, &w->store, request.text)
	                     : store_resolved(cx, &w->store, request.text);
	const struct request *failed = map_get(&w->chooser.session->failed, request.text);
	if (w->keys[i].len > 0) {
		return true;
	}
	if (failed) {
		return tell_failure(cx, p, w->choices[i].kind, failed);
	}
	if (offline) {
		diag_fault(cx->diag, EXIT_PACKAGE, p->at,
		           "package '%" PRI_STR "' is not in the store, and --offline "
		           "forbids to fetch it",
		           STR_ARG(p->name));
		diag_help(cx->diag, "run it once without --offline");
		return false;
	}
	requests_push(cx->keep, missing, request);
	return true;
}

/* What fbfetch brought, or did not bring. */
static bool take_answers(struct ctx *cx, struct work *w, struct requests *requests) {
	bool ok = true;
	for (size_t i = 0; i < w->plan->packages.len; i++) {
		const struct plan_package *p = &w->plan->packages.at[i];
		struct request *r = request_find(requests, p->name);
		if (!r) {
			continue;
		}
		w->keys[i] = r->key;
		if (r->key.len == 0) {
			*map_at(cx->keep, &w->chooser.session->failed, r->text) = r;
			ok = tell_failure(cx, p, w->choices[i].kind, r);
		}
	}
	return ok;
}

static bool bring(struct ctx *cx, struct work *w) {
	struct requests missing = {0};
	bool ok = true;
	for (size_t i = 0; i < w->plan->packages.len; i++) {
		if (str_eq(w->choices[i].kind, STR("distro"))) {
			ok = look_up(cx, w, i, &missing) && ok;
		}
	}
	return ok &&
	       (missing.len == 0 || (request_run(cx, &missing) && take_answers(cx, w, &missing)));
}

/* Packages that are named but known nowhere are most likely misspelt. */
static void warn_unknown(struct ctx *cx, const struct work *w) {
	const struct plan *plan = w->plan;
	const struct overrides *overrides = &w->chooser.overrides;
	const struct value *record = plan->packages.len > 0 ? plan->packages.at[0].record : NULL;
	const struct value *family = record ? record->parent : NULL;
	for (size_t i = 0; i < overrides->len && family; i++) {
		str name = overrides->at[i].name;
		if (!plan_find(plan, name) && !value_get(family, name) &&
		    !str_starts_with(name, STR("tool-"))) {
			diag_warning(
			    cx->diag,
			    ini_find_behind(config_span(w->chooser.env, STR("platform_packages")),
			                    name),
			    "this environment does not use the package '%" PRI_STR "'",
			    STR_ARG(name));
		}
	}
}

bool plan_resolve(struct ctx *cx, struct reads *reads, const struct environment *env,
                  const struct plan_options *wanted, struct plan *plan) {
	static const char *const variables[] = {"FBGEN_HOME", "XDG_CACHE_HOME", "HOME"};
	struct plan_session own = {0};
	size_t count = plan->packages.len;
	struct work w = {
	    .chooser.reads = reads,
	    .chooser.env = env,
	    .chooser.options = wanted,
	    .chooser.session = wanted->session ? wanted->session : &own,
	    .plan = plan,
	    .choices = arena_alloc(cx->keep, count, sizeof(struct choice)),
	    .keys = arena_alloc(cx->keep, count, sizeof(str)),
	};
	for (size_t i = 0; i < COUNT_OF(variables); i++) {
		(void)reads_variable(reads, variables[i]);
	}
	override_read(cx->keep, env, &w.chooser.overrides);
	warn_unknown(cx, &w);
	bool ok = store_open(cx, &w.store);
	for (size_t i = 0; i < count; i++) {
		ok = choice_make(cx, &w.chooser, &plan->packages.at[i], &w.choices[i]) && ok;
	}
	ok = ok && bring(cx, &w);
	for (size_t i = 0; i < count && ok; i++) {
		ok = place(cx, &w, i);
	}
	return ok;
}
