/*
 * What kind of library a folder is, and what follows from it: its include folders, where its
 * sources are, and which of them count.
 */
#ifndef GEN_KIND_H
#define GEN_KIND_H

#include "gen/node.h"

/* Read the manifest and the record, and settle the kind. */
void kind_read(struct finder *finder, struct node *node);

/* Fill in include_dirs, source_dir and the filter. */
void kind_lay_out(struct finder *finder, struct node *node);

#endif
