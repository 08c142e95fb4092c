/*
 * Ninja's log of what it ran (.ninja_log, versions 5 to 7, also samurai's): when each output was
 * made last.
 */
#ifndef GEN_BUILDLOG_H
#define GEN_BUILDLOG_H

#include "base/map.h"

struct buildlog_entry {
	int64_t mtime;    /* what ninja compares inputs with, nanoseconds */
	int64_t duration; /* of the command, nanoseconds */
	bool from_start;  /* mtime may be the time at which the command began */
};

struct buildlog {
	struct map entries; /* output → struct buildlog_entry * */
};

/* Read the log's text; views into it.  Lines that are none of the log's are skipped. */
void buildlog_parse(struct arena *arena, str text, struct buildlog *out);

#endif
