/*
 * A package as one program asks another for it: the record that gen hands to fetch, as JSON text,
 * and the answer.
 */
#ifndef STORE_PACKAGE_H
#define STORE_PACKAGE_H

#include "base/json.h"

/* One source of a package, resolved as far as data goes. */
struct package_request {
	str name;                 /* "toolchain-atmelavr" */
	str kind;                 /* "distro" */
	struct str_vec packages;  /* distro: names of Debian packages */
	struct str_vec libraries; /* distro: those only needed where the loader lacks them */
	str root;                 /* the part of the unpacked tree that is the package: "usr" */
	struct str_vec links;     /* fixup: path, target, path, target … */
	struct str_vec replaces;  /* fixup: file, from, to … */
};

/* The canonical text of a request: what its key and its place in the index are made from. */
str package_text(struct arena *arena, const struct package_request *request);

/* Read a family's source record; faults at the YAML. */
NODISCARD bool package_request_read(struct ctx *cx, str name, const struct value *record,
                                    const struct value *source, struct package_request *out);

/* Read requests from JSON text, one a line, as `fbfetch get --json` does from stdin. */
NODISCARD bool package_requests_parse(struct ctx *cx, const struct source *text,
                                      struct package_request **out, size_t *count);

#endif
