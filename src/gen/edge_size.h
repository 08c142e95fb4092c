/*
 * The size check of a program: counts what its sections take and compares with what the board has.
 */
#ifndef GEN_EDGE_SIZE_H
#define GEN_EDGE_SIZE_H

#include "base/ctx.h"

struct edge_size {
	str flash_pattern, ram_pattern; /* Perl-style, group 1 is a number of bytes; empty: none */
	uint64_t flash_max, ram_max;    /* 0: no limit */
	struct str_vec command;         /* prints the sections */
	str output;                     /* gets the figures */
};

/* What a size file says, in bytes. */
struct size_figures {
	uint64_t flash, flash_max, ram, ram_max;
};

/* Over a limit is a fault that names both numbers, and the output is not written. */
NODISCARD bool edge_size(struct ctx *cx, const struct edge_size *size);

/* Read what edge_size wrote; false, and no report, where there is nothing. */
NODISCARD bool size_read(struct arena *arena, str path, struct size_figures *out);

/* "flash 930 of 32256 bytes (2.9 %), RAM 9 of 2048 bytes (0.4 %)" */
str size_text(struct arena *arena, const struct size_figures *figures);

#endif
