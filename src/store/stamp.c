#include "store/stamp.h"

#include <inttypes.h>

/* "inode size mtime ctime path", the times without a sign; a missing file is all zeros. */
void stamp_add(struct buf *buf, str path) {
	struct file_stamp s = {0};
	(void)file_stamp(path, &s);
	buf_format(buf, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " ", s.inode, s.size,
	           (uint64_t)s.mtime, (uint64_t)s.ctime);
	buf_add(buf, path);
	buf_add_char(buf, '\n');
}

str stamp_check(str line, bool *same) {
	uint64_t numbers[4];
	*same = false;
	for (size_t i = 0; i < COUNT_OF(numbers); i++) {
		str word;
		if (!str_cut(line, ' ', &word, &line) ||
		    !str_to_u64(word, UINT64_MAX, &numbers[i])) {
			return STR("");
		}
	}
	struct file_stamp then = {numbers[0], numbers[1], (int64_t)numbers[2], (int64_t)numbers[3]};
	struct file_stamp now = {0};
	(void)file_stamp(line, &now);
	*same = file_stamp_eq(&then, &now);
	return line;
}
