#include "gen/finder.h"

#include "base/buf.h"
#include "base/path.h"
#include "gen/lookup.h"
#include "gen/sources.h"
#include "gen/storage.h"

/*
 * Order is everything here, since it decides the order of archives and of -I folders.  Includes of
 * a file are met sorted (scan.h), libraries in the order of their first include, and a library is
 * searched at once, before its later sisters.  The recursion that this means is kept on a stack of
 * our own, since a chain of headers may be as long as the project has files.
 */

/* A library that includes have led to, and the files that did. */
struct found {
	struct node *node;
	struct files files;
};
VEC_DEFINE(founds, struct found)

/* One node being searched: first what it declares, then what was found. */
struct frame {
	struct node *node;
	struct files files;
	bool follows_declared, is_scanned;
	struct founds found;
	size_t next;
};
VEC_DEFINE(frames, struct frame)

void finder_begin(struct finder *finder) {
	struct arena *keep = finder->cx->keep;
	const struct library_request *request = finder->request;
	struct node *project = &finder->project;
	if (request->include_dir.len) {
		str_vec_push(keep, &project->library.include_dirs,
		             path_normal(keep, request->include_dir));
	}
	str_vec_push(keep, &project->library.include_dirs, path_normal(keep, request->src_dir));
	/* All of the project counts, whatever of the libraries does. */
	project->mode = finder->mode == MODE_OFF ? MODE_OFF : MODE_DEEP;
	lookup_reorder(finder);
}

static bool has_node(const struct nodes *list, const struct node *node) {
	for (size_t i = 0; i < list->len; i++) {
		if (list->at[i] == node) {
			return true;
		}
	}
	return false;
}

/* NOLINTNEXTLINE(misc-no-recursion): dependencies have no circle, and each is visited once. */
static bool reaches(struct node *from, const struct node *to, size_t mark) {
	if (from->visited == mark) {
		return false;
	}
	from->visited = mark;
	for (size_t i = 0; i < from->depends.len; i++) {
		if (from->depends.at[i] == to || reaches(from->depends.at[i], to, mark)) {
			return true;
		}
	}
	return false;
}

void finder_connect(struct finder *finder, struct node *node, struct node *other) {
	struct arena *keep = finder->cx->keep;
	if (node == other) {
		return;
	}
	if (reaches(other, node, ++finder->marks)) {
		finder->has_circle = true;
		nodes_push(keep, &node->circular, other);
		return;
	}
	if (has_node(&node->depends, other)) {
		return;
	}
	nodes_push(keep, &node->depends, other);
	if (!other->is_dependent) {
		other->is_dependent = true;
		lookup_reorder(finder);
	}
}

/* One scan of a node's files in the making. */
struct search {
	struct finder *finder;
	struct node *node;
	struct files queue;
	struct founds *found;
	size_t mark;
};

/* Note a file that an include led to, under its library.  False where it was known. */
static bool note(struct search *s, struct listed_file *file) {
	struct arena *scratch = s->finder->cx->scratch;
	if (file->seen == s->mark) {
		return false;
	}
	file->seen = s->mark;
	struct node *owner = lookup_owner(s->finder, file->folder);
	if (!owner) {
		return true;
	}
	size_t i = 0;
	while (i < s->found->len && s->found->at[i].node != owner) {
		i++;
	}
	if (i == s->found->len) {
		founds_push(scratch, s->found, (struct found){.node = owner});
	}
	files_push(scratch, &s->found->at[i].files, file);
	return true;
}

/* The sources beside a header that have its name. */
static const struct files *companions_of(struct finder *finder, struct listed_file *header) {
	static const str extensions[] = {STR_INIT("c"), STR_INIT("cc"), STR_INIT("cpp"),
	                                 STR_INIT("cxx"), STR_INIT("c++")};
	if (header->has_companions || !sources_is_header(header->path)) {
		return &header->companions;
	}
	header->has_companions = true;
	struct arena *scratch = finder->cx->scratch;
	str name = path_name(header->path);
	str stem = str_slice(name, 0, str_rfind_char(name, '.') + 1);
	for (size_t i = 0; i < COUNT_OF(extensions); i++) {
		struct str_vec parts = {0};
		str_vec_push(scratch, &parts, stem);
		str_vec_push(scratch, &parts, extensions[i]);
		str beside = str_join(scratch, &parts, STR(""));
		struct listed_file *file = listing_find(&finder->listing, header->folder, beside);
		if (file) {
			files_push(scratch, &header->companions, file);
		}
	}
	return &header->companions;
}

