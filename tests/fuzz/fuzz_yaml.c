#include <stdlib.h>

#include "base/yaml.h"
#include "fuzz.h"

/* Every value has a place in the source, and the text that its kind needs. */
static void check(const struct fuzz *fuzz, const struct value *value) {
	bool has_place = value->at.source == &fuzz->source &&
	                 value->at.offset <= fuzz->source.text.len &&
	                 value->at.len <= fuzz->source.text.len - value->at.offset;
	if (!has_place || (value->first && value->kind != VALUE_LIST && value->kind != VALUE_MAP)) {
		abort();
	}
	for (const struct value *child = value->first; child; child = child->next) {
		if (child->parent != value) {
			abort();
		}
		check(fuzz, child);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct fuzz fuzz;
	fuzz_begin(&fuzz, data, size);
	const struct value *root = yaml_parse(&fuzz.cx, &fuzz.source);
	if ((root == NULL) != (fuzz.diag.errors > 0)) {
		abort();
	}
	if (root) {
		check(&fuzz, root);
	}
	fuzz_end(&fuzz);
	return 0;
}
