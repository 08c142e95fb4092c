#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

void fuzz_begin(struct fuzz *fuzz, const uint8_t *data, size_t size) {
	*fuzz = (struct fuzz){0};
	fuzz->diag.arena = &fuzz->keep;
	fuzz->cx = (struct ctx){&fuzz->keep, &fuzz->scratch, &fuzz->diag};
	char *text = malloc(size ? size : 1);
	if (!text) {
		abort();
	}
	if (size) {
		memcpy(text, data, size);
	}
	fuzz->source = (struct source){
	    STR("fuzz"), {text, size}
        };
}

void fuzz_end(struct fuzz *fuzz) {
	char *printed = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&printed, &size);
	if (!out || fuzz->scratch.allocated != 0) {
		abort();
	}
	diag_print(&fuzz->diag, out, false);
	fclose(out);
	/* What is printed is text, whatever was read. */
	if (str_utf8_fault((str){printed, size}) != size) {
		abort();
	}
	free(printed);
	/* A copy, since views into constant text are all that a source has. */
	union {
		const char *view;
		char *owned;
	} text = {fuzz->source.text.at};
	free(text.owned);
	arena_release(&fuzz->keep);
	arena_release(&fuzz->scratch);
}
