/*
 * What the phases of the library finder tell each other.  Only data; the phases are kind, storage,
 * lookup, finder, wanted and compose.
 */
#ifndef GEN_NODE_H
#define GEN_NODE_H

#include "gen/library.h"
#include "gen/listing.h"
#include "gen/manifest.h"

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
