#include "support.h"

#include "base/json.h"
#include "base/yaml.h"
#include "store/package.h"

static const char record_text[] =
    "sources:\n"
    "  - {kind: distro, packages: [gcc-avr, avr-libc], libraries: [libmpc3], root: usr/}\n"
    "fixup:\n"
    "  links: [[lib/x, ../y]]\n"
    "  replace: [[a.cpp, one, two]]\n";

static bool read_record(struct fixture *f, str text, struct package_request *out) {
	const struct value *record = yaml_parse(&f->cx, fixture_source(f, "b.yaml", text));
	assert_non_null(record);
	const struct value *source = value_get(record, STR("sources"))->first;
	return package_request_read(&f->cx, STR("tool"), record, source, out);
}

static void a_record_becomes_a_request(void **state) {
	struct fixture *f = *state;
	struct package_request r = {0};
	assert_true(read_record(f, str_from(record_text), &r));
	assert_str(r.name, "tool");
	assert_str(r.kind, "distro");
	assert_str(r.root, "usr");
	assert_strs(&r.packages, "gcc-avr|avr-libc");
	assert_strs(&r.libraries, "libmpc3");
	assert_strs(&r.links, "lib/x|../y");
	assert_strs(&r.replaces, "a.cpp|one|two");
}

static void a_request_survives_its_text(void **state) {
	struct fixture *f = *state;
	struct package_request r = {0}, *back = NULL;
	size_t count = 0;
	assert_true(read_record(f, str_from(record_text), &r));
	str text = package_text(&f->keep, &r);
	assert_str(text,
	           "{\"name\":\"tool\",\"kind\":\"distro\",\"root\":\"usr\","
	           "\"packages\":[\"gcc-avr\",\"avr-libc\"],\"libraries\":[\"libmpc3\"],"
	           "\"links\":[\"lib/x\",\"../y\"],\"replaces\":[\"a.cpp\",\"one\",\"two\"]}");
	str lines =
	    str_format(&f->keep, "\n%" PRI_STR "\n%" PRI_STR "\n", STR_ARG(text), STR_ARG(text));
	assert_true(package_requests_parse(&f->cx, fixture_source(f, "in", lines), &back, &count));
	assert_int_equal(count, 2);
	assert_true(str_eq(package_text(&f->keep, &back[1]), text));
}

struct fault {
	const char *text, *printed;
};

static const struct fault record_faults[] = {
    {"sources: [{kind: git, packages: [a1]}]\n",
     "b.yaml:1:11: error: packages of kind 'git' come later\n"                       },
    {"sources: [{kind: distro}]\n",
     "b.yaml:1:11: error: expected names of Debian packages in 'packages'\n"         },
    {"sources: [{kind: distro, packages: ['-o x']}]\n",
     "b.yaml:1:11: error: expected the name of a Debian package, not '-o x'\n"       },
    {"sources: [{kind: distro, packages: [ab], root: a/../../b}]\n",
     "b.yaml:1:11: error: expected a path inside the package in 'root', not '../b'\n"},
    {"sources: [{kind: distro, packages: [ab]}]\nfixup: {links: [[/etc/x, y]]}\n",
     "b.yaml:1:11: error: expected a path inside the package, not '/etc/x'\n"        },
    {"sources: [{kind: distro, packages: [ab]}]\nfixup: {replace: [[x, y]]}\n",
     "b.yaml:2:19: error: expected a list of 3 texts\n"                              },
};

static void a_faulty_record_is_told_with_its_place(void **state) {
	struct fixture *f = *state;
	for (size_t i = 0; i < COUNT_OF(record_faults); i++) {
		struct package_request r = {0};
		f->diag = (struct diag){.arena = &f->keep};
		assert_false(read_record(f, str_from(record_faults[i].text), &r));
		str printed = str_from(fixture_printed(f));
		if (!str_starts_with(printed, str_from(record_faults[i].printed))) {
			assert_string_equal(fixture_printed(f), record_faults[i].printed);
		}
		assert_int_equal(r.packages.len, 0);
	}
}

static const char *const bad_requests[] = {
    "{",
    "[]",
    "{}",
    "{\"name\":\"x\",\"kind\":\"distro\",\"root\":\"/\",\"packages\":[\"ab\"]}",
    "{\"name\":\"x\",\"kind\":\"distro\",\"root\":\".\",\"packages\":[\"ab\"],\"links\":[\"a\"]}",
    "{\"name\":\"x\",\"kind\":\"distro\",\"root\":\".\",\"packages\":[\"AB\"]}",
    ("{\"name\":\"x\",\"kind\":\"distro\",\"root\":\".\",\"packages\":[\"ab\"],"
     "\"replaces\":[\"../a\",\"b\",\"c\"]}"),
};

static void a_bad_request_is_refused(void **state) {
	struct fixture *f = *state;
	for (size_t i = 0; i < COUNT_OF(bad_requests); i++) {
		struct package_request *list = NULL;
		size_t count = 0;
		f->diag = (struct diag){.arena = &f->keep};
		assert_false(package_requests_parse(
		    &f->cx, fixture_source(f, "in", str_from(bad_requests[i])), &list, &count));
		assert_true(f->diag.errors > 0);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(a_record_becomes_a_request),
	    fixture_test(a_request_survives_its_text),
	    fixture_test(a_faulty_record_is_told_with_its_place),
	    fixture_test(a_bad_request_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
