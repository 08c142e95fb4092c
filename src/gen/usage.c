#include "gen/usage.h"

static const struct cli_option cli_options[] = {
    {'C', "directory",      "DIR",  "Work in DIR",							    OPT_DIR           },
    {'e', "environment",    "ENV",  "Generate this environment (repeatable)",                                 OPT_ENV           },
    {0,   "source",         "KIND", "Take packages from KIND where they have it: platformio, distro, system",
     OPT_SOURCE														 },
    {0,   "offline",        NULL,   "Use installed packages alone",                                           OPT_OFFLINE       },
    {0,   "ignore-scripts", NULL,   "Build without the project's extra_scripts",                              OPT_IGNORE_SCRIPTS},
    {0,   "json",           NULL,   "Print data as JSON",						     OPT_JSON          },
    {'j', "jobs",           "N",    "Let ninja run N jobs at a time",                                         OPT_JOBS          },
    {0,   "board",          "ID",   "The board to make a project for; native: this machine",                  OPT_BOARD         },
    {'o', "output",         "FILE", "Write FILE",							     OPT_OUTPUT        },
    {0,   "prelude",        "FILE", "Write the prototypes to FILE too",                                       OPT_PRELUDE       },
    {0,   "flash-max",      "N",    "Bytes of flash the board has",                                           OPT_FLASH_MAX     },
    {0,   "ram-max",        "N",    "Bytes of RAM the board has",                                             OPT_RAM_MAX       },
    {0,   "flash-pattern",  "RE",   "Lines that count as flash",                                              OPT_FLASH_PATTERN },
    {0,   "ram-pattern",    "RE",   "Lines that count as RAM",                                                OPT_RAM_PATTERN   },
    {0,   "show",           "FILE", "Print the sizes in FILE",                                                OPT_SHOW          },
    {0,   "port",           "PORT", "Upload to PORT",							 OPT_PORT          },
    {0,   "hwid",           "ID",   "A USB id of the board (repeatable)",                                     OPT_HWID          },
    {0,   "touch",          NULL,   "Open the port at 1200 baud first",                                       OPT_TOUCH         },
    {0,   "wait",           NULL,   "Take the port that then appears",                                        OPT_WAIT          },
    {0,   "serial",         NULL,   "The output is a simulated serial line",                                  OPT_SERIAL        },
    {0,   "seconds",        "N",    "End the program after N seconds",                                        OPT_SECONDS       },
};

static const int no_options[] = {0};
static const int build_ids[] = {OPT_JOBS, 0};
static const int init_ids[] = {OPT_BOARD, 0};
static const int json_ids[] = {OPT_JSON, 0};
static const int edge_ids[] = {OPT_OUTPUT,        OPT_PRELUDE,
                               OPT_FLASH_MAX,     OPT_RAM_MAX,
                               OPT_FLASH_PATTERN, OPT_RAM_PATTERN,
                               OPT_SHOW,          OPT_PORT,
                               OPT_HWID,          OPT_TOUCH,
                               OPT_WAIT,          OPT_SERIAL,
                               OPT_SECONDS,       0};
static const int common_ids[] = {OPT_DIR, OPT_ENV, OPT_SOURCE, OPT_OFFLINE, OPT_IGNORE_SCRIPTS, 0};

static const struct cli_verb cli_verbs[] = {
    {NULL,         NULL,             "Write build.ninja for the project",                     no_options, VERB_GENERATE},
    {"build",      "[TARGET…]",    "Write build.ninja, run ninja, print sizes and times",   build_ids,
     VERB_BUILD													},
    {"init",       NULL,             "Make a new project for a board",                        init_ids,   VERB_INIT    },
    {"boards",     "[QUERY]",        "List boards whose id, name or MCU contains QUERY",      json_ids,
     VERB_BOARDS												       },
    {"config",     NULL,             "Print the project's options as they are resolved",      json_ids,   VERB_CONFIG  },
    {"doctor",     NULL,             "Say what is missing on this machine and how to get it", no_options,
     VERB_DOCTOR												       },
    {"completion", "SHELL",          "Print a completion script for bash, zsh or fish",       no_options,
     VERB_COMPLETION												   },
    {"edge",       "VERB [WORD…]", NULL,						    edge_ids,   VERB_EDGE    },
    {"debug",      "WHAT [WORD…]", NULL,						    no_options, VERB_DEBUG   },
};

static const struct cli_note targets[] = {
    {"ENV",        "Build one environment; without a target, the default ones"},
    {"ENV-size",   "Print what the program takes of flash and RAM"            },
    {"ENV-run",    "Run it: firmware in a simulator, a host program as it is" },
    {"ENV-upload", "Upload it to the board"                                   },
};

/* Words of PlatformIO's that are no verbs here. */
static const struct cli_hint hints[] = {
    {"run",     "'fbgen build' builds; 'ninja ENV-run' runs the program"         },
    {"compile", "'fbgen build' builds"					   },
    {"upload",  "'ninja ENV-upload' builds and uploads"                          },
    {"size",    "'ninja ENV-size' prints what the program takes"                 },
    {"clean",   "'ninja -t clean' removes what was built"                        },
    {"project", "'fbgen init' makes a project, 'fbgen config' prints its options"},
    {"monitor", "fbgen has no serial monitor"                                    },
    {"device",  "fbgen has no serial monitor"                                    },
    {"test",    "fbgen does not run a project's tests yet"                       },
};

const struct cli_program usage = {
    .name = "fbgen",
    .summary = "Turn a PlatformIO project into build.ninja, from which ninja builds it.",
    .version = FBGEN_VERSION,
    .notes_title = "Targets of ninja and of 'fbgen build'",
    .notes = targets,
    .note_count = COUNT_OF(targets),
    .hints = hints,
    .hint_count = COUNT_OF(hints),
    .options = cli_options,
    .option_count = COUNT_OF(cli_options),
    .verbs = cli_verbs,
    .verb_count = COUNT_OF(cli_verbs),
    .common = common_ids,
};
