/*
 * Where build products lie: .fbgen/obj/HASH/PATH, so that equal commands on equal files share one
 * object among environments and nothing moves when an environment comes or goes.
 */
#ifndef GEN_OBJECT_H
#define GEN_OBJECT_H

#include "base/str.h"

/*
 * The name of the folder for what these words make.  Short, since ninja reads it with every path:
 * 40 bits, so whoever shares an object by its path compares the words.
 */
str object_hash(struct arena *arena, const struct str_vec *words);

/*
 * The object of a source.  `hash` is that of the command's words.  Parts of the path that lead out
 * of the project, and those under .fbgen/, are replaced: "../a.c" → "_up_/a.c.o".
 */
str object_path(struct arena *arena, str hash, str source);

/* The archive of that name made from these objects by these words. */
str object_archive(struct arena *arena, const struct str_vec *words, const struct str_vec *objects,
                   str name);

/*
 * The folder of an environment, ".fbgen/ENV", and a file in it.  An environment may have the name
 * of what fbgen keeps there itself; its folder is then told apart by a dot, which no environment's
 * name has.
 */
str object_dir(struct arena *arena, str env);
str object_product(struct arena *arena, str env, str name);

/* The merged sketch for editors and compilers, and the header with its prototypes. */
str object_sketch(struct arena *arena, str unit);
str object_prelude(struct arena *arena, str unit);

#endif
