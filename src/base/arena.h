/*
 * Bump allocation.  Memory is zeroed, never freed one by one, and released or rewound as a whole.
 * Running out of memory ends the program, so nobody above checks for NULL.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

struct arena_block;

/* An arena is ready for use when zero: struct arena a = {0}. */
struct arena {
	struct arena_block *block; /* the block in use; its predecessors hang behind it */
	size_t allocated;          /* bytes handed out and not rewound */
	size_t peak;               /* largest value that allocated ever had */
};

struct arena_mark {
	struct arena_block *block;
	size_t used, allocated;
};

/* count × size zeroed bytes, aligned for any type; an overflow of the product ends the program. */
void *arena_alloc(struct arena *arena, size_t count, size_t size);

/* A zeroed object of the type. */
#define arena_new(arena, type) ((type *)arena_alloc((arena), 1, sizeof(type)))

/*
 * Make the block at `old`, which has `old_size` bytes, hold `new_size`: in place where it was the
 * last one handed out, else as a copy.  `old` may be NULL.  The added bytes are zero.
 */
void *arena_grow(struct arena *arena, void *old, size_t old_size, size_t new_size);

struct arena_mark arena_mark(const struct arena *arena);

/* Give back everything taken since the mark.  Marks nest. */
void arena_rewind(struct arena *arena, struct arena_mark mark);

/* Give back everything; the arena is as new. */
void arena_release(struct arena *arena);

#endif
