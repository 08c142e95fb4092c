/*
 * The library finder: which libraries a project uses, in which order they are built and linked,
 * what each unit sees of them.  PlatformIO's LDF, modes "chain", "deep" and "off"; those that
 * evaluate conditions come later.
 *
 * With `words` for what every unit gets (library_request.flags), lines are made so:
 *   a unit of the project   words, SCOPE_INCLUDE beginning with result.include_path (include_dir
 *                           and src_dir are part of it); behind each scope build_src_flags
 *   a unit of a library     words, SCOPE_INCLUDE beginning with library.include_path; behind each
 *                           scope library.flags; then everything less library.unflags
 *   a unit of a framework   words alone
 *   the link                words, the scopes LINK, LIBPATH and LIB beginning with those of
 *                           result.propagated; archives of `order` between the two parts of LIB;
 *                           objects of libraries without an archive before the project's
 */
#ifndef GEN_LIBRARY_H
#define GEN_LIBRARY_H

#include "gen/node.h"

struct library_result {
	struct libraries order; /* build and link order: depth first, children before parents */
	struct str_vec include_path; /* what project sources see of project and libraries */
	struct flag_set propagated;  /* -L, -l and link words of libraries, for the link */
	struct str_vec has_include; /* names in __has_include(…) of the files that were scanned */
};

NODISCARD bool library_find(struct ctx *cx, struct reads *reads,
                            const struct library_request *request, struct library_result *out);

#endif
