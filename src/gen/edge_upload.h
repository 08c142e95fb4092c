/*
 * Uploads firmware: finds the board's serial port, wakes its bootloader, runs the uploader.
 */
#ifndef GEN_EDGE_UPLOAD_H
#define GEN_EDGE_UPLOAD_H

#include "base/ctx.h"

struct edge_upload {
	struct str_vec
	    command; /* "{port}" in a word stands for the port; without it none is looked for */
	str port;    /* what the project says; empty: look for one */
	struct str_vec hwids; /* USB ids of the board, "2341:0043", any case */
	bool touch_1200bps;   /* opening the port at that speed starts the bootloader */
	bool wait_for_port;   /* which then has a port of its own */
	str classes, devices; /* "/sys/class/tty" and "/dev", where empty */
};

NODISCARD bool edge_upload(struct ctx *cx, const struct edge_upload *upload);

/*
 * The port of a board with one of the ids, else the only USB serial port there is.  A fault that
 * lists the ports where that does not decide.
 */
NODISCARD bool upload_find_port(struct ctx *cx, const struct edge_upload *upload, str *port);

#endif
