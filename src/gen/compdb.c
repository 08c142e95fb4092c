#include "gen/compdb.h"

#include "base/file.h"
#include "base/json.h"
#include "base/path.h"

/* A word of the rule, or what it stands for. */
static void write_word(struct json_writer *w, const struct unit *unit, str word) {
	if (word.at == rule_out.at) {
		word = unit->output;
	} else if (word.at == rule_in.at) {
		for (size_t i = 0; i < unit->more.len; i++) {
			json_text(w, unit->more.at[i]);
		}
		word = unit->file;
	}
	json_text(w, word);
}

static void write_unit(struct arena *scratch, struct json_writer *w, const struct unit *unit,
                       str directory) {
	struct arena_mark mark = arena_mark(scratch);
	json_open(w, '{');
	json_pair(w, STR("directory"), directory);
	json_pair(w, STR("file"), path_join(scratch, directory, unit->file));
	json_pair(w, STR("output"), unit->output);
	json_key(w, STR("arguments"));
	json_open(w, '[');
	const struct str_vec *words = &unit->rule->words;
	json_text(w, path_join(scratch, directory, words->at[0]));
	for (size_t i = 1; i < words->len; i++) {
		write_word(w, unit, words->at[i]);
	}
	json_close(w, ']');
	json_close(w, '}');
	arena_rewind(scratch, mark);
}

str compdb_text(struct arena *arena, const struct units *units, str directory) {
	struct arena scratch = {0};
	struct buf out = {.arena = arena};
	struct json_writer w = {.buf = &out};
	json_open(&w, '[');
	for (size_t i = 0; i < units->len; i++) {
		write_unit(&scratch, &w, units->at + i, directory);
	}
	json_close(&w, ']');
	buf_add_char(&out, '\n');
	arena_release(&scratch);
	return buf_str(&out);
}

/* Who wrote the file that stands there; unknown where it cannot be read, which is reported. */
enum owner { OWNER_NONE, OWNER_FBGEN, OWNER_PLATFORMIO, OWNER_FOREIGN, OWNER_UNKNOWN };

static enum owner owner_of(struct ctx *cx, str path) {
	struct arena_mark mark = arena_mark(cx->scratch);
	enum owner owner = OWNER_FOREIGN;
	str text;
	enum file_kind kind = file_kind(path);
	if (kind == FILE_MISSING) {
		owner = OWNER_NONE;
	} else if (kind == FILE_REGULAR && !file_try_read(cx->scratch, path, &text)) {
		(void)file_read_fault(cx, path);
		owner = OWNER_UNKNOWN;
	} else if (kind == FILE_REGULAR) {
		if (str_contains(text, STR("\"output\": \".fbgen/")) ||
		    str_eq(str_trim(text), STR("[]"))) {
			owner = OWNER_FBGEN;
		} else if (str_contains(text, STR("\"output\": \".pio/"))) {
			owner = OWNER_PLATFORMIO;
		}
	}
	arena_rewind(cx->scratch, mark);
	return owner;
}

bool compdb_write(struct ctx *cx, str text, str path) {
	enum owner owner = owner_of(cx, path);
	if (owner == OWNER_UNKNOWN) {
		return false;
	}
	if (owner == OWNER_FOREIGN) {
		diag_warning(
		    cx->diag, span_file(cx->keep, path),
		    "these compile commands were not written by fbgen, so they are left as they are");
		diag_help(cx->diag, "remove the file to get fbgen's; .fbgen/ENV/%s has them too",
		          "compile_commands.json");
		return true;
	}
	if (owner == OWNER_PLATFORMIO) {
		diag_warning(cx->diag, span_file(cx->keep, path),
		             "PlatformIO's compile commands are replaced by fbgen's");
	}
	return file_replace(cx, path, text, STR(".fbgen"), NULL);
}
