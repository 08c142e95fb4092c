/*
 * From items of text to flags in scopes.  A word goes through the layers that PlatformIO puts it
 * through: shlex.split, routing by its beginning (SCons' ParseFlags), $NAME, and the shell.  Where
 * those lose or break words, they are passed on instead: -u, -T, -z, -Xlinker and -U take their
 * operand along, archives stay paths, numbers keep their text, no character is special to a shell.
 */
#include "base/file.h"
#include "base/ini.h"
#include "base/path.h"
#include "base/spawn.h"
#include "gen/expand.h"
#include "gen/flags.h"
#include "gen/shlex.h"

enum take {
	TAKE_WORD, /* the word as it is */
	TAKE_REST, /* what follows the beginning, or else the next word */
	TAKE_PAIR, /* the word and the next one, as one flag */
	TAKE_ASM,  /* the word, and what follows the beginning for the assembler */
	TAKE_STD,  /* the word, for C++ or for C */
	TAKE_FILE, /* a file for the linker */
};

enum match { MATCH_BEGIN, MATCH_ALL };

/* SCOPE_COUNT is no scope: frameworks are another system's. */
struct route {
	str text;
	enum match match;
	enum take take;
	enum flag_scope scope, also;
	enum { PLAIN, PATH, HEADER } operand;
};

/* The first that matches counts. */
static const struct route routes[] = {
    {STR_INIT("-dylib_file"),           MATCH_ALL,   TAKE_PAIR, SCOPE_LINK,     SCOPE_COUNT, PLAIN },
    {STR_INIT("-L"),                    MATCH_BEGIN, TAKE_REST, SCOPE_LIBPATH,  SCOPE_COUNT, PATH  },
    {STR_INIT("-l"),                    MATCH_BEGIN, TAKE_REST, SCOPE_LIB,      SCOPE_COUNT, PLAIN },
    {STR_INIT("-I"),                    MATCH_BEGIN, TAKE_REST, SCOPE_INCLUDE,  SCOPE_COUNT, PATH  },
    {STR_INIT("-Wa,"),                  MATCH_BEGIN, TAKE_ASM,  SCOPE_COMMON,   SCOPE_ASM,   PLAIN },
    {STR_INIT("-Wl,"),                  MATCH_BEGIN, TAKE_WORD, SCOPE_LINK,     SCOPE_COUNT, PLAIN },
    {STR_INIT("-Wp,"),                  MATCH_BEGIN, TAKE_WORD, SCOPE_CPP,      SCOPE_COUNT, PLAIN },
    {STR_INIT("-D"),                    MATCH_BEGIN, TAKE_REST, SCOPE_DEFINE,   SCOPE_COUNT, PLAIN },
    {STR_INIT("-U"),                    MATCH_BEGIN, TAKE_REST, SCOPE_UNDEFINE, SCOPE_COUNT, PLAIN },
    {STR_INIT("-framework"),            MATCH_ALL,   TAKE_PAIR, SCOPE_COUNT,    SCOPE_COUNT, PLAIN },
    {STR_INIT("-frameworkdir="),        MATCH_BEGIN, TAKE_WORD, SCOPE_COUNT,    SCOPE_COUNT, PLAIN },
    {STR_INIT("-F"),                    MATCH_BEGIN, TAKE_REST, SCOPE_COUNT,    SCOPE_COUNT, PLAIN },
    {STR_INIT("-mno-cygwin"),           MATCH_ALL,   TAKE_WORD, SCOPE_COMMON,   SCOPE_LINK,  PLAIN },
    {STR_INIT("-pthread"),              MATCH_ALL,   TAKE_WORD, SCOPE_COMMON,   SCOPE_LINK,  PLAIN },
    {STR_INIT("-openmp"),               MATCH_ALL,   TAKE_WORD, SCOPE_COMMON,   SCOPE_LINK,  PLAIN },
    {STR_INIT("-fopenmp"),              MATCH_ALL,   TAKE_WORD, SCOPE_COMMON,   SCOPE_LINK,  PLAIN },
    {STR_INIT("-fmerge-all-constants"), MATCH_ALL,   TAKE_WORD, SCOPE_COMMON,   SCOPE_LINK,  PLAIN },
    {STR_INIT("-fsanitize"),            MATCH_BEGIN, TAKE_WORD, SCOPE_COMMON,   SCOPE_LINK,  PLAIN },
    {STR_INIT("-mwindows"),             MATCH_ALL,   TAKE_WORD, SCOPE_LINK,     SCOPE_COUNT, PLAIN },
    {STR_INIT("-std="),                 MATCH_BEGIN, TAKE_STD,  SCOPE_C,        SCOPE_COUNT, PLAIN },
    {STR_INIT("-stdlib="),              MATCH_BEGIN, TAKE_WORD, SCOPE_CXX,      SCOPE_COUNT, PLAIN },
    {STR_INIT("+"),		     MATCH_BEGIN, TAKE_WORD, SCOPE_COMMON,   SCOPE_LINK,  PLAIN },
    {STR_INIT("-include"),              MATCH_ALL,   TAKE_PAIR, SCOPE_COMMON,   SCOPE_COUNT, HEADER},
    {STR_INIT("-imacros"),              MATCH_ALL,   TAKE_PAIR, SCOPE_COMMON,   SCOPE_COUNT, HEADER},
    {STR_INIT("-isysroot"),             MATCH_ALL,   TAKE_PAIR, SCOPE_COMMON,   SCOPE_LINK,  PLAIN },
    {STR_INIT("-isystem"),              MATCH_ALL,   TAKE_PAIR, SCOPE_COMMON,   SCOPE_COUNT, PATH  },
    {STR_INIT("-iquote"),               MATCH_ALL,   TAKE_PAIR, SCOPE_COMMON,   SCOPE_COUNT, PATH  },
    {STR_INIT("-idirafter"),            MATCH_ALL,   TAKE_PAIR, SCOPE_COMMON,   SCOPE_COUNT, PATH  },
    {STR_INIT("-arch"),                 MATCH_ALL,   TAKE_PAIR, SCOPE_COMMON,   SCOPE_LINK,  PLAIN },
    {STR_INIT("--param"),               MATCH_ALL,   TAKE_PAIR, SCOPE_COMMON,   SCOPE_COUNT, PLAIN },
    {STR_INIT("-u"),                    MATCH_ALL,   TAKE_PAIR, SCOPE_LINK,     SCOPE_COUNT, PLAIN },
    {STR_INIT("-T"),                    MATCH_ALL,   TAKE_PAIR, SCOPE_LINK,     SCOPE_COUNT, PATH  },
    {STR_INIT("-z"),                    MATCH_ALL,   TAKE_PAIR, SCOPE_LINK,     SCOPE_COUNT, PLAIN },
    {STR_INIT("-Xlinker"),              MATCH_ALL,   TAKE_PAIR, SCOPE_LINK,     SCOPE_COUNT, PLAIN },
    {STR_INIT("-"),		     MATCH_BEGIN, TAKE_WORD, SCOPE_COMMON,   SCOPE_COUNT, PLAIN },
    {STR_INIT(""),		      MATCH_BEGIN, TAKE_FILE, SCOPE_LIB,      SCOPE_COUNT, PLAIN },
};

