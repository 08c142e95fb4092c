#include "fetch/download.h"

#include <stdio.h>

#include "base/json.h"
#include "fetch/progress.h"
#include "fetch/transfers.h"

/* Milliseconds of silence that are worth a line. */
enum { SILENT = 3000 };

struct download {
	struct ctx *cx;
	bool json, ok, silent;
	str path;
	unsigned tenth; /* of the file that the last line told of */
};

static const char *const states[] = {
    [TRANSFER_QUEUED] = "queued",
    [TRANSFER_LOCKED] = "locked",
    [TRANSFER_CONNECTING] = "connecting",
    [TRANSFER_DOWNLOADING] = "downloading",
    [TRANSFER_WAITING] = "waiting",
    [TRANSFER_FEEDING] = "verified",
    [TRANSFER_DONE] = "done",
    [TRANSFER_FAILED] = "failed",
};

static const char *const classes[] = {
    [FAULT_NONE] = "",         [FAULT_NET] = "net",   [FAULT_HTTP] = "http",
    [FAULT_HASH] = "hash",     [FAULT_DISK] = "disk", [FAULT_POLICY] = "policy",
    [FAULT_READER] = "reader",
};

static void tell_json(struct ctx *cx, const struct transfer_event *event) {
	struct arena_mark mark = arena_mark(cx->scratch);
	struct buf text = {.arena = cx->scratch};
	struct json_writer w = {.buf = &text, .compact = true};
	json_open(&w, '{');
	json_pair(&w, STR("event"), STR("transfer"));
	json_pair(&w, STR("name"), event->transfer->label);
	json_pair(&w, STR("state"), str_from(states[event->state]));
	json_key(&w, STR("bytes"));
	json_number(&w, (int64_t)event->bytes);
	json_key(&w, STR("size"));
	json_number(&w, (int64_t)event->size);
	json_key(&w, STR("rate"));
	json_number(&w, (int64_t)event->rate);
	json_pair(&w, STR("mirror"), event->host);
	json_pair(&w, STR("text"), event->text);
	json_pair(&w, STR("class"), str_from(classes[event->class]));
	json_close(&w, '}');
	buf_add_char(&text, '\n');
	fwrite(text.at, 1, text.len, stdout);
	fflush(stdout);
	arena_rewind(cx->scratch, mark);
}

/* A line for each tenth, and where a server has been silent. */
static void tell_bytes(struct download *d, const struct transfer_event *event) {
	str label = event->transfer->label;
	if (event->silent >= SILENT && !d->silent) {
		progress_line("%" PRI_STR ": nothing from %" PRI_STR " for %d s", STR_ARG(label),
		              STR_ARG(event->host), (int)(event->silent / 1000));
	}
	d->silent = event->silent >= SILENT;
	unsigned tenth = event->size ? (unsigned)(event->bytes * 10 / event->size) : 0;
	if (tenth > d->tenth) {
		d->tenth = tenth;
		progress_line("%" PRI_STR ": %.1f of %.1f MB, %.1f MB/s from %" PRI_STR,
		              STR_ARG(label), (double)event->bytes / 1e6, (double)event->size / 1e6,
		              (double)event->rate / 1e6, STR_ARG(event->host));
	}
}

static void tell_line(struct download *d, const struct transfer_event *event) {
	str label = event->transfer->label;
	if (event->state == TRANSFER_DOWNLOADING) {
		tell_bytes(d, event);
	} else if (event->state == TRANSFER_LOCKED) {
		progress_line("%" PRI_STR ": waiting for another fbfetch", STR_ARG(label));
	} else if (event->state == TRANSFER_WAITING && event->text.len > 0) {
		progress_line("%" PRI_STR ": %" PRI_STR "; trying again", STR_ARG(label),
		              STR_ARG(event->text));
	}
}

static void listen(void *user, const struct transfer_event *event) {
	struct download *d = user;
	if (d->json) {
		tell_json(d->cx, event);
	} else {
		tell_line(d, event);
	}
	if (event->state == TRANSFER_DONE) {
		d->ok = true;
		d->path = str_copy(d->cx->keep, event->text);
	} else if (event->state == TRANSFER_FAILED) {
		diag_fault(d->cx->diag, transfer_code(event->class), (span){0},
		           "%" PRI_STR ": %" PRI_STR, STR_ARG(event->transfer->label),
		           STR_ARG(event->text));
		if (event->help.len > 0) {
			diag_help(d->cx->diag, "%" PRI_STR, STR_ARG(event->help));
		}
	}
}

bool download_file(struct ctx *cx, const struct store *store, const struct transfer *wanted,
                   bool json, str *path) {
	struct download d = {.cx = cx, .json = json};
	struct transfers *all = transfers_open(cx, store, listen, &d);
	if (!all) {
		return false;
	}
	transfers_add(all, wanted);
	while (transfers_step(all, NULL, 0, 1000)) {
	}
	transfers_close(all);
	*path = d.path;
	return d.ok;
}
