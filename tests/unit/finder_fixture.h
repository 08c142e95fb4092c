/*
 * What tests of the finder share: a small project, and what was found as one text.
 */
#ifndef TESTS_FINDER_FIXTURE_H
#define TESTS_FINDER_FIXTURE_H

#include "support.h"

#include "gen/library_find.h"

/* A project for an AVR board with the Arduino framework, its sources src/main.cpp and src/b.c. */
static inline struct library_request request_of(struct fixture *f) {
	static const struct flag_set none;
	struct library_request request = {
	    .src_dir = STR("src"),
	    .mode = STR("chain"),
	    .compat_mode = STR("soft"),
	    .archive = true,
	    .platform = STR("atmelavr"),
	    .framework = STR("arduino"),
	    .mcu = STR("atmega328p"),
	    .variables = arena_new(&f->keep, struct map),
	    .flags = &none,
	};
	str_vec_push(&f->keep, &request.sources, STR("src/b.c"));
	str_vec_push(&f->keep, &request.sources, STR("src/main.cpp"));
	str_vec_push(&f->keep, &request.storages, STR("lib"));
	str_vec_push(&f->keep, &request.storages, STR("none"));
	str_vec_push(&f->keep, &request.storages, STR("core"));
	return request;
}

static inline void write_files(struct fixture *f, const char *const (*files)[2], size_t count) {
	if (!f->dir) {
		fixture_enter_dir(f);
	}
	for (size_t i = 0; i < count; i++) {
		fixture_write(f, files[i][0], files[i][1]);
	}
}
#define write_tree(f, files) write_files((f), (files), COUNT_OF(files))

static inline struct library_result found(struct fixture *f,
                                          const struct library_request *request) {
	struct library_result result = {0};
	struct reads reads = {.arena = &f->keep};
	assert_true(library_find(&f->cx, &reads, request, &result));
	return result;
}

/* The folders in the order of building; those without an archive in brackets. */
static inline str order_of(struct fixture *f, const struct library_result *result) {
	struct str_vec parts = {0};
	for (size_t i = 0; i < result->order.len; i++) {
		const struct library *library = result->order.at[i];
		str_vec_push(&f->keep, &parts,
		             library->archive
		                 ? library->dir
		                 : str_format(&f->keep, "(%" PRI_STR ")", STR_ARG(library->dir)));
	}
	return str_join(&f->keep, &parts, STR(" "));
}

static inline const struct library *library_of(const struct library_result *result,
                                               const char *dir) {
	for (size_t i = 0; i < result->order.len; i++) {
		if (str_eq(result->order.at[i]->dir, str_from(dir))) {
			return result->order.at[i];
		}
	}
	fail_msg("no library %s", dir);
	return NULL;
}

#endif
