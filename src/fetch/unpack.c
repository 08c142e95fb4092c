#include "fetch/unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/json.h"
#include "base/path.h"
#include "fetch/child.h"
#include "fetch/extract.h"
#include "fetch/input.h"

/* The child's answer is one short line. */
enum { ANSWER_LIMIT = 64 * 1024, CHUNK = 4096 };

/* What an archive may hold whose content's size nobody knows. */
enum { USUAL_GROWTH = 40, USUAL_LEAST = 64 * 1024 * 1024 };

/* Memory of the kernel for words that the child has not read, far below what a socket may take. */
enum { QUEUE_LIMIT = 32 * 1024 };

/* Descriptors of the child are moved to low numbers: those of ours must not be among them. */
enum { FIRST_FREE = 16 };

/* Descriptors for the child, in the order of `places`. */
struct ends {
	int fd[4];
};

static const int places[] = {EXTRACT_WORDS, EXTRACT_ANSWER, EXTRACT_ARCHIVE, EXTRACT_FOLDER};

static void close_ends(struct ends *ends) {
	for (size_t i = 0; i < COUNT_OF(ends->fd); i++) {
		if (ends->fd[i] >= 0) {
			close(ends->fd[i]);
		}
	}
}

/* Move a descriptor out of the way; it is consumed. */
static int move_up(int fd) {
	int moved = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, FIRST_FREE);
	if (fd >= 0) {
		close(fd);
	}
	return moved;
}

