#include "gen/ino.h"

#include <stdlib.h>

#include "base/buf.h"
#include "gen/ino_place.h"
#include "gen/ino_read.h"

enum { COLUMN_LIMIT = 500, SPACE_LIMIT = 64 };

static str skip_bom(str text) {
	return str_starts_with(text, STR("\xef\xbb\xbf")) ? str_from_offset(text, 3) : text;
}

/* Behind blanks from i on. */
static size_t skip_blanks(str text, size_t i) {
	while (i < text.len && char_is_blank(text.at[i])) {
		i++;
	}
	return i;
}

/* Whether the words "setup(" or "loop(" stand at i, in any case. */
static bool is_entry(str text, size_t i) {
	static const str names[] = {STR_INIT("setup"), STR_INIT("loop")};
	for (size_t k = 0; k < COUNT_OF(names); k++) {
		if (str_eq_nocase(str_slice(text, i, i + names[k].len), names[k])) {
			size_t behind = skip_blanks(text, i + names[k].len);
			return behind < text.len && text.at[behind] == '(';
		}
	}
	return false;
}

/* Behind "void" at i; i where it does not stand there. */
static size_t skip_void(str text, size_t i) {
	str word = STR("void");
	bool there =
	    (text.at[i] | 0x20) == 'v' && str_eq_nocase(str_slice(text, i, i + word.len), word);
	return there ? i + word.len : i;
}

/* As PlatformIO looks for it: in the text, comments and all. */
static bool is_main(str text) {
	for (size_t i = 0; i < text.len;) {
		size_t word = skip_void(text, i);
		size_t behind = word > i ? skip_blanks(text, word) : i + 1;
		if (word > i && behind > word && is_entry(text, behind)) {
			return true;
		}
		i = behind;
	}
	return false;
}

void ino_order(const struct source_refs *tabs, struct arena *arena, struct source_refs *ordered,
               const struct source **main) {
	struct source_refs front = {0};
	struct source_refs back = {0};
	*main = tabs->len > 0 ? tabs->at[0] : NULL;
	for (size_t i = 0; i < tabs->len; i++) {
		const struct source *tab = tabs->at[i];
		if (is_main(tab->text)) {
			*main = tab;
			source_refs_push(arena, &front, tab);
		} else {
			source_refs_push(arena, &back, tab);
		}
	}
	for (size_t i = front.len; i-- > 0;) {
		source_refs_push(arena, ordered, front.at[i]);
	}
	for (size_t i = 0; i < back.len; i++) {
		source_refs_push(arena, ordered, back.at[i]);
	}
}

/* A sketch that is read, and its text being written. */
struct writer {
	const struct source_refs *tabs;
	struct str_vec texts;       /* the tabs' texts without byte order marks */
	struct positions *newlines; /* per tab: offsets of its line ends */
	struct ino_model model;
	struct buf out;
};

static size_t offset_of(const struct writer *w, const struct token *token) {
	return (size_t)(token->text.at - w->texts.at[token->tab].at);
}

/* The number of the line that holds the offset. */
static size_t line_of(const struct writer *w, unsigned tab, size_t offset) {
	const struct positions *newlines = &w->newlines[tab];
	size_t low = 0;
	size_t high = newlines->len;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (newlines->at[middle] < offset) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low + 1;
}

static void find_newlines(struct arena *arena, str text, struct positions *out) {
	for (size_t i = 0; i < text.len; i++) {
		if (text.at[i] == '\n') {
			positions_push(arena, out, i);
		}
	}
}

static void open_sketch(struct writer *w, struct arena *scratch, const struct source_refs *tabs) {
	w->tabs = tabs;
	w->newlines = arena_alloc(scratch, tabs->len, sizeof(*w->newlines));
	for (size_t i = 0; i < tabs->len; i++) {
		str text = skip_bom(tabs->at[i]->text);
		str_vec_push(scratch, &w->texts, text);
		find_newlines(scratch, text, &w->newlines[i]);
	}
	ino_read(scratch, &w->texts, &w->model);
}

