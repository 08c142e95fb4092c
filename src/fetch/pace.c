#include "fetch/pace.h"

/* Milliseconds of a measurement; downloads besides the first; measurements after a vain trial. */
enum { WINDOW = 2000, MOST_EXTRA = 3, CALM = 5 };

static void judge(struct pace *p, uint64_t rate, bool waiting) {
	if (p->trying) {
		p->trying = false;
		if (rate < p->rate + p->rate / 10) {
			p->extra--;
			p->calm = CALM;
		}
	} else if (p->calm > 0) {
		p->calm--;
	} else if (waiting && p->extra < MOST_EXTRA) {
		p->rate = rate;
		p->extra++;
		p->trying = true;
	}
}

unsigned pace_limit(struct pace *p, int64_t now, uint64_t total, bool waiting) {
	if (p->since == 0) {
		p->since = now;
		p->before = total;
	}
	if (now - p->since >= WINDOW) {
		uint64_t rate = (total - p->before) * 1000 / (uint64_t)(now - p->since);
		judge(p, rate, waiting);
		p->since = now;
		p->before = total;
	}
	return 1 + p->extra;
}
