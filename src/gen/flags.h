/*
 * Compiler and linker flags as words: split by the shell's rules, sorted into scopes by the tool
 * they are for, merged, removed and put on a line.  Words are raw: nothing here quotes.
 * The rules are PlatformIO's (SCons' ParseFlags and its GNU command lines).
 */
#ifndef GEN_FLAGS_H
#define GEN_FLAGS_H

#include "base/ctx.h"
#include "base/map.h"
#include "gen/reads.h"

/* In the order in which scopes stand on a compile line. */
enum flag_scope {
	SCOPE_C,        /* CFLAGS: C only */
	SCOPE_CXX,      /* CXXFLAGS: C++ only */
	SCOPE_ASM,      /* ASFLAGS: both assemblers */
	SCOPE_ASPP,     /* the rest of ASPPFLAGS: -x assembler-with-cpp and the like */
	SCOPE_COMMON,   /* CCFLAGS: C and C++ */
	SCOPE_CPP,      /* CPPFLAGS: all that is preprocessed */
	SCOPE_DEFINE,   /* "NAME" or "NAME=value", without -D */
	SCOPE_UNDEFINE, /* "NAME", without -U */
	SCOPE_INCLUDE,  /* a directory, without -I */
	SCOPE_LINK,     /* LINKFLAGS */
	SCOPE_LIBPATH,  /* a directory, without -L */
	SCOPE_LIB,      /* "m" for -lm, ":libm.a" for -l:libm.a; with a slash: the path of a file */
	SCOPE_COUNT
};

/* "-include" and its operand are one flag, since they are removed and moved together. */
struct flag {
	str word;
	str operand; /* at is NULL where there is none */
	bool filled; /* a value of the board was filled in: see flags_remove */
};
VEC_DEFINE(flag_vec, struct flag)

/* To copy a set, append it to an empty one: a copied struct shares its arrays. */
struct flag_set {
	struct flag_vec scope[SCOPE_COUNT];
};

/* What a text of flags means where it stands. */
struct flag_place {
	str base_dir;                /* -I and its like are relative to it; "." is the project */
	span at;                     /* for faults */
	str option;                  /* the option's name, for faults */
	const struct map *variables; /* "NAME" → str *, for $NAME; unknown ones become nothing */
	struct reads *reads;         /* gets "!" commands; NULL: nobody asks */
	bool no_commands;            /* an item that begins with '!' is a fault */
};

/* Split by Python's shlex.split (POSIX).  False, and a fault, where a quote is not closed. */
NODISCARD bool flags_split(struct ctx *cx, str text, const struct flag_place *place,
                           struct str_vec *words);

/*
 * Sort the words of the items into scopes, appending to out.  An item that begins with '!' is run
 * by the shell in base_dir and its output taken.  Paths come out in normal form, relative to the
 * project (the variable PROJECT_DIR) where they are inside it.  Variables' values are raw: quotes
 * in them are characters.
 */
NODISCARD bool flags_parse(struct ctx *cx, const struct str_vec *items,
                           const struct flag_place *place, struct flag_set *out);

/* Replace $NAME, ${NAME} and $$ as SCons does. */
str flags_expand(struct arena *arena, str text, const struct map *variables);

/* -UNAME in `more` also takes a NAME without value out of what stood in the set. */
void flags_append(struct arena *arena, struct flag_set *set, const struct flag_set *more);

/* Append one word to a scope. */
void flags_add(struct arena *arena, struct flag_set *set, enum flag_scope scope, str word);

/*
 * Take every flag of `unwanted`, whatever its scope there, out of every scope (build_unflags).
 * A define without value also takes its valued forms.  Texts must be equal, and a flag that was
 * filled in (-mmcu={mcu} of a recipe) is only equal to one that was too (-mmcu=$BOARD_MCU).
 */
void flags_remove(struct flag_set *set, const struct flag_set *unwanted);

/*
 * build_type = debug: take out -Os, -O0..3, -g, -g0..3, -ggdb0..3, add `debug` and a define.  In
 * each scope that `debug` adds to, flags are left once: folders where they stood first, others
 * where they stood last.
 */
void flags_make_debug(struct arena *arena, struct flag_set *set, const struct flag_set *debug);

/* Whether the set defines NAME, with or without a value. */
bool flags_define(const struct flag_set *set, str name);

/* The tools a line can be for. */
enum flag_line {
	LINE_C,
	LINE_CXX,
	LINE_ASPP, /* .S: assembler that the C compiler preprocesses */
	LINE_ASM,  /* .s: plain assembler */
	LINE_LINK, /* what stands before the objects */
	LINE_LIBS, /* what stands behind them: all -L, then -l and paths */
	LINE_COUNT
};

/* Append the words of a line, the tool itself and its input and output not included. */
void flags_line(struct arena *arena, const struct flag_set *set, enum flag_line line,
                struct str_vec *out);

/* The kind of line that compiles a source by its extension; false where it is no source. */
NODISCARD bool flags_line_of(str path, enum flag_line *out);

#endif