static const struct route *route_of(str word) {
	const struct route *route = routes;
	while (route->match == MATCH_ALL ? !str_eq(word, route->text)
	                                 : !str_starts_with(word, route->text)) {
		route++;
	}
	return route;
}

struct parser {
	struct ctx *cx;
	const struct flag_place *place;
	struct flag_set *out;
};

/* A word as the program gets it: variables replaced, a layer of quotes taken off. */
static struct flag reach(const struct parser *p, str word) {
	struct arena *keep = p->cx->keep;
	struct expansion e = expand_word(keep, word, p->place->variables);
	struct flag flag = {.word = e.text, .filled = e.filled};
	size_t special = 0;
	size_t blanks = 0;
	for (size_t i = 0; i < e.text.len; i++) {
		char c = e.text.at[i];
		if (e.literal && e.literal[i]) {
			continue;
		}
		special += c == '"' || c == '\'' || c == '\\';
		blanks += c == ' ' || c == '\t';
	}
	if (special == 0) {
		return flag;
	}
	if (blanks == 0) {
		flag.word = shlex_unquote(keep, e.text, e.literal);
		return flag;
	}
	/* SCons puts a word with a blank between double quotes, as it is. */
	str quoted = str_format(keep, "\"%" PRI_STR "\"", STR_ARG(e.text));
	char *literal = arena_alloc(keep, quoted.len, 1);
	for (size_t i = 0; e.literal && i < e.text.len; i++) {
		literal[i + 1] = e.literal[i];
	}
	str word_out = shlex_unquote(keep, quoted, literal);
	flag.word = word_out.at == quoted.at ? e.text : word_out;
	return flag;
}

