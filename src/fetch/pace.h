/*
 * How many downloads run beside each other.  They come in the order of their priority: one has the
 * whole line for itself, unless the sum of all grows by a tenth when another one joins it (a server
 * that gives each connection little, a long way): then up to four.
 */
#ifndef FETCH_PACE_H
#define FETCH_PACE_H

#include <stdbool.h>
#include <stdint.h>

/* Ready for use when zero. */
struct pace {
	unsigned extra;  /* besides the first one */
	bool trying;     /* the last one is on trial */
	int64_t since;   /* when the running measurement began; 0: none runs */
	uint64_t before; /* bytes at that time */
	uint64_t rate;   /* bytes per second without the one on trial */
	unsigned calm;   /* measurements to let pass before the next trial */
};

/*
 * How many may run now.  `total` is what all have brought so far, ever growing; `waiting` says
 * whether there is one that could join.  Times in milliseconds.
 */
unsigned pace_limit(struct pace *p, int64_t now, uint64_t total, bool waiting);

#endif
