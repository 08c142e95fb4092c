#include "support.h"

#include "gen/object.h"

static void an_object_has_its_sources_place_below_the_commands_hash(void **state) {
	static const struct {
		const char *source, *object;
	} cases[] = {
	    {"src/a.c",			     ".fbgen/obj/H/src/a.c.o"             },
	    {"../a.c",			      ".fbgen/obj/H/_up_/a.c.o"            },
	    {"../../a.c",			   ".fbgen/obj/H/_up_/_up_/a.c.o"       },
	    {"/usr/a.c",			    ".fbgen/obj/H/_root_/usr/a.c.o"      },
	    {".fbgen/store/0123456789abcdef/x/a.c", ".fbgen/obj/H/01234567/x/a.c.o"      },
	    {".fbgen/package/core/cores/a.c",       ".fbgen/obj/H/core/cores/a.c.o"      },
	    {".fbgen/sketch/src/main.ino.cpp",      ".fbgen/obj/H/src/main.ino.cpp.o"    },
	    {".fbgen/store/ab",                     ".fbgen/obj/H/ab.o"                  },
	    {"lib/.fbgen/store/a.c",                ".fbgen/obj/H/lib/.fbgen/store/a.c.o"},
	};
	struct fixture *f = *state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_str(object_path(&f->keep, STR("H"), str_from(cases[i].source)),
		           cases[i].object);
	}
}

static str archive_of(struct fixture *f, const char *word, const char *object) {
	struct str_vec words = {0};
	struct str_vec objects = {0};
	str_vec_push(&f->keep, &words, str_from(word));
	str_vec_push(&f->keep, &objects, str_from(object));
	return object_archive(&f->keep, &words, &objects, STR("Name"));
}

static void archives_of_other_words_or_objects_are_others(void **state) {
	struct fixture *f = *state;
	str one = archive_of(f, "ar", "a.o");
	assert_true(str_starts_with(one, STR(".fbgen/obj/")));
	assert_true(str_ends_with(one, STR("/libName.a")));
	assert_true(str_eq(one, archive_of(f, "ar", "a.o")));
	assert_false(str_eq(one, archive_of(f, "ar", "b.o")));
	assert_false(str_eq(one, archive_of(f, "gcc-ar", "a.o")));
}

static void an_environment_never_has_a_folder_of_fbgens_own(void **state) {
	static const struct {
		const char *env, *path;
	} cases[] = {
	    {"uno",     ".fbgen/uno/x"        },
	    {"obj",     ".fbgen/obj.env/x"    },
	    {"store",   ".fbgen/store.env/x"  },
	    {"state",   ".fbgen/state.env/x"  },
	    {"fbgen",   ".fbgen/fbgen.env/x"  },
	    {"tool",    ".fbgen/tool.env/x"   },
	    {"package", ".fbgen/package.env/x"},
	    {"sketch",  ".fbgen/sketch.env/x" },
	    {"lock",    ".fbgen/lock.env/x"   },
	};
	struct fixture *f = *state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_str(object_product(&f->keep, str_from(cases[i].env), STR("x")),
		           cases[i].path);
	}
}

static void a_merged_sketch_lies_where_its_name_lies(void **state) {
	struct fixture *f = *state;
	assert_str(object_sketch(&f->keep, STR("src/a.ino.cpp")), ".fbgen/sketch/src/a.ino.cpp");
	assert_str(object_prelude(&f->keep, STR("src/a.ino.cpp")), ".fbgen/sketch/src/a.ino.cpp.h");
	assert_str(object_sketch(&f->keep, STR("../a.ino.cpp")), ".fbgen/sketch/_up_/a.ino.cpp");
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(an_object_has_its_sources_place_below_the_commands_hash),
	    fixture_test(archives_of_other_words_or_objects_are_others),
	    fixture_test(an_environment_never_has_a_folder_of_fbgens_own),
	    fixture_test(a_merged_sketch_lies_where_its_name_lies),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
