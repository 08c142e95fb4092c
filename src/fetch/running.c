#include "fetch/running.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/random.h>

#include "base/file.h"
#include "base/path.h"
#include "fetch/address.h"
#include "fetch/lock.h"

/* Milliseconds between two looks at a lock that another process holds. */
enum { LOCK_EVERY = 200 };

struct running *running_new(const struct transfer *wanted, const struct store *store) {
	struct running *r = calloc(1, sizeof(*r));
	assert(r);
	r->wanted = wanted;
	r->store = store;
	r->diag.arena = &r->keep;
	r->cx = (struct ctx){&r->keep, &r->scratch, &r->diag};
	r->lock = -1;
	r->partial.fd = -1;
	return r;
}

/* What diag has as one text. */
static str words_of(struct arena *arena, const struct diag *diag) {
	struct str_vec texts = {0};
	for (size_t i = 0; i < diag->entries.len; i++) {
		const struct diag_entry *e = &diag->entries.at[i];
		str place = e->at.source ? e->at.source->path : (str){0};
		str_vec_add(arena, &texts,
		            str_format(arena, "%" PRI_STR "%s%" PRI_STR, STR_ARG(place),
		                       place.len ? ": " : "", STR_ARG(e->text)));
	}
	return str_join(arena, &texts, STR("; "));
}

static bool give_up(struct running *r, enum fault_class class, str text) {
	r->state = TRANSFER_FAILED;
	r->class = class;
	r->text = text;
	return false;
}

/* The disk failed, or the machine otherwise: diag knows how. */
static bool give_up_disk(struct running *r) {
	return give_up(r, FAULT_DISK, words_of(&r->keep, &r->diag));
}

/* Every mirror's last fault. */
static bool give_up_all(struct running *r) {
	struct str_vec texts = {0};
	for (size_t i = 0; i < r->mirrors.len; i++) {
		str_vec_add(&r->keep, &texts, r->mirrors.at[i].fault);
	}
	/* Who was asked last stands before the one whose turn it would be. */
	size_t last = (r->mirror + r->mirrors.len - 1) % r->mirrors.len;
	return give_up(r, r->mirrors.at[last].class, str_join(&r->keep, &texts, STR("; ")));
}

/* What is there has the right digest. */
static bool settle(struct running *r) {
	if (!r->partial.whole && !partial_finish(&r->cx, &r->partial)) {
		return give_up_disk(r);
	}
	r->state = TRANSFER_FEEDING;
	return true;
}

/* A mirror with an address that may not be asked is out before it is. */
static void list_mirrors(struct running *r) {
	const struct transfer *w = r->wanted;
	for (size_t i = 0; i < w->urls.len; i++) {
		struct mirror mirror = {.url = w->urls.at[i]};
		str why = address_refusal(&r->keep, mirror.url, w->http_allowed);
		if (why.len > 0) {
			str shown = address_shown(&r->keep, mirror.url);
			mirror.out = true;
			mirror.class = FAULT_POLICY;
			mirror.fault = str_format(&r->keep, "%" PRI_STR ": %" PRI_STR,
			                          STR_ARG(shown), STR_ARG(why));
		}
		mirrors_push(&r->keep, &r->mirrors, mirror);
	}
}

static bool is_digest(str text) {
	for (size_t i = 0; i < text.len; i++) {
		if (str_find_char(STR("0123456789abcdef"), text.at[i]) == 16) {
			return false;
		}
	}
	return text.len == 64;
}

/* False where another process has it. */
static bool take_lock(struct running *r, int64_t now) {
	str name = str_format(&r->keep, "dl.%" PRI_STR, STR_ARG(r->wanted->sha256));
	str locks = store_dir(&r->keep, r->store, STR("locks"));
	if (!file_make_dirs(&r->cx, locks)) {
		return give_up_disk(r);
	}
	r->lock = lock_try(&r->cx, r->store, name);
	if (r->lock < 0 && errno == EWOULDBLOCK) {
		r->state = TRANSFER_LOCKED;
		r->due = now + LOCK_EVERY;
		return false;
	}
	if (r->lock < 0) {
		diag_errno(r->cx.diag, path_join(&r->keep, locks, name), "cannot open the lock");
		return give_up_disk(r);
	}
	return true;
}

void running_start(struct running *r, int64_t now) {
	const struct transfer *w = r->wanted;
	if (!is_digest(w->sha256) || w->urls.len == 0) {
		give_up(r, FAULT_POLICY,
		        str_format(&r->keep,
		                   "expected an address and a SHA-256 of 64 lower-case hex digits, "
		                   "got '%" PRI_STR "'",
		                   STR_ARG(w->sha256)));
		return;
	}
	if (!take_lock(r, now)) {
		return;
	}
	if (!partial_open(&r->cx, r->store, w->sha256, w->size, &r->partial)) {
		give_up_disk(r);
		return;
	}
	r->starts = r->partial.starts - 1; /* the reader has seen no beginning */
	r->ground = r->partial.bytes;
	if (r->partial.whole || (r->partial.bytes > 0 && partial_is_right(&r->partial))) {
		(void)!settle(r);
		return;
	}
	list_mirrors(r);
	r->state = TRANSFER_WAITING;
	r->due = now;
}

