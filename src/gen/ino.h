/*
 * A sketch's tabs merged into one C++ file, with a prototype for every function that is named
 * before it is defined, placed after the types that the prototype names.
 */
#ifndef GEN_INO_H
#define GEN_INO_H

#include "base/ctx.h"

VEC_DEFINE(source_refs, const struct source *)

/*
 * The order of tabs is PlatformIO's: a tab that has the words "void setup(" or "void loop(" goes in
 * front of what was collected so far, others behind it.  `*main` gets the tab that gives the result
 * its name; NULL where there is no tab.
 */
void ino_order(const struct source_refs *tabs, struct arena *arena, struct source_refs *ordered,
               const struct source **main);

/*
 * The C++ text of tabs in this order, in keep.  #line directives name the tabs by their paths as
 * given.  The tabs' own text stays as it is, but for byte order marks and a missing line end.
 */
str ino_convert(struct ctx *cx, const struct source_refs *ordered);

/*
 * Prototypes alone, of functions whose types Arduino.h has or the sketch's can be declared ahead:
 * what an editor includes before a tab.
 */
str ino_prototypes(struct ctx *cx, const struct source_refs *ordered);

#endif
