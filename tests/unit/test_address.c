#include "support.h"

#include "fetch/address.h"

static void only_what_harms_nobody_is_asked(void **state) {
	static const struct {
		const char *url;
		bool plain;
		const char *refusal;
	} cases[] = {
	    {"https://host/f",          false, ""					       },
	    {"HTTPS://host/f",          false, ""					       },
	    {"http://host/f",           false, "expected an https address, not http"            },
	    {"http://host/f",           true,  ""					       },
	    {"http://localhost:80/f",   false, ""					       },
	    {"http://127.0.0.1/f",      false, ""					       },
	    {"http://127.9.8.7:1/f",    false, ""					       },
	    {"http://[::1]/f",          false, ""					       },
	    {"http://[::2]/f",          false, "expected an https address, not http"            },
	    {"http://127.0.0.1.host/f", false, "expected an https address, not http"            },
	    {"http://127.0.0.1@host/f", false, "expected an https address, not http"            },
	    {"http://128.0.0.1/f",      false, "expected an https address, not http"            },
	    {"http://localhost.host/f", false, "expected an https address, not http"            },
	    {"ftp://host/f",            true,  "expected an https address, not ftp"             },
	    {"file:///etc/passwd",      true,  "expected an https address, not file"            },
	    {"",			true,  "expected an address such as 'https://host/file'"},
	    {"https://",                false, "expected an address such as 'https://host/file'"},
	    {"/f",		      false, "expected an address such as 'https://host/file'"},
	};
	struct fixture *f = *state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_str(address_refusal(&f->keep, str_from(cases[i].url), cases[i].plain),
		           cases[i].refusal);
	}
	assert_true(address_refusal(&f->keep, STR("https://host/a\0b"), true).len > 0);
}

static void no_redirect_leaves_https(void **state) {
	static const struct {
		const char *from, *to;
		bool plain;
		const char *refusal;
	} cases[] = {
	    {"https://a/f",        "https://b/f",        false, ""                                    },
	    {"http://a/f",         "http://b/f",         true,  ""                                    },
	    {"http://127.0.0.1/f", "https://b/f",        false, ""                                    },
	    {"http://127.0.0.1/f", "http://b/f",         false,
	     "leads to http://b/f: expected an https address, not http"                               },
	    {"https://a/f",        "http://b/f?q",       true,  "leads away from https, to http://b/f"},
	    {"https://a/f",        "http://127.0.0.1/f", true,
	     "leads away from https, to http://127.0.0.1/f"                                           },
	    {"https://a/f",        "ftp://b/f",          true,  "leads away from https, to ftp://b/f" },
	};
	struct fixture *f = *state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_str(address_redirect_refusal(&f->keep, str_from(cases[i].from),
		                                    str_from(cases[i].to), cases[i].plain),
		           cases[i].refusal);
	}
}

static void secrets_are_not_shown(void **state) {
	struct fixture *f = *state;
	str url = STR("https://user:word@host:81/a/f.tar?token=1#x");
	assert_str(address_shown(&f->keep, url), "https://host:81/a/f.tar");
	assert_str(address_host(&f->keep, url), "host:81");
	assert_str(address_file(&f->keep, url), "f.tar");
	assert_str(address_file(&f->keep, STR("https://host/")), "host");
	assert_str(address_shown(&f->keep, STR("user:word@:x")), "(no address)");
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(only_what_harms_nobody_is_asked),
	    fixture_test(no_redirect_leaves_https),
	    fixture_test(secrets_are_not_shown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
