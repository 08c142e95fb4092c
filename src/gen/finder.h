/*
 * The search: from the project's sources through their includes to libraries, from these to
 * others.  Ends in each node's `depends` and `circular`.
 */
#ifndef GEN_FINDER_H
#define GEN_FINDER_H

#include "gen/node.h"

/* Make the project a node; the libraries have been read. */
void finder_begin(struct finder *finder);

/* Note that one node depends on another; a circle is noted as such. */
void finder_connect(struct finder *finder, struct node *node, struct node *other);

/* Follow what the node declares, and in mode "deep" what its sources include. */
void finder_search(struct finder *finder, struct node *node);

/* Search the project, and in mode "chain" then every library found, from all its sources. */
void finder_search_project(struct finder *finder);

#endif
