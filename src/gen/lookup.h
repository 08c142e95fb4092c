/*
 * Which file an include leads to, and whose it is.  Both depend on the order of libraries: those
 * that something depends on are asked first.
 */
#ifndef GEN_LOOKUP_H
#define GEN_LOOKUP_H

#include "gen/node.h"

/* Put the libraries into their order; what was found out under the old one is forgotten. */
void lookup_reorder(struct finder *finder);

/* The library that the folder belongs to, or NULL. */
struct node *lookup_owner(struct finder *finder, struct folder *folder);

/* Whether the folder is the node's own, and so its files are searched with the node. */
bool lookup_is_own(struct finder *finder, const struct node *node, struct folder *folder);

/* The file that an include of one of the node's files, in `folder`, leads to, or NULL. */
struct listed_file *lookup_include(struct finder *finder, struct node *node, struct folder *folder,
                                   const struct include *include);

#endif
