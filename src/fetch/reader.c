#include "fetch/reader.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <locale.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes given to libarchive at once. */
enum { CHUNK = 1 << 18, MAGIC = 8 };

/* Always false. */
static bool fail(struct reader *r, str reason) {
	r->reason = reason;
	return false;
}

/* What libarchive says of its last call. */
static bool fail_archive(struct reader *r, struct archive *archive) {
	const char *text = archive_error_string(archive);
	int number = archive_errno(archive);
	if (text) {
		return fail(r, str_copy(r->arena, str_from(text)));
	}
	return fail(r, str_from(number > 0 ? strerror(number) : "it is damaged"));
}

/* Why the input gave nothing. */
static const char *input_fault(void) {
	return errno == ECANCELED ? "the download ended before its end" : strerror(errno);
}

static la_ssize_t read_input(struct archive *archive, void *data, const void **bytes) {
	struct reader *r = data;
	ssize_t got = input_read(&r->input, r->chunk, CHUNK);
	if (got < 0) {
		archive_set_error(archive, errno, "%s", input_fault());
		return ARCHIVE_FATAL;
	}
	*bytes = r->chunk;
	return got;
}

static la_int64_t seek_input(struct archive *archive, void *data, la_int64_t offset, int whence) {
	struct reader *r = data;
	int64_t base = whence == SEEK_SET   ? 0
	               : whence == SEEK_CUR ? (int64_t)r->input.at
	                                    : (int64_t)r->input.there;
	if (offset < -base) {
		archive_set_error(archive, EINVAL, "it leads to before its beginning");
		return ARCHIVE_FATAL;
	}
	r->input.at = (uint64_t)(base + offset);
	return base + offset;
}

static la_ssize_t read_outer(struct archive *archive, void *data, const void **bytes) {
	struct reader *r = data;
	la_ssize_t got = archive_read_data(r->outer, r->inner, CHUNK);
	if (got < 0) {
		const char *text = archive_error_string(r->outer);
		archive_set_error(archive, archive_errno(r->outer), "%s",
		                  text ? text : "it is damaged");
		return ARCHIVE_FATAL;
	}
	*bytes = r->inner;
	return got;
}

static void support_tar(struct archive *archive) {
	archive_read_support_format_tar(archive);
	archive_read_support_filter_gzip(archive);
	archive_read_support_filter_bzip2(archive);
	archive_read_support_filter_xz(archive);
	archive_read_support_filter_zstd(archive);
}

/* Nothing that is compressed twice: what would multiply twice. */
static bool open_archive(struct reader *r, struct archive *archive, archive_read_callback *read) {
	if (archive_read_open(archive, r, NULL, read, NULL) != ARCHIVE_OK) {
		return fail_archive(r, archive);
	}
	return archive_filter_count(archive) <= 2 ||
	       fail(r, STR("it is compressed more than once"));
}

/* Which member of the ar archive holds the files. */
static bool open_deb(struct reader *r) {
	r->inner = arena_alloc(r->arena, CHUNK, 1);
	r->outer = archive_read_new();
	archive_read_support_format_ar(r->outer);
	if (!open_archive(r, r->outer, read_input)) {
		return false;
	}
	int status;
	while ((status = archive_read_next_header(r->outer, &r->entry)) == ARCHIVE_OK) {
		str name = str_from(archive_entry_pathname(r->entry));
		if (str_starts_with(name, STR("data.tar"))) {
			r->archive = archive_read_new();
			support_tar(r->archive);
			return open_archive(r, r->archive, read_outer);
		}
	}
	return status == ARCHIVE_EOF ? fail(r, STR("it is a Debian package without 'data.tar'"))
	                             : fail_archive(r, r->outer);
}

static bool open_tar(struct reader *r) {
	r->archive = archive_read_new();
	support_tar(r->archive);
	return open_archive(r, r->archive, read_input);
}

/*
 * Their directory stands at the end.  Names are text in them, and libarchive gives text in the
 * locale's bytes; those of tar come as they are in a locale that knows no text.
 */
