/*
 * YAML files as trees, by libyaml.  One document; no anchors, no tags; a key twice in a map is a
 * fault.  Plain scalars that YAML 1.2's core schema calls null, boolean or number have that kind;
 * all scalars keep their text.
 */
#ifndef BASE_YAML_H
#define BASE_YAML_H

#include "base/value.h"

/* NULL, and faults with their places, where the text is no such document. */
NODISCARD const struct value *yaml_parse(struct ctx *cx, const struct source *source);

#endif
