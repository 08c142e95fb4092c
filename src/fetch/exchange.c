#include "fetch/exchange.h"

#include <curl/curl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "fetch/address.h"

/* Redirects that are followed; bytes of an error's page that are read for politeness; bytes the
 * library may hold; seconds between Date and Last-Modified that make the latter tell versions. */
enum { MOST_REDIRECTS = 10, MOST_SKIPPED = 64 << 10, BUFFER = 256 << 10, SETTLED = 60 };

/* A file whose size nobody knows ends here. */
static const uint64_t longest = UINT64_C(16) << 30;

static const struct retry_verdict of_server = {RETRY_NEVER, FAULT_HTTP, false};
static const struct retry_verdict of_policy = {RETRY_NEVER, FAULT_POLICY, false};
static const struct retry_verdict of_disk = {RETRY_STOP, FAULT_DISK, false};
static const struct retry_verdict of_line = {RETRY_SOON, FAULT_NET, false};
static const struct retry_verdict of_short = {RETRY_ONCE, FAULT_HTTP, false};
static const struct retry_verdict begin_again = {RETRY_CLEAN, FAULT_HTTP, false};

static PRINTF_LIKE(3, 4) bool fail(struct exchange *x, struct retry_verdict verdict,
                                   const char *format, ...) {
	va_list args;
	va_start(args, format);
	str what = str_format_args(x->cx->keep, format, args);
	va_end(args);
	x->fault = str_format(x->cx->keep, "%" PRI_STR ": %" PRI_STR,
	                      STR_ARG(address_shown(x->cx->keep, x->url)), STR_ARG(what));
	x->verdict = verdict;
	x->failed = true;
	return false;
}

/* The disk's fault was reported to diag. */
static bool fail_disk(struct exchange *x) {
	return fail(x, of_disk, "cannot be written to disk");
}

/* "bytes FROM-TO/TOTAL" */
static void read_range(struct exchange_head *head, str value) {
	str unit, range, from, to, total;
	uint64_t first, last, all = 0;
	if (!str_cut(value, ' ', &unit, &range) || !str_eq_nocase(unit, STR("bytes")) ||
	    !str_cut(range, '/', &range, &total) || !str_cut(range, '-', &from, &to)) {
		return;
	}
	if (str_to_u64(from, INT64_MAX, &first) && str_to_u64(to, INT64_MAX, &last) &&
	    (str_eq(total, STR("*")) || str_to_u64(total, INT64_MAX, &all))) {
		head->has_range = first <= last;
		head->from = first;
		head->total = all;
	}
}

/* A text that may stand in a note and in a header of ours. */
static str plain_text(struct arena *arena, str value) {
	for (size_t i = 0; i < value.len; i++) {
		unsigned char c = (unsigned char)value.at[i];
		if (c < ' ' || c > '~') {
			return (str){0};
		}
	}
	return value.len <= 1024 ? str_copy(arena, value) : (str){0};
}

static void read_field(struct exchange *x, str name, str value) {
	struct exchange_head *head = &x->head;
	uint64_t number = 0;
	if (str_eq_nocase(name, STR("content-length"))) {
		head->length = str_to_u64(value, INT64_MAX, &number) ? (int64_t)number : -1;
	} else if (str_eq_nocase(name, STR("content-range"))) {
		read_range(head, value);
	} else if (str_eq_nocase(name, STR("etag"))) {
		/* A weak one (W/"…") does not promise the same bytes. */
		head->etag =
		    str_starts_with(value, STR("\"")) ? plain_text(&x->arena, value) : (str){0};
	} else if (str_eq_nocase(name, STR("last-modified"))) {
		head->modified = plain_text(&x->arena, value);
	} else if (str_eq_nocase(name, STR("date"))) {
		head->date = (int64_t)curl_getdate(str_cstr(&x->arena, value), NULL);
	} else if (str_eq_nocase(name, STR("transfer-encoding"))) {
		head->chunked = true;
	} else if (str_eq_nocase(name, STR("content-encoding"))) {
		head->coded = plain_text(&x->arena, value);
	}
}

/* A time tells two versions apart only if no second one can have come within it. */
static str settled_time(struct exchange *x) {
	if (x->head.modified.len == 0) {
		return (str){0};
	}
	time_t modified = curl_getdate(str_cstr(&x->arena, x->head.modified), NULL);
	bool settled = modified >= 0 && x->head.date - (int64_t)modified > SETTLED;
	return settled ? x->head.modified : (str){0};
}

/* The answer's body is the file, or its rest: from here on it goes into the partial. */
static bool take(struct exchange *x, bool anew) {
	struct arena *keep = x->cx->keep;
	struct journal origin = {
	    .url = address_shown(keep, x->ask.url),
	    .etag = str_copy(keep, x->head.etag),
	    .modified = str_copy(keep, settled_time(x)),
	};
	x->takes = partial_begin(x->cx, x->partial, &origin, anew);
	return x->takes || fail_disk(x);
}

