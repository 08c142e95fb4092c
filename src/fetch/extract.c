#include "fetch/extract.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "fetch/confine.h"
#include "fetch/place.h"
#include "fetch/reader.h"

/* Address space for decoders: a zstd window of 2^27 bytes, a dictionary of xz or 7z. */
enum { MEMORY = 256 * 1024 * 1024 };

struct extract {
	struct arena keep;        /* what is told at the end; rewound after each entry */
	struct arena names, told; /* the filter's */
	struct filter filter;
	struct reader reader;
	struct place place;
	uint64_t entries;
	str path, reason; /* of what ended it */
	enum exit_code code;
};

/* Always false. */
static bool refuse(struct extract *e, str reason) {
	e->reason = reason;
	e->code = EXIT_PACKAGE;
	return false;
}

/* The disk does not take it.  Always false. */
static bool fail_disk(struct extract *e) {
	e->reason = str_format(&e->keep, "cannot be written: %s", strerror(errno));
	/* What another archive has put there is the package's matter. */
	e->code =
	    errno == EEXIST || errno == ENOTDIR || errno == ELOOP ? EXIT_PACKAGE : EXIT_MACHINE;
	return false;
}

/* Room for what ends at `after`, where the content ended at `end` before. */
static bool take_size(struct extract *e, const struct entry *entry, uint64_t after, uint64_t end) {
	str reason;
	if (after > INT64_MAX) {
		return refuse(e, STR("it is larger than a file can be"));
	}
	if (after <= end || after <= entry->size) {
		return true;
	}
	if (entry->is_sized) {
		return refuse(e, STR("its content is longer than was announced"));
	}
	return filter_grow(&e->filter, after - end, &reason) || refuse(e, reason);
}

/* Write the pieces; *end is where the last one ended. */
static bool write_pieces(struct extract *e, int file, const struct entry *entry, uint64_t *end) {
	for (;;) {
		str piece;
		uint64_t offset;
		bool done;
		if (!reader_piece(&e->reader, &piece, &offset, &done)) {
			return refuse(e, e->reader.reason);
		}
		if (done) {
			return true;
		}
		uint64_t after = offset + piece.len;
		if (!take_size(e, entry, after < offset ? UINT64_MAX : after, *end)) {
			return false;
		}
		if (!place_write(file, piece, offset)) {
			return fail_disk(e);
		}
		*end = after > *end && piece.len > 0 ? after : *end;
	}
}

static bool write_content(struct extract *e, int file, const struct entry *entry) {
	uint64_t end = 0;
	if (!write_pieces(e, file, entry, &end)) {
		return false;
	}
	if (end >= entry->size) {
		return true;
	}
	if (!entry->is_sparse) {
		return refuse(e, STR("its content is shorter than was announced"));
	}
	return ftruncate(file, (off_t)entry->size) == 0 || fail_disk(e);
}

static bool write_file(struct extract *e, const struct entry *entry, const struct placed *placed) {
	int file = place_file(&e->place, placed->path, placed->mode);
	if (file < 0) {
		return fail_disk(e);
	}
	bool ok = write_content(e, file, entry);
	if (close(file) < 0 && ok) {
		ok = fail_disk(e);
	}
	return ok;
}

static bool write_entry(struct extract *e, const struct entry *entry, const struct placed *placed) {
	bool ok = false;
	switch (entry->kind) {
	case ENTRY_FILE:
		return write_file(e, entry, placed);
	case ENTRY_FOLDER:
		ok = place_folder(&e->place, placed->path);
		break;
	case ENTRY_SYMLINK:
		ok = place_symlink(&e->place, placed->path, placed->target);
		break;
	case ENTRY_HARDLINK:
		ok = place_hardlink(&e->place, placed->path, placed->target, placed->mode);
		break;
	case ENTRY_OTHER:
		break;
	}
	return ok || fail_disk(e);
}

static bool take_entry(struct extract *e, const struct entry *entry) {
	struct placed placed;
	str reason;
	e->path = str_copy(&e->keep, str_slice(entry->path, 0, FILTER_PATH));
	switch (filter_entry(&e->filter, entry, &placed, &reason)) {
	case FILTER_WRITE:
		e->entries++;
		return write_entry(e, entry, &placed);
	case FILTER_SKIP:
		return true;
	case FILTER_REFUSE:
		break;
	}
	return refuse(e, reason);
}

static bool take_all(struct extract *e) {
	if (!reader_open(&e->reader)) {
		return refuse(e, e->reader.reason);
	}
	for (;;) {
		struct entry entry;
		bool end = false;
		struct arena_mark mark = arena_mark(&e->keep);
		if (!reader_next(&e->reader, &entry, &end)) {
			return refuse(e, e->reader.reason);
		}
		if (end) {
			return true;
		}
		if (!take_entry(e, &entry)) {
			return false;
		}
		arena_rewind(&e->keep, mark);
		e->path = STR("");
	}
}

