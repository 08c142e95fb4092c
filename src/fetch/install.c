#include "fetch/install.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/path.h"
#include "fetch/loader.h"
#include "fetch/lock.h"
#include "fetch/progress.h"
#include "fetch/tree.h"
#include "fetch/unpack.h"

/* Hex digits of a key. */
enum { KEY_LEN = 32 };

/* One package on its way. */
struct install {
	const struct store *store;
	const struct package_request *request;
	struct archives archives;  /* what makes the tree */
	struct archives libraries; /* what its programs need besides; often none */
	str key;
	str dir; /* where it is unpacked, of this run alone */
};

void install_sweep(struct ctx *cx, const struct store *store) {
	str tmp = store_dir(cx->keep, store, STR("tmp"));
	struct file_entries entries = {0};
	if (!file_list(cx->keep, tmp, &entries)) {
		return;
	}
	struct ctx silent = *cx;
	struct diag ignored = {.arena = cx->keep};
	silent.diag = &ignored;
	for (size_t i = 0; i < entries.len; i++) {
		str key, rest;
		if (!str_cut(entries.at[i].name, '.', &key, &rest) || key.len != KEY_LEN) {
			continue;
		}
		int lock = lock_try(cx, store, key);
		if (lock >= 0) {
			/* A child of the killed run may still write: then the next one has it. */
			(void)!file_remove_tree(&silent,
			                        path_join(cx->keep, tmp, entries.at[i].name));
			lock_release(lock);
		}
	}
}

static void write_archives(struct json_writer *w, const struct archives *archives) {
	json_open(w, '[');
	for (size_t i = 0; i < archives->len; i++) {
		json_open(w, '{');
		json_pair(w, STR("file"), archives->at[i].file);
		json_pair(w, STR("sha256"), archives->at[i].sha256);
		json_close(w, '}');
	}
	json_close(w, ']');
}

static void list_hashes(struct json_writer *w, str key, const struct archives *archives) {
	json_key(w, key);
	json_open(w, '[');
	for (size_t i = 0; i < archives->len; i++) {
		json_text(w, archives->at[i].sha256);
	}
	json_close(w, ']');
}

/* What decides a tree's content: archives in order, the part that is taken, fix-ups. */
static str key_of(struct arena *arena, const struct install *in) {
	struct buf text = {.arena = arena};
	struct json_writer w = {.buf = &text, .compact = true};
	json_open(&w, '{');
	json_pair(&w, STR("format"), STR("fbgen-store-1"));
	list_hashes(&w, STR("archives"), &in->archives);
	list_hashes(&w, STR("libraries"), &in->libraries);
	json_pair(&w, STR("root"), in->request->root);
	json_key(&w, STR("links"));
	json_texts(&w, &in->request->links);
	json_key(&w, STR("replaces"));
	json_texts(&w, &in->request->replaces);
	json_close(&w, '}');
	return str_slice(hash_sha256(arena, buf_str(&text)), 0, KEY_LEN);
}

static str record_text(struct arena *arena, const struct install *in) {
	struct buf text = {.arena = arena};
	struct json_writer w = {.buf = &text};
	json_open(&w, '{');
	json_pair(&w, STR("name"), in->request->name);
	json_pair(&w, STR("kind"), in->request->kind);
	json_pair(&w, STR("key"), in->key);
	json_key(&w, STR("archives"));
	write_archives(&w, &in->archives);
	json_key(&w, STR("libraries"));
	write_archives(&w, &in->libraries);
	json_close(&w, '}');
	return buf_str(&text);
}

static str part(struct ctx *cx, const struct install *in, const char *name) {
	return path_join(cx->keep, in->dir, str_from(name));
}

/* A package of the system: its absolute links count from the folder that all of them share. */
static bool unpack(struct ctx *cx, str deb, str into) {
	int fd = file_open(deb);
	if (fd < 0) {
		return diag_errno(cx->diag, deb, "cannot open");
	}
	struct unpack_order order = {
	    .name = path_name(deb), .archive = fd, .into = into, .is_rooted = true};
	struct unpack_result result;
	bool ok = unpack_file(cx, &order, &result);
	close(fd);
	return ok;
}

/* Download, verify, unpack; the files are there on success alone. */
static bool bring(struct ctx *cx, struct apt *apt, const struct archives *archives, str debs,
                  str into) {
	if (!file_make_dirs(cx, debs) || !file_make_dirs(cx, into) ||
	    !apt_download(cx, apt, archives, debs)) {
		return false;
	}
	for (size_t i = 0; i < archives->len; i++) {
		if (!verify_archive(cx, debs, &archives->at[i])) {
			return false;
		}
	}
	for (size_t i = 0; i < archives->len; i++) {
		if (!unpack(cx, path_join(cx->keep, debs, archives->at[i].file), into)) {
			return false;
		}
	}
	return true;
}

