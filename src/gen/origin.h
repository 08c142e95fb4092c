/*
 * Where a value comes from, so that what is wrong with it is said at its place in the ini text.
 */
#ifndef GEN_ORIGIN_H
#define GEN_ORIGIN_H

#include "base/ini.h"

struct origin {
	str section;                   /* where it stands; where it was asked for if nowhere */
	str option;                    /* as it is written there */
	const struct ini_entry *entry; /* NULL: in no file */
	const char *variable;          /* the environment variable that gave it or a part of it */
};

/* The place of a part of the value; that of the option where it cannot be told. */
span origin_find(const struct origin *origin, str part);

/* A fault of the value: always false.  `part` is what is wrong in it. */
bool origin_error(struct diag *diag, const struct origin *origin, str part, const char *format, ...)
    PRINTF_LIKE(4, 5);

void origin_warning(struct diag *diag, const struct origin *origin, str part, const char *format,
                    ...) PRINTF_LIKE(4, 5);

#endif
