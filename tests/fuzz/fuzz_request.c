/*
 * Requests as fbfetch reads them: what is accepted survives its own canonical text.
 */
#include <assert.h>

#include "store/package.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena keep = {0}, scratch = {0};
	struct diag diag = {.arena = &keep};
	struct ctx cx = {&keep, &scratch, &diag};
	struct source source = {
	    STR("requests"), {(const char *)data, size}
        };
	struct package_request *list = NULL, *again = NULL;
	size_t count = 0, count_again = 0;
	if (package_requests_parse(&cx, &source, &list, &count) && count > 0) {
		struct source text = {STR("again"), package_text(&keep, &list[0])};
		assert(package_requests_parse(&cx, &text, &again, &count_again));
		assert(str_eq(package_text(&keep, &again[0]), text.text));
	}
	arena_release(&keep);
	arena_release(&scratch);
	return 0;
}
