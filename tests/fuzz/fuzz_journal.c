/*
 * The journal of a partial download: any text is a journal or none, and one that is says the same
 * when it is written and read again.
 */
#include <stdlib.h>

#include "fetch/journal.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct fuzz fuzz;
	struct journal journal, again;
	fuzz_begin(&fuzz, data, size);
	if (journal_parse(&fuzz.keep, fuzz.source.text, &journal)) {
		str text = journal_text(&fuzz.keep, &journal);
		if (!journal_parse(&fuzz.keep, text, &again) ||
		    !str_eq(text, journal_text(&fuzz.keep, &again))) {
			abort();
		}
	}
	fuzz_end(&fuzz);
	return 0;
}
