/*
 * Several transfers in one loop, for tests: requests as JSON, one a line, on standard input.
 *
 *     {"label": "a", "urls": ["http://…"], "sha256": "…", "size": 5, "into": "PATH", "most": 9}
 *
 * "into", a file or a FIFO, gets the bytes while they come, "most" of them at a time and then none
 * once.  Every event is a line: LABEL STATE BYTES TEXT; "LABEL begin" where a reader begins.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"
#include "fetch/transfers.h"

struct reader {
	str label;
	char *path;
	size_t most;
	int fd;
	bool rests;
};

static bool begin(void *user) {
	struct reader *r = user;
	printf("%" PRI_STR " begin\n", STR_ARG(r->label));
	return lseek(r->fd, 0, SEEK_SET) < 0 || ftruncate(r->fd, 0) == 0;
}

static ssize_t take(void *user, const char *bytes, size_t count) {
	struct reader *r = user;
	r->rests = !r->rests;
	if (r->most > 0 && r->rests) {
		return 0;
	}
	ssize_t n = write(r->fd, bytes, r->most > 0 && count > r->most ? r->most : count);
	return n < 0 && errno == EAGAIN ? 0 : n;
}

static int poll_fd(void *user) {
	const struct reader *r = user;
	return r->most > 0 ? -1 : r->fd;
}

static void listen(void *user, const struct transfer_event *event) {
	static const char *const states[] = {"queued",  "locked",   "connecting", "downloading",
	                                     "waiting", "verified", "done",       "failed"};
	unsigned *failed = user;
	printf("%" PRI_STR " %s %llu %" PRI_STR "\n", STR_ARG(event->transfer->label),
	       states[event->state], (unsigned long long)event->bytes, STR_ARG(event->text));
	fflush(stdout);
	*failed += event->state == TRANSFER_FAILED;
	const struct reader *reader = event->transfer->user;
	if (event->state == TRANSFER_DONE && reader) {
		close(reader->fd);
	}
}

static struct transfer *request_of(struct ctx *cx, const struct value *map) {
	struct transfer *t = arena_new(cx->keep, struct transfer);
	t->label = value_text(value_get(map, STR("label")));
	t->sha256 = value_text(value_get(map, STR("sha256")));
	(void)!str_to_u64(value_text(value_get(map, STR("size"))), INT64_MAX, &t->size);
	(void)!value_texts(cx, value_get(map, STR("urls")), &t->urls);
	str into = value_text(value_get(map, STR("into")));
	uint64_t most = 0;
	(void)!str_to_u64(value_text(value_get(map, STR("most"))), INT32_MAX, &most);
	if (into.len > 0) {
		struct reader *r = arena_new(cx->keep, struct reader);
		*r = (struct reader){t->label, str_cstr(cx->keep, into), (size_t)most, -1, false};
		r->fd = open(r->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
		fcntl(r->fd, F_SETFL, O_NONBLOCK);
		t->sink = (struct transfer_sink){begin, take, poll_fd, r};
		t->user = r;
	}
	return t;
}

static bool run(struct ctx *cx) {
	struct store store = {0};
	unsigned failed = 0;
	char *line = NULL;
	size_t cap = 0;
	ssize_t len;
	struct transfers *all =
	    store_open(cx, &store) ? transfers_open(cx, &store, listen, &failed) : NULL;
	while (all && (len = getline(&line, &cap, stdin)) > 0) {
		struct source *source = arena_new(cx->keep, struct source);
		*source =
		    (struct source){STR("stdin"), str_copy(cx->keep, (str){line, (size_t)len})};
		const struct value *map = json_parse(cx, source);
		transfers_add(all, request_of(cx, map));
	}
	free(line);
	while (all && transfers_step(all, NULL, 0, 1000)) {
	}
	transfers_close(all);
	return all && failed == 0;
}

int main(void) {
	struct arena keep = {0}, scratch = {0};
	struct diag diag = {.arena = &keep};
	struct ctx cx = {&keep, &scratch, &diag};
	bool ok = run(&cx);
	diag_print(&diag, stderr, false);
	arena_release(&keep);
	arena_release(&scratch);
	return ok ? 0 : 1;
}
