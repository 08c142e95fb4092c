/*
 * How a board is built: words per tool, what goes into which archive, how it is linked, which
 * images are made, what limits hold, how it is emulated and uploaded.  All of it comes from the
 * family's YAML ("platformio" recipe) with the board's properties filled in; no family is named in
 * C.  The "arduino" recipe (a core's own platform.txt) will end in the same structure.
 */
#ifndef GEN_RECIPE_H
#define GEN_RECIPE_H

#include "gen/board.h"
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

/* A command that makes one more file of the program; {in} and {out} are words of it. */
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

struct recipe {
	str name;                     /* "platformio" */
	str tools[RECIPE_TOOL_COUNT]; /* program names, found in the toolchain */
	struct flag_set board_words;  /* PLATFORMIO's define and the board's own flags */
	struct flag_set words;        /* the family's */
	bool words_last;              /* they stand behind the user's (a framework), else before */
	struct recipe_archives archives; /* in link order, behind all libraries */
	struct str_vec library_dirs;     /* storages of bundled libraries */
	str program, suffix;             /* "firmware", ".elf" */
	bool group;                      /* libraries stand between --start-group and --end-group */
	struct recipe_images images;
	struct recipe_size size;
	struct str_vec run;    /* how the program is run or emulated, {in}; empty: it cannot */
	struct str_vec upload; /* with {in} (the first image) and {port}; empty: it cannot */
};

/*
 * Which packages an environment needs: the toolchain, and with a framework the core.  A core that
 * cannot be had yet is EXIT_PACKAGE and names the package.
 */
NODISCARD bool recipe_packages(struct ctx *cx, const struct family *family,
                               const struct board *board, const struct environment *env,
                               struct plan *out);

/* Fill in the recipe; `plan` has been resolved. */
NODISCARD bool recipe_read(struct ctx *cx, const struct family *family, struct board *board,
                           const struct environment *env, const struct plan *plan,
                           struct recipe *out);

#endif
