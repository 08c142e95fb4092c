#include "fetch/mirror.h"

/* Whether it may be asked again at all. */
static bool may_again(struct mirror *m, enum retry_step step) {
	switch (step) {
	case RETRY_SOON:
		return m->failures < RETRY_TRIES;
	case RETRY_ONCE: {
		bool had = m->had_once;
		m->had_once = true;
		return !had;
	}
	case RETRY_CLEAN: {
		bool had = m->had_clean;
		m->had_clean = true;
		return !had;
	}
	case RETRY_NEVER:
	case RETRY_STOP:
		return false;
	}
	return false;
}

void mirror_failed(struct mirror *m, const struct mirror_failure *failure, int64_t now,
                   uint32_t random) {
	m->failures = failure->ground >= RETRY_GROUND ? 1 : m->failures + 1;
	m->fault = failure->text;
	m->class = failure->verdict.class;
	m->out = !may_again(m, failure->verdict.step);
	m->due = now;
	if (failure->verdict.step != RETRY_CLEAN) {
		m->due +=
		    retry_delay(m->failures, failure->verdict.throttled, failure->after, random);
	}
}

size_t mirror_next(const struct mirrors *mirrors, size_t first, int64_t now) {
	size_t best = mirrors->len;
	for (size_t i = 0; i < mirrors->len; i++) {
		size_t at = (first + i) % mirrors->len;
		const struct mirror *m = &mirrors->at[at];
		if (m->out) {
			continue;
		}
		if (m->due <= now) {
			return at;
		}
		if (best == mirrors->len || m->due < mirrors->at[best].due) {
			best = at;
		}
	}
	return best;
}
