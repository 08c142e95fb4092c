/*
 * Debian packages by the machine's own apt, without root: which archives its configuration gives
 * for some names, and their download.  Where the machine's package lists are empty or out of date,
 * lists of our own, kept in the store, take their place.
 */
#ifndef FETCH_APT_H
#define FETCH_APT_H

#include "fetch/verify.h"
#include "store/store.h"

/* Where package lists are taken from, in the order in which they are tried. */
enum apt_lists { APT_MACHINE, APT_OWN, APT_LISTS_COUNT };

struct apt {
	const struct store *store;
	enum apt_lists lists;
	bool updated;           /* our own lists are as new as they can be */
	bool refused;           /* apt-get did not do what it was asked for last */
	struct str_vec watched; /* while these do not change, an answer holds */
};

/* Ask apt for its configuration. */
NODISCARD bool apt_open(struct ctx *cx, const struct store *store, struct apt *out);

/*
 * Go on to the next lists, made new where they are ours.  False, and no report, where there are no
 * others; false and a fault where they cannot be had.
 */
NODISCARD bool apt_next_lists(struct ctx *cx, struct apt *apt);

/* Append the archives of the packages, in the order of their names. */
NODISCARD bool apt_resolve(struct ctx *cx, struct apt *apt, const struct str_vec *names,
                           struct archives *out);

/* Download the archives into `dir`, which is empty. */
NODISCARD bool apt_download(struct ctx *cx, struct apt *apt, const struct archives *archives,
                            str dir);

#endif
