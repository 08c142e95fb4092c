#include "fetch/transfers.h"

#include <curl/curl.h>
#include <malloc.h>
#include <stdlib.h>
#include <time.h>

#include "fetch/address.h"
#include "fetch/feed.h"
#include "fetch/pace.h"
#include "fetch/running.h"

/*
 * One turn of the loop: readers get what is on disk; who may ask asks; libcurl does its part; ended
 * and silent requests are judged; the listener is told; what is over is forgotten.
 */

/* Requests at once; milliseconds after which a silent one no longer holds others up; between two
 * events of one transfer; between two offers to a reader that has no descriptor; bytes of a piece.
 */
enum { MOST = 4, QUIET = 2000, TELL_EVERY = 250, OFFER_EVERY = 20, CHUNK = 256 << 10 };

struct transfers {
	struct ctx *cx;
	const struct store *store;
	transfer_listener *listener;
	void *user;
	CURLM *multi;
	struct running *first, **end;
	struct pace pace;
	uint64_t total; /* bytes that came */
	struct arena arena;
	char *chunk;
};

static int64_t clock_ms(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

struct transfers *transfers_open(struct ctx *cx, const struct store *store,
                                 transfer_listener *listener, void *user) {
	struct transfers *all = calloc(1, sizeof(*all));
	char *chunk = malloc(CHUNK);
	CURLM *multi = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? curl_multi_init() : NULL;
	if (!all || !chunk || !multi) {
		diag_fault(cx->diag, EXIT_MACHINE, (span){0}, "no memory for downloads");
		curl_multi_cleanup(multi);
		free(chunk);
		free(all);
		return NULL;
	}
	*all = (struct transfers){
	    .cx = cx,
	    .store = store,
	    .listener = listener,
	    .user = user,
	    .multi = multi,
	    .chunk = chunk,
	};
	all->end = &all->first;
	curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)MOST);
	curl_multi_setopt(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, 6L);
	return all;
}

void transfers_add(struct transfers *all, const struct transfer *transfer) {
	struct running *r = running_new(transfer, all->store);
	*all->end = r;
	all->end = &r->next;
}

/* Do what is next with one that may ask. */
static void start(struct transfers *all, struct running *r, int64_t now) {
	bool due = r->due <= now;
	if (r->state == TRANSFER_QUEUED || (r->state == TRANSFER_LOCKED && due)) {
		running_start(r, now);
	}
	if (r->state == TRANSFER_WAITING && due && !r->asks && running_ask(r, now)) {
		curl_multi_add_handle(all->multi, r->exchange.easy);
	}
}

/* In the order of priority: one may ask if those before it leave it room. */
static void start_some(struct transfers *all, int64_t now) {
	bool waiting = false;
	unsigned asking = 0;
	for (const struct running *r = all->first; r; r = r->next) {
		waiting = waiting || r->state == TRANSFER_QUEUED;
		asking += r->asks;
	}
	unsigned limit = pace_limit(&all->pace, now, all->total, waiting);
	unsigned before = 0;
	for (struct running *r = all->first; r && before < limit; r = r->next) {
		if (!r->asks && asking < MOST) {
			start(all, r, now);
			asking += r->asks;
		}
		before += r->asks && now - r->moved < QUIET;
	}
}

static struct running *owner_of(const struct transfers *all, const CURL *easy) {
	struct running *r = all->first;
	while (r && !(r->asks && r->exchange.easy == easy)) {
		r = r->next;
	}
	return r;
}

static void judge_ended(struct transfers *all, int64_t now) {
	int left = 0;
	const CURLMsg *message;
	while ((message = curl_multi_info_read(all->multi, &left))) {
		CURL *easy = message->easy_handle;
		CURLcode code = message->data.result;
		struct running *r = owner_of(all, easy);
		curl_multi_remove_handle(all->multi, easy);
		if (r && r->state == TRANSFER_FAILED) {
			running_close(r);
		} else if (r && running_ended(r, (int)code, now)) {
			curl_multi_add_handle(all->multi, easy);
		}
	}
}

static void judge_silent(struct transfers *all, int64_t now) {
	for (struct running *r = all->first; r; r = r->next) {
		if (!r->asks) {
			continue;
		}
		uint64_t seen = r->seen;
		bool stalled = running_is_stalled(r, now);
		all->total += r->seen - seen;
		bool over = r->state == TRANSFER_FAILED;
		if (stalled || over) {
			curl_multi_remove_handle(all->multi, r->exchange.easy);
		}
		if (over) {
			running_close(r);
		} else if (stalled) {
			running_stalled(r, now);
		} else if (r->exchange.takes) {
			r->state = TRANSFER_DOWNLOADING;
		}
	}
}

static const char *help_for(enum fault_class class) {
	switch (class) {
	case FAULT_NET:
		return "what has come is kept: the next run goes on from there";
	case FAULT_HASH:
		return "the file on the server is not the one that was recorded: take another mirror, "
		       "or look into the change before the new SHA-256 is trusted";
	case FAULT_NONE:
	case FAULT_HTTP:
	case FAULT_DISK:
	case FAULT_POLICY:
	case FAULT_READER:
		break;
	}
	return "";
}

/* The rate is that of late: what has just come counts half.  It begins with the first byte. */
static void measure(struct running *r, int64_t now) {
	uint64_t bytes = r->partial.bytes;
	int64_t passed = now - r->measured_at;
	if (r->state != TRANSFER_DOWNLOADING || r->told != TRANSFER_DOWNLOADING ||
	    bytes < r->measured) {
		r->rate = 0;
	} else if (passed < TELL_EVERY) {
		return;
	} else {
		uint64_t rate = (bytes - r->measured) * 1000 / (uint64_t)passed;
		r->rate = r->rate ? (r->rate + rate) / 2 : rate;
	}
	r->measured = bytes;
	r->measured_at = now;
}

