#include "gen/config_files.h"

#include "base/file.h"
#include "base/glob.h"
#include "base/path.h"
#include "gen/resolve.h"

struct loader {
	struct ctx *cx;
	struct reads *reads;
	struct sections *sections;
	struct map done;        /* files that were read, in normal form */
	struct str_vec waiting; /* files to read, the next one last */
	bool ok;
};

static void read_file(struct loader *l, str path) {
	struct source *source = arena_new(l->cx->keep, struct source);
	struct ini_sections *parsed = arena_new(l->cx->keep, struct ini_sections);
	if (!file_read(l->cx, path, source)) {
		l->ok = false;
		return;
	}
	l->ok &= ini_parse(l->cx, source, parsed);
	sections_add(l->cx->keep, l->sections, parsed);
}

/*
 * The patterns of extra_configs as the files that were read so far give it.  What is wrong with
 * them is found again, and told, when all files are there.
 */
static struct str_vec extra_patterns(struct loader *l) {
	struct diag ignored = {.arena = l->cx->keep};
	struct ctx cx = {l->cx->keep, l->cx->scratch, &ignored};
	struct resolver r;
	resolve_init(&r, &cx, l->reads, l->sections, file_cwd(l->cx->keep));
	struct setting *setting = NULL;
	bool set =
	    resolve_option(&r, STR("platformio"), STR("extra_configs"), &setting) == SETTING_SET;
	return set ? setting->items : (struct str_vec){0};
}

/* Note the files of a pattern; what matches and is no file is left out. */
static void find_files(struct loader *l, str pattern, struct str_vec *found) {
	struct str_vec paths = {0};
	struct str_vec listed = {0};
	if (str_starts_with(pattern, STR("~"))) {
		str home = str_from(reads_variable(l->reads, "HOME"));
		pattern = home.len ? path_expand_home(l->cx->keep, pattern, home) : pattern;
	}
	if (pattern.len > 0 && str_find_char(pattern, '*') == pattern.len &&
	    str_find_char(pattern, '?') == pattern.len) {
		reads_path(l->reads, pattern);
	}
	str unlisted = glob_find(l->cx->keep, STR("."), pattern, &paths, &listed);
	if (unlisted.len) {
		l->ok = diag_errno(l->cx->diag, unlisted, "cannot list the folder");
	}
	reads_paths(l->reads, &listed);
	for (size_t i = 0; i < paths.len; i++) {
		if (file_kind(paths.at[i]) == FILE_REGULAR) {
			str_vec_push(l->cx->keep, found, path_normal(l->cx->keep, paths.at[i]));
		}
	}
}

/* Let the files that extra_configs names wait, before all that wait already. */
static void find_extra(struct loader *l) {
	struct str_vec found = {0};
	struct str_vec patterns = extra_patterns(l);
	for (size_t i = 0; i < patterns.len; i++) {
		find_files(l, patterns.at[i], &found);
	}
	for (size_t i = found.len; i; i--) {
		str_vec_push(l->cx->keep, &l->waiting, found.at[i - 1]);
	}
}

/* The nearest folder above this one that has the file; empty where none has. */
static str project_above(struct arena *arena, str file) {
	str dir = file_real(arena, STR("."));
	while (dir.len > 1) {
		dir = path_parent(dir);
		if (file_kind(path_join(arena, dir, file)) == FILE_REGULAR) {
			return dir;
		}
	}
	return (str){0};
}

static bool read_first(struct loader *l, str file) {
	reads_path(l->reads, file);
	if (!file_exists(file)) {
		diag_error(l->cx->diag, span_file(l->cx->keep, file),
		           "there is no such file: this folder is no project");
		str above = project_above(l->cx->keep, file);
		if (above.len) {
			diag_help(l->cx->diag, "there is one above: fbgen -C %" PRI_STR,
			          STR_ARG(above));
		} else {
			diag_help(l->cx->diag, "'fbgen init --board ID' makes one");
		}
		return false;
	}
	str_vec_push(l->cx->keep, &l->waiting, file);
	return true;
}

bool config_files_read(struct ctx *cx, struct reads *reads, str file, struct sections *out) {
	struct arena_mark mark = arena_mark(cx->scratch);
	struct loader l = {.cx = cx, .reads = reads, .sections = out, .ok = true};
	l.ok = read_first(&l, file);
	while (l.waiting.len) {
		str path = l.waiting.at[--l.waiting.len];
		void **done = map_at(cx->scratch, &l.done, path_normal(cx->keep, path));
		if (*done) {
			continue;
		}
		*done = &l;
		reads_path(reads, path);
		read_file(&l, path);
		find_extra(&l);
	}
	arena_rewind(cx->scratch, mark);
	return l.ok;
}
