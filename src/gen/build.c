#include "gen/build.h"

#include <fcntl.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/glob.h"
#include "base/path.h"
#include "base/spawn.h"
#include "gen/edge_size.h"

static double seconds_now(void) {
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Two ninjas in one folder would spoil its logs.  The lock ends with the descriptor. */
static int lock_project(struct ctx *cx) {
	str path = STR(".fbgen/lock");
	if (!file_make_dirs(cx, STR(".fbgen"))) {
		return -1;
	}
	int fd = open(".fbgen/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0) {
		diag_errno(cx->diag, path, "cannot open");
		return -1;
	}
	if (flock(fd, LOCK_EX | LOCK_NB) < 0) {
		fputs("fbgen: waiting for another build of this project\n", stderr);
		if (flock(fd, LOCK_EX) < 0) {
			diag_errno(cx->diag, path, "cannot lock");
			close(fd);
			return -1;
		}
	}
	return fd;
}

static bool run_ninja(struct ctx *cx, const struct build_options *options) {
	struct spawn ninja = {.foreground = true};
	str_vec_push(cx->keep, &ninja.argv, STR("ninja"));
	if (options->jobs.len) {
		str_vec_push(cx->keep, &ninja.argv, STR("-j"));
		str_vec_push(cx->keep, &ninja.argv, options->jobs);
	}
	str_vec_append(cx->keep, &ninja.argv, &options->targets);
	struct spawn_result result = {0};
	if (spawn_find(cx->keep, STR("ninja")).len == 0) {
		diag_fault(cx->diag, EXIT_MACHINE, (span){0}, "ninja is not on PATH");
		diag_help(cx->diag, "apt-get install ninja-build");
		return false;
	}
	if (!spawn_run(cx, &ninja, &result)) {
		return false;
	}
	if (result.status != 0) {
		return diag_error(cx->diag, (span){0}, "the build failed");
	}
	return true;
}

/* The sizes of every program that the project has. */
static void print_sizes(struct ctx *cx) {
	struct str_vec files = {0};
	(void)glob_find(cx->keep, STR(".fbgen"), STR("*/*.size"), &files, NULL);
	for (size_t i = 0; i < files.len; i++) {
		struct size_figures figures;
		if (size_read(cx->keep, files.at[i], &figures)) {
			str env = path_name(path_parent(files.at[i]));
			str text = size_text(cx->keep, &figures);
			printf("%" PRI_STR ": %" PRI_STR "\n", STR_ARG(env), STR_ARG(text));
		}
	}
}

static bool check_jobs(struct ctx *cx, str jobs) {
	uint64_t count = 0;
	return jobs.len == 0 || str_to_u64(jobs, INT32_MAX, &count) ||
	       diag_fault(cx->diag, EXIT_USAGE, (span){0},
	                  "-j wants a number of jobs, found '%" PRI_STR "'", STR_ARG(jobs));
}

bool build_project(struct ctx *cx, const struct build_options *options) {
	if (!check_jobs(cx, options->jobs)) {
		return false;
	}
	int lock = lock_project(cx);
	if (lock < 0) {
		return false;
	}
	double start = seconds_now();
	bool ok = generate(cx, &options->generate);
	double generated_at = seconds_now();
	ok = ok && run_ninja(cx, options);
	if (ok) {
		print_sizes(cx);
		printf("generated in %.0f ms, built in %.2f s\n", (generated_at - start) * 1e3,
		       seconds_now() - generated_at);
	}
	close(lock);
	return ok;
}
