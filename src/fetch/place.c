#include "fetch/place.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COPY = 1 << 16 };

/* A text for the kernel; nothing here is longer than the filter lets pass. */
struct cname {
	char text[FILTER_PATH];
};

static const char *cname(struct cname *name, str s) {
	size_t len = s.len < sizeof(name->text) ? s.len : sizeof(name->text) - 1;
	memcpy(name->text, s.at, len);
	name->text[len] = '\0';
	return name->text;
}

void place_init(struct place *place, struct arena *arena, int top) {
	*place = (struct place){.top = top, .path = arena_alloc(arena, FILTER_PATH, 1)};
}

static void leave(struct place *place, size_t depth) {
	while (place->depth > depth) {
		close(place->levels[--place->depth].folder);
	}
}

void place_release(struct place *place) {
	leave(place, 0);
}

static int current(const struct place *place) {
	return place->depth > 0 ? place->levels[place->depth - 1].folder : place->top;
}

/* How many of the open folders lie on the way to `path`. */
static size_t shared_depth(const struct place *place, str path) {
	size_t depth = 0;
	while (depth < place->depth) {
		size_t end = place->levels[depth].end;
		if (end > path.len || (end < path.len && path.at[end] != '/') ||
		    memcmp(place->path, path.at, end) != 0) {
			break;
		}
		depth++;
	}
	return depth;
}

static bool enter(struct place *place, str path, size_t end) {
	size_t start = place->depth > 0 ? place->levels[place->depth - 1].end + 1 : 0;
	struct cname name;
	const char *text = cname(&name, str_slice(path, start, end));
	int at = current(place);
	if (mkdirat(at, text, 0755) < 0 && errno != EEXIST) {
		return false;
	}
	int folder = openat(at, text, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (folder < 0) {
		return false;
	}
	place->levels[place->depth++] = (struct place_level){.end = end, .folder = folder};
	return true;
}

bool place_folder(struct place *place, str path) {
	leave(place, shared_depth(place, path));
	memcpy(place->path, path.at, path.len);
	size_t end = place->depth > 0 ? place->levels[place->depth - 1].end + 1 : 0;
	while (end < path.len) {
		end += str_find_char(str_from_offset(path, end), '/');
		if (!enter(place, path, end)) {
			return false;
		}
		end++;
	}
	return true;
}

/* Open the folder that the path lies in; its name there. */
static bool go(struct place *place, str path, str *name) {
	size_t slash = str_rfind_char(path, '/');
	bool has_folder = slash < path.len;
	*name = has_folder ? str_from_offset(path, slash + 1) : path;
	if (!has_folder) {
		leave(place, 0);
		return true;
	}
	return place_folder(place, str_slice(path, 0, slash));
}

bool place_symlink(struct place *place, str path, str target) {
	struct cname to, text;
	str name;
	return go(place, path, &name) &&
	       symlinkat(cname(&to, target), current(place), cname(&text, name)) == 0;
}

int place_file(struct place *place, str path, unsigned mode) {
	struct cname text;
	str name;
	if (!go(place, path, &name)) {
		return -1;
	}
	return openat(current(place), cname(&text, name),
	              O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
}

bool place_write(int file, str bytes, uint64_t offset) {
	while (bytes.len > 0) {
		ssize_t put = pwrite(file, bytes.at, bytes.len, (off_t)offset);
		if (put < 0 && errno != EINTR) {
			return false;
		}
		size_t done = put > 0 ? (size_t)put : 0;
		bytes = str_from_offset(bytes, done);
		offset += done;
	}
	return true;
}

static bool copy(int from, int to) {
	char bytes[COPY];
	uint64_t offset = 0;
	ssize_t got;
	while ((got = pread(from, bytes, sizeof(bytes), (off_t)offset)) > 0) {
		if (!place_write(to, (str){bytes, (size_t)got}, offset)) {
			return false;
		}
		offset += (uint64_t)got;
	}
	return got == 0;
}

static bool copy_file(struct place *place, str path, const char *target, unsigned mode) {
	int from = openat(place->top, target, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	int to = from < 0 ? -1 : place_file(place, path, mode);
	bool ok = to >= 0 && copy(from, to);
	int saved = errno;
	if (from >= 0) {
		close(from);
	}
	if (to >= 0) {
		close(to);
	}
	errno = saved;
	return ok;
}

bool place_hardlink(struct place *place, str path, str target, unsigned mode) {
	struct cname to, text;
	str name;
	if (!go(place, path, &name)) {
		return false;
	}
	const char *from = cname(&to, target);
	if (linkat(place->top, from, current(place), cname(&text, name), 0) == 0) {
		return true;
	}
	bool has_links = errno != EPERM && errno != EMLINK && errno != EXDEV &&
	                 errno != EOPNOTSUPP && errno != EACCES;
	return !has_links && copy_file(place, path, from, mode);
}

bool place_is_caseless(int top) {
	static const char lower[] = ".fbgen-case", upper[] = ".FBGEN-CASE";
	int file = openat(top, lower, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (file < 0) {
		return false;
	}
	struct stat st;
	bool is_caseless = fstatat(top, upper, &st, AT_SYMLINK_NOFOLLOW) == 0;
	close(file);
	(void)unlinkat(top, lower, 0);
	return is_caseless;
}
