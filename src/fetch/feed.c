#include "fetch/feed.h"

/* Pieces of one turn: the network must not wait for a reader. */
enum { MOST_PIECES = 16 };

static void end(struct running *r, enum fault_class class, str text) {
	r->state = TRANSFER_FAILED;
	r->class = class;
	r->text = text;
}

static bool begin(struct running *r) {
	if (r->starts == r->partial.starts) {
		return true;
	}
	r->starts = r->partial.starts;
	r->fed = 0;
	return r->wanted->sink.begin(r->wanted->sink.user);
}

/* One piece; false where no more is to be given now. */
static bool give(struct running *r, char *chunk, size_t size) {
	uint64_t left = r->partial.bytes - r->fed;
	size_t most = left < size ? (size_t)left : size;
	int64_t got = partial_read(&r->cx, &r->partial, r->fed, chunk, most);
	if (got <= 0) {
		end(r, FAULT_DISK, STR("the download on disk cannot be read"));
		return false;
	}
	ssize_t taken = r->wanted->sink.take(r->wanted->sink.user, chunk, (size_t)got);
	if (taken < 0) {
		end(r, FAULT_READER, STR("its reader ended it"));
		return false;
	}
	r->fed += (uint64_t)taken;
	r->full = taken < got;
	return !r->full;
}

bool feed_is_behind(const struct running *r) {
	if (!r->wanted->sink.take || r->partial.fd < 0 || r->state == TRANSFER_FAILED) {
		return false;
	}
	return r->starts == r->partial.starts
	           ? r->fed < r->partial.bytes
	           : r->partial.bytes > 0 || r->state == TRANSFER_FEEDING;
}

void feed_some(struct running *r, char *chunk, size_t size) {
	if (!feed_is_behind(r)) {
		return;
	}
	if (!begin(r)) {
		end(r, FAULT_READER, STR("its reader ended it"));
		return;
	}
	for (unsigned i = 0; i < MOST_PIECES && r->fed < r->partial.bytes; i++) {
		if (!give(r, chunk, size)) {
			return;
		}
	}
}

int feed_poll_fd(const struct running *r) {
	const struct transfer_sink *sink = &r->wanted->sink;
	return r->full && feed_is_behind(r) && sink->poll_fd ? sink->poll_fd(sink->user) : -1;
}
