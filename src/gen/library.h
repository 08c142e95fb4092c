/*
 * What the library finder is asked and what it answers: libraries as those who build them see them.
 * Knows nothing of how they are found.
 *
 * With `words` for what every unit gets (library_request.flags), lines are made so:
 *   a unit of the project   words, SCOPE_INCLUDE beginning with result.include_path (include_dir
 *                           and src_dir are part of it); behind each scope build_src_flags
 *   a unit of a library     words, SCOPE_INCLUDE beginning with library.include_path; behind each
 *                           scope library.flags; then everything less library.unflags
 *   a unit of a framework   words alone
 *   the link                words, the scopes LINK, LIBPATH and LIB beginning with those of
 *                           result.propagated; archives of `order` between the two parts of LIB;
 *                           objects of libraries without an archive before the project's
 */
#ifndef GEN_LIBRARY_H
#define GEN_LIBRARY_H

#include "gen/flags.h"

struct library;
VEC_DEFINE(libraries, struct library *)

/* A library as its users see it. */
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
	str test_dir;           /* empty: none; a header in it belongs to the project */
	struct str_vec sources; /* the project's, sorted; the merged sketch among them */
	struct str_vec tabs;    /* of the sketch, in the order in which they are merged */
	str sketch;             /* the entry of `sources` that they become, which need not exist */

	struct str_vec storages; /* folders of libraries, the first has precedence */
	str mode, compat_mode;   /* lib_ldf_mode, lib_compat_mode */
	span mode_at;
	bool mode_is_set;    /* whether the environment says so itself */
	struct str_vec deps; /* lib_deps */
	span deps_at;
	struct str_vec ignore;        /* lib_ignore */
	bool archive, archive_is_set; /* lib_archive of the project, and whether it says so */

	str platform;
	str framework; /* names, with commas or line ends between; empty: none */
	str mcu;       /* build.mcu, for precompiled libraries */
	const struct map *variables;
	const struct flag_set *flags;     /* what every unit gets: board, user, framework */
	const struct flag_set *src_flags; /* build_src_flags; may be NULL */
	const struct flag_set *unflags;   /* build_unflags; may be NULL */
};

struct library_result {
	struct libraries order; /* build and link order: depth first, children before parents */
	struct str_vec include_path; /* what project sources see of project and libraries */
	struct flag_set propagated;  /* -L, -l and link words of libraries, for the link */
	struct str_vec has_include; /* names in __has_include(…) of the files that were scanned */
};

#endif
