#include "gen/edge_run.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/spawn.h"
#include "gen/serial.h"

static void take_output(void *user, str piece) {
	serial_take(user, piece);
}

/* How long a simulator may run; 0: as long as it likes. */
static unsigned time_limit(const struct edge_run *run) {
	uint64_t seconds = RUN_SECONDS;
	if (run->seconds || !run->serial) {
		return run->seconds;
	}
	bool given = str_to_u64(str_from(getenv("FBGEN_RUN_SECONDS")), UINT32_MAX, &seconds);
	return given ? (unsigned)seconds : RUN_SECONDS;
}

bool edge_run(struct ctx *cx, const struct edge_run *run) {
	struct serial serial = {.out = stdout, .line = {.arena = cx->keep}};
	unsigned seconds = time_limit(run);
	struct spawn spawn = {.argv = run->command,
	                      .seconds = seconds,
	                      .merged = run->serial,
	                      .foreground = !run->serial,
	                      .on_output = run->serial ? take_output : NULL,
	                      .user = &serial};
	struct spawn_result result = {0};
	if (!spawn_run(cx, &spawn, &result)) {
		return false;
	}
	serial_end(&serial);
	if (result.timed_out) {
		fprintf(stderr, "fbgen: ended after %u s\n", seconds);
		return true;
	}
	if (result.status != 0) {
		return diag_error(cx->diag, (span){0}, "the program ended with status %d",
		                  result.status);
	}
	return true;
}