static bool build_tree(struct ctx *cx, struct apt *apt, const struct install *in, str *tree) {
	str all = part(cx, in, "all"), extra = part(cx, in, "extra");
	*tree = path_normal(cx->keep, path_join(cx->keep, all, in->request->root));
	if (!bring(cx, apt, &in->archives, part(cx, in, "debs"), all)) {
		return false;
	}
	if (file_kind(*tree) != FILE_DIRECTORY) {
		return diag_fault(cx->diag, EXIT_PACKAGE, (span){0},
		                  "expected a folder '%" PRI_STR "' in what was unpacked",
		                  STR_ARG(in->request->root));
	}
	if (in->libraries.len > 0 &&
	    (!bring(cx, apt, &in->libraries, part(cx, in, "extra-debs"), extra) ||
	     !loader_wrap(cx, extra, *tree))) {
		return false;
	}
	str final = store_tree(cx->keep, in->store, in->key);
	return tree_settle(cx, all, *tree) && tree_fix(cx, *tree, in->request, final) &&
	       file_replace(cx, path_join(cx->keep, *tree, STR(".ok")), record_text(cx->keep, in),
	                    in->dir, NULL) &&
	       tree_seal(cx, *tree);
}

/* Everything on disk before the name is there, and the name before we say so. */
static bool sync_dir(struct ctx *cx, str path, int (*sync)(int fd)) {
	int fd = open(str_cstr(cx->keep, path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool ok = fd >= 0 && sync(fd) == 0;
	ok = ok || diag_errno(cx->diag, path, "cannot write to disk");
	if (fd >= 0) {
		close(fd);
	}
	return ok;
}

static bool publish(struct ctx *cx, const struct install *in, str tree) {
	str trees = store_dir(cx->keep, in->store, STR("trees"));
	str final = store_tree(cx->keep, in->store, in->key);
	if (!file_make_dirs(cx, trees) || !sync_dir(cx, tree, syncfs)) {
		return false;
	}
	/* A tree without its record was damaged by someone: it goes with the rest of our folder. */
	if (file_kind(final) != FILE_MISSING) {
		(void)!rename(str_cstr(cx->keep, final),
		              str_cstr(cx->keep, part(cx, in, "damaged")));
	}
	if (rename(str_cstr(cx->keep, tree), str_cstr(cx->keep, final)) < 0) {
		return diag_errno(cx->diag, final, "cannot put the package in its place");
	}
	return sync_dir(cx, trees, fsync);
}

static bool make_dir(struct ctx *cx, struct install *in) {
	str tmp = store_dir(cx->keep, in->store, STR("tmp"));
	if (!file_make_dirs(cx, tmp)) {
		return false;
	}
	char *dir = str_cstr(cx->keep, str_format(cx->keep, "%" PRI_STR "/%" PRI_STR ".XXXXXX",
	                                          STR_ARG(tmp), STR_ARG(in->key)));
	if (!mkdtemp(dir)) {
		return diag_errno(cx->diag, tmp, "cannot make a folder in");
	}
	in->dir = str_from(dir);
	return true;
}

static bool install(struct ctx *cx, struct apt *apt, struct install *in) {
	int lock = lock_take(cx, in->store, in->key, in->request->name);
	if (lock < 0) {
		return false;
	}
	bool ok = store_has(in->store, in->key);
	if (!ok && make_dir(cx, in)) {
		uint64_t bytes = 0;
		for (size_t i = 0; i < in->archives.len; i++) {
			bytes += in->archives.at[i].size;
		}
		progress_line("%" PRI_STR ": %zu archive%s, %.1f MB", STR_ARG(in->request->name),
		              in->archives.len, in->archives.len == 1 ? "" : "s",
		              (double)bytes / 1e6);
		str tree;
		ok = build_tree(cx, apt, in, &tree) && publish(cx, in, tree);
		ok = file_remove_tree(cx, in->dir) && ok;
	}
	lock_release(lock);
	return ok;
}

/* With the lists that apt stands on; *watched gets what the answer hangs on besides. */
static bool attempt(struct ctx *cx, struct apt *apt, const struct package_request *request,
                    struct str_vec *watched, str *key) {
	struct install in = {.store = apt->store, .request = request};
	struct str_vec missing = {0};
	loader_check(cx->keep, &request->libraries, &missing, watched);
	if (!apt_resolve(cx, apt, &request->packages, &in.archives) ||
	    (missing.len > 0 && !apt_resolve(cx, apt, &missing, &in.libraries))) {
		return false;
	}
	in.key = key_of(cx->keep, &in);
	*key = in.key;
	return store_has(apt->store, in.key) || install(cx, apt, &in);
}

bool install_package(struct ctx *cx, struct apt *apt, const struct package_request *request,
                     str *key) {
	struct diag *diag = cx->diag;
	for (;;) {
		/* What old lists are to blame for counts only if there are no newer ones. */
		struct diag faults = {.arena = cx->keep};
		struct ctx inner = {cx->keep, cx->scratch, &faults};
		struct str_vec watched = {0};
		apt->refused = false;
		if (attempt(&inner, apt, request, &watched, key)) {
			str_vec_append(cx->keep, &watched, &apt->watched);
			(void)!store_resolved_write(
			    &inner, apt->store, package_text(cx->keep, request), *key, &watched);
			return true;
		}
		struct ctx quiet = {cx->keep, cx->scratch, &(struct diag){.arena = cx->keep}};
		if (!apt->refused || !apt_next_lists(&quiet, apt)) {
			diag_append(diag, &faults, DIAG_ERROR);
			return false;
		}
	}
}