static bool open_ends(struct ctx *cx, struct unpack *unpack, struct ends *ends) {
	int words[2] = {-1, -1}, answer[2] = {-1, -1};
	/* Sockets: unlike a pipe's, their writer gets no signal when the child is gone. */
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, words) < 0 ||
	    pipe2(answer, O_CLOEXEC) < 0) {
		if (words[0] >= 0) {
			close(words[0]);
			close(words[1]);
		}
		return diag_fault(cx->diag, EXIT_MACHINE, (span){0},
		                  "cannot connect to a process that unpacks: %s", strerror(errno));
	}
	unpack->words = words[0];
	unpack->answer = answer[0];
	ends->fd[0] = move_up(words[1]);
	ends->fd[1] = move_up(answer[1]);
	ends->fd[2] = fcntl(unpack->order.archive, F_DUPFD_CLOEXEC, FIRST_FREE);
	ends->fd[3] = move_up(
	    open(str_cstr(cx->keep, unpack->order.into), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
	for (size_t i = 0; i < COUNT_OF(ends->fd); i++) {
		if (ends->fd[i] < 0) {
			return diag_errno(cx->diag, unpack->order.into, "cannot unpack into");
		}
	}
	return true;
}

static uint64_t most_bytes(const struct unpack_order *order) {
	if (order->most > 0) {
		return order->most;
	}
	uint64_t size =
	    order->size > INT64_MAX / USUAL_GROWTH ? INT64_MAX / USUAL_GROWTH : order->size;
	uint64_t most = size * USUAL_GROWTH;
	return most > USUAL_LEAST ? most : USUAL_LEAST;
}

static char **arguments(struct arena *arena, const struct unpack_order *order) {
	char **argv = arena_alloc(arena, 6, sizeof(*argv));
	argv[0] = str_cstr(arena, STR("fbfetch"));
	argv[1] = str_cstr(arena, STR("unpack"));
	str strip =
	    order->strip == UNPACK_ONE_ROOT ? STR("root") : str_format(arena, "%d", order->strip);
	argv[2] = str_cstr(arena, strip);
	argv[3] = str_cstr(arena, str_format(arena, "%llu", (unsigned long long)most_bytes(order)));
	argv[4] = str_cstr(arena, order->is_rooted ? STR("rooted") : STR("plain"));
	return argv;
}

/* Nothing of our environment but how to find libraries: it may hold what is secret. */
static char **environment(struct arena *arena) {
	char **out = arena_alloc(arena, 3, sizeof(*out));
	const char *libraries = getenv("LD_LIBRARY_PATH");
	/* A checker of leaks would need rights that the child gives up. */
	out[0] = str_cstr(arena, STR("LSAN_OPTIONS=detect_leaks=0"));
	if (libraries) {
		out[1] = str_cstr(arena, str_format(arena, "LD_LIBRARY_PATH=%s", libraries));
	}
	return out;
}

static int start(struct arena *arena, struct unpack *unpack, const struct ends *ends) {
	posix_spawn_file_actions_t actions;
	posix_spawn_file_actions_init(&actions);
	for (size_t i = 0; i < COUNT_OF(places); i++) {
		posix_spawn_file_actions_adddup2(&actions, ends->fd[i], places[i]);
	}
	/* Ourselves, be it that an update has put another program in our place. */
	int fault = posix_spawn(&unpack->pid, "/proc/self/exe", &actions, NULL,
	                        arguments(arena, &unpack->order), environment(arena));
	posix_spawn_file_actions_destroy(&actions);
	return fault;
}

static void close_ours(struct unpack *unpack) {
	if (unpack->words >= 0) {
		close(unpack->words);
	}
	if (unpack->answer >= 0) {
		close(unpack->answer);
	}
	unpack->words = unpack->answer = -1;
}

bool unpack_start(struct ctx *cx, const struct unpack_order *order, struct unpack *out) {
	*out = (struct unpack){.order = *order, .words = -1, .answer = -1};
	struct ends ends = {
	    {-1, -1, -1, -1}
        };
	bool ok = open_ends(cx, out, &ends);
	int fault = ok ? start(cx->keep, out, &ends) : 0;
	close_ends(&ends);
	if (fault) {
		ok = diag_fault(cx->diag, EXIT_MACHINE, (span){0},
		                "cannot start a process that unpacks: %s", strerror(fault));
	}
	if (!ok) {
		close_ours(out);
	}
	return ok;
}

/* Say the last word; a word that is cut in the middle goes on with its rest. */
static bool say(struct unpack *unpack, int flags) {
	ssize_t put;
	do {
		put = send(unpack->words, &unpack->unsaid, sizeof(unpack->unsaid),
		           flags | MSG_NOSIGNAL);
	} while (put < 0 && errno == EINTR);
	/* A stream of sockets takes eight bytes or none. */
	return put == (ssize_t)sizeof(unpack->unsaid);
}

void unpack_advance(struct unpack *unpack, uint64_t bytes, enum unpack_state state) {
	int queued = 0;
	if (state == UNPACK_MORE && ioctl(unpack->words, SIOCOUTQ, &queued) == 0 &&
	    queued > QUEUE_LIMIT) {
		return; /* it has not heard the ones before: room is kept for the last */
	}
	unpack->unsaid = bytes | (state == UNPACK_WHOLE ? INPUT_COMPLETE : 0);
	if (say(unpack, MSG_DONTWAIT)) {
		unpack->unsaid = 0;
	}
}

static str read_answer(struct arena *arena, int fd) {
	struct buf text = {.arena = arena};
	char chunk[CHUNK];
	ssize_t got;
	while ((got = read(fd, chunk, sizeof(chunk))) != 0 && text.len < ANSWER_LIMIT) {
		if (got < 0 && errno != EINTR) {
			break;
		}
		buf_add(&text, (str){chunk, got > 0 ? (size_t)got : 0});
	}
	return buf_str(&text);
}

static int wait_for(struct unpack *unpack) {
	int status = 0;
	while (waitpid(unpack->pid, &status, 0) < 0 && errno == EINTR) {
	}
	close_ours(unpack);
	return status;
}

static uint64_t number(const struct value *answer, str key) {
	uint64_t number = 0;
	(void)!str_to_u64(value_text(value_get(answer, key)), INT64_MAX, &number);
	return number;
}

static bool is_true(const struct value *answer, str key) {
	const struct value *value = value_get(answer, key);
	return value && value->kind == VALUE_BOOL && value->boolean;
}

static str fault_text(struct ctx *cx, const struct unpack *unpack) {
	return str_format(cx->keep, "%" PRI_STR ": cannot be unpacked",
	                  STR_ARG(unpack->order.name));
}

/* It ended without a word: it crashed, or someone has killed it. */
static bool tell_death(struct ctx *cx, const struct unpack *unpack, int status) {
	str what = fault_text(cx, unpack);
	int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	bool is_ours = number == SIGABRT || number == SIGSEGV || number == SIGBUS;
	if (number == 0) {
		return diag_fault(cx->diag, EXIT_MACHINE, (span){0},
		                  "%" PRI_STR ": the process that unpacks failed (status %d)",
		                  STR_ARG(what), WEXITSTATUS(status));
	}
	diag_fault(cx->diag, is_ours ? EXIT_PACKAGE : EXIT_MACHINE, (span){0},
	           "%" PRI_STR ": the process that unpacks was ended by signal %d (%s)",
	           STR_ARG(what), number, strsignal(number));
	if (is_ours) {
		diag_help(cx->diag, "the archive takes more memory than is allowed, or is made to "
		                    "do harm");
	}
	return false;
}

static bool tell_refusal(struct ctx *cx, const struct unpack *unpack, const struct value *answer) {
	str text = value_text(value_get(answer, STR("text")));
	str what = fault_text(cx, unpack);
	if (number(answer, STR("code")) == EXIT_MACHINE &&
	    !str_contains(text, STR("No space left on device"))) {
		return diag_fault(cx->diag, EXIT_MACHINE, (span){0}, "%" PRI_STR ": %" PRI_STR,
		                  STR_ARG(what), STR_ARG(text));
	}
	return child_fault(cx, what, text);
}

static void warn_alike(struct ctx *cx, const struct unpack *unpack, const struct value *answer) {
	uint64_t alike = number(answer, STR("alike"));
	str first = value_text(value_get(answer, STR("first_alike")));
	if (alike > 0) {
		diag_warning(
		    cx->diag, (span){0},
		    "%" PRI_STR ": '%" PRI_STR "' and another name differ by upper and lower "
		    "case alone (names like that: %llu)",
		    STR_ARG(unpack->order.name), STR_ARG(first), (unsigned long long)alike);
	}
}

bool unpack_finish(struct ctx *cx, struct unpack *unpack, struct unpack_result *out) {
	if (unpack->unsaid) {
		(void)say(unpack, 0);
	}
	(void)shutdown(unpack->words, SHUT_WR);
	struct source source = {.path = STR("the answer of what unpacks"),
	                        .text = read_answer(cx->keep, unpack->answer)};
	int status = wait_for(unpack);
	struct diag ignored = {.arena = cx->keep};
	struct ctx quiet = {cx->keep, cx->scratch, &ignored};
	const struct value *answer = json_parse(&quiet, &source);
	if (!answer) {
		return tell_death(cx, unpack, status);
	}
	if (!is_true(answer, STR("ok"))) {
		return tell_refusal(cx, unpack, answer);
	}
	warn_alike(cx, unpack, answer);
	*out = (struct unpack_result){
	    .tree = is_true(answer, STR("root"))
	                ? path_join(cx->keep, unpack->order.into, STR(EXTRACT_ROOT))
	                : unpack->order.into,
	    .bytes = number(answer, STR("bytes")),
	    .entries = number(answer, STR("entries")),
	};
	return true;
}

void unpack_abort(struct unpack *unpack) {
	(void)kill(unpack->pid, SIGKILL);
	(void)wait_for(unpack);
}

bool unpack_file(struct ctx *cx, const struct unpack_order *order, struct unpack_result *out) {
	struct unpack unpack;
	struct stat st;
	if (fstat(order->archive, &st) < 0) {
		return diag_errno(cx->diag, order->name, "cannot stat");
	}
	struct unpack_order whole = *order;
	whole.size = (uint64_t)st.st_size;
	if (!unpack_start(cx, &whole, &unpack)) {
		return false;
	}
	unpack_advance(&unpack, whole.size, UNPACK_WHOLE);
	return unpack_finish(cx, &unpack, out);
}