static bool open_with_seek(struct reader *r, int support(struct archive *archive)) {
	(void)uselocale(r->text);
	if (!input_wait(&r->input)) {
		return fail(r, str_from(input_fault()));
	}
	r->archive = archive_read_new();
	support(r->archive);
	archive_read_set_seek_callback(r->archive, seek_input);
	return open_archive(r, r->archive, read_input);
}

static bool open_zip(struct reader *r) {
	return open_with_seek(r, archive_read_support_format_zip_seekable);
}

static bool open_7z(struct reader *r) {
	return open_with_seek(r, archive_read_support_format_7zip);
}

static const struct {
	str magic;
	bool (*open)(struct reader *r);
} formats[] = {
    {STR_INIT("!<arch>\n"),          open_deb},
    {STR_INIT("PK\003\004"),         open_zip},
    {STR_INIT("PK\005\006"),         open_zip},
    {STR_INIT("7z\274\257\047\034"), open_7z },
};

bool reader_open(struct reader *r) {
	char magic[MAGIC];
	r->chunk = arena_alloc(r->arena, CHUNK, 1);
	ssize_t got = input_peek(&r->input, magic, sizeof(magic));
	if (got < 0) {
		return fail(r, str_from(input_fault()));
	}
	for (size_t i = 0; i < COUNT_OF(formats); i++) {
		if (str_starts_with((str){magic, (size_t)got}, formats[i].magic)) {
			return formats[i].open(r);
		}
	}
	return open_tar(r);
}

static enum entry_kind kind_of(struct archive_entry *entry) {
	if (archive_entry_hardlink(entry)) {
		return ENTRY_HARDLINK;
	}
	switch (archive_entry_filetype(entry)) {
	case AE_IFREG:
		return ENTRY_FILE;
	case AE_IFDIR:
		return ENTRY_FOLDER;
	case AE_IFLNK:
		return ENTRY_SYMLINK;
	default:
		return ENTRY_OTHER;
	}
}

bool reader_next(struct reader *r, struct entry *out, bool *end) {
	int status = archive_read_next_header(r->archive, &r->entry);
	*end = status == ARCHIVE_EOF;
	if (*end) {
		return true;
	}
	/* A warning is that a name is no text: it is taken as bytes. */
	if (status != ARCHIVE_OK && status != ARCHIVE_WARN) {
		return fail_archive(r, r->archive);
	}
	*out = (struct entry){
	    .kind = kind_of(r->entry),
	    .path = str_from(archive_entry_pathname(r->entry)),
	    .mode = (unsigned)archive_entry_perm(r->entry),
	};
	if (out->kind == ENTRY_SYMLINK) {
		out->target = str_from(archive_entry_symlink(r->entry));
	} else if (out->kind == ENTRY_HARDLINK) {
		out->target = str_from(archive_entry_hardlink(r->entry));
	}
	out->is_sized = archive_entry_size_is_set(r->entry) && archive_entry_size(r->entry) >= 0;
	out->size = out->is_sized ? (uint64_t)archive_entry_size(r->entry) : 0;
	out->is_sparse = archive_entry_sparse_count(r->entry) > 0;
	return true;
}

bool reader_piece(struct reader *r, str *piece, uint64_t *offset, bool *end) {
	const void *bytes = NULL;
	size_t size = 0;
	la_int64_t at = 0;
	int status = archive_read_data_block(r->archive, &bytes, &size, &at);
	*end = status == ARCHIVE_EOF;
	*piece = (str){bytes, *end ? 0 : size};
	*offset = at < 0 ? 0 : (uint64_t)at;
	return *end || status == ARCHIVE_OK || status == ARCHIVE_WARN ||
	       fail_archive(r, r->archive);
}

void reader_close(struct reader *r) {
	if (r->archive) {
		archive_read_free(r->archive);
	}
	if (r->outer) {
		archive_read_free(r->outer);
	}
}
