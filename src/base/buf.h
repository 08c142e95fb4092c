/*
 * Text being written: grows in an arena, is read as a str when it is done.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdint.h>

#include "base/str.h"

/* struct buf b = {.arena = arena} is empty and ready. */
struct buf {
	struct arena *arena;
	char *at;
	size_t len, cap;
};

void buf_add(struct buf *buf, str s);
void buf_add_char(struct buf *buf, char c);
void buf_format(struct buf *buf, const char *format, ...) PRINTF_LIKE(2, 3);

/* Add a literal. */
#define buf_lit(buf, literal) buf_add((buf), STR(literal))

/* What has been written so far; valid until more is added. */
str buf_str(const struct buf *buf);

#endif
