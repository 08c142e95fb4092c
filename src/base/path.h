/*
 * Paths as text, POSIX style: no system calls.
 */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include "base/str.h"

bool path_is_absolute(str path);

/* dir/name; name alone where it is absolute or dir is empty or "."; dir where name is empty. */
str path_join(struct arena *arena, str dir, str name);

/*
 * Without ".", "//" and "x/..", as text ("a/../b" is "b" also where a is a link).  Leading ".."
 * stay.  The empty path and "." are ".".
 */
str path_normal(struct arena *arena, str path);

/* The normal form of `path`, relative to `dir` where it is inside it, else unchanged; both absolute
 * or both relative to the same place. */
str path_relative_inside(struct arena *arena, str path, str dir);

/* Whether the normal `path` is the normal `dir` or stands below it. */
bool path_is_inside(str path, str dir);

/* What follows the last slash; what stands before it ("." where there is none, "/" for "/x"). */
str path_name(str path);
str path_parent(str path);

/* From the last dot of the name on, the dot included; empty where the name has none or begins so.
 */
str path_extension(str path);

/* The name without its extension. */
str path_stem(str path);

/* "~" and "~/…" with the home folder in place of "~". */
str path_expand_home(struct arena *arena, str path, str home);

#endif
