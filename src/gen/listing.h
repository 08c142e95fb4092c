/*
 * Folders listed once and files scanned once, while includes are looked up in many places: a
 * question costs no system call unless its folder is new.  Knows nothing of libraries.
 */
#ifndef GEN_LISTING_H
#define GEN_LISTING_H

#include "base/file.h"
#include "base/map.h"
#include "gen/reads.h"
#include "gen/scan.h"

struct folder;
struct listed_file;
VEC_DEFINE(files, struct listed_file *)

/* A regular file that a lookup has led to. */
struct listed_file {
	str path;
	struct folder *folder;
	bool is_read, is_scanned;
	str text;
	struct scan scan;

	/* The finder's: numbers of the searches that met it last, and what stands beside it. */
	size_t queued, seen;
	bool has_companions;
	struct files companions;
};

struct folder {
	str path; /* in normal form */
	bool exists;
	struct map entries; /* name → struct listed_entry * */
	str real;           /* links resolved; filled in by listing_real */
	/* The library that holds the folder, and when that was found out; the finder's. */
	void *owner;
	size_t owner_known;
};
VEC_DEFINE(folders, struct folder *)

/* struct listing l = {.cx = cx, .reads = reads} is ready.  What it holds is of cx->scratch. */
struct listing {
	struct ctx *cx;
	struct reads *reads;
	struct map folders; /* path → struct folder * */
	str cwd;            /* filled in at need */
};

/* The folder at the path, listed; one that cannot be listed is empty and does not exist. */
struct folder *listing_folder(struct listing *listing, str path);

/* What stands under the name in the folder, links followed; the name has no slash. */
enum file_kind listing_kind(const struct folder *folder, str name);

/* The folder of that name below, or NULL. */
struct folder *listing_below(struct listing *listing, struct folder *folder, str name);

/* The regular file that a path leads to from the folder, or NULL. */
struct listed_file *listing_find(struct listing *listing, struct folder *folder, str path);

/* The file's includes, remembered as read; a file that cannot be read has none. */
const struct scan *listing_scan(struct listing *listing, struct listed_file *file);

/* The file's text, empty where it cannot be read.  That it was read is for the caller to say. */
str listing_text(struct listing *listing, struct listed_file *file);

/* The folder's path with links resolved, absolute. */
str listing_real(struct listing *listing, struct folder *folder);

/* The same, where the path's text does not already say so: empty where no link is on the way. */
str listing_link(struct listing *listing, struct folder *folder);

#endif
