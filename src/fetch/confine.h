/*
 * Taking rights away from this process: of memory, files and calls to the kernel it keeps what
 * unpacking takes.  What a kernel does not offer is left out, and can be asked for.
 */
#ifndef FETCH_CONFINE_H
#define FETCH_CONFINE_H

#include "base/str.h"

struct confine {
	int folder;      /* the only folder in which files can be read, made and removed */
	uint64_t memory; /* bytes of address space besides what is in use */
	uint64_t file;   /* bytes in one file */
};

/* For good, and for all children.  False where a limit that every kernel knows was refused. */
NODISCARD bool confine_apply(const struct confine *confine);

#endif
