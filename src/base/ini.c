#include "base/ini.h"

#include "base/blank.h"
#include "base/map.h"

/* What is known of a section while its file is read. */
struct opened {
	size_t index;    /* in the result */
	struct map keys; /* key → span *: where it was set first */
};

struct parser {
	struct ctx *cx;
	const struct source *source;
	struct ini_sections *out;
	struct map sections;    /* name → struct opened * */
	struct opened *section; /* the one that keys go to; NULL before the first header */
	struct ini_entry entry; /* the one that continuation lines go to */
	bool has_entry;
	bool drop_entry; /* it is a fault and must not be kept */
	bool repeated;   /* the section's header is a fault: so would be each of its keys */
	bool headless;   /* a key before the first header was reported */
	bool ok;
	size_t indent; /* of the last line that was no continuation */
};

/* The next line without its end; CR, LF and CR LF end one. */
static bool next_line(str *rest, str *line) {
	if (rest->len == 0) {
		return false;
	}
	size_t lf = str_find_char(*rest, '\n');
	size_t cr = str_find_char(str_slice(*rest, 0, lf), '\r');
	*line = str_slice(*rest, 0, cr);
	*rest = str_from_offset(*rest, cr + 1 == lf ? lf + 1 : cr + 1);
	return true;
}

/* The next `prefix` at or behind *at; it is moved behind that.  line.len where there is none. */
static size_t next_prefix(str line, size_t *at, char prefix) {
	size_t found = *at + str_find_char(str_from_offset(line, *at), prefix);
	*at = found < line.len ? found + 1 : line.len;
	return found;
}

/*
 * Where the comment inside a line begins; line.len where it has none.  Both prefixes are looked for
 * in rounds, each round taking the next occurrence of either; the first round in which one stands
 * at the start or behind a blank decides.
 */
static size_t inline_comment(str line) {
	size_t hash_end = 0;
	size_t semicolon_end = 0;
	size_t hash;
	size_t semicolon;
	do {
		hash = next_prefix(line, &hash_end, '#');
		semicolon = next_prefix(line, &semicolon_end, ';');
		bool hash_counts = hash == 0 || blank_trailing(str_slice(line, 0, hash));
		bool semicolon_counts =
		    semicolon == 0 || blank_trailing(str_slice(line, 0, semicolon));
		size_t a = hash_counts ? hash : line.len;
		size_t b = semicolon_counts ? semicolon : line.len;
		if (a < line.len || b < line.len) {
			return a < b ? a : b;
		}
	} while (hash < line.len || semicolon < line.len);
	return line.len;
}

/* The same, and 0 where the whole line is a comment. */
static size_t comment_start(str line) {
	str text = blank_trim(line);
	bool is_comment = text.len && (text.at[0] == '#' || text.at[0] == ';');
	return is_comment ? 0 : inline_comment(line);
}

/* Characters before the first that is no blank. */
static size_t indent_of(str line) {
	size_t count = 0;
	for (size_t n = blank_leading(line); n; n = blank_leading(line)) {
		line = str_from_offset(line, n);
		count++;
	}
	return count;
}

static void close_entry(struct parser *p) {
	if (p->has_entry && !p->drop_entry) {
		struct ini_entry *entry = &p->entry;
		entry->value =
		    entry->lines.len == 1
			? entry->lines.at[0]
			: blank_trim_end(str_join(p->cx->keep, &entry->lines, STR("\n")));
		ini_entries_push(p->cx->keep, &p->out->at[p->section->index].entries, *entry);
	}
	p->entry = (struct ini_entry){0};
	p->has_entry = false;
	p->drop_entry = false;
}

static void open_section(struct parser *p, str name) {
	close_entry(p);
	p->repeated = false;
	void **known = map_at(p->cx->scratch, &p->sections, name);
	if (*known) {
		p->section = *known;
		if (str_eq(name, STR("DEFAULT"))) {
			return;
		}
		p->repeated = true;
		p->ok =
		    diag_error(p->cx->diag, span_of(p->source, name),
		               "section '%" PRI_STR "' stands twice in this file", STR_ARG(name));
		diag_note(p->cx->diag, p->out->at[p->section->index].at, "it began here");
		diag_subject(p->cx->diag, name, STR(""));
		return;
	}
	struct opened *opened = arena_new(p->cx->scratch, struct opened);
	opened->index = p->out->len;
	*known = opened;
	p->section = opened;
	ini_sections_push(p->cx->keep, p->out,
	                  (struct ini_section){.name = name, .at = span_of(p->source, name)});
}

static str section_name(const struct parser *p) {
	return p->section ? p->out->at[p->section->index].name : STR("");
}

static const char form[] = "an option is written 'name = value', a section '[name]'";

/* A line that is neither header nor "key = value". */
static void refuse_line(struct parser *p, str text, const char *why, const char *help) {
	bool is_header = text.at[0] == '[';
	p->ok = diag_error(p->cx->diag, span_of(p->source, text), "%s",
	                   is_header ? "expected a name and ']' behind it" : why);
	diag_help(p->cx->diag, "%s", is_header ? form : help);
	diag_subject(p->cx->diag, section_name(p), STR(""));
}

/* Note where the key stands; a second time in the same section is a fault. */
static void claim_key(struct parser *p, span at, str key) {
	void **first = map_at(p->cx->scratch, &p->section->keys, key);
	if (!*first) {
		span *place = arena_new(p->cx->scratch, span);
		*place = at;
		*first = place;
		return;
	}
	p->drop_entry = true;
	if (p->repeated) {
		return;
	}
	p->ok = diag_error(p->cx->diag, at,
	                   "option '%" PRI_STR "' stands twice in section '%" PRI_STR "'",
	                   STR_ARG(key), STR_ARG(section_name(p)));
	diag_note(p->cx->diag, *(const span *)*first, "it was set here");
	diag_subject(p->cx->diag, section_name(p), key);
}

