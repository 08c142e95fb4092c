#include "support.h"

#include "store/version.h"

struct coercion {
	const char *text, *version;
};

static const struct coercion coercions[] = {
    {"1",		   "1.0.0"              },
    {"1.2",		 "1.2.0"              },
    {"1.2.3",	       "1.2.3"              },
    {"003",		 "3.0.0"              },
    {"1.2.3-4",             "1.2.3-4"            },
    {"1.2.3.4",             "1.2.3+4"            },
    {"6.1.18a1",            "6.1.18-a1"          },
    {"5.3.0.rc1",           "5.3.0+rc1"          },
    {"1_2",		 "1.0.0-2"            },
    {"0.1+2-3+4_5",         "0.1.0+2-3.4-5"      },
    {"8.4.0+2021r2-patch5", "8.4.0+2021r2-patch5"},
    {"v1.2.3",              "0.0.0+v1.2.3"       },
    {"r5",		  "0.0.0+r5"           },
    {"abc123f",             "0.0.0+sha.abc123f"  },
    {"1.2.3-01",            "0.0.0+1.2.3-01"     },
    {"1.",		  "1.0.0"              },
    {"",		    "0.0.0"              },
};

static void any_text_is_taken_for_a_version(void **state) {
	struct fixture *f = *state;
	for (size_t i = 0; i < COUNT_OF(coercions); i++) {
		struct version v = version_coerce(&f->keep, str_from(coercions[i].text));
		assert_str(version_text(&f->keep, &v), coercions[i].version);
	}
}

static void versions_are_ordered_by_precedence(void **state) {
	struct fixture *f = *state;
	static const char *const ascending[] = {
	    "0.9.9",         "1.0.0-1",    "1.0.0-2",    "1.0.0-10", "1.0.0-alpha",
	    "1.0.0-alpha.1", "1.0.0-beta", "1.0.0-rc.1", "1.0.0",    "1.0.1",
	    "1.2.0",         "1.10.0",     "2.0.0",
	};
	for (size_t i = 0; i + 1 < COUNT_OF(ascending); i++) {
		struct version a = version_coerce(&f->keep, str_from(ascending[i]));
		struct version b = version_coerce(&f->keep, str_from(ascending[i + 1]));
		assert_true(version_compare(&a, &b) < 0);
		assert_true(version_compare(&b, &a) > 0);
		assert_int_equal(version_compare(&a, &a), 0);
	}
}

struct range_case {
	const char *range, *matches;
};

/* Of the versions below, those in the range. */
static const struct range_case ranges[] = {
    {"*",		       "0.0.1|0.1.0|0.2.0|1.0.0-rc.1|1.0.0|1.0.0+b1|1.2.3|1.10.0|2.0.0-beta|2.0.0"},
    {"",			NULL								       },
    {"1",		       "1.0.0|1.0.0+b1|1.2.3|1.10.0"					      },
    {"1.*",		     "1.0.0|1.0.0+b1|1.2.3|1.10.0"					      },
    {"1.2",		     "1.2.3"								    },
    {"=1.0.0",		  "1.0.0|1.0.0+b1"							   },
    {"==1.0.0+b1",              "1.0.0+b1"								 },
    {"==1.0.0+",                "1.0.0"								    },
    {"^1.2",		    "1.2.3|1.10.0"							     },
    {"^0.1.0",		  "0.1.0"								    },
    {"^0.0.1",		  "0.0.1"								    },
    {"^0",		      "0.0.1|0.1.0|0.2.0"							},
    {"~1",		      "1.0.0|1.0.0+b1|1.2.3|1.10.0"					      },
    {"~1.2",		    "1.2.3"								    },
    {"~1.2.3",		  "1.2.3"								    },
    {"~=1.2",		   "1.2.3|1.10.0"							     },
    {"~1.0.0-rc.1",             "1.0.0-rc.1|1.0.0|1.0.0+b1"						},
    {"^2.0.0-beta",             "2.0.0-beta|2.0.0"							 },
    {">1.2",		    "1.10.0|2.0.0-beta|2.0.0"						  },
    {"<2",		      "0.0.1|0.1.0|0.2.0|1.0.0-rc.1|1.0.0|1.0.0+b1|1.2.3|1.10.0"                 },
    {"<2.0.0-",		 "0.0.1|0.1.0|0.2.0|1.0.0-rc.1|1.0.0|1.0.0+b1|1.2.3|1.10.0|2.0.0-beta"      },
    {"<=1.2",		   "0.0.1|0.1.0|0.2.0|1.0.0-rc.1|1.0.0|1.0.0+b1|1.2.3"                        },
    {">=1.2,<2.0",              "1.2.3|1.10.0"							     },
    {"!=1",		     "0.0.1|0.1.0|0.2.0|2.0.0"						  },
    {"1.x",		     NULL								       },
    {"^1 || ^2",                NULL								       },
    {">1.0.0 <2.0.0",           NULL								       },
    {"v1.2.3",		  NULL								       },
    {"latest",		  NULL								       },
    {">=1.2, <2.0",             NULL								       },
    {"1.2,",		    NULL								       },
    {"1.2-beta",                NULL								       },
    {">1.2.3+b1",               NULL								       },
    {"01.2.3",		  NULL								       },
    {">*",		      NULL								       },
    {"99999999999999999999999", NULL								       },
};

static const char *const versions[] = {"0.0.1",    "0.1.0", "0.2.0",  "1.0.0-rc.1", "1.0.0",
                                       "1.0.0+b1", "1.2.3", "1.10.0", "2.0.0-beta", "2.0.0"};

static void a_range_takes_exactly_its_versions(void **state) {
	struct fixture *f = *state;
	for (size_t i = 0; i < COUNT_OF(ranges); i++) {
		str range = str_from(ranges[i].range);
		struct str_vec taken = {0};
		for (size_t j = 0; j < COUNT_OF(versions); j++) {
			struct version v = version_coerce(&f->keep, str_from(versions[j]));
			if (version_range_valid(range) && version_matches(range, &v)) {
				str_vec_push(&f->keep, &taken, str_from(versions[j]));
			}
		}
		if (version_range_valid(range) != (ranges[i].matches != NULL)) {
			fail_msg("'%s' is%s a range", ranges[i].range,
			         version_range_valid(range) ? "" : " not");
		}
		assert_strs(&taken, ranges[i].matches ? ranges[i].matches : "");
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(any_text_is_taken_for_a_version),
	    fixture_test(versions_are_ordered_by_precedence),
	    fixture_test(a_range_takes_exactly_its_versions),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