bool running_ask(struct running *r, int64_t now) {
	size_t at = mirror_next(&r->mirrors, r->mirror, now);
	if (at == r->mirrors.len) {
		return give_up_all(r);
	}
	const struct mirror *m = &r->mirrors.at[at];
	if (m->due > now) {
		r->due = m->due;
		return false;
	}
	struct exchange_ask ask = {m->url, r->wanted->http_allowed, !m->whole_only};
	r->mirror = at;
	r->seen = 0;
	r->moved = now;
	r->asks = true;
	r->state = TRANSFER_CONNECTING;
	if (!exchange_open(&r->exchange, &r->cx, &r->partial, &ask)) {
		str text = r->exchange.fault;
		running_close(r);
		return give_up(r, FAULT_DISK, text);
	}
	return true;
}

static uint32_t any_number(void) {
	uint32_t number = 0;
	return getrandom(&number, sizeof(number), GRND_NONBLOCK) == sizeof(number) ? number : 0;
}

/* What is there stays, unless it is of no use; false where the disk fails. */
static bool keep_or_drop(struct running *r, struct retry_verdict verdict) {
	if (verdict.step == RETRY_CLEAN || verdict.class == FAULT_HASH) {
		return partial_drop(&r->cx, &r->partial);
	}
	return partial_note(&r->cx, &r->partial);
}

/* Bytes that were never there before, in this process or those before it. */
static uint64_t new_ground(struct running *r) {
	uint64_t there = r->partial.bytes, before = r->ground;
	r->ground = there > before ? there : before;
	return r->ground - before;
}

/* See who is next and when. */
static bool failed(struct running *r, const struct exchange_result *result, int64_t now) {
	struct mirror *m = &r->mirrors.at[r->mirror];
	bool clean = result->verdict.step == RETRY_CLEAN;
	struct mirror_failure failure = {
	    .verdict = result->verdict,
	    .after = result->after,
	    .ground = new_ground(r),
	    .text = result->text,
	};
	if (r->diag.errors > 0 || !keep_or_drop(r, result->verdict)) {
		return give_up_disk(r);
	}
	mirror_failed(m, &failure, now, any_number());
	if (clean && result->verdict.class == FAULT_HTTP) {
		m->whole_only = true;
	}
	if (m->out || (!clean && failure.ground < RETRY_GROUND)) {
		r->mirror = (r->mirror + 1) % r->mirrors.len;
	}
	size_t next = mirror_next(&r->mirrors, r->mirror, now);
	if (next == r->mirrors.len) {
		return give_up_all(r);
	}
	r->state = TRANSFER_WAITING;
	r->due = r->mirrors.at[next].due;
	r->text = result->text;
	return true;
}

/* All came that was to come.  Wrong bytes that are of more than one answer may be nobody's fault:
 * then the file is asked for once more, as a whole. */
static bool verify(struct running *r, int64_t now) {
	const struct partial *p = &r->partial;
	if (partial_is_right(p)) {
		return settle(r);
	}
	const struct exchange_head *head = &r->exchange.head;
	bool unsure = p->mixed || (p->size == 0 && head->length < 0);
	struct exchange_result result = {
	    .verdict = {unsure ? RETRY_CLEAN : RETRY_NEVER, FAULT_HASH, false},
	};
	result.text = str_format(
	    &r->keep,
	    "%" PRI_STR ": expected SHA-256 %" PRI_STR ", got %" PRIu64 " bytes with %" PRI_STR
	    "%s%" PRI_STR,
	    STR_ARG(address_shown(&r->keep, r->mirrors.at[r->mirror].url)), STR_ARG(p->sha256),
	    p->bytes, STR_ARG(digest_hex(&r->keep, &p->digest)),
	    head->coded.len ? ", sent with Content-Encoding: " : "", STR_ARG(head->coded));
	return failed(r, &result, now);
}

bool running_ended(struct running *r, int code, int64_t now) {
	struct exchange_result result = exchange_end(&r->exchange, code);
	if (result.end == EXCHANGE_REDIRECT) {
		return true;
	}
	(void)!(result.end == EXCHANGE_ENDED ? verify(r, now) : failed(r, &result, now));
	running_close(r);
	return false;
}

bool running_is_stalled(struct running *r, int64_t now) {
	if (r->exchange.arrived > r->seen) {
		r->seen = r->exchange.arrived;
		r->moved = now;
	}
	return now - r->moved >= RUNNING_SILENCE;
}

void running_stalled(struct running *r, int64_t now) {
	struct exchange_result result = exchange_stalled(&r->exchange, (now - r->moved) / 1000);
	(void)!failed(r, &result, now);
	running_close(r);
}

void running_close(struct running *r) {
	if (r->asks) {
		exchange_close(&r->exchange);
		r->asks = false;
	}
}

void running_free(struct running *r) {
	running_close(r);
	partial_close(&r->partial);
	if (r->lock >= 0) {
		lock_release(r->lock);
	}
	arena_release(&r->keep);
	arena_release(&r->scratch);
	free(r);
}
