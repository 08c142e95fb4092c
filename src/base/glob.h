/*
 * Paths by pattern, as Python's glob.glob(pattern, recursive=True): '*', '?' and '[…]' inside a
 * component, '**' as a component of its own for any number of folders; none of them matches a name
 * that begins with a dot; case-sensitive.  Results are sorted by bytes, so that the file system's
 * order does not show.
 */
#ifndef BASE_GLOB_H
#define BASE_GLOB_H

#include "base/str.h"

/*
 * Append the paths that match the pattern; a relative one stands below `dir`, and so do its results
 * (they begin with dir unless dir is ".").  As in Python, "**" also finds the folder it starts in,
 * as "dir/" ("./" for "."), and a link to a folder is entered; but not one to a folder above it,
 * which "**" does not find at all.
 * What the result hangs on is appended to `listed`, which may be NULL: directories whose entries
 * were looked at, each once or more, and paths at which a directory or file would have mattered.
 * Returns the first folder that is there and could not be listed, and errno; else the empty view.
 */
str glob_find(struct arena *arena, str dir, str pattern, struct str_vec *out,
              struct str_vec *listed);

/* Whether one name matches one component of a pattern. */
bool glob_match(str pattern, str name);

#endif
