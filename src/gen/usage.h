/*
 * What fbgen can be asked: its verbs and options as one table.  Knows nothing of what they do.
 */
#ifndef GEN_USAGE_H
#define GEN_USAGE_H

#include "base/cli.h"

enum option_id {
	OPT_NONE,
	OPT_DIR,
	OPT_ENV,
	OPT_SOURCE,
	OPT_OFFLINE,
	OPT_IGNORE_SCRIPTS,
	OPT_JSON,
	OPT_JOBS,
	OPT_BOARD,
	/* what build edges use */
	OPT_OUTPUT,
	OPT_PRELUDE,
	OPT_FLASH_MAX,
	OPT_RAM_MAX,
	OPT_FLASH_PATTERN,
	OPT_RAM_PATTERN,
	OPT_SHOW,
	OPT_PORT,
	OPT_HWID,
	OPT_TOUCH,
	OPT_WAIT,
	OPT_SERIAL,
	OPT_SECONDS,
};

enum verb_id {
	VERB_GENERATE,
	VERB_BUILD,
	VERB_INIT,
	VERB_BOARDS,
	VERB_CONFIG,
	VERB_DOCTOR,
	VERB_EDGE,
	VERB_DEBUG,
	VERB_COMPLETION,
};

extern const struct cli_program usage;

#endif
