/*
 * Ninja's log of the headers that compilers named (.ninja_deps, version 4, also samurai's).
 */
#ifndef GEN_DEPSLOG_H
#define GEN_DEPSLOG_H

#include "base/map.h"

/* The last record of one output. */
struct depslog_record {
	int64_t mtime;        /* of the output, when the record was written */
	struct str_vec paths; /* as ninja writes them: relative to the project, normal */
};

struct depslog {
	struct map records; /* output → struct depslog_record * */
};

/*
 * Read the log's text; views into it.  A log that breaks off or is damaged is read up to there, as
 * ninja does; one of another version is empty.
 */
void depslog_parse(struct arena *arena, str text, struct depslog *out);

#endif
