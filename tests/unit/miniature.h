/*
 * A project in miniature, generated and built for real: C sources in src/, headers in inc/ and
 * lib/, a text that an edge converts, and ninja with the host's compiler.
 */
#ifndef TESTS_MINIATURE_H
#define TESTS_MINIATURE_H

#include "support.h"

/* Enter a new folder and write the project's first files. */
void miniature_enter(struct fixture *f);

/* Check the state and generate where that is needed; whether it was fresh. */
bool miniature_generate(struct fixture *f);

/* Run ninja; what it ran: names of outputs without folder, sorted, with '|' between them. */
str miniature_ninja(struct fixture *f);

/* Both: what fbgen && ninja runs. */
str miniature_build(struct fixture *f);

/* Write a file and set its time to `seconds` from now (before now where negative). */
void miniature_write_dated(struct fixture *f, const char *path, const char *text, int seconds);

#define assert_built(f, expected)  assert_str(miniature_build(f), expected)
#define assert_nothing_to_build(f) assert_str(miniature_build(f), "")

#endif