/* All entries are there: look at them as a whole. */
static bool finish(struct extract *e, str *root) {
	str reason;
	if (!filter_end(&e->filter, root, &e->path, &reason)) {
		return refuse(e, reason);
	}
	place_release(&e->place);
	return root->len == 0 || str_eq(*root, STR(EXTRACT_ROOT)) ||
	       renameat(EXTRACT_FOLDER, str_cstr(&e->keep, *root), EXTRACT_FOLDER, EXTRACT_ROOT) ==
	           0 ||
	       fail_disk(e);
}

static void answer(struct extract *e, struct buf *out, bool ok, str root) {
	struct json_writer w = {.buf = out, .compact = true};
	json_open(&w, '{');
	json_key(&w, STR("ok"));
	json_bool(&w, ok);
	if (ok) {
		json_key(&w, STR("bytes"));
		json_number(&w, (int64_t)e->filter.bytes);
		json_key(&w, STR("entries"));
		json_number(&w, (int64_t)e->entries);
		json_key(&w, STR("root"));
		json_bool(&w, root.len > 0);
		json_key(&w, STR("alike"));
		json_number(&w, (int64_t)e->filter.alike);
		json_pair(&w, STR("first_alike"), e->filter.first_alike);
	} else {
		str between = e->path.len > 0 ? STR(": ") : STR("");
		json_key(&w, STR("code"));
		json_number(&w, e->code);
		json_pair(&w, STR("text"),
		          str_format(&e->keep, "%" PRI_STR "%" PRI_STR "%" PRI_STR,
		                     STR_ARG(e->path), STR_ARG(between), STR_ARG(e->reason)));
	}
	json_close(&w, '}');
	buf_add_char(out, '\n');
}

static void send(str text) {
	while (text.len > 0) {
		ssize_t put = write(EXTRACT_ANSWER, text.at, text.len);
		if (put < 0 && errno != EINTR) {
			return;
		}
		text = str_from_offset(text, put > 0 ? (size_t)put : 0);
	}
}

static bool read_words(const struct str_vec *words, struct filter_rules *rules) {
	uint64_t strip = 0;
	if (words->len != 3 || !str_to_u64(words->at[1], INT64_MAX, &rules->bytes)) {
		return false;
	}
	bool one_root = str_eq(words->at[0], STR("root"));
	if (!one_root && !str_to_u64(words->at[0], FILTER_DEPTH, &strip)) {
		return false;
	}
	rules->strip = one_root ? FILTER_ONE_ROOT : (int)strip;
	rules->is_rooted = str_eq(words->at[2], STR("rooted"));
	return rules->is_rooted || str_eq(words->at[2], STR("plain"));
}

/* Become a process that can do nothing but unpack. */
static bool confine(struct filter_rules *rules) {
	(void)close_range(EXTRACT_FOLDER + 1, ~0u, 0);
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	(void)umask(022);
	rules->is_caseless = place_is_caseless(EXTRACT_FOLDER);
	return confine_apply(
	    &(struct confine){.folder = EXTRACT_FOLDER, .memory = MEMORY, .file = rules->bytes});
}

bool extract_run(const struct str_vec *words) {
	struct filter_rules rules = {0};
	if (!read_words(words, &rules)) {
		return false;
	}
	struct extract e = {0};
	e.reader = (struct reader){
	    .arena = &e.keep, .input = {.file = EXTRACT_ARCHIVE, .words = EXTRACT_WORDS}
        };
	/* Its files are out of reach afterwards. */
	e.reader.text = newlocale(LC_CTYPE_MASK, "C.UTF-8", NULL);
	bool is_confined = confine(&rules);
	filter_init(&e.filter, &e.names, &e.told, &rules);
	(void)!getrandom(&e.filter.names.root.hash, sizeof(e.filter.names.root.hash), 0);
	place_init(&e.place, &e.keep, EXTRACT_FOLDER);
	str root = STR("");
	bool ok = is_confined || fail_disk(&e);
	ok = ok && take_all(&e) && finish(&e, &root);
	struct buf text = {.arena = &e.keep};
	answer(&e, &text, ok, root);
	send(buf_str(&text));
	reader_close(&e.reader);
	(void)uselocale(LC_GLOBAL_LOCALE);
	if (e.reader.text) {
		freelocale(e.reader.text);
	}
	place_release(&e.place);
	arena_release(&e.names);
	arena_release(&e.told);
	arena_release(&e.keep);
	return true;
}