static void tell(struct transfers *all, struct running *r, int64_t now) {
	bool changed = r->state != r->told;
	if (!changed && (now - r->told_at < TELL_EVERY || !r->asks)) {
		return;
	}
	measure(r, now);
	r->told = r->state;
	r->told_at = now;
	bool shows = r->asks && r->mirror < r->mirrors.len;
	struct transfer_event event = {
	    .transfer = r->wanted,
	    .state = r->state,
	    .bytes = r->partial.bytes,
	    .size = r->wanted->size,
	    .rate = r->rate,
	    .silent = r->asks ? now - r->moved : 0,
	    .host = shows ? address_host(&r->scratch, r->mirrors.at[r->mirror].url) : (str){0},
	    .text = r->state == TRANSFER_DONE ? r->partial.path : r->text,
	    .help = str_from(r->state == TRANSFER_FAILED ? help_for(r->class) : ""),
	    .class = r->class,
	};
	all->listener(all->user, &event);
}

/* Tell of everyone; forget who is at the end. */
static void settle(struct transfers *all, int64_t now) {
	struct running **at = &all->first;
	while (*at) {
		struct running *r = *at;
		if (r->state == TRANSFER_FEEDING && !feed_is_behind(r)) {
			r->state = TRANSFER_DONE;
		}
		struct arena_mark mark = arena_mark(&r->scratch);
		if (r->state != TRANSFER_DONE && r->state != TRANSFER_FAILED) {
			tell(all, r, now);
			arena_rewind(&r->scratch, mark);
			at = &r->next;
			continue;
		}
		partial_close(&r->partial);
		tell(all, r, now);
		*at = r->next;
		if (!r->next) {
			all->end = at;
		}
		running_free(r);
	}
}

/* How long nothing can happen that a descriptor does not tell of. */
static int64_t wait_for_one(const struct running *r, int64_t now) {
	if (feed_is_behind(r) && feed_poll_fd(r) < 0) {
		return r->full ? OFFER_EVERY : 0;
	}
	bool sleeps = r->state == TRANSFER_WAITING || r->state == TRANSFER_LOCKED;
	return sleeps && r->due > now ? r->due - now : TELL_EVERY;
}

static int wait_for_all(const struct transfers *all, int64_t now, int most) {
	int64_t wait = most;
	for (const struct running *r = all->first; r; r = r->next) {
		int64_t one = wait_for_one(r, now);
		wait = one < wait ? one : wait;
	}
	return (int)wait;
}

/* The library's words for poll's, and back. */
static short to_curl(short events) {
	return (short)((events & POLLIN ? CURL_WAIT_POLLIN : 0) |
	               (events & POLLPRI ? CURL_WAIT_POLLPRI : 0) |
	               (events & POLLOUT ? CURL_WAIT_POLLOUT : 0));
}

static short to_poll(short events) {
	return (short)((events & CURL_WAIT_POLLIN ? POLLIN : 0) |
	               (events & CURL_WAIT_POLLPRI ? POLLPRI : 0) |
	               (events & CURL_WAIT_POLLOUT ? POLLOUT : 0));
}

VEC_DEFINE(waits, struct curl_waitfd)

/* Sleep until a connection, a reader or one of the caller's own has something. */
static void sleep_on(struct transfers *all, struct pollfd *more, size_t count, int wait) {
	struct arena_mark mark = arena_mark(&all->arena);
	struct waits waits = {0};
	for (size_t i = 0; i < count; i++) {
		waits_push(&all->arena, &waits,
		           (struct curl_waitfd){more[i].fd, to_curl(more[i].events), 0});
	}
	for (const struct running *r = all->first; r; r = r->next) {
		int fd = feed_poll_fd(r);
		if (fd >= 0) {
			waits_push(&all->arena, &waits,
			           (struct curl_waitfd){fd, CURL_WAIT_POLLOUT, 0});
		}
	}
	curl_multi_poll(all->multi, waits.at, (unsigned)waits.len, wait, NULL);
	for (size_t i = 0; i < count; i++) {
		more[i].revents = to_poll(waits.at[i].revents);
	}
	arena_rewind(&all->arena, mark);
}

static void feed_all(struct transfers *all) {
	for (struct running *r = all->first; r; r = r->next) {
		feed_some(r, all->chunk, CHUNK);
	}
}

bool transfers_step(struct transfers *all, struct pollfd *more, size_t count, int wait) {
	int running = 0;
	bool had = all->first != NULL;
	feed_all(all);
	start_some(all, clock_ms());
	curl_multi_perform(all->multi, &running);
	int64_t now = clock_ms();
	judge_ended(all, now);
	judge_silent(all, now);
	settle(all, now);
	if (had && !all->first) {
		malloc_trim(0); /* the library's buffers */
	}
	sleep_on(all, more, count, all->first ? wait_for_all(all, now, wait) : count ? wait : 0);
	return all->first != NULL;
}

void transfers_close(struct transfers *all) {
	if (!all) {
		return;
	}
	while (all->first) {
		struct running *r = all->first;
		all->first = r->next;
		if (r->asks) {
			curl_multi_remove_handle(all->multi, r->exchange.easy);
			(void)!partial_note(&r->cx, &r->partial);
		}
		running_free(r);
	}
	curl_multi_cleanup(all->multi);
	curl_global_cleanup();
	arena_release(&all->arena);
	free(all->chunk);
	free(all);
}

enum exit_code transfer_code(enum fault_class class) {
	return class == FAULT_DISK ? EXIT_MACHINE : EXIT_PACKAGE;
}
