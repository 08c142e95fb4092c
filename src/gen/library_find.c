#include "gen/library_find.h"

#include "gen/compose.h"
#include "gen/finder.h"
#include "gen/storage.h"
#include "gen/wanted.h"

static const struct {
	str name;
	enum library_mode mode;
	bool is_textual;
} modes[] = {
    {STR_INIT("off"),    MODE_OFF,   true },
    {STR_INIT("chain"),  MODE_CHAIN, true },
    {STR_INIT("deep"),   MODE_DEEP,  true },
    {STR_INIT("chain+"), MODE_CHAIN, false},
    {STR_INIT("deep+"),  MODE_DEEP,  false},
};

/* The project's mode; one that evaluates conditions cannot be had yet. */
static bool choose_mode(struct finder *finder) {
	const struct library_request *request = finder->request;
	finder->mode = MODE_CHAIN;
	for (size_t i = 0; i < COUNT_OF(modes); i++) {
		if (!str_eq(request->mode, modes[i].name)) {
			continue;
		}
		finder->mode = modes[i].mode;
		if (modes[i].is_textual) {
			return true;
		}
		diag_error(finder->cx->diag, request->mode_at,
		           "the finder mode '%" PRI_STR "' comes later", STR_ARG(request->mode));
		diag_help(finder->cx->diag, "use lib_ldf_mode = %s, which follows every #include",
		          modes[i].mode == MODE_DEEP ? "deep" : "chain");
		return false;
	}
	return true;
}

bool library_find(struct ctx *cx, struct reads *reads, const struct library_request *request,
                  struct library_result *out) {
	static const struct flag_set none;
	struct library_request filled = *request;
	filled.flags = request->flags ? request->flags : &none;
	struct finder finder = {.cx = cx, .reads = reads, .request = &filled};
	finder.listing = (struct listing){.cx = cx, .reads = reads};
	struct arena_mark mark = arena_mark(cx->scratch);
	bool ok = choose_mode(&finder);
	ok = storage_read(&finder) && ok;
	if (ok) {
		finder_begin(&finder);
		ok = wanted_find(&finder);
		finder_search_project(&finder);
		compose(&finder, out);
	}
	arena_rewind(cx->scratch, mark);
	return ok;
}
