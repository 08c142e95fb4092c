#include "gen/request.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/json.h"
#include "base/path.h"
#include "base/spawn.h"

/* Where fbfetch may stand, seen from fbgen's own folder: installed, and in the build tree. */
static const str places[] = {STR_INIT("fbfetch"), STR_INIT("../fetch/fbfetch")};

static str find_program(struct ctx *cx) {
	str named = str_from(getenv("FBGEN_FETCH"));
	if (named.len > 0) {
		return named;
	}
	str own = path_parent(file_real(cx->keep, STR("/proc/self/exe")));
	for (size_t i = 0; i < COUNT_OF(places); i++) {
		str path = path_join(cx->keep, own, places[i]);
		if (file_kind(path) == FILE_REGULAR) {
			return path;
		}
	}
	str found = spawn_find(cx->keep, STR("fbfetch"));
	if (found.len == 0) {
		diag_fault(cx->diag, EXIT_MACHINE, (span){0},
		           "fbfetch, which brings packages, is not installed");
		diag_help(cx->diag, "put it beside fbgen, or name it in FBGEN_FETCH");
	}
	return found;
}

struct request *request_find(const struct requests *requests, str name) {
	for (size_t i = 0; i < requests->len; i++) {
		if (str_eq(requests->at[i].name, name)) {
			return &requests->at[i];
		}
	}
	return NULL;
}

/* An exit status as fbfetch tells it; what is none counts as a package that cannot be had. */
static enum exit_code code_of(str text) {
	uint64_t code = 0;
	bool known = str_to_u64(text, EXIT_INCOMPLETE, &code) && code > 0;
	return known ? (enum exit_code)code : EXIT_PACKAGE;
}

static void read_event(struct ctx *cx, str line, struct requests *requests) {
	struct source *source = arena_new(cx->keep, struct source);
	struct diag ignored = {.arena = cx->keep};
	struct ctx quiet = {cx->keep, cx->scratch, &ignored};
	*source = (struct source){STR("fbfetch"), line};
	const struct value *event = json_parse(&quiet, source);
	struct request *request = request_find(requests, value_text(value_get(event, STR("name"))));
	if (!request) {
		return;
	}
	if (str_eq(value_text(value_get(event, STR("event"))), STR("installed"))) {
		request->key = value_text(value_get(event, STR("key")));
	} else {
		request->fault = value_text(value_get(event, STR("text")));
		request->help = value_text(value_get(event, STR("help")));
		request->code = code_of(value_text(value_get(event, STR("code"))));
	}
}

bool request_run(struct ctx *cx, struct requests *requests) {
	str program = find_program(cx);
	if (program.len == 0) {
		return false;
	}
	struct buf input = {.arena = cx->keep};
	for (size_t i = 0; i < requests->len; i++) {
		buf_add(&input, requests->at[i].text);
		buf_add_char(&input, '\n');
	}
	struct spawn spawn = {.input = buf_str(&input)};
	str_vec_push(cx->keep, &spawn.argv, program);
	str_vec_push(cx->keep, &spawn.argv, STR("get"));
	str_vec_push(cx->keep, &spawn.argv, STR("--json"));
	struct spawn_result result = {0};
	if (!spawn_run(cx, &spawn, &result)) {
		return false;
	}
	str line;
	while (str_next_line(&result.out, &line)) {
		read_event(cx, line, requests);
	}
	for (size_t i = 0; i < requests->len; i++) {
		const struct request *r = &requests->at[i];
		if (r->key.len == 0 && r->code == EXIT_DONE) {
			diag_fault(cx->diag, EXIT_MACHINE, (span){0},
			           "fbfetch ended (status %d) without a word about '%" PRI_STR "'",
			           result.status, STR_ARG(r->name));
			return false;
		}
	}
	return true;
}
