#include "fetch/progress.h"

#include <stdarg.h>
#include <stdio.h>

void progress_line(const char *format, ...) {
	va_list args;
	va_start(args, format);
	flockfile(stderr);
	fputs("fbfetch: ", stderr);
	vfprintf(stderr, format, args);
	putc('\n', stderr);
	funlockfile(stderr);
	va_end(args);
}