static bool check_size(struct exchange *x, uint64_t offered) {
	uint64_t size = x->partial->size;
	if (size == 0 || offered == size) {
		return true;
	}
	return fail(x, of_server,
	            "expected a file of %" PRIu64 " bytes, the server's has %" PRIu64 "%s%" PRI_STR,
	            size, offered, x->head.coded.len ? ", with Content-Encoding: " : "",
	            STR_ARG(x->head.coded));
}

/* All of it: also where a part was asked for. */
static bool head_of_whole(struct exchange *x) {
	if (x->head.length >= 0 && !check_size(x, (uint64_t)x->head.length)) {
		return false;
	}
	return take(x, true);
}

static bool head_of_part(struct exchange *x) {
	const struct exchange_head *head = &x->head;
	const struct journal *had = &x->partial->journal;
	if (x->offset == 0 || !head->has_range || head->from != x->offset) {
		return fail(x, begin_again,
		            "expected the bytes from %" PRIu64 " on, got another part", x->offset);
	}
	if (head->total != 0 && !check_size(x, head->total)) {
		return false;
	}
	bool same_place = str_eq(had->url, address_shown(x->cx->keep, x->ask.url));
	if (same_place && had->etag.len > 0 && head->etag.len > 0 &&
	    !str_eq(had->etag, head->etag)) {
		return fail(x, begin_again, "the file on the server has changed");
	}
	return take(x, false);
}

static bool head_done(struct exchange *x) {
	switch (x->head.status) {
	case 200:
		return head_of_whole(x);
	case 206:
		return head_of_part(x);
	default:
		return true; /* the end says what it means */
	}
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the library's type */
static size_t on_header(char *at, size_t size, size_t count, void *user) {
	struct exchange *x = user;
	str line = {at, size * count};
	str name, value;
	x->arrived += line.len;
	if (str_starts_with(line, STR("HTTP/"))) {
		x->head = (struct exchange_head){.length = -1};
		x->in_head = true;
		curl_easy_getinfo(x->easy, CURLINFO_RESPONSE_CODE, &x->head.status);
	} else if (x->in_head && str_trim(line).len == 0) {
		x->in_head = false;
		return head_done(x) ? line.len : 0;
	} else if (x->in_head && str_cut(line, ':', &name, &value)) {
		read_field(x, name, str_trim(value));
	}
	return line.len;
}

static size_t on_body(char *at, size_t size, size_t count, void *user) {
	struct exchange *x = user;
	size_t len = size * count;
	x->arrived += len;
	if (!x->takes) {
		x->skipped += len;
		return x->skipped <= MOST_SKIPPED ? len : 0;
	}
	uint64_t end = x->partial->size ? x->partial->size : longest;
	uint64_t room = end - x->partial->bytes;
	size_t taken = len < room ? len : (size_t)room;
	if (!partial_add(x->cx, x->partial, at, taken)) {
		fail_disk(x);
		return 0;
	}
	if (taken < len && x->partial->size == 0) {
		fail(x, of_policy, "more than %" PRIu64 " bytes", longest);
	}
	return taken; /* less than it was ends the request */
}

static void add_header(struct exchange *x, str text) {
	struct curl_slist *more = curl_slist_append(x->headers, str_cstr(&x->arena, text));
	if (more) {
		x->headers = more;
	}
}

/* A part: with what makes the server send all where the file is no longer the same. */
static void ask_for_rest(struct exchange *x) {
	const struct partial *p = x->partial;
	x->offset = p->bytes;
	str range = p->size ? str_format(&x->arena, "%" PRIu64 "-%" PRIu64, p->bytes, p->size - 1)
	                    : str_format(&x->arena, "%" PRIu64 "-", p->bytes);
	curl_easy_setopt(x->easy, CURLOPT_RANGE, str_cstr(&x->arena, range));
	str version = p->journal.etag.len ? p->journal.etag : p->journal.modified;
	if (version.len > 0 && str_eq(p->journal.url, address_shown(&x->arena, x->ask.url))) {
		add_header(x, str_format(&x->arena, "If-Range: %" PRI_STR, STR_ARG(version)));
	}
}

/* Point the handle at x->url, which may be asked. */
static void point(struct exchange *x) {
	x->head = (struct exchange_head){.length = -1};
	x->in_head = false;
	x->takes = false;
	x->skipped = 0;
	curl_easy_setopt(x->easy, CURLOPT_URL, str_cstr(&x->arena, x->url));
	curl_easy_setopt(x->easy, CURLOPT_PROTOCOLS_STR,
	                 address_is_https(x->url) ? "https" : "http");
}

/* What every request has.  No limit of the whole time: only silence ends a request. */
static void set_up(struct exchange *x) {
	CURL *easy = x->easy;
	const char *certificates = getenv("SSL_CERT_FILE");
	curl_easy_setopt(easy, CURLOPT_PRIVATE, x);
	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, x->errors);
	/* A paused or cancelled stream of HTTP/2 stays in memory. */
	curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L); /* each hop is looked at here */
	curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_OPTIONAL);
	curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
	curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, (long)BUFFER);
	curl_easy_setopt(easy, CURLOPT_MAXAGE_CONN, 60L);
	curl_easy_setopt(easy, CURLOPT_USERAGENT, "fbfetch");
	curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
	curl_easy_setopt(easy, CURLOPT_HEADERDATA, x);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, x);
	if (certificates) {
		curl_easy_setopt(easy, CURLOPT_CAINFO, certificates);
	}
	/* A decoded body would be another file, and parts are parts of the coded one. */
	add_header(x, STR("Accept-Encoding: identity"));
}

