#include "gen/toolid.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/spawn.h"
#include "store/stamp.h"

static const str note_format = STR_INIT("fbgen-tool-2");

/* What the driver starts, besides itself. */
static const str parts[] = {
    STR_INIT("cc1"), STR_INIT("cc1plus"), STR_INIT("lto1"), STR_INIT("collect2"),
    STR_INIT("as"),  STR_INIT("ld"),      STR_INIT("ar"),   STR_INIT("objcopy"),
};

static str note_name(struct arena *arena, str driver) {
	return str_format(arena, "tool/%" PRI_STR, STR_ARG(hash_hex(arena, hash_text(driver))));
}

/* Lines of a note: "NAME PATH" for what PATH gave (PATH may be empty), and stamps of files. */
static bool line_holds(struct reads *reads, str line) {
	bool same = false;
	if (stamp_check(line, &same).len > 0) {
		return same;
	}
	str name, path;
	(void)str_cut(line, ' ', &name, &path);
	return str_eq(reads_program(reads, name), path);
}

/* The identity a note holds, if nothing has changed since. */
static bool note_read(struct reads *reads, str note, str *id) {
	str line, rest;
	if (!str_next_line(&note, &line) || !str_eq(line, note_format) ||
	    !str_next_line(&note, id) || id->len != 16) {
		return false;
	}
	rest = note;
	while (str_next_line(&rest, &line)) {
		if (!line_holds(reads, line)) {
			return false;
		}
	}
	while (str_next_line(&note, &line)) {
		bool same = false;
		str path = stamp_check(line, &same);
		if (path.len > 0) {
			reads_machine(reads, path);
		}
	}
	return true;
}

/* What the driver says its part is: a path, or a bare name that PATH has to resolve. */
static bool ask(struct ctx *cx, str driver, str part, str *out) {
	struct spawn spawn = {.quiet = true};
	str_vec_push(cx->keep, &spawn.argv, driver);
	str_vec_push(cx->keep, &spawn.argv,
	             str_format(cx->keep, "-print-prog-name=%" PRI_STR, STR_ARG(part)));
	str_vec_push(cx->keep, &spawn.extra, STR("LC_ALL=C"));
	struct spawn_result result = {0};
	if (!spawn_run(cx, &spawn, &result)) {
		return false;
	}
	*out = result.status == 0 ? str_trim(result.out) : STR("");
	*out = out->len > 0 ? *out : part;
	return true;
}

struct gathering {
	struct reads *reads;
	struct str_vec hashed; /* name, hash of content, name, hash … */
	struct buf note;
	str beside; /* where cc1 stands: what is missing would appear there */
};

static void add_file(struct ctx *cx, struct gathering *g, str name, str path) {
	uint64_t hash = 0;
	str real = file_real(cx->keep, path);
	path = real.len > 0 ? real : path;
	reads_machine(g->reads, path);
	stamp_add(&g->note, path);
	if (hash_file(path, &hash)) {
		str_vec_push(cx->keep, &g->hashed, name);
		str_vec_push(cx->keep, &g->hashed, hash_hex(cx->keep, hash));
	}
}

static bool add_part(struct ctx *cx, struct gathering *g, str driver, str part) {
	str path;
	if (!ask(cx, driver, part, &path)) {
		return false;
	}
	if (!str_contains(path, STR("/"))) {
		str name = path;
		path = reads_program(g->reads, name);
		buf_format(&g->note, "%" PRI_STR " %" PRI_STR "\n", STR_ARG(name), STR_ARG(path));
		if (path.len == 0 && g->beside.len > 0) {
			path = path_join(cx->keep, g->beside, part);
		}
	}
	if (path.len > 0) {
		add_file(cx, g, part, path);
	}
	if (str_eq(part, STR("cc1")) && file_kind(path) == FILE_REGULAR) {
		g->beside = path_parent(file_real(cx->keep, path));
	}
	return true;
}

/* Programs of the same compiler that stand beside the driver: "avr-g++", "avr-gcc-ar". */
static void add_siblings(struct ctx *cx, struct gathering *g, str driver) {
	if (!str_ends_with(driver, STR("gcc"))) {
		return;
	}
	str stem = str_slice(driver, 0, driver.len - 3);
	str siblings[] = {str_format(cx->keep, "%" PRI_STR "g++", STR_ARG(stem)),
	                  str_format(cx->keep, "%" PRI_STR "-ar", STR_ARG(driver))};
	for (size_t i = 0; i < COUNT_OF(siblings); i++) {
		reads_machine(g->reads, siblings[i]);
		stamp_add(&g->note, siblings[i]);
		add_file(cx, g, path_name(siblings[i]), siblings[i]);
	}
}

bool toolid_find(struct ctx *cx, struct reads *reads, const struct store *store, str driver,
                 str *id) {
	str name = note_name(cx->keep, driver);
	if (note_read(reads, store_note(cx, store, name), id)) {
		return true;
	}
	struct gathering g = {.reads = reads, .note = {.arena = cx->keep}};
	/* Not its real path: a link may be pointed at another compiler. */
	reads_machine(reads, driver);
	stamp_add(&g.note, driver);
	add_file(cx, &g, path_name(driver), driver);
	if (g.hashed.len == 0) {
		return diag_errno(cx->diag, driver, "cannot read the compiler");
	}
	add_siblings(cx, &g, driver);
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		if (!add_part(cx, &g, driver, parts[i])) {
			return false;
		}
	}
	*id = hash_hex(cx->keep, hash_texts(&g.hashed));
	struct diag ignored = {.arena = cx->keep};
	struct ctx quiet = {cx->keep, cx->scratch, &ignored};
	str text = str_format(cx->keep, "%" PRI_STR "\n%" PRI_STR "\n%" PRI_STR,
	                      STR_ARG(note_format), STR_ARG(*id), STR_ARG(buf_str(&g.note)));
	/* Without a note the next run hashes again. */
	(void)!store_note_write(&quiet, store, name, text);
	return true;
}
