#include "support.h"

#include "base/file.h"
#include "gen/compdb.h"

/* Write the database of one unit, a source with a blank in its name. */
static bool write_database(struct fixture *f, const char *path) {
	struct units units = {0};
	struct rule rule = {.description = STR("CC")};
	struct unit unit = {
	    .file = STR("src/a b.c"), .output = STR(".fbgen/obj/H/src/a b.c.o"), .rule = &rule};
	str_vec_push(&f->keep, &rule.words, STR(".fbgen/tool/1/bin/cc"));
	str_vec_push(&f->keep, &rule.words, STR("-DA=\"x y\""));
	str_vec_push(&f->keep, &rule.words, rule_in);
	units_push(&f->keep, &units, unit);
	assert_true(file_make_dirs(&f->cx, STR(".fbgen")));
	return compdb_write(&f->cx, compdb_text(&f->keep, &units, STR("/p")), str_from(path));
}

static str text_of(struct fixture *f, const char *path) {
	str text = {0};
	assert_true(file_try_read(&f->keep, str_from(path), &text));
	return text;
}

static void a_unit_has_its_words_as_they_are(void **state) {
	struct fixture *f = *state;
	fixture_enter_dir(f);
	assert_true(write_database(f, "db.json"));
	assert_str(text_of(f, "db.json"), "[\n"
	                                  "  {\n"
	                                  "    \"directory\": \"/p\",\n"
	                                  "    \"file\": \"/p/src/a b.c\",\n"
	                                  "    \"output\": \".fbgen/obj/H/src/a b.c.o\",\n"
	                                  "    \"arguments\": [\n"
	                                  "      \"/p/.fbgen/tool/1/bin/cc\",\n"
	                                  "      \"-DA=\\\"x y\\\"\",\n"
	                                  "      \"src/a b.c\"\n"
	                                  "    ]\n"
	                                  "  }\n"
	                                  "]\n");
}

static void only_what_a_build_tool_wrote_is_replaced(void **state) {
	static const struct {
		const char *before;
		bool replaced;
		const char *printed; /* how it begins */
	} cases[] = {
	    {"[]\n",				     true,  ""                       },
	    {"[{\"output\": \".fbgen/obj/x.o\"}]\n",     true,  ""                       },
	    {"[{\"output\": \".pio/build/uno/x.o\"}]\n", true,  "db.json: warning: Platf"},
	    {"[{\"output\": \"build/x.o\"}]\n",          false, "db.json: warning: these"},
	    {"nonsense",				 false, "db.json: warning: these"},
	};
	struct fixture *f = *state;
	fixture_enter_dir(f);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		f->diag = (struct diag){.arena = &f->keep};
		fixture_write(f, "db.json", cases[i].before);
		assert_true(write_database(f, "db.json"));
		bool replaced = !str_eq(text_of(f, "db.json"), str_from(cases[i].before));
		str printed = str_from(fixture_printed(f));
		assert_int_equal(replaced, cases[i].replaced);
		assert_true(str_starts_with(printed, str_from(cases[i].printed)));
		assert_int_equal(printed.len == 0, *cases[i].printed == '\0');
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(a_unit_has_its_words_as_they_are),
	    fixture_test(only_what_a_build_tool_wrote_is_replaced),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
