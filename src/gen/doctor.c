#include "gen/doctor.h"

#include "base/file.h"
#include "base/path.h"
#include "base/spawn.h"
#include "store/store.h"

/* Programs that fbgen or its build edges may run. */
static const struct {
	const char *name, *purpose, *cure;
	bool is_needed;
} programs[] = {
    {"ninja",   "runs the builds",                       "apt-get install ninja-build", true },
    {"apt-get", "finds the machine's own packages",      NULL,                          false},
    {"gcc",     "builds for platform native",            "apt-get install gcc",         false},
    {"g++",     "builds for platform native",            "apt-get install g++",         false},
    {"simavr",  "runs AVR firmware for 'ninja ENV-run'", "apt-get install simavr",      false},
    {"avrdude", "uploads for 'ninja ENV-upload'",        "apt-get install avrdude",     false},
};

static bool check_program(struct ctx *cx, size_t i, FILE *out) {
	str path = spawn_find(cx->keep, str_from(programs[i].name));
	if (path.len) {
		fprintf(out, "ok       %-9s %" PRI_STR "\n", programs[i].name, STR_ARG(path));
		return true;
	}
	fprintf(out, "%s  %-9s %s", programs[i].is_needed ? "MISSING" : "absent ", programs[i].name,
	        programs[i].purpose);
	if (programs[i].cure) {
		fprintf(out, ": %s", programs[i].cure);
	}
	fputc('\n', out);
	return !programs[i].is_needed;
}

/* A line about a place: what it is, where, and whether it is there. */
static bool check_place(const char *what, str path, bool ok, const char *cure, FILE *out) {
	fprintf(out, "%s  %-9s %" PRI_STR "%s%s\n", ok ? "ok     " : "MISSING", what, STR_ARG(path),
	        ok ? "" : ": ", ok ? "" : cure);
	return ok;
}

bool doctor_run(struct ctx *cx, const struct board_dirs *dirs, FILE *out) {
	bool ok = true;
	for (size_t i = 0; i < COUNT_OF(programs); i++) {
		ok = check_program(cx, i, out) && ok;
	}
	bool has_boards = dirs->data.len && file_kind(dirs->data) == FILE_DIRECTORY;
	ok = check_place("boards", dirs->data, has_boards,
	                 "set FBGEN_DATA to fbgen's boards folder", out) &&
	     ok;
	struct store store;
	if (!store_open(cx, &store)) {
		return false;
	}
	return check_place("store", store.root, true, "", out) && ok;
}