/* "NAME" or "NAME=value"; quotes in a value are meant for the compiler. */
static struct flag reach_define(const struct parser *p, str text) {
	size_t name = str_find_char(text, '=');
	str value = str_replace(p->cx->keep, str_from_offset(text, name), STR("\""), STR("\\\""));
	str define = str_format(p->cx->keep, "%" PRI_STR "%" PRI_STR,
	                        STR_ARG(str_slice(text, 0, name)), STR_ARG(value));
	struct flag flag = reach(p, define);
	while (flag.word.len && char_is_blank(flag.word.at[0])) {
		flag.word = str_from_offset(flag.word, 1);
	}
	return flag;
}

/* A path of base_dir as reached from the project, in normal form. */
static str resolve(const struct parser *p, str path) {
	struct arena *keep = p->cx->keep;
	const struct map *variables = p->place->variables;
	str full = path_normal(keep, path_join(keep, p->place->base_dir, path));
	const str *project = variables ? map_get(variables, STR("PROJECT_DIR")) : NULL;
	if (project && path_is_absolute(full)) {
		return path_relative_inside(keep, full, *project);
	}
	return full;
}

/* An included file that is not in a library's folder is searched along the folders of headers. */
static str resolve_header(const struct parser *p, str path) {
	str full = resolve(p, path);
	if (str_eq(p->place->base_dir, STR("."))) {
		return full;
	}
	if (p->place->reads) {
		reads_path(p->place->reads, full);
	}
	return file_kind(full) == FILE_MISSING ? path : full;
}

static void push(const struct parser *p, enum flag_scope scope, struct flag flag) {
	if (scope != SCOPE_COUNT && flag.word.len) {
		flag_vec_push(p->cx->keep, &p->out->scope[scope], flag);
	}
}

static void take_pair(const struct parser *p, const struct route *route, str operand) {
	struct flag flag = reach(p, operand);
	if (flag.word.len == 0) {
		return;
	}
	if (route->operand != PLAIN) {
		bool is_header = route->operand == HEADER;
		flag.filled = false;
		flag.word = is_header ? resolve_header(p, flag.word) : resolve(p, flag.word);
	}
	struct flag pair = {route->text, flag.word, flag.filled};
	push(p, route->scope, pair);
	push(p, route->also, pair);
}

static void take_rest(const struct parser *p, const struct route *route, str rest) {
	struct flag flag = route->scope == SCOPE_DEFINE ? reach_define(p, rest) : reach(p, rest);
	if (route->operand == PATH && flag.word.len) {
		flag.word = resolve(p, flag.word);
		flag.filled = false;
	}
	push(p, route->scope, flag);
}

/* Suffixes of what a linker takes by its path. */
static bool is_linkable(str path) {
	static const str suffixes[] = {STR_INIT(".a"),  STR_INIT(".o"),   STR_INIT(".so"),
	                               STR_INIT(".ld"), STR_INIT(".lib"), STR_INIT(".obj")};
	for (size_t i = 0; i < COUNT_OF(suffixes); i++) {
		if (str_ends_with(path, suffixes[i])) {
			return true;
		}
	}
	return str_contains(path_name(path), STR(".so."));
}

static void take_file(const struct parser *p, str word) {
	struct flag flag = reach(p, word);
	if (flag.word.len == 0) {
		return;
	}
	if (!is_linkable(flag.word)) {
		diag_warning(p->cx->diag, p->place->at,
		             "'%" PRI_STR "' in %" PRI_STR
		             " is no option: the linker will take it for a file",
		             STR_ARG(word), STR_ARG(p->place->option));
		diag_help(p->cx->diag, "a value with blanks must stand in quotes");
	}
	flag.word = resolve(p, flag.word);
	flag.filled = false;
	if (str_find_char(flag.word, '/') == flag.word.len) {
		flag.word = str_format(p->cx->keep, "./%" PRI_STR, STR_ARG(flag.word));
	}
	push(p, SCOPE_LIB, flag);
}

static void take_word(const struct parser *p, const struct route *route, str word) {
	struct flag flag = reach(p, word);
	enum flag_scope scope = route->scope;
	struct flag also = flag;
	if (route->take == TAKE_STD && str_contains(word, STR("++"))) {
		scope = SCOPE_CXX;
	} else if (route->take == TAKE_ASM) {
		also = reach(p, str_from_offset(word, route->text.len));
	}
	push(p, scope, flag);
	push(p, route->also, also);
}