/* #line with the path as a literal. */
static void write_line(struct writer *w, unsigned tab, size_t line) {
	str path = w->tabs->at[tab]->path;
	buf_format(&w->out, "#line %zu \"", line);
	for (size_t i = 0; i < path.len; i++) {
		char c = path.at[i];
		if (c == '\n') {
			buf_lit(&w->out, "\\n");
			continue;
		}
		if (c == '"' || c == '\\') {
			buf_add_char(&w->out, '\\');
		}
		buf_add_char(&w->out, c);
	}
	buf_lit(&w->out, "\"\n");
}

/* Open the namespaces between the place's and the function's, outermost first. */
static size_t open_spaces(struct writer *w, const struct ino_space *from,
                          const struct ino_space *to) {
	const struct ino_space *chain[SPACE_LIMIT];
	size_t count = 0;
	for (; to && to != from && count < COUNT_OF(chain); to = to->outer) {
		chain[count++] = to;
	}
	for (size_t i = count; i-- > 0;) {
		buf_add(&w->out, chain[i]->open);
		buf_lit(&w->out, " { ");
	}
	return count;
}

static void write_prototype(struct writer *w, const struct ino_prototype *prototype) {
	const struct ino_function *function = prototype->function;
	const struct token *begin = &w->model.tokens.at[function->begin];
	for (size_t i = 0; i < prototype->directives.len; i++) {
		buf_add(&w->out, w->model.tokens.at[prototype->directives.at[i]].text);
		buf_add_char(&w->out, '\n');
	}
	write_line(w, begin->tab, line_of(w, begin->tab, offset_of(w, begin)));
	for (size_t i = 0; i < prototype->forwards.len; i++) {
		buf_add(&w->out, prototype->forwards.at[i]);
		buf_add_char(&w->out, ' ');
	}
	size_t open = 0;
	if (!str_eq(function->linkage, prototype->linkage)) {
		buf_format(&w->out, "extern %" PRI_STR " { ",
		           STR_ARG(function->linkage.len ? function->linkage : STR("\"C++\"")));
		open++;
	}
	open += open_spaces(w, prototype->space, function->space);
	buf_add(&w->out, function->prototype);
	for (; open > 0; open--) {
		buf_lit(&w->out, " }");
	}
	buf_add_char(&w->out, '\n');
	for (size_t i = 0; i < prototype->ends; i++) {
		buf_lit(&w->out, "#endif\n");
	}
}

static bool is_spliced(str text, size_t end) {
	while (end > 0 &&
	       (text.at[end - 1] == ' ' || text.at[end - 1] == '\t' || text.at[end - 1] == '\r')) {
		end--;
	}
	return end > 0 && text.at[end - 1] == '\\';
}

/*
 * Where text can be put in front of the offset: at its line's start, if nothing stands there, else
 * at the offset itself, on a new line.
 */
static size_t insertion_point(str text, size_t offset, bool *clean) {
	size_t start = offset;
	while (start > 0 && (text.at[start - 1] == ' ' || text.at[start - 1] == '\t')) {
		start--;
	}
	*clean = start == 0 || (text.at[start - 1] == '\n' && !is_spliced(text, start - 1));
	return *clean ? start : offset;
}

/* Blanks that keep the columns of what follows on a line of its own, if it is not too long. */
static void write_indent(struct writer *w, str text, size_t offset) {
	size_t start = offset;
	while (start > 0 && offset - start < COLUMN_LIMIT && text.at[start - 1] != '\n') {
		start--;
	}
	for (size_t i = start; i < offset; i++) {
		if ((text.at[i] & 0xc0) != 0x80) {
			buf_add_char(&w->out, text.at[i] == '\t' ? '\t' : ' ');
		}
	}
}