static void open_entry(struct parser *p, str text) {
	size_t equals = str_find_char(text, '=');
	size_t delimiter = str_find_char(str_slice(text, 0, equals), ':');
	if (delimiter == text.len) {
		refuse_line(p, text, "expected '=' or ':' and a value behind the name", form);
		return;
	}
	close_entry(p);
	str name = blank_trim_end(str_slice(text, 0, delimiter));
	if (name.len == 0) {
		refuse_line(p, text, "expected the name of an option", form);
		return;
	}
	span at = span_of(p->source, name);
	p->entry = (struct ini_entry){.key = str_lower(p->cx->keep, name), .at = at};
	p->has_entry = true;
	str_vec_push(p->cx->keep, &p->entry.lines,
	             blank_trim(str_from_offset(text, delimiter + 1)));
	claim_key(p, at, p->entry.key);
}

/* "[name]", to the last bracket; what follows that does not count. */
static bool is_header(str text, str *name) {
	size_t end = str_rfind_char(text, ']');
	*name = str_slice(text, 1, end);
	return text.at[0] == '[' && end < text.len && end >= 2;
}

static void warn_of_quote(struct parser *p, str line, size_t comment) {
	bool quoted = false;
	for (size_t i = 0; i < comment; i++) {
		if (line.at[i] == '\\') {
			i++;
		} else {
			quoted ^= line.at[i] == '"';
		}
	}
	if (quoted) {
		diag_warning(p->cx->diag, span_of(p->source, str_from_offset(line, comment)),
		             "a comment begins inside quotes");
		diag_help(p->cx->diag, "quotes do not protect '%c' behind a blank in an ini file",
		          line.at[comment]);
		diag_subject(p->cx->diag, section_name(p), p->has_entry ? p->entry.key : STR(""));
	}
}

static void parse_header_or_entry(struct parser *p, str text) {
	str name;
	if (is_header(text, &name)) {
		open_section(p, name);
	} else if (p->section) {
		open_entry(p, text);
	} else if (!p->headless) {
		p->headless = true;
		refuse_line(p, text, "this stands before the first section",
		            "write the name of a section above it, such as '[env:uno]'");
	}
}

static void parse_line(struct parser *p, str line) {
	size_t comment = comment_start(line);
	str text = blank_trim(str_slice(line, 0, comment));
	if (text.len == 0) {
		if (comment == line.len && p->has_entry) {
			str_vec_push(p->cx->keep, &p->entry.lines, text);
		}
		return;
	}
	size_t indent = indent_of(line);
	if (p->has_entry && indent > p->indent) {
		str_vec_push(p->cx->keep, &p->entry.lines, text);
	} else {
		p->indent = indent;
		parse_header_or_entry(p, text);
	}
	if (comment < line.len) {
		warn_of_quote(p, line, comment);
	}
}

/* Bytes that no ini file may hold. */
static bool check_bytes(struct ctx *cx, const struct source *source) {
	str text = source->text;
	size_t wrong = str_utf8_fault(text);
	if (wrong < text.len) {
		diag_error(cx->diag, span_of(source, str_slice(text, wrong, wrong + 1)),
		           "byte 0x%02x at offset %zu is not UTF-8",
		           (unsigned)(unsigned char)text.at[wrong], wrong);
		diag_help(cx->diag, "save the file as UTF-8");
		return false;
	}
	size_t nul = str_find_char(text, '\0');
	if (nul < text.len) {
		return diag_error(cx->diag, span_of(source, str_slice(text, nul, nul + 1)),
		                  "a NUL byte at offset %zu", nul);
	}
	return true;
}

bool ini_parse(struct ctx *cx, const struct source *source, struct ini_sections *out) {
	if (!check_bytes(cx, source)) {
		return false;
	}
	struct arena_mark mark = arena_mark(cx->scratch);
	struct parser p = {.cx = cx, .source = source, .out = out, .ok = true};
	str rest = source->text;
	if (str_starts_with(rest, STR("\xef\xbb\xbf"))) {
		rest = str_from_offset(rest, 3);
	}
	str line;
	while (next_line(&rest, &line)) {
		parse_line(&p, line);
	}
	close_entry(&p);
	arena_rewind(cx->scratch, mark);
	return p.ok;
}

span ini_find(const struct ini_entry *entry, str text) {
	for (size_t i = 0; text.len && i < entry->lines.len; i++) {
		str line = entry->lines.at[i];
		size_t found = str_find(line, text);
		if (found < line.len) {
			return span_of(entry->at.source, str_slice(line, found, found + text.len));
		}
	}
	return entry->at;
}

span ini_find_behind(span key, str text) {
	if (!key.source || !key.source->text.at || key.offset > key.source->text.len) {
		return key;
	}
	str rest = str_from_offset(key.source->text, key.offset + key.len);
	str line = {0};
	for (bool more = text.len > 0; more;) {
		more = str_next_line(&rest, &line);
		size_t found = str_find(line, text);
		if (more && found < line.len) {
			return span_of(key.source, str_slice(line, found, found + text.len));
		}
		/* The value goes on in lines that are indented, blank ones between them. */
		more = more && (rest.len == 0 || char_is_blank(rest.at[0]) || rest.at[0] == '\n');
	}
	return key;
}
