/*
 * Places on disk: the store of packages and what is installed in it.
 * Layout:  $FBGEN_HOME, else $XDG_CACHE_HOME/fbgen, else ~/.cache/fbgen
 *            trees/KEY/            an installed package, never changed; .ok in it is its record
 *            tmp/KEY.XXXXXX/       unpacking; same file system as trees/
 *            locks/KEY             one never-unlinked lock per key
 *            index/REQUEST         which key a request got, and while what holds
 *            notes/NAME            small texts that may be lost
 * Nothing here makes a folder before something is written.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/ctx.h"

struct store {
	str root; /* absolute */
};

NODISCARD bool store_open(struct ctx *cx, struct store *out);

/* A folder of the store ("tmp"), absolute. */
str store_dir(struct arena *arena, const struct store *store, str name);

/* The tree of a key, absolute; it exists only when the package is complete. */
str store_tree(struct arena *arena, const struct store *store, str key);
bool store_has(const struct store *store, str key);

/*
 * What a request (the canonical text of a package's source record) was last resolved to; empty
 * where it is not known, no longer holds (the machine's package lists changed), or is not
 * installed.
 */
str store_resolved(struct ctx *cx, const struct store *store, str request);

/* The same, but whether it still holds is not asked: for who must do with what is there. */
str store_resolved_once(struct ctx *cx, const struct store *store, str request);

/* Remember it; it holds while the files and folders at the `watched` paths stay what they are. */
NODISCARD bool store_resolved_write(struct ctx *cx, const struct store *store, str request, str key,
                                    const struct str_vec *watched);

/* Small texts that may be lost: "tool/HASH", by name.  Empty where there is none. */
str store_note(struct ctx *cx, const struct store *store, str name);
NODISCARD bool store_note_write(struct ctx *cx, const struct store *store, str name, str text);

#endif
