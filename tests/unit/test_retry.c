#include <curl/curl.h>

#include "support.h"

#include "fetch/mirror.h"

static void codes_have_their_rule(void **state) {
	static const struct {
		int code;
		enum retry_step step;
		enum fault_class class;
	} cases[] = {
	    {CURLE_COULDNT_RESOLVE_HOST,     RETRY_SOON,  FAULT_NET   },
	    {CURLE_COULDNT_CONNECT,          RETRY_SOON,  FAULT_NET   },
	    {CURLE_PARTIAL_FILE,             RETRY_SOON,  FAULT_NET   },
	    {CURLE_OPERATION_TIMEDOUT,       RETRY_SOON,  FAULT_NET   },
	    {CURLE_SSL_CONNECT_ERROR,        RETRY_SOON,  FAULT_NET   },
	    {CURLE_RECV_ERROR,               RETRY_SOON,  FAULT_NET   },
	    {CURLE_PEER_FAILED_VERIFICATION, RETRY_NEVER, FAULT_POLICY},
	    {CURLE_UNSUPPORTED_PROTOCOL,     RETRY_NEVER, FAULT_POLICY},
	    {CURLE_URL_MALFORMAT,            RETRY_NEVER, FAULT_POLICY},
	    {CURLE_WRITE_ERROR,              RETRY_STOP,  FAULT_DISK  },
	    {CURLE_SSL_CACERT_BADFILE,       RETRY_NEVER, FAULT_NET   },
	    {12345,			  RETRY_NEVER, FAULT_NET   },
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct retry_verdict verdict = retry_of_curl(cases[i].code);
		assert_int_equal(verdict.step, cases[i].step);
		assert_int_equal(verdict.class, cases[i].class);
	}
}

static void statuses_have_their_rule(void **state) {
	static const struct {
		long status;
		enum retry_step step;
		bool throttled;
	} cases[] = {
	    {400, RETRY_NEVER, false},
            {401, RETRY_NEVER, false},
            {403, RETRY_ONCE,  false},
	    {404, RETRY_NEVER, false},
            {407, RETRY_NEVER, false},
            {408, RETRY_SOON,  false},
	    {410, RETRY_NEVER, false},
            {416, RETRY_CLEAN, false},
            {425, RETRY_SOON,  false},
	    {429, RETRY_SOON,  true },
            {500, RETRY_SOON,  false},
            {501, RETRY_NEVER, false},
	    {502, RETRY_SOON,  false},
            {503, RETRY_SOON,  true },
            {504, RETRY_SOON,  false},
	    {505, RETRY_NEVER, false},
            {511, RETRY_NEVER, false},
            {204, RETRY_NEVER, false},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct retry_verdict verdict = retry_of_status(cases[i].status);
		assert_int_equal(verdict.step, cases[i].step);
		assert_int_equal(verdict.throttled, cases[i].throttled);
		assert_int_equal(verdict.class, FAULT_HTTP);
	}
}

static void waits_double_up_to_an_end_and_keep_to_what_was_asked(void **state) {
	static const struct {
		unsigned failures;
		bool throttled;
		int64_t after;
		uint32_t random;
		int64_t wait;
	} cases[] = {
	    {1,  false, 0,         0,     0     },
	    {1,  false, 0,         250,   250   },
	    {1,  false, 0,         251,   0     }, /* it is spread over all of the time */
	    {3,  false, 0,         1000,  1000  },
	    {60, false, 0,         20000, 20000 },
	    {60, false, 0,         20001, 0     },
	    {1,  true,  0,         5000,  5000  },
	    {2,  true,  0,         10000, 10000 },
	    {1,  true,  7,         5000,  7000  },
	    {1,  false, 7,         0,     7000  },
	    {1,  true,  3600,      0,     120000},
	    {1,  true,  INT64_MAX, 0,     120000},
	    {1,  true,  -5,        17,    17    },
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_int_equal(retry_delay(cases[i].failures, cases[i].throttled, cases[i].after,
		                             cases[i].random),
		                 cases[i].wait);
	}
}

static const struct retry_verdict soon = {RETRY_SOON, FAULT_NET, false};

static struct mirror_failure failure_of(struct retry_verdict verdict, uint64_t ground) {
	return (struct mirror_failure){.verdict = verdict, .ground = ground, .text = STR("x")};
}

static void a_mirror_that_brings_nothing_is_out_after_six_tries(void **state) {
	struct mirror m = {0};
	struct mirror_failure failure = failure_of(soon, RETRY_GROUND - 1);
	(void)state;
	for (unsigned i = 1; i < RETRY_TRIES; i++) {
		mirror_failed(&m, &failure, 1000, 0);
		assert_false(m.out);
	}
	mirror_failed(&m, &failure, 1000, 0);
	assert_true(m.out);
}

static void new_ground_forgives_all_failures(void **state) {
	struct mirror m = {0};
	struct mirror_failure none = failure_of(soon, 0), some = failure_of(soon, RETRY_GROUND);
	(void)state;
	for (unsigned i = 0; i < 100; i++) {
		mirror_failed(&m, i % 5 == 4 ? &some : &none, 1000, 0);
		assert_false(m.out);
	}
}

static void once_is_once(void **state) {
	static const enum retry_step steps[] = {RETRY_ONCE, RETRY_CLEAN};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(steps); i++) {
		struct mirror m = {0};
		struct mirror_failure failure =
		    failure_of((struct retry_verdict){steps[i], FAULT_HTTP, false}, 0);
		mirror_failed(&m, &failure, 0, 0);
		assert_false(m.out);
		mirror_failed(&m, &failure, 0, 0);
		assert_true(m.out);
	}
}

static void mirrors_take_turns(void **state) {
	struct fixture *f = *state;
	struct mirrors all = {0};
	for (unsigned i = 0; i < 3; i++) {
		mirrors_push(&f->keep, &all, (struct mirror){0});
	}
	assert_int_equal(mirror_next(&all, 0, 0), 0);
	all.at[0].due = 500;
	assert_int_equal(mirror_next(&all, 0, 0), 1);
	all.at[1].due = 400;
	all.at[2].due = 600;
	assert_int_equal(mirror_next(&all, 2, 0), 1); /* the one that is due soonest */
	assert_int_equal(mirror_next(&all, 2, 1000), 2);
	all.at[1].out = all.at[2].out = true;
	assert_int_equal(mirror_next(&all, 2, 1000), 0);
	all.at[0].out = true;
	assert_int_equal(mirror_next(&all, 0, 1000), 3);
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(codes_have_their_rule),
	    cmocka_unit_test(statuses_have_their_rule),
	    cmocka_unit_test(waits_double_up_to_an_end_and_keep_to_what_was_asked),
	    cmocka_unit_test(a_mirror_that_brings_nothing_is_out_after_six_tries),
	    cmocka_unit_test(new_ground_forgives_all_failures),
	    cmocka_unit_test(once_is_once),
	    fixture_test(mirrors_take_turns),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
