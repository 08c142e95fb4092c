/*
 * Runs a program, in a simulator or on the host, and uploads firmware.
 */
#ifndef GEN_EDGE_RUN_H
#define GEN_EDGE_RUN_H

#include "base/ctx.h"

struct edge_run {
	struct str_vec command;
	unsigned seconds; /* end it after that many seconds, which is no fault; 0: never */
};

/*
 * Run the command and pass on what it prints, line by line, without what a simulator adds to a
 * serial line (colours, dots for control characters).  A program that ends with a status is a
 * fault.
 */
NODISCARD bool edge_run(struct ctx *cx, const struct edge_run *run);

struct edge_upload {
	struct str_vec command; /* "{port}" stands for the port */
	str port;               /* what the project says; empty: look for one */
	struct str_vec hwids;   /* "2341:0043": USB ids of the board */
	bool touch_1200bps;     /* opening the port at that speed starts the bootloader */
	bool wait_for_port;     /* which then has a port of its own */
};

NODISCARD bool edge_upload(struct ctx *cx, const struct edge_upload *upload);

#endif