static void enqueue(struct search *s, struct listed_file *file) {
	if (file->queued != s->mark && !map_get(&s->node->processed, file->path)) {
		file->queued = s->mark;
		files_push(s->finder->cx->scratch, &s->queue, file);
	}
}

static void remember_has(struct finder *finder, const struct scan *scan) {
	for (size_t i = 0; i < scan->has.len; i++) {
		if (!str_vec_has(&finder->has_include, scan->has.at[i])) {
			str_vec_push(finder->cx->keep, &finder->has_include,
			             str_copy(finder->cx->keep, scan->has.at[i]));
		}
	}
}

/* Note where an include has led: the header, and the sources beside it. */
static void note_header(struct search *s, struct listed_file *header) {
	if (lookup_is_own(s->finder, s->node, header->folder)) {
		enqueue(s, header);
	}
	if (!note(s, header)) {
		return;
	}
	const struct files *beside = companions_of(s->finder, header);
	for (size_t i = 0; i < beside->len; i++) {
		note(s, beside->at[i]);
	}
}

/* Remember where taking a condition for fulfilled may lead to more than there should be. */
static void remember_guess(struct search *s, const struct include *include,
                           struct listed_file *header) {
	struct node *node = s->node;
	if (!node->is_reduced || !include->conditional || node->guess.len) {
		return;
	}
	const struct node *owner = lookup_owner(s->finder, header->folder);
	if (owner && owner != node) {
		node->guess = str_copy(s->finder->cx->keep, include->name);
	}
}

static void note_includes(struct search *s, struct listed_file *file) {
	const struct scan *scan = listing_scan(&s->finder->listing, file);
	remember_has(s->finder, scan);
	for (size_t i = 0; i < scan->includes.len; i++) {
		struct listed_file *header =
		    lookup_include(s->finder, s->node, file->folder, &scan->includes.at[i]);
		if (header) {
			remember_guess(s, &scan->includes.at[i], header);
			note_header(s, header);
		}
	}
}

/* Scan the files and those of the node's own that they lead to; collect the libraries. */
static void scan_files(struct finder *finder, struct node *node, const struct files *files,
                       struct founds *found) {
	struct search s = {finder, node, {0}, found, ++finder->marks};
	for (size_t i = 0; i < files->len; i++) {
		enqueue(&s, files->at[i]);
	}
	for (size_t i = 0; i < s.queue.len; i++) {
		struct listed_file *file = s.queue.at[i];
		*map_at(finder->cx->scratch, &node->processed, file->path) = file;
		note_includes(&s, file);
	}
}

/* The first library of that name; an owner counts only where the library's is known. */
static struct node *find_dependency(const struct finder *finder,
                                    const struct dependency *dependency) {
	for (size_t i = 0; i < finder->ordered.len; i++) {
		struct node *node = finder->ordered.at[i];
		const struct manifest_record *record = &node->record;
		str name = record->name.len ? record->name : node->library.name;
		bool same_owner = !dependency->owner.len || !record->owner.len ||
		                  str_eq(dependency->owner, record->owner);
		if (same_owner && str_eq(name, dependency->name)) {
			return node;
		}
	}
	return NULL;
}

/* Take sources by their paths; those that do not exist are left out. */
static void push_files(struct finder *finder, const struct str_vec *paths, struct files *out) {
	for (size_t i = 0; i < paths->len; i++) {
		struct folder *folder = listing_folder(&finder->listing, path_parent(paths->at[i]));
		struct listed_file *file =
		    listing_find(&finder->listing, folder, path_name(paths->at[i]));
		if (file) {
			files_push(finder->cx->scratch, out, file);
		}
	}
}

