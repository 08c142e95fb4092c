/*
 * What every phase needs: a place for results, a place for working memory, and someone to tell.
 * Three members, never a fourth.
 */
#ifndef BASE_CTX_H
#define BASE_CTX_H

#include "base/arena.h"
#include "base/diag.h"

struct ctx {
	struct arena *keep;    /* results: live as long as the program */
	struct arena *scratch; /* the rest: who takes from it rewinds it */
	struct diag *diag;
};

#endif