/* Prototypes of one place; returns how many. */
static size_t write_place(struct writer *w, const struct ino_prototypes_found *found, size_t i,
                          size_t *written) {
	const struct token *token = &w->model.tokens.at[found->at[i].at];
	str text = w->texts.at[token->tab];
	size_t offset = offset_of(w, token);
	bool clean = false;
	size_t point = insertion_point(text, offset, &clean);
	size_t count = 0;
	buf_add(&w->out, str_slice(text, *written, point));
	if (!clean) {
		buf_add_char(&w->out, '\n');
	}
	for (; i + count < found->len && found->at[i + count].at == found->at[i].at; count++) {
		write_prototype(w, &found->at[i + count]);
	}
	write_line(w, token->tab, line_of(w, token->tab, offset));
	if (!clean) {
		write_indent(w, text, offset);
	}
	*written = point;
	return count;
}

static void end_tab(struct writer *w, str text) {
	if (text.len > 0 && is_spliced(text, text.len)) {
		buf_add_char(&w->out, '\n');
	}
	if (text.len > 0 && (text.at[text.len - 1] != '\n' || is_spliced(text, text.len - 1))) {
		buf_add_char(&w->out, '\n');
	}
}

str ino_convert(struct ctx *cx, const struct source_refs *ordered) {
	struct arena_mark mark = arena_mark(cx->scratch);
	struct writer w = {.out = {.arena = cx->keep}};
	struct ino_prototypes_found found = {0};
	open_sketch(&w, cx->scratch, ordered);
	ino_place(&w.model, &found);
	buf_lit(&w.out, "#include <Arduino.h>\n");
	size_t next = 0;
	for (unsigned tab = 0; tab < ordered->len; tab++) {
		size_t written = 0;
		write_line(&w, tab, 1);
		while (next < found.len && w.model.tokens.at[found.at[next].at].tab == tab) {
			next += write_place(&w, &found, next, &written);
		}
		buf_add(&w.out, str_from_offset(w.texts.at[tab], written));
		end_tab(&w, w.texts.at[tab]);
	}
	str out = buf_str(&w.out);
	arena_rewind(cx->scratch, mark);
	return out;
}

/* What Arduino.h declares and sketches name. */
static bool is_common_type(str name) {
	static const str words[] = {
	    STR_INIT("String"),    STR_INIT("byte"),    STR_INIT("boolean"),  STR_INIT("word"),
	    STR_INIT("size_t"),    STR_INIT("int8_t"),  STR_INIT("int16_t"),  STR_INIT("int32_t"),
	    STR_INIT("int64_t"),   STR_INIT("uint8_t"), STR_INIT("uint16_t"), STR_INIT("uint32_t"),
	    STR_INIT("uint64_t"),  STR_INIT("Print"),   STR_INIT("Stream"),   STR_INIT("Printable"),
	    STR_INIT("uintptr_t"), STR_INIT("intptr_t")};
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (str_eq(name, words[i])) {
			return true;
		}
	}
	return false;
}

/* Whether its types are known without the sketch; those that can be are declared ahead. */
static bool is_self_contained(const struct writer *w, const struct ino_function *function,
                              struct ino_prototype *prototype) {
	bool known = !function->space && function->linkage.len == 0;
	for (size_t i = 0; i < function->needs.len; i++) {
		str need = function->needs.at[i].name;
		const struct ino_name *name = map_get(&w->model.names, need);
		if (name && name->forward.len && !is_common_type(need)) {
			str_vec_push(w->model.arena, &prototype->forwards, name->forward);
		} else {
			known = known && is_common_type(need);
		}
	}
	return known;
}

str ino_prototypes(struct ctx *cx, const struct source_refs *ordered) {
	struct arena_mark mark = arena_mark(cx->scratch);
	struct writer w = {.out = {.arena = cx->keep}};
	open_sketch(&w, cx->scratch, ordered);
	buf_lit(&w.out, "#include <Arduino.h>\n");
	for (size_t i = 0; i < w.model.functions.len; i++) {
		const struct ino_function *function = w.model.functions.at[i];
		struct ino_prototype prototype = {.function = function};
		if (is_self_contained(&w, function, &prototype) &&
		    ino_place_conditions(&w.model, function, &prototype)) {
			write_prototype(&w, &prototype);
		}
	}
	str out = buf_str(&w.out);
	arena_rewind(cx->scratch, mark);
	return out;
}
