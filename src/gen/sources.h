/*
 * Which files of a folder are sources: PlatformIO's source filter.
 */
#ifndef GEN_SOURCES_H
#define GEN_SOURCES_H

#include "base/ctx.h"
#include "gen/reads.h"

/* "+<*> -<.git/> -<.svn/>", and the form for libraries, which leaves out examples and tests. */
extern const str sources_default_filter, sources_library_filter;

/* By extension, case-sensitive. */
bool sources_is_source(str path);
bool sources_is_header(str path);

/*
 * Append the sources below `dir` that the filter takes, relative to dir (they may begin with
 * "../"), sorted by bytes, each once.  Folders that were listed go to reads where it is not NULL.
 */
void sources_find(struct ctx *cx, struct reads *reads, str dir, str filter, struct str_vec *out);

/* The tabs of a sketch directly in `dir`, *.ino then *.pde, each sorted; names only. */
void sources_find_tabs(struct ctx *cx, struct reads *reads, str dir, struct str_vec *out);

#endif
