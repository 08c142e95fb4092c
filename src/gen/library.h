/*
 * The library finder: which libraries a project uses, in which order they are built and linked,
 * what each unit sees of them.  PlatformIO's LDF, modes "chain" and "off".
 */
#ifndef GEN_LIBRARY_H
#define GEN_LIBRARY_H

#include "base/ctx.h"
#include "gen/flags.h"
#include "gen/reads.h"

struct library;
VEC_DEFINE(libraries, struct library *)

struct library {
	str name;                    /* from its manifest, else the folder's */
	str version;                 /* empty where it says none */
	str dir;                     /* as reached from the project */
	struct str_vec include_dirs; /* its own */
	str source_dir;
	struct str_vec sources; /* paths as reached from the project, sorted */
	struct flag_set flags;  /* its manifest's build.flags, parsed in its folder */
	struct flag_set unflags;
	bool archive;             /* one archive, else its objects go on the link line */
	struct libraries depends; /* in the order they were found */
	/* What its own units see of libraries, in order: include_dirs, then its dependencies'. */
	struct str_vec include_path;
};

/* What the finder has to know.  Paths are as reached from the project. */
struct library_request {
	str include_dir; /* empty where it does not exist */
	str src_dir;
	struct str_vec sources;  /* the project's, sketch tabs included */
	struct str_vec storages; /* folders of libraries, the first has precedence */
	str mode, compat_mode;   /* lib_ldf_mode, lib_compat_mode */
	span mode_at;
	struct str_vec deps; /* lib_deps */
	span deps_at;
	struct str_vec ignore;        /* lib_ignore */
	bool archive, archive_is_set; /* lib_archive of the project, and whether it says so */
	str platform;
	str framework;                /* empty: none */
	const struct flag_set *flags; /* the project's, for its -I folders */
	const struct map *variables;
	str mcu; /* build.mcu, for precompiled libraries */
};

struct library_result {
	struct libraries order; /* build and link order: depth first, children before parents */
	struct str_vec include_path; /* what project sources see of libraries, in order */
	struct flag_set propagated;  /* -I, -L, -l and link words of libraries for the project */
};

NODISCARD bool library_find(struct ctx *cx, struct reads *reads,
                            const struct library_request *request, struct library_result *out);

#endif
