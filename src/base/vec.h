/*
 * Typed growable arrays that live in an arena.  VEC_DEFINE(words, str) makes
 *
 *     struct words {str *at; size_t len, cap;}
 *     words_push(arena, &words, item)
 *
 * A zeroed struct is an empty array.
 */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stddef.h>

#include "base/arena.h"

#define VEC_DEFINE(name, type)                                                                     \
	struct name {                                                                              \
		type *at;                                                                          \
		size_t len, cap;                                                                   \
	};                                                                                         \
	static inline void name##_push(struct arena *arena, struct name *vec, type item) {         \
		if (vec->len == vec->cap) {                                                        \
			size_t cap = vec->cap ? vec->cap * 2 : 8;                                  \
			vec->at = arena_grow(arena, vec->at, vec->cap * sizeof(type),              \
			                     cap * sizeof(type));                                  \
			vec->cap = cap;                                                            \
		}                                                                                  \
		vec->at[vec->len++] = item;                                                        \
	}

#endif
