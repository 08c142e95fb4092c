/*
 * `fbgen edge VERB`: what build edges run.  Called by ninja, not by people, so it has no help; the
 * manifest that calls it was written by the same program.
 */
#ifndef GEN_EDGE_H
#define GEN_EDGE_H

#include "base/cli.h"

/* The first operand is the verb, those behind it are its words. */
NODISCARD bool edge_run_verb(struct ctx *cx, const struct cli_args *args);

#endif
