#include "gen/choice.h"

#include "base/edit.h"
#include "base/file.h"
#include "base/ini.h"
#include "base/path.h"
#include "gen/installed.h"
#include "store/version.h"

enum found { FOUND, ABSENT, FAULT };

/* How one kind is looked for.  Without `find` it cannot be had yet. */
struct kind {
	str name;
	enum found (*find)(struct ctx *cx, const struct chooser *chooser,
	                   const struct plan_package *package, struct choice *out);
};

const struct value *choice_source(const struct plan_package *package, str kind) {
	const struct value *sources = value_get(package->record, STR("sources"));
	for (const struct value *s = sources ? sources->first : NULL; s; s = s->next) {
		if (str_eq(value_text(value_get(s, STR("kind"))), kind)) {
			return s;
		}
	}
	return NULL;
}

static str installed_in_range(struct ctx *cx, const struct chooser *c,
                              const struct plan_package *package, str range) {
	str dir = config_dir(cx->keep, c->options->config, STR("packages_dir"));
	return installed_find(cx, c->reads, dir, package->name, range);
}

static enum found find_platformio(struct ctx *cx, const struct chooser *c,
                                  const struct plan_package *package, struct choice *out) {
	str range = value_text(value_get(package->record, STR("platformio")));
	if (!version_range_valid(range)) {
		const struct value *at = value_get(package->record, STR("platformio"));
		value_error(cx->diag, at, "expected a version range, not '%" PRI_STR "'",
		            STR_ARG(range));
		return FAULT;
	}
	out->dir = installed_in_range(cx, c, package, range);
	return out->dir.len > 0 ? FOUND : ABSENT;
}

static enum found find_distro(struct ctx *cx, const struct chooser *c,
                              const struct plan_package *package, struct choice *out) {
	(void)cx;
	(void)package;
	(void)out;
	return reads_program(c->reads, STR("apt-get")).len > 0 ? FOUND : ABSENT;
}

/* Programs that stand in for a compiler and call the next one on PATH: they are not the compiler,
 * and the rest of the toolchain is not beside them. */
static const str launchers[] = {STR_INIT("ccache"), STR_INIT("distcc"), STR_INIT("sccache"),
                                STR_INIT("icecc")};

static bool is_launcher(struct ctx *cx, str path) {
	str real = path_name(file_real(cx->keep, path));
	for (size_t i = 0; i < COUNT_OF(launchers); i++) {
		if (str_eq(real, launchers[i])) {
			return true;
		}
	}
	return false;
}

/* The first program of that name on PATH that is no launcher. */
static str find_behind_launchers(struct ctx *cx, struct reads *reads, str name) {
	str rest = str_from(reads_variable(reads, "PATH")), dir;
	for (bool more = true; more;) {
		more = str_cut(rest, ':', &dir, &rest);
		str path = path_join(cx->keep, dir, name);
		if (path_is_absolute(path) && file_kind(path) == FILE_REGULAR &&
		    !is_launcher(cx, path)) {
			return path;
		}
	}
	return STR("");
}

static enum found find_system(struct ctx *cx, const struct chooser *c,
                              const struct plan_package *package, struct choice *out) {
	str probe = value_text(value_get(out->source, STR("probe")));
	if (probe.len == 0) {
		value_error(cx->diag, out->source, "expected the name of a program in 'probe'");
		return FAULT;
	}
	str path = reads_program(c->reads, probe);
	if (path.len > 0 && is_launcher(cx, path)) {
		path = find_behind_launchers(cx, c->reads, probe);
	}
	if (path.len == 0) {
		diag_fault(cx->diag, EXIT_PACKAGE, package->at,
		           "package '%" PRI_STR "' cannot be had: '%" PRI_STR "' is not on PATH",
		           STR_ARG(package->name), STR_ARG(probe));
		choice_help(cx, package, STR("system"), STR("install it"));
		return FAULT;
	}
	out->dir = path_parent(path);
	return FOUND;
}

/* In the order of preference. */
static const struct kind kinds[] = {
    {STR_INIT("platformio"), find_platformio},
    {STR_INIT("upstream"),   NULL           },
    {STR_INIT("git"),        NULL           },
    {STR_INIT("registry"),   NULL           },
    {STR_INIT("distro"),     find_distro    },
    {STR_INIT("system"),     find_system    },
};

/* Whether the package says anything about the kind. */
static bool has_kind(const struct plan_package *package, str kind) {
	return str_eq(kind, STR("platformio"))
	           ? value_get(package->record, STR("platformio")) != NULL
	           : choice_source(package, kind) != NULL;
}

void choice_help(struct ctx *cx, const struct plan_package *package, str kind, str first) {
	struct str_vec others = {0};
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		if (kinds[i].find && !str_eq(kinds[i].name, kind) &&
		    has_kind(package, kinds[i].name)) {
			str_vec_push(
			    cx->keep, &others,
			    str_format(cx->keep, "--source %" PRI_STR, STR_ARG(kinds[i].name)));
		}
	}
	str list = str_join(cx->keep, &others, STR(", "));
	if (list.len > 0) {
		diag_help(cx->diag, "%" PRI_STR "%s%" PRI_STR, STR_ARG(first),
		          first.len > 0 ? ", or try " : "try ", STR_ARG(list));
	} else if (first.len > 0) {
		diag_help(cx->diag, "%" PRI_STR, STR_ARG(first));
	}
}