/* The sketch as if it had been merged: what all its tabs include outside comments, sorted. */
static struct listed_file *merge_tabs(struct finder *finder) {
	struct arena *scratch = finder->cx->scratch;
	const struct str_vec *tabs = &finder->request->tabs;
	struct listed_file *merged = arena_new(scratch, struct listed_file);
	merged->path = path_normal(scratch, finder->request->sketch);
	merged->folder = listing_folder(&finder->listing, path_parent(merged->path));
	merged->is_read = true;
	struct buf text = {.arena = scratch};
	buf_lit(&text, "#include <Arduino.h>\n");
	for (size_t i = 0; i < tabs->len; i++) {
		struct folder *folder = listing_folder(&finder->listing, path_parent(tabs->at[i]));
		struct listed_file *tab =
		    listing_find(&finder->listing, folder, path_name(tabs->at[i]));
		reads_path(finder->reads, tabs->at[i]);
		if (tab) {
			str code = listing_text(&finder->listing, tab);
			buf_add(&text, scan_without_comments(scratch, code));
			buf_add_char(&text, '\n');
		}
	}
	merged->text = buf_str(&text);
	return merged;
}

static void push_project_files(struct finder *finder, struct files *out) {
	const struct str_vec *sources = &finder->request->sources;
	str sketch = finder->request->sketch;
	for (size_t i = 0; i < sources->len; i++) {
		if (sketch.len && str_eq(sources->at[i], sketch)) {
			files_push(finder->cx->scratch, out, merge_tabs(finder));
			continue;
		}
		struct str_vec one = {&sources->at[i], 1, 1};
		push_files(finder, &one, out);
	}
}

/* All files that a node begins with where it is searched as a whole. */
static struct files whole_of(struct finder *finder, struct node *node) {
	struct files files = {0};
	if (node == &finder->project) {
		push_project_files(finder, &files);
	} else {
		push_files(finder, storage_sources(finder, node), &files);
	}
	return files;
}

static struct frame enter(struct node *node, const struct files *files) {
	struct frame frame = {.node = node, .files = *files};
	frame.follows_declared = !node->is_declared;
	node->is_declared = true;
	return frame;
}

/* The next library that the node declares and does not yet depend on, or NULL. */
static struct node *next_declared(struct finder *finder, struct frame *frame) {
	const struct dependencies *declared = &frame->node->manifest.depends;
	if (!frame->follows_declared || frame->node->kind == KIND_ARDUINO) {
		return NULL;
	}
	while (frame->next < declared->len) {
		struct node *other = find_dependency(finder, &declared->at[frame->next++]);
		if (other && !has_node(&frame->node->depends, other)) {
			return other;
		}
	}
	return NULL;
}

static void scan_frame(struct finder *finder, struct frame *frame) {
	frame->is_scanned = true;
	frame->next = 0;
	if (frame->node->mode == MODE_OFF) {
		return;
	}
	if (frame->node->mode == MODE_DEEP) {
		frame->files = whole_of(finder, frame->node);
	}
	scan_files(finder, frame->node, &frame->files, &frame->found);
}

/* The next library to search for the frame; false where there is none any more. */
static bool step(struct finder *finder, struct frame *frame, struct found *out) {
	if (!frame->is_scanned) {
		*out = (struct found){.node = next_declared(finder, frame)};
		if (out->node) {
			return true;
		}
		scan_frame(finder, frame);
	}
	if (frame->next == frame->found.len) {
		return false;
	}
	*out = frame->found.at[frame->next++];
	return true;
}

static void search(struct finder *finder, struct node *node, const struct files *files) {
	struct arena *scratch = finder->cx->scratch;
	struct frames stack = {0};
	frames_push(scratch, &stack, enter(node, files));
	while (stack.len) {
		struct frame *top = &stack.at[stack.len - 1];
		struct found found;
		if (!step(finder, top, &found)) {
			stack.len--;
			continue;
		}
		finder_connect(finder, top->node, found.node);
		frames_push(scratch, &stack, enter(found.node, &found.files));
	}
}

void finder_search(struct finder *finder, struct node *node) {
	search(finder, node, &(struct files){0});
}

void finder_search_project(struct finder *finder) {
	finder_search(finder, &finder->project);
	if (finder->mode != MODE_CHAIN || finder->project.depends.len == 0) {
		return;
	}
	struct nodes found = {0};
	for (size_t i = 0; i < finder->fit.len; i++) {
		if (finder->fit.at[i]->is_dependent) {
			nodes_push(finder->cx->scratch, &found, finder->fit.at[i]);
		}
	}
	for (size_t i = 0; i < found.len; i++) {
		struct files files = whole_of(finder, found.at[i]);
		search(finder, found.at[i], &files);
	}
}
