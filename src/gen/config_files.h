/*
 * Which ini files a project has: platformio.ini, what its extra_configs name, what theirs do.
 */
#ifndef GEN_CONFIG_FILES_H
#define GEN_CONFIG_FILES_H

#include "gen/reads.h"
#include "gen/sections.h"

/*
 * Read the file and those that it names, one over the other.  Files and folders that were looked at
 * go to reads.  All faults are reported; false if there was any, and then the sections hold what
 * could be read.
 */
NODISCARD bool config_files_read(struct ctx *cx, struct reads *reads, str file,
                                 struct sections *out);

#endif