/* Take the word at *i, and the next one where that is its operand. */
static void take(const struct parser *p, const struct str_vec *words, size_t *i) {
	str word = words->at[*i];
	const struct route *route = route_of(word);
	str rest = str_from_offset(word, route->text.len);
	bool needs_next = route->take == TAKE_PAIR || (route->take == TAKE_REST && rest.len == 0);
	if (needs_next && *i + 1 == words->len) {
		diag_warning(p->cx->diag, p->place->at,
		             "'%" PRI_STR "' at the end of %" PRI_STR " lacks its operand",
		             STR_ARG(word), STR_ARG(p->place->option));
		return;
	}
	if (needs_next) {
		rest = words->at[++*i];
	}
	if (route->take == TAKE_PAIR) {
		take_pair(p, route, rest);
	} else if (route->take == TAKE_REST) {
		take_rest(p, route, rest);
	} else if (route->take == TAKE_FILE) {
		take_file(p, word);
	} else {
		take_word(p, route, word);
	}
}

bool flags_split(struct ctx *cx, str text, const struct flag_place *place, struct str_vec *words) {
	size_t at = 0;
	enum shlex_fault fault = shlex_split(cx->keep, text, words, &at);
	if (fault == SHLEX_DONE) {
		return true;
	}
	str rest = str_from_offset(text, at);
	diag_error(cx->diag, ini_find_behind(place->at, rest),
	           fault == SHLEX_OPEN_QUOTE ? "no closing quote in %" PRI_STR ": '%" PRI_STR "'"
	                                     : "nothing follows the '\\' in %" PRI_STR
	                                       ": '%" PRI_STR "'",
	           STR_ARG(place->option), STR_ARG(rest));
	diag_subject(cx->diag, (str){0}, place->option);
	return false;
}

/* The text for sh: what changes into a library's folder, so that it can be run again as it is. */
static str command_in(struct ctx *cx, str dir, str command) {
	if (str_eq(dir, STR("."))) {
		return command;
	}
	str quoted = str_replace(cx->keep, dir, STR("'"), STR("'\\''"));
	return str_format(cx->keep, "cd '%" PRI_STR "' && %" PRI_STR, STR_ARG(quoted),
	                  STR_ARG(command));
}

static bool run_command(struct ctx *cx, str command, const struct flag_place *place, str *out) {
	if (place->no_commands) {
		return diag_error(cx->diag, place->at, "no command can be run in %" PRI_STR,
		                  STR_ARG(place->option));
	}
	str text = command_in(cx, place->base_dir, command);
	struct spawn spawn = {0};
	str_vec_push(cx->keep, &spawn.argv, STR("/bin/sh"));
	str_vec_push(cx->keep, &spawn.argv, STR("-c"));
	str_vec_push(cx->keep, &spawn.argv, text);
	struct spawn_result result = {0};
	if (!spawn_run(cx, &spawn, &result)) {
		return false;
	}
	if (result.status != 0) {
		diag_error(cx->diag, place->at,
		           "the command '%" PRI_STR "' of %" PRI_STR " failed with status %d",
		           STR_ARG(command), STR_ARG(place->option), result.status);
		diag_subject(cx->diag, (str){0}, place->option);
		diag_help(cx->diag, "its output would be taken as flags; '|| true' behind it "
		                    "makes a failure mean no flags");
		return false;
	}
	if (place->reads) {
		reads_command(place->reads, text, result.out);
	}
	*out = str_trim(result.out);
	return true;
}

static bool parse_item(const struct parser *p, str item) {
	if (item.len && item.at[0] == '!' &&
	    !run_command(p->cx, str_from_offset(item, 1), p->place, &item)) {
		return false;
	}
	if (str_find_char(item, 0) < item.len) {
		return diag_error(p->cx->diag, p->place->at,
		                  "a flag in %" PRI_STR " holds a zero byte",
		                  STR_ARG(p->place->option));
	}
	struct str_vec words = {0};
	if (!flags_split(p->cx, item, p->place, &words)) {
		return false;
	}
	for (size_t i = 0; i < words.len; i++) {
		if (words.at[i].len) {
			take(p, &words, &i);
		}
	}
	return true;
}

bool flags_parse(struct ctx *cx, const struct str_vec *items, const struct flag_place *place,
                 struct flag_set *out) {
	struct flag_set parsed = {0};
	struct parser p = {cx, place, &parsed};
	bool ok = true;
	for (size_t i = 0; i < items->len; i++) {
		ok = parse_item(&p, items->at[i]) && ok;
	}
	flags_append(cx->keep, out, &parsed);
	return ok;
}

str flags_expand(struct arena *arena, str text, const struct map *variables) {
	return expand_word(arena, text, variables).text;
}
