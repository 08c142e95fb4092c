#include "gen/origin.h"

#include <stdarg.h>

span origin_find(const struct origin *origin, str part) {
	return origin->entry ? ini_find(origin->entry, part) : (span){0};
}

static void complete(struct diag *diag, const struct origin *origin) {
	diag_subject(diag, origin->section, origin->option);
	if (origin->variable) {
		diag_note(diag, (span){0}, "'%" PRI_STR "' has a value of the variable %s",
		          STR_ARG(origin->option), origin->variable);
	}
}

bool origin_error(struct diag *diag, const struct origin *origin, str part, const char *format,
                  ...) {
	va_list args;
	va_start(args, format);
	str text = str_format_args(diag->arena, format, args);
	va_end(args);
	diag_error(diag, origin_find(origin, part), "%" PRI_STR, STR_ARG(text));
	complete(diag, origin);
	return false;
}

void origin_warning(struct diag *diag, const struct origin *origin, str part, const char *format,
                    ...) {
	va_list args;
	va_start(args, format);
	str text = str_format_args(diag->arena, format, args);
	va_end(args);
	diag_warning(diag, origin_find(origin, part), "%" PRI_STR, STR_ARG(text));
	complete(diag, origin);
}