bool exchange_open(struct exchange *x, struct ctx *cx, struct partial *partial,
                   const struct exchange_ask *ask) {
	*x = (struct exchange){.cx = cx, .partial = partial, .ask = *ask, .url = ask->url};
	x->easy = curl_easy_init();
	if (!x->easy) {
		return fail(x, of_disk, "cannot be asked: no memory");
	}
	x->errors = arena_alloc(&x->arena, CURL_ERROR_SIZE, 1);
	set_up(x);
	point(x);
	if (ask->ranges && partial->bytes > 0) {
		ask_for_rest(x);
	}
	curl_easy_setopt(x->easy, CURLOPT_HTTPHEADER, x->headers);
	return true;
}

static struct exchange_result failure(struct exchange *x) {
	curl_off_t after = 0;
	curl_easy_getinfo(x->easy, CURLINFO_RETRY_AFTER, &after);
	return (struct exchange_result){EXCHANGE_FAILED, x->verdict, (int64_t)after, x->fault};
}

/* The library's own words, or those for its code. */
static struct exchange_result broken(struct exchange *x, int code) {
	const char *words = x->errors[0] ? x->errors : curl_easy_strerror((CURLcode)code);
	fail(x, retry_of_curl(code), "%s (byte %" PRIu64 ")", words, x->partial->bytes);
	return failure(x);
}

static bool is_redirect(long status) {
	return (status >= 301 && status <= 303) || status == 307 || status == 308;
}

static struct exchange_result redirected(struct exchange *x) {
	char *location = NULL;
	curl_easy_getinfo(x->easy, CURLINFO_REDIRECT_URL, &location);
	if (!location) {
		fail(x, of_server, "HTTP status %ld without a place to go to", x->head.status);
		return failure(x);
	}
	str to = str_copy(x->cx->keep, str_from(location));
	str why = address_redirect_refusal(x->cx->keep, x->url, to, x->ask.plain);
	if (why.len > 0) {
		fail(x, of_policy, "a redirect that %" PRI_STR, STR_ARG(why));
		return failure(x);
	}
	if (++x->redirects > MOST_REDIRECTS) {
		fail(x, of_policy, "more than %d redirects", (int)MOST_REDIRECTS);
		return failure(x);
	}
	x->url = to;
	point(x);
	return (struct exchange_result){.end = EXCHANGE_REDIRECT};
}

/* The body went into the partial. */
static struct exchange_result end_of_file(struct exchange *x, int code) {
	const struct partial *p = x->partial;
	if (p->size ? p->bytes == p->size : code == CURLE_OK) {
		return (struct exchange_result){.end = EXCHANGE_ENDED};
	}
	if (code != CURLE_OK) {
		return broken(x, code);
	}
	/* The end that a server marks is no accident. */
	bool meant = x->head.chunked && x->head.status == 200;
	fail(x, meant ? of_short : of_line, "the answer ended at byte %" PRIu64 " of %" PRIu64,
	     p->bytes, p->size);
	return failure(x);
}

struct exchange_result exchange_end(struct exchange *x, int code) {
	if (x->failed) {
		return failure(x);
	}
	if (x->takes) {
		return end_of_file(x, code);
	}
	/* Of other bodies we end a long one ourselves. */
	if (code != CURLE_OK && code != CURLE_WRITE_ERROR) {
		return broken(x, code);
	}
	if (is_redirect(x->head.status)) {
		return redirected(x);
	}
	fail(x, retry_of_status(x->head.status), "HTTP status %ld", x->head.status);
	return failure(x);
}

struct exchange_result exchange_stalled(struct exchange *x, int64_t seconds) {
	fail(x, of_line, "silent for %" PRId64 " s (byte %" PRIu64 ")", seconds, x->partial->bytes);
	return failure(x);
}

void exchange_close(struct exchange *x) {
	curl_easy_cleanup(x->easy);
	curl_slist_free_all(x->headers);
	arena_release(&x->arena);
	*x = (struct exchange){0};
}
