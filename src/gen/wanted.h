/*
 * lib_deps: the libraries that a project names, looked for in the storages.
 */
#ifndef GEN_WANTED_H
#define GEN_WANTED_H

#include "gen/node.h"

/* A name, with what else an entry may say: "owner/name @ ^1.2", "name = URL", "URL#branch". */
struct wanted {
	str text;
	str owner, name, range, uri; /* empty: not said; the name of a URI is its last part */
	bool is_number;              /* a registry's number: the name is unknown */
};

void wanted_parse(struct arena *arena, str text, struct wanted *out);

/* Make the project depend on every library that lib_deps names, and search those.  One that no
 * storage has is a fault of the package.  All faults are reported. */
NODISCARD bool wanted_find(struct finder *finder);

#endif
