/*
 * What fbfetch is doing, for the person who waits: whole lines on stderr.
 */
#ifndef FETCH_PROGRESS_H
#define FETCH_PROGRESS_H

#include "base/attr.h"

void progress_line(const char *format, ...) PRINTF_LIKE(1, 2);

#endif
