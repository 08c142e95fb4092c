/*
 * platformio.ini and its extra_configs resolved: which environments there are, and what every
 * option of each is after extends, ${…}, environment variables and types.  Knows nothing of boards,
 * platforms or files other than ini files.
 */
#ifndef GEN_CONFIG_H
#define GEN_CONFIG_H

#include "base/ctx.h"
#include "base/map.h"
#include "gen/option.h"
#include "gen/reads.h"
#include "gen/setting.h"

struct environment {
	str name;
	span at;             /* its section */
	struct map settings; /* present name → struct setting *: what is set, no defaults */
	struct diag faults;  /* what is wrong with this environment alone */
};
VEC_DEFINE(environments, struct environment *)

struct config {
	str project_dir;             /* absolute, links resolved */
	struct environments envs;    /* in file order */
	struct map platformio;       /* [platformio]: name → struct setting * */
	struct map dirs;             /* folders of [platformio], defaults too: name → str * */
	struct map sections;         /* other sections: name → struct map *, as `settings` */
	struct str_vec default_envs; /* names; empty: all */
};

/*
 * Read `file` ("platformio.ini", in the working directory, which is the project's) and what it
 * names.  Faults of files, of [platformio] and of names go to cx->diag and make it false; those of
 * one environment's values go to its `faults` and do not.
 */
NODISCARD bool config_read(struct ctx *cx, struct reads *reads, str file, struct config *out);

/* The same from one text, without its extra_configs: for tests. */
NODISCARD bool config_parse(struct ctx *cx, struct reads *reads, const struct source *source,
                            struct config *out);

/* The setting of an environment, or NULL where it is not set. */
const struct setting *config_setting(const struct environment *env, str name);

/* With the default where it is not set; empty (false, 0) where there is no default either. */
str config_text(const struct environment *env, str name);
struct str_vec config_items(struct arena *arena, const struct environment *env, str name);
bool config_bool(const struct environment *env, str name);

/* Where the option is set, or the environment's section where it is not. */
span config_span(const struct environment *env, str name);

/* A directory of [platformio] ("src_dir", "packages_dir"), default applied, absolute. */
str config_dir(struct arena *arena, const struct config *config, str name);

/* The same as reached from the project: relative where it lies inside it. */
str config_dir_reached(struct arena *arena, const struct config *config, str name);

/* The environment of that name, or NULL. */
struct environment *config_env(const struct config *config, str name);

/* Keep the environments of these names alone; all where there are none.  A name that no environment
 * has is a fault of the command line. */
NODISCARD bool config_select(struct ctx *cx, struct config *config, const struct str_vec *names);

/* What `fbgen config --json` prints: one object; its warnings and errors are those of diag. */
void config_print_json(const struct config *config, const struct diag *diag, FILE *out);

/* What `fbgen config` prints, in the syntax of platformio.ini. */
void config_print_text(const struct config *config, FILE *out);

#endif
