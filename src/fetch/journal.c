#include "fetch/journal.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"

/* Longest text of a journal: what a server sends in a header has an end. */
enum { LONGEST = 64 * 1024 };

/* Most bytes a file may be said to have. */
static const uint64_t most_bytes = UINT64_C(1) << 50;

/* A text may be absent; control characters would end a header that it is sent in. */
static bool take_text(const struct value *map, str key, str *out) {
	const struct value *value = value_get(map, key);
	*out = value_text(value);
	if (value && value->kind != VALUE_TEXT) {
		return false;
	}
	for (size_t i = 0; i < out->len; i++) {
		unsigned char c = (unsigned char)out->at[i];
		if (c < ' ' || c == 127) {
			return false;
		}
	}
	return true;
}

static bool take_number(const struct value *map, str key, uint64_t *out) {
	const struct value *value = value_get(map, key);
	return value && value->kind == VALUE_NUMBER &&
	       str_to_u64(value_text(value), most_bytes, out);
}

static bool take_hash(const struct value *map, str key, uint64_t *out) {
	str text = value_text(value_get(map, key));
	if (text.len != 16) {
		return false;
	}
	*out = 0;
	for (size_t i = 0; i < text.len; i++) {
		size_t digit = str_find_char(STR("0123456789abcdef"), text.at[i]);
		if (digit >= 16) {
			return false;
		}
		*out = *out << 4 | digit;
	}
	return true;
}

bool journal_parse(struct arena *arena, str text, struct journal *out) {
	struct diag ignored = {.arena = arena};
	struct ctx quiet = {arena, arena, &ignored};
	struct source *source = arena_new(arena, struct source);
	*source = (struct source){STR("journal"), text};
	const struct value *map = text.len <= LONGEST ? json_parse(&quiet, source) : NULL;
	struct journal read = {0};
	bool ok =
	    map && map->kind == VALUE_MAP && take_text(map, STR("url"), &read.url) &&
	    take_text(map, STR("etag"), &read.etag) &&
	    take_text(map, STR("last-modified"), &read.modified) &&
	    take_text(map, STR("boot"), &read.boot) && take_number(map, STR("size"), &read.size) &&
	    take_number(map, STR("bytes"), &read.bytes) && take_hash(map, STR("xxh3"), &read.check);
	if (ok) {
		*out = read;
	}
	return ok;
}

str journal_text(struct arena *arena, const struct journal *journal) {
	struct buf text = {.arena = arena};
	struct json_writer w = {.buf = &text};
	json_open(&w, '{');
	json_pair(&w, STR("url"), journal->url);
	json_pair(&w, STR("etag"), journal->etag);
	json_pair(&w, STR("last-modified"), journal->modified);
	json_pair(&w, STR("boot"), journal->boot);
	json_key(&w, STR("size"));
	json_number(&w, (int64_t)journal->size);
	json_key(&w, STR("bytes"));
	json_number(&w, (int64_t)journal->bytes);
	json_pair(&w, STR("xxh3"), hash_hex(arena, journal->check));
	json_close(&w, '}');
	buf_add_char(&text, '\n');
	return buf_str(&text);
}

str journal_boot(struct arena *arena) {
	str text = {0};
	return file_try_read(arena, STR("/proc/sys/kernel/random/boot_id"), &text) ? str_trim(text)
	                                                                           : (str){0};
}
