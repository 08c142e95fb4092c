#include <stdio.h>
#include <stdlib.h>

#include "support.h"

#include "base/file.h"
#include "gen/option.h"

static void names_are_unique_and_in_lower_case(void **state) {
	struct fixture *f = *state;
	for (size_t i = 0; i < option_count; i++) {
		assert_ptr_equal(option_find(options[i].scope, options[i].name), &options[i]);
		assert_true(str_eq(str_lower(&f->keep, options[i].name), options[i].name));
	}
}

static void every_old_name_leads_to_its_option(void **state) {
	struct fixture *f = *state;
	for (size_t i = 0; i < option_count; i++) {
		struct str_vec old = {0};
		if (options[i].old_names) {
			option_split_list(&f->keep, options[i].old_names, &old);
		}
		for (size_t k = 0; k < old.len; k++) {
			assert_ptr_equal(option_find(options[i].scope, old.at[k]), &options[i]);
			assert_true(option_is_old_name(&options[i], old.at[k]));
		}
	}
	assert_null(option_find(OPTION_PLATFORMIO, STR("board")));
	assert_null(option_find(OPTION_ENV, STR("src_dir")));
	assert_false(option_is_old_name(option_find(OPTION_ENV, STR("lib_deps")), STR("lib")));
}

static void a_default_is_a_choice(void **state) {
	(void)state;
	for (size_t i = 0; i < option_count; i++) {
		const struct option *option = &options[i];
		bool list = option->multiple;
		if (option->choices && option->default_value && !list) {
			assert_true(option_is_choice(option, str_from(option->default_value)));
		}
		assert_true(option->type != OPTION_CHOICE || option->choices);
	}
}

static void the_page_about_options_is_up_to_date(void **state) {
	struct fixture *f = *state;
	const char *root = getenv("FBGEN_SOURCE_ROOT");
	if (!root) {
		skip();
	}
	option_print_markdown(fixture_stream(f));
	str made = str_from(fixture_streamed(f));
	str page;
	assert_true(
	    file_try_read(&f->keep, str_format(&f->keep, "%s/docs/options.md", root), &page));
	bool same = str_eq(page, made);
	if (!same) {
		print_error("run: fbgen debug options > docs/options.md\n");
	}
	assert_true(same);
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(names_are_unique_and_in_lower_case),
	    fixture_test(every_old_name_leads_to_its_option),
	    fixture_test(a_default_is_a_choice),
	    fixture_test(the_page_about_options_is_up_to_date),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
