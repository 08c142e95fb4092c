/*
 * How a board is built: words per tool, what goes into which archive, how it is linked, which
 * images are made, what limits hold, how it is emulated and uploaded.  All of it comes from the
 * family's YAML ("platformio" recipe) with the board's properties filled in; no family is named in
 * C.  The "arduino" recipe (a core's own platform.txt) will end in the same structure.
 */
#ifndef GEN_RECIPE_H
#define GEN_RECIPE_H

#include "gen/board.h"
#include "gen/family.h"
#include "gen/flags.h"
#include "gen/plan.h"

enum recipe_tool {
	RECIPE_C,
	RECIPE_CXX,
	RECIPE_ASM,
	RECIPE_AR,
	RECIPE_OBJCOPY,
	RECIPE_SIZE,
	RECIPE_TOOL_COUNT
};

/* A folder whose sources are compiled into one archive of the framework. */
struct recipe_archive {
	str name;   /* "FrameworkArduino": libFrameworkArduino.a */
	str dir;    /* as reached from the project */
	str filter; /* a source filter */
};
VEC_DEFINE(recipe_archives, struct recipe_archive)

/* A command that makes one more file of the program: a program of the toolchain and its words, of
 * which {in} and {out} are two. */
struct recipe_image {
	str suffix; /* ".hex" */
	struct str_vec words;
};
VEC_DEFINE(recipe_images, struct recipe_image)

/* How sizes are counted and what they may be; flash_max 0: there is no check. */
struct recipe_size {
	struct str_vec words;           /* prints section sizes; {in} is the program */
	str flash_pattern, ram_pattern; /* Perl-style; group 1 is added up over all lines */
	uint64_t flash_max, ram_max;    /* bytes */
};

/*
 * How the program reaches the board.  {in}, the first image or the program, and {port} may also
 * stand inside a word ("flash:w:{in}:i"); words may hold variables ($SOURCE, $UPLOAD_PORT,
 * $PROJECT_DIR) of the user's.
 */
struct recipe_upload {
	struct str_vec words; /* empty: it cannot; the program is one of the machine's */
	bool needs_port;      /* a word has {port} */
	str port;             /* upload_port of the environment; empty: one is looked for */
	bool touch_1200bps;   /* open the port at 1200 baud first, which starts the bootloader */
	bool wait_for_port;   /* and then take the port that appears */
	struct str_vec hwids; /* "0x2341:0x0043": USB ids of the board, for the search */
};

struct recipe {
	str name;                     /* "platformio" */
	str tools[RECIPE_TOOL_COUNT]; /* program names, found in the toolchain; may be empty */
	struct flag_set board_words;  /* PLATFORMIO's define and the board's own flags */
	struct flag_set words;        /* the family's */
	struct str_vec defaults; /* defines to add behind all words where the name is undefined */
	bool words_last; /* the family's stand behind the user's (a framework), else before */
	struct recipe_archives archives; /* in link order, behind all libraries */
	struct str_vec library_dirs;     /* storages of bundled libraries */
	str program, suffix;             /* "firmware", ".elf" */
	bool group;                      /* libraries stand between --start-group and --end-group */
	struct recipe_images images;
	struct recipe_size size;
	struct str_vec run; /* how the program is run or emulated, {in}; empty: it cannot */
	struct recipe_upload upload;
};

/*
 * Which packages an environment needs: the toolchain, and with a framework the core.  A framework
 * that the family, or the board, does not have is a fault, and so is a core that it does not know.
 */
NODISCARD bool recipe_packages(struct ctx *cx, const struct family *family,
                               const struct board *board, const struct environment *env,
                               struct plan *out);

/* What a recipe is made from. */
struct recipe_request {
	const struct family *family;
	struct board *board; /* gets properties for the packages' folders */
	const struct environment *env;
	const struct plan *plan;     /* has been resolved */
	const struct map *variables; /* for the board's flags */
};

NODISCARD bool recipe_read(struct ctx *cx, const struct recipe_request *request,
                           struct recipe *out);

#endif
