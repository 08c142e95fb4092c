#include "support.h"

#include "gen/manifest.h"

typedef void parse_function(struct ctx *cx, const struct source *source, struct manifest *out);

static struct manifest parsed(struct fixture *f, parse_function *parse, const char *text) {
	struct manifest manifest = {0};
	parse(&f->cx, fixture_source(f, "lib/Foo/manifest", str_from(text)), &manifest);
	return manifest;
}

/* "owner/name|name" */
static str named(struct fixture *f, const struct dependencies *list) {
	struct str_vec parts = {0};
	for (size_t i = 0; i < list->len; i++) {
		str owner = list->at[i].owner;
		str name = list->at[i].name;
		str_vec_push(&f->keep, &parts,
		             owner.len ? str_format(&f->keep, "%" PRI_STR "/%" PRI_STR,
		                                    STR_ARG(owner), STR_ARG(name))
		                       : name);
	}
	return str_join(&f->keep, &parts, STR("|"));
}

static void a_library_json_says_how_to_build(void **state) {
	struct fixture *f = *state;
	struct manifest m = parsed(
	    f, manifest_parse_json,
	    "{\"name\": \"Foo\", \"version\": \"1.2\", \"platforms\": \"AtmelAVR, espressif\","
	    " \"frameworks\": [\"arduino\", \" Arduino \"],"
	    " \"build\": {\"flags\": [\"-DA\", \"-I x\"], \"unflags\": \"-Os\","
	    "  \"srcDir\": \"s\", \"includeDir\": \"i\", \"srcFilter\": [\"+<*>\", \"-<t/>\"],"
	    "  \"libArchive\": false, \"libLDFMode\": \"deep\", \"libCompatMode\": 2,"
	    "  \"extraScript\": \"x.py\", \"builder\": \"UnknownLibBuilder\"}}");
	assert_str(m.name, "Foo");
	assert_str(m.version, "1.2");
	assert_strs(&m.platforms, "atmelavr|espressif8266");
	assert_strs(&m.frameworks, "arduino");
	assert_strs(&m.flags, "-DA|-I x");
	assert_strs(&m.unflags, "-Os");
	assert_str(m.source_dir, "s");
	assert_str(m.include_dir, "i");
	assert_str(m.filter, "+<*> -<t/>");
	assert_true(m.archive_is_set && !m.archive && m.has_build);
	assert_str(m.mode, "deep");
	assert_str(m.compat_mode, "2");
	assert_str(m.extra_script, "x.py");
	assert_str(m.builder, "UnknownLibBuilder");
}

static void what_is_not_given_has_no_text(void **state) {
	struct fixture *f = *state;
	struct manifest m = parsed(f, manifest_parse_json, "{\"name\": null, \"build\": {}}");
	assert_null(m.name.at);
	assert_null(m.filter.at);
	assert_null(m.mode.at);
	assert_false(m.archive_is_set);
	assert_true(m.has_build);
	assert_printed(f, "");
}

static void dependencies_come_in_every_form(void **state) {
	struct fixture *f = *state;
	static const struct {
		const char *text, *names;
	} cases[] = {
	    {"{\"dependencies\": {\"A\": \"1\", \"me/B\": \"*\"}}",                 "A|me/B"},
	    {"{\"dependencies\": {\"name\": \"A\", \"version\": \"1\"}}",           "A"     },
	    {"{\"dependencies\": [{\"owner\": \"me\", \"name\": \"A\"}, \"B\"]}",   "me/A|B"},
	    {"{\"dependencies\": [{\"name\": \"me/A\"}, {\"version\": \"1\"}, 7]}", "me/A|7"},
	    {"{\"dependencies\": []}",					      ""      },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct manifest m = parsed(f, manifest_parse_json, cases[i].text);
		assert_str(named(f, &m.depends), cases[i].names);
	}
}

static void a_broken_manifest_is_empty_and_a_warning(void **state) {
	struct fixture *f = *state;
	static const char *const cases[] = {
	    "",
	    "[]",
	    "{\"name\": \"Foo\",}",
	    "{\"name\": \"Foo\", \"platforms\": null}",
	    "{\"name\": \"Foo\", \"keywords\": {}}",
	    "{\"name\": \"Foo\", \"frameworks\": [1]}",
	    "{\"name\": \"Foo\", \"dependencies\": \"A\"}",
	    "{\"name\": \"Foo\", \"authors\": \"me\"}",
	    "{\"name\": \"Foo\", \"authors\": [{}, \"me\"]}",
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct manifest m = parsed(f, manifest_parse_json, cases[i]);
		assert_null(m.name.at);
		assert_null(m.source);
		assert_int_equal(f->diag.entries.len, i + 1);
	}
	assert_int_equal(f->diag.errors, 0);
}

static void a_text_that_is_not_utf8_is_latin1(void **state) {
	struct fixture *f = *state;
	struct manifest m = parsed(f, manifest_parse_json, "{\"name\": \"M\xfcller\"}");
	assert_str(m.name, "M\xc3\xbcller");
}

static void properties_are_lines(void **state) {
	struct fixture *f = *state;
	struct manifest m =
	    parsed(f, manifest_parse_properties,
	           " name = Foo Bar \r\n# name=no\nno value\nversion=\nversion=1.0\n"
	           "architectures=avr, samd ,mine\nldflags=-lfoo -lm\nprecompiled=full\n"
	           "depends=A Lib, B (>=1.0), ,C\nurl=x=y\n");
	assert_str(m.name, "Foo Bar");
	assert_str(m.version, "1.0");
	assert_strs(&m.platforms, "atmelavr|atmelsam");
	assert_strs(&m.frameworks, "arduino");
	assert_str(m.link_flags, "-lfoo -lm");
	assert_true(m.precompiled);
	assert_str(named(f, &m.depends), "A Lib|B|C");
	m = parsed(f, manifest_parse_properties, "architectures=avr,*\nprecompiled=yes");
	assert_strs(&m.platforms, "");
	assert_false(m.precompiled);
}

static void a_record_tells_owner_and_origin(void **state) {
	struct fixture *f = *state;
	struct manifest_record record = {0};
	const char *text = "{\"name\": \"Foo\", \"version\": \"1.2.3\","
			   " \"spec\": {\"owner\": \"me\", \"uri\": null}}";
	manifest_parse_record(&f->cx, fixture_source(f, ".piopm", str_from(text)), &record);
	assert_str(record.name, "Foo");
	assert_str(record.version, "1.2.3");
	assert_str(record.owner, "me");
	assert_str(record.uri, "");
	manifest_parse_record(&f->cx, fixture_source(f, ".piopm", STR("{")), &record);
	assert_str(record.name, "");
	assert_printed(f, "");
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(a_library_json_says_how_to_build),
	    fixture_test(what_is_not_given_has_no_text),
	    fixture_test(dependencies_come_in_every_form),
	    fixture_test(a_broken_manifest_is_empty_and_a_warning),
	    fixture_test(a_text_that_is_not_utf8_is_latin1),
	    fixture_test(properties_are_lines),
	    fixture_test(a_record_tells_owner_and_origin),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