static enum found try_kind(struct ctx *cx, const struct chooser *c,
                           const struct plan_package *package, const struct kind *kind,
                           struct choice *out) {
	*out = (struct choice){.kind = kind->name, .source = choice_source(package, kind->name)};
	return kind->find(cx, c, package, out);
}

/* --source names this kind, and the package has it. */
static bool choose_named(struct ctx *cx, const struct chooser *c,
                         const struct plan_package *package, const struct kind *kind,
                         struct choice *out) {
	if (!kind->find) {
		diag_fault(cx->diag, EXIT_PACKAGE, package->at,
		           "package '%" PRI_STR "' cannot be had from '%" PRI_STR "' yet",
		           STR_ARG(package->name), STR_ARG(kind->name));
		choice_help(cx, package, kind->name, STR(""));
		return false;
	}
	enum found found = try_kind(cx, c, package, kind, out);
	if (found == ABSENT) {
		diag_fault(cx->diag, EXIT_PACKAGE, package->at,
		           "package '%" PRI_STR "' cannot be had from '%" PRI_STR
		           "' on this machine",
		           STR_ARG(package->name), STR_ARG(kind->name));
		choice_help(cx, package, kind->name, STR(""));
	}
	return found == FOUND;
}

/* An unknown kind is told once a run: it is the command line's fault. */
static bool refuse_source(struct ctx *cx, const struct chooser *c) {
	struct str_vec names = {0}, near = {0};
	if (c->session->source_refused) {
		return false;
	}
	c->session->source_refused = true;
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		str_vec_push(cx->keep, &names, kinds[i].name);
	}
	diag_fault(cx->diag, EXIT_USAGE, (span){0}, "unknown kind of source '%" PRI_STR "'",
	           STR_ARG(c->options->source));
	edit_nearest(cx->keep, c->options->source, &names, 1, &near);
	if (near.len > 0) {
		diag_help(cx->diag, "did you mean '%" PRI_STR "'?", STR_ARG(near.at[0]));
	} else {
		diag_help(cx->diag, "the kinds are %" PRI_STR,
		          STR_ARG(str_join(cx->keep, &names, STR(", "))));
	}
	return false;
}

static bool choose_usual(struct ctx *cx, const struct chooser *c,
                         const struct plan_package *package, struct choice *out) {
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		if (!kinds[i].find || !has_kind(package, kinds[i].name)) {
			continue;
		}
		enum found found = try_kind(cx, c, package, &kinds[i], out);
		if (found != ABSENT) {
			return found == FOUND;
		}
	}
	diag_fault(cx->diag, EXIT_PACKAGE, package->at,
	           "package '%" PRI_STR "' cannot be had yet on this machine",
	           STR_ARG(package->name));
	diag_help(cx->diag,
	          "install it with PlatformIO, or name a folder: platform_packages = %" PRI_STR
	          " @ symlink://DIR",
	          STR_ARG(package->name));
	return false;
}

static bool choose_override(struct ctx *cx, const struct chooser *c,
                            const struct plan_package *package, const struct override *o,
                            struct choice *out) {
	span at = config_span(c->env, STR("platform_packages"));
	at = ini_find_behind(at, o->text);
	if (o->kind == OVERRIDE_FOLDER) {
		*out =
		    (struct choice){.kind = STR("local"), .dir = path_normal(cx->keep, o->value)};
		reads_machine(c->reads, out->dir);
		if (file_kind(out->dir) == FILE_DIRECTORY) {
			return true;
		}
		diag_error(cx->diag, at, "'%" PRI_STR "' is not a folder", STR_ARG(o->value));
		diag_help(cx->diag, "name the folder that holds the package; "
		                    "a relative one starts at the project's");
		return false;
	}
	if (o->kind == OVERRIDE_RANGE) {
		*out = (struct choice){.kind = STR("platformio"),
		                       .dir = installed_in_range(cx, c, package, o->value)};
		if (out->dir.len > 0) {
			return true;
		}
	}
	diag_fault(cx->diag, EXIT_PACKAGE, at,
	           o->kind == OVERRIDE_RANGE ? "no installed '%" PRI_STR "' fits '%" PRI_STR
	                                       "', and it cannot be downloaded yet"
	                                     : "'%" PRI_STR "' cannot be had from '%" PRI_STR
	                                       "' yet",
	           STR_ARG(package->name), STR_ARG(o->value));
	diag_help(cx->diag,
	          "install it with PlatformIO, or name a folder: %" PRI_STR " @ symlink://DIR",
	          STR_ARG(package->name));
	return false;
}

bool choice_make(struct ctx *cx, const struct chooser *c, const struct plan_package *package,
                 struct choice *out) {
	const struct override *o = override_find(&c->overrides, package->name);
	if (o) {
		return choose_override(cx, c, package, o, out);
	}
	str wanted = c->options->source;
	const struct kind *named = NULL;
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		named = str_eq(kinds[i].name, wanted) ? &kinds[i] : named;
	}
	if (wanted.len > 0 && !named) {
		return refuse_source(cx, c);
	}
	return named && has_kind(package, wanted) ? choose_named(cx, c, package, named, out)
	                                          : choose_usual(cx, c, package, out);
}
