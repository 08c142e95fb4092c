/*
 * Stamps of files as text, so that a later run can tell whether they are still the same.
 */
#ifndef STORE_STAMP_H
#define STORE_STAMP_H

#include "base/buf.h"
#include "base/file.h"

/* Append a line for what stands at the path now, also where nothing does. */
void stamp_add(struct buf *buf, str path);

/* The path of a line that stamp_add made; empty where it is none.  *same: nothing has changed. */
str stamp_check(str line, bool *same);

#endif
