/*
 * fbgen: a PlatformIO project becomes a ninja manifest.
 *
 * The parts, in the order in which data flows:
 *
 *   option, config, interpolate   platformio.ini → environments with typed settings
 *   board, recipe                 boards/PLATFORM.yaml → properties, words, archives, images
 *   plan, toolid                  which packages, and where they are
 *   sources, scan, library        which files, which libraries
 *   flags, variables              words per tool
 *   target                        all of that for one environment
 *   graph, assemble, actions      edges
 *   ninja, compdb                 the graph on disk
 *   state                         what the next run may rely on
 *   generate                      the pipeline through all of them
 *
 * and what build edges run: edge_ino, edge_size, edge_run.
 */
#include <stdio.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/file.h"
#include "base/path.h"
#include "gen/build.h"
#include "gen/config.h"
#include "gen/doctor.h"
#include "gen/edge_ino.h"
#include "gen/edge_run.h"
#include "gen/edge_size.h"
#include "gen/generate.h"
#include "gen/init.h"

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
	OPT_SECONDS,
};

static const struct cli_option cli_options[] = {
    {'C', "directory",      "DIR",  "Work in DIR",							    OPT_DIR           },
    {'e', "environment",    "ENV",  "Generate this environment (repeatable)",                                 OPT_ENV           },
    {0,   "source",         "KIND", "Take packages from KIND where they have it: platformio, distro, system",
     OPT_SOURCE														 },
    {0,   "offline",        NULL,   "Use installed packages alone",                                           OPT_OFFLINE       },
    {0,   "ignore-scripts", NULL,   "Build without the project's extra_scripts",                              OPT_IGNORE_SCRIPTS},
    {0,   "json",           NULL,   "Print data as JSON",						     OPT_JSON          },
    {'j', "jobs",           "N",    "Let ninja run N jobs at a time",                                         OPT_JOBS          },
    {'b', "board",          "ID",   "The board to make a project for",                                        OPT_BOARD         },
    {'o', "output",         "FILE", "Write FILE",							     OPT_OUTPUT        },
    {0,   "prelude",        "FILE", "Write the prototypes to FILE too",                                       OPT_PRELUDE       },
    {0,   "flash-max",      "N",    "Bytes of flash the board has",                                           OPT_FLASH_MAX     },
    {0,   "ram-max",        "N",    "Bytes of RAM the board has",                                             OPT_RAM_MAX       },
    {0,   "flash-pattern",  "RE",   "Lines that count as flash",                                              OPT_FLASH_PATTERN },
    {0,   "ram-pattern",    "RE",   "Lines that count as RAM",                                                OPT_RAM_PATTERN   },
    {0,   "show",           "FILE", "Print the sizes in FILE",                                                OPT_SHOW          },
    {0,   "port",           "PORT", "Upload to PORT",							 OPT_PORT          },
    {0,   "seconds",        "N",    "End the program after N seconds",                                        OPT_SECONDS       },
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
};

static const int no_options[] = {0};
static const int generate_ids[] = {OPT_ENV, OPT_SOURCE, OPT_OFFLINE, OPT_IGNORE_SCRIPTS, 0};
static const int build_ids[] = {OPT_ENV, OPT_SOURCE, OPT_OFFLINE, OPT_IGNORE_SCRIPTS, OPT_JOBS, 0};
static const int init_ids[] = {OPT_BOARD, 0};
static const int json_ids[] = {OPT_JSON, 0};
static const int edge_ids[] = {
    OPT_OUTPUT,      OPT_PRELUDE, OPT_FLASH_MAX, OPT_RAM_MAX, OPT_FLASH_PATTERN,
    OPT_RAM_PATTERN, OPT_SHOW,    OPT_PORT,      OPT_SECONDS, 0};
static const int common_ids[] = {OPT_DIR, 0};

static const struct cli_verb cli_verbs[] = {
    {NULL,     NULL,             "Write build.ninja for the project",                     generate_ids, VERB_GENERATE},
    {"build",  "[TARGET…]",    "Write build.ninja, run ninja, print sizes and times",   build_ids,
     VERB_BUILD												      },
    {"init",   NULL,             "Make a new project for a board",                        init_ids,     VERB_INIT    },
    {"boards", "[QUERY]",        "List boards whose id, name or MCU contains QUERY",      json_ids,
     VERB_BOARDS												     },
    {"config", NULL,             "Print the project's options as they are resolved",      json_ids,     VERB_CONFIG  },
    {"doctor", NULL,             "Say what is missing on this machine and how to get it", no_options,
     VERB_DOCTOR												     },
    {"edge",   "VERB [WORD…]", NULL,						    edge_ids,     VERB_EDGE    },
    {"debug",  "WHAT [WORD…]", NULL,						    no_options,   VERB_DEBUG   },
};

static const struct cli_program program = {
    .name = "fbgen",
    .summary = "Turn a PlatformIO project into build.ninja.",
    .version = FBGEN_VERSION,
    .options = cli_options,
    .option_count = COUNT_OF(cli_options),
    .verbs = cli_verbs,
    .verb_count = COUNT_OF(cli_verbs),
    .common = common_ids,
};
