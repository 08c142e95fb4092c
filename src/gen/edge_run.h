/*
 * Runs a program in a simulator or on the host.
 */
#ifndef GEN_EDGE_RUN_H
#define GEN_EDGE_RUN_H

#include "base/ctx.h"

/* Firmware seldom ends by itself. */
enum { RUN_SECONDS = 60 };

struct edge_run {
	struct str_vec command;
	bool serial; /* the output is a simulated serial line; else the terminal is the program's */
	unsigned seconds; /* end it after that many seconds, which is no fault; 0: never (the host),
	                     or what FBGEN_RUN_SECONDS says, else RUN_SECONDS (a simulator) */
};

/*
 * A serial line is passed on line by line, without what the simulator adds (colours, dots for
 * control characters, its own messages).  A program that ends with a status is a fault.
 */
NODISCARD bool edge_run(struct ctx *cx, const struct edge_run *run);

#endif
