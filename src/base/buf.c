#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Room for `more` bytes and a NUL behind what is there. */
static char *room(struct buf *buf, size_t more) {
	size_t need = buf->len + more + 1;
	if (need > buf->cap) {
		size_t cap = buf->cap ? buf->cap * 2 : 256;
		while (cap < need) {
			cap *= 2;
		}
		buf->at = arena_grow(buf->arena, buf->at, buf->cap, cap);
		buf->cap = cap;
	}
	return buf->at + buf->len;
}

void buf_add(struct buf *buf, str s) {
	if (s.len) {
		memcpy(room(buf, s.len), s.at, s.len);
		buf->len += s.len;
	}
}

void buf_add_char(struct buf *buf, char c) {
	*room(buf, 1) = c;
	buf->len++;
}

void buf_format(struct buf *buf, const char *format, ...) {
	va_list args;
	va_list again;
	va_start(args, format);
	va_copy(again, args);
	int len = vsnprintf(NULL, 0, format, args);
	va_end(args);
	size_t size = len < 0 ? 0 : (size_t)len;
	vsnprintf(room(buf, size), size + 1, format, again);
	va_end(again);
	buf->len += size;
}

str buf_str(const struct buf *buf) {
	return (str){buf->at ? buf->at : "", buf->len};
}
