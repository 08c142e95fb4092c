#include "base/arena.h"

#include <assert.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"

#if defined(__SANITIZE_ADDRESS__)
#define ARENA_POISONS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_POISONS 1
#endif
#endif

#ifdef ARENA_POISONS
#include <sanitizer/asan_interface.h>
#define POISON(at, size)   ASAN_POISON_MEMORY_REGION(at, size)
#define UNPOISON(at, size) ASAN_UNPOISON_MEMORY_REGION(at, size)
enum { REDZONE = 16 };
#else
#define POISON(at, size)   ((void)(at), (void)(size))
#define UNPOISON(at, size) ((void)(at), (void)(size))
enum { REDZONE = 0 };
#endif

enum { FIRST_BLOCK = 64 * 1024, ALIGNMENT = alignof(max_align_t) };

struct arena_block {
	struct arena_block *previous;
	size_t size, used;
	alignas(max_align_t) unsigned char bytes[];
};

static NORETURN void out_of_memory(void) {
	fputs("fatal: out of memory\n", stderr);
	abort();
}

static size_t round_up(size_t size) {
	if (size > SIZE_MAX - ALIGNMENT - REDZONE) {
		out_of_memory();
	}
	return (size + REDZONE + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void add_block(struct arena *arena, size_t need) {
	size_t size = arena->block ? arena->block->size * 2 : FIRST_BLOCK;
	while (size < need) {
		size = size > SIZE_MAX / 4 ? need : size * 2;
	}
	if (size > SIZE_MAX - sizeof(struct arena_block)) {
		out_of_memory();
	}
	struct arena_block *block = malloc(sizeof(struct arena_block) + size);
	if (!block) {
		out_of_memory();
	}
	block->previous = arena->block;
	block->size = size;
	block->used = 0;
	POISON(block->bytes, size);
	arena->block = block;
}

static void count(struct arena *arena, size_t size) {
	arena->allocated += size;
	if (arena->allocated > arena->peak) {
		arena->peak = arena->allocated;
	}
}

void *arena_alloc(struct arena *arena, size_t count_of, size_t size) {
	size_t total = 0;
	if (__builtin_mul_overflow(count_of, size, &total)) {
		out_of_memory();
	}
	size_t taken = round_up(total);
	if (!arena->block || arena->block->size - arena->block->used < taken) {
		add_block(arena, taken);
	}
	unsigned char *at = arena->block->bytes + arena->block->used;
	arena->block->used += taken;
	count(arena, taken);
	UNPOISON(at, total);
	return memset(at, 0, total);
}

void *arena_grow(struct arena *arena, void *old, size_t old_size, size_t new_size) {
	assert(new_size >= old_size);
	if (!old) {
		return arena_alloc(arena, 1, new_size);
	}
	struct arena_block *block = arena->block;
	size_t before = round_up(old_size);
	size_t after = round_up(new_size);
	bool is_last = (unsigned char *)old + before == block->bytes + block->used;
	if (is_last && after - before <= block->size - block->used) {
		block->used += after - before;
		count(arena, after - before);
		UNPOISON(old, new_size);
		memset((unsigned char *)old + old_size, 0, new_size - old_size);
		return old;
	}
	void *grown = arena_alloc(arena, 1, new_size);
	memcpy(grown, old, old_size);
	POISON(old, before); /* who still looks there looks at stale bytes */
	return grown;
}

struct arena_mark arena_mark(const struct arena *arena) {
	return (struct arena_mark){
	    .block = arena->block,
	    .used = arena->block ? arena->block->used : 0,
	    .allocated = arena->allocated,
	};
}

void arena_rewind(struct arena *arena, struct arena_mark mark) {
	while (arena->block != mark.block) {
		struct arena_block *gone = arena->block;
		assert(gone);
		arena->block = gone->previous;
		UNPOISON(gone->bytes, gone->size);
		free(gone);
	}
	if (arena->block) {
		arena->block->used = mark.used;
		POISON(arena->block->bytes + mark.used, arena->block->size - mark.used);
	}
	arena->allocated = mark.allocated;
}

void arena_release(struct arena *arena) {
	arena_rewind(arena, (struct arena_mark){0});
}
