/*
 * A library, what the finder has to know of a project, and what the finder's phases tell each
 * other.  Only data; the phases are kind, storage, finder and library.
 */
#ifndef GEN_NODE_H
#define GEN_NODE_H

#include "gen/flags.h"
#include "gen/listing.h"
#include "gen/manifest.h"

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

enum library_mode { MODE_OFF, MODE_CHAIN, MODE_DEEP };
enum library_kind { KIND_UNKNOWN, KIND_PLATFORMIO, KIND_ARDUINO, KIND_MBED };

struct node;
VEC_DEFINE(nodes, struct node *)

/* A library, or the project itself, while dependencies are looked for. */
struct node {
	struct library library;
	struct manifest manifest;
	struct manifest_record record;
	struct folder *folder;
	enum library_kind kind;
	enum library_mode mode;
	size_t storage; /* index of the storage that it is in */
	str filter;     /* of its sources */
	str guess;      /* a header in a condition that led such a library to another */

	bool is_reduced;   /* its mode would evaluate conditions */
	bool is_ignored;   /* by lib_ignore */
	bool is_fit;       /* neither ignored nor incompatible */
	bool leaves_asm;   /* .asm is no source */
	bool has_sources;  /* library.sources has been filled in */
	bool is_dependent; /* the finder's: something depends on it */
	bool is_declared;  /* the finder's: its declared dependencies have been followed */
	bool is_built;     /* the composer's */

	/* The finder's. */
	struct folders include; /* its include_dirs, as far as they have been listed */
	struct nodes depends, circular;
	struct map processed; /* files that were scanned for it: path → itself */
	size_t visited;

	/* The composer's: what of libraries stands before the words of everyone, and the number of
	 * changes, plus 1, at which going through the node changed nothing. */
	struct flag_set front;
	size_t settled_at;
};

/* Everything that finding has in its hands. */
struct finder {
	struct ctx *cx;
	struct reads *reads;
	const struct library_request *request;
	struct listing listing;
	enum library_mode mode; /* the project's */
	struct nodes all;       /* every library in every storage, in their order */
	struct nodes fit;       /* those that may be used */

	/* The same, those that something depends on first; the folders that includes are looked
	 * up in; and what that has led to.  All of it holds for one generation. */
	struct nodes ordered;
	struct folders search;
	size_t generation;
	struct map resolved; /* name → struct resolved * */

	bool has_circle; /* some dependency would have closed a circle */
	size_t changes;  /* the composer's, counted */
	size_t marks;    /* numbers given out: to searches, to walks */
	struct node project;
	struct str_vec has_include; /* names in __has_include, in cx->keep */
};

#endif
