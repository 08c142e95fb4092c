/*
 * Four means, each alone enough against some attacks: limits of resources, no new privileges,
 * Landlock (files beneath one folder), seccomp (no sockets, programs, owners, devices).
 */
#include "fetch/confine.h"

#include <errno.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/file.h"

/* The sanitizers reserve terabytes of addresses. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { LIMITS_MEMORY = 0 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
enum { LIMITS_MEMORY = 0 };
#else
enum { LIMITS_MEMORY = 1 };
#endif
#else
enum { LIMITS_MEMORY = 1 };
#endif

/* Rights that came after the header of the oldest system that this is built on. */
#ifndef LANDLOCK_ACCESS_FS_REFER
#define LANDLOCK_ACCESS_FS_REFER (1ULL << 13)
#endif
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif

/* What is kept beneath the folder. */
static const uint64_t kept = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE |
                             LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                             LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                             LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_REFER |
                             LANDLOCK_ACCESS_FS_TRUNCATE | LANDLOCK_ACCESS_FS_REMOVE_DIR;

static int landlock_version(void) {
	return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

/* Every right that the kernel's version knows of files. */
static uint64_t known_rights(int version) {
	uint64_t rights = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
	rights |= version >= 2 ? LANDLOCK_ACCESS_FS_REFER : 0;
	rights |= version >= 3 ? LANDLOCK_ACCESS_FS_TRUNCATE : 0;
	return rights;
}

static bool apply_landlock(int folder) {
	uint64_t known = known_rights(landlock_version());
	/* Later kernels know more members: of those nothing is asked. */
	struct landlock_ruleset_attr attributes = {.handled_access_fs = known};
	int rules = (int)syscall(SYS_landlock_create_ruleset, &attributes,
	                         sizeof(attributes.handled_access_fs), 0);
	if (rules < 0) {
		return false;
	}
	struct landlock_path_beneath_attr beneath = {.allowed_access = kept & known,
	                                             .parent_fd = folder};
	bool ok =
	    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) == 0 &&
	    syscall(SYS_landlock_restrict_self, rules, 0) == 0;
	close(rules);
	return ok;
}

/* Calls that nothing which unpacks has a need for. */
static const int forbidden[] = {
    SCMP_SYS(socket),
    SCMP_SYS(socketpair),
    SCMP_SYS(connect),
    SCMP_SYS(bind),
    SCMP_SYS(listen),
    SCMP_SYS(accept),
    SCMP_SYS(accept4),
    SCMP_SYS(execve),
    SCMP_SYS(execveat),
    SCMP_SYS(fork),
    SCMP_SYS(vfork),
    SCMP_SYS(clone),
    SCMP_SYS(clone3),
    SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_readv),
    SCMP_SYS(kill),
    SCMP_SYS(tkill),
    SCMP_SYS(process_vm_writev),
    SCMP_SYS(pidfd_getfd),
    SCMP_SYS(pidfd_open),
    SCMP_SYS(pidfd_send_signal),
    SCMP_SYS(mknod),
    SCMP_SYS(mknodat),
    SCMP_SYS(mount),
    SCMP_SYS(umount2),
    SCMP_SYS(move_mount),
    SCMP_SYS(pivot_root),
    SCMP_SYS(chroot),
    SCMP_SYS(unshare),
    SCMP_SYS(setns),
    SCMP_SYS(chown),
    SCMP_SYS(fchown),
    SCMP_SYS(lchown),
    SCMP_SYS(fchownat),
    SCMP_SYS(setxattr),
    SCMP_SYS(lsetxattr),
    SCMP_SYS(fsetxattr),
    SCMP_SYS(bpf),
    SCMP_SYS(perf_event_open),
    SCMP_SYS(userfaultfd),
    SCMP_SYS(io_uring_setup),
    SCMP_SYS(open_by_handle_at),
    SCMP_SYS(keyctl),
    SCMP_SYS(add_key),
    SCMP_SYS(request_key),
    SCMP_SYS(init_module),
    SCMP_SYS(finit_module),
    SCMP_SYS(delete_module),
    SCMP_SYS(kexec_load),
    SCMP_SYS(reboot),
    SCMP_SYS(quotactl),
    SCMP_SYS(setuid),
    SCMP_SYS(setgid),
    SCMP_SYS(setreuid),
    SCMP_SYS(setresuid),
    SCMP_SYS(setgroups),
    SCMP_SYS(capset),
    SCMP_SYS(personality),
    SCMP_SYS(swapon),
    SCMP_SYS(acct),
    SCMP_SYS(memfd_create),
    SCMP_SYS(shmget),
    SCMP_SYS(msgget),
};

static bool apply_seccomp(void) {
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	if (!filter) {
		return false;
	}
	bool ok = true;
	for (size_t i = 0; i < COUNT_OF(forbidden) && ok; i++) {
		/* A call that this machine's kernel never had needs no rule. */
		int fault = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), forbidden[i], 0);
		ok = fault == 0 || fault == -EDOM || fault == -EFAULT;
	}
	ok = ok && seccomp_load(filter) == 0;
	seccomp_release(filter);
	return ok;
}

static bool limit(__rlimit_resource_t what, uint64_t most) {
	struct rlimit now, wanted = {.rlim_cur = most, .rlim_max = most};
	if (getrlimit(what, &now) < 0) {
		return false;
	}
	if (now.rlim_max != RLIM_INFINITY && now.rlim_max < most) {
		wanted.rlim_cur = wanted.rlim_max = now.rlim_max;
	}
	return setrlimit(what, &wanted) == 0;
}

/* Bytes of address space in use. */
static uint64_t used_memory(void) {
	struct arena arena = {0};
	str text, first, rest;
	uint64_t pages = 0;
	if (file_try_read(&arena, STR("/proc/self/statm"), &text)) {
		(void)str_cut(text, ' ', &first, &rest);
		(void)!str_to_u64(first, UINT64_MAX, &pages);
	}
	arena_release(&arena);
	return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

bool confine_apply(const struct confine *confine) {
	/* Writing beyond a limit is an error that can be told, not a signal. */
	(void)signal(SIGXFSZ, SIG_IGN);
	uint64_t memory = used_memory() + confine->memory;
	bool ok = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && limit(RLIMIT_CORE, 0) &&
	          limit(RLIMIT_FSIZE, confine->file) &&
	          (!LIMITS_MEMORY || limit(RLIMIT_AS, memory));
	/* The rest is as good as the kernel. */
	(void)apply_landlock(confine->folder);
	(void)apply_seccomp();
	return ok;
}
