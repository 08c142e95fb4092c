#include <stdlib.h>
#include <string.h>

#include "support.h"

#include "base/file.h"
#include "base/path.h"
#include "gen/board_find.h"
#include "gen/board_list.h"

/* A small family, in the table's form. */
static const char *const small = "platform: toy\n"
				 "title: Toy\n"
				 "frameworks: [arduino]\n"
				 "toolchain: tc\n"
				 "packages: {tc: {}}\n"
				 "cores:\n"
				 "  big: {package: core-big, std: new, led: core}\n"
				 "  small: {package: core-small}\n"
				 "properties: {core: small, std: old, led: family, x: '{std}'}\n"
				 "platformio:\n"
				 "  tools: {c: cc, cxx: cxx, asm: as, ar: ar}\n"
				 "  program: {name: p, suffix: .elf}\n"
				 "\n"
				 "boards:\n"
				 "  ant: {name: Ant, core: big, mcu: m1, f_cpu: 16000000L, "
				 "flash: 1000, upload_protocol: usb, bootloader: {usb: 7}}\n"
				 "  bee: {name: Bee, mcu: m2, led: board, "
				 "hwids: [[0x1, 0x2], [0x3, 0x4]], touch: false}\n";

struct setup {
	struct fixture *f;
	struct reads reads;
	struct board_dirs dirs;
	struct config config;
	struct family family;
	struct board board;
};

/* A project with this environment, the family in data/ and what else was written before. */
static bool prepare(struct setup *s, struct fixture *f, const char *settings) {
	*s = (struct setup){.f = f, .reads = {.arena = &f->keep}};
	s->dirs = (struct board_dirs){STR("data"), STR("user"), STR("boards")};
	str ini = str_format(&f->keep, "[env:e]\nplatform = toy\n%s", settings);
	fixture_write(f, "platformio.ini", str_cstr(&f->keep, ini));
	assert_true(config_read(&f->cx, &s->reads, STR("platformio.ini"), &s->config));
	struct family_request request = {&s->dirs, &s->reads, STR("toy"), {0}};
	return family_read(&f->cx, &request, &s->family) &&
	       board_find(&f->cx, &s->family, s->config.envs.at[0], &s->board);
}

static void start(struct fixture *f) {
	fixture_enter_dir(f);
	fixture_write(f, "data/toy.yaml", small);
}

static void layers_lie_over_each_other(void **state) {
	struct fixture *f = *state;
	struct setup s;
	start(f);
	assert_true(prepare(&s, f, "board = ant\n"));
	assert_str(board_get(&s.board, STR("std")), "new");
	assert_str(board_get(&s.board, STR("led")), "core");
	assert_str(board_get(&s.board, STR("mcu")), "m1");
	assert_str(s.board.name, "Ant");
	assert_true(prepare(&s, f, "board = bee\n"));
	assert_str(board_get(&s.board, STR("std")), "old");
	assert_str(board_get(&s.board, STR("led")), "board");
	assert_str(board_get(&s.board, STR("package")), "core-small");
}

static void overrides_reach_the_property_of_their_path(void **state) {
	static const struct {
		const char *setting, *property, *value;
	} cases[] = {
	    {"board_build.mcu = m9",            "mcu",             "m9"        },
	    {"board_build.f_cpu = 8L",          "f_cpu_hz",        "8"         },
	    {"board_upload.maximum_size = 5",   "flash",           "5"         },
	    {"board_upload.maximum_ram_size=6", "ram",             "6"         },
	    {"board_upload.speed = 9600",       "upload_speed",    "9600"      },
	    {"upload_speed = 19200",            "upload_speed",    "19200"     },
	    {"upload_protocol = isp",           "bootloader_size", ""          },
	    {"board_bootloader.size = 3",       "bootloader_size", "3"         },
	    {"board_build.core = small",        "package",         "core-small"},
	    {"board_build.core = small",        "std",             "old"       },
	    {"board_build.led = mine",          "led",             "mine"      },
	    {"board_build.arduino.x = y",       "arduino.x",       "y"         },
	    {"framework = arduino",             "framework",       "arduino"   },
	    {"",				"framework",       "none"      },
	    {"",				"bootloader_size", "7"         },
	    {"",				"f_cpu_hz",        "16000000"  },
	};
	struct fixture *f = *state;
	start(f);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct setup s;
		str settings = str_format(&f->keep, "board = ant\n%s\n", cases[i].setting);
		assert_true(prepare(&s, f, str_cstr(&f->keep, settings)));
		assert_str(board_get(&s.board, str_from(cases[i].property)), cases[i].value);
	}
}

static void an_override_keeps_the_type_of_a_boolean(void **state) {
	struct fixture *f = *state;
	struct setup s;
	start(f);
	assert_true(prepare(&s, f, "board = bee\nboard_touch = Yes\n"));
	assert_str(board_get(&s.board, STR("touch")), "true");
	assert_true(prepare(&s, f, "board = bee\nboard_touch = on\n"));
	assert_str(board_get(&s.board, STR("touch")), "false");
}

static void the_first_hwid_gives_vid_and_pid(void **state) {
	struct fixture *f = *state;
	struct setup s;
	start(f);
	assert_true(prepare(&s, f, "board = bee\n"));
	assert_str(board_get(&s.board, STR("hwids")), "0x1:0x2\n0x3:0x4");
	assert_str(board_get(&s.board, STR("vid")), "0x1");
	assert_str(board_get(&s.board, STR("pid")), "0x2");
}

static void an_environment_may_have_no_board(void **state) {
	struct fixture *f = *state;
	struct setup s;
	start(f);
	assert_true(prepare(&s, f, "board_build.mcu = m3\n"));
	assert_str(s.board.id, "");
	assert_str(board_get(&s.board, STR("mcu")), "m3");
}

static void an_unknown_board_is_named_with_the_nearest(void **state) {
	struct fixture *f = *state;
	struct setup s;
	start(f);
	assert_false(prepare(&s, f, "board = bea\n"));
	assert_printed(f, "platformio.ini:3:1: error: platform 'toy' has no board 'bea'\n"
	                  "    3 | board = bea\n"
	                  "      | ^^^^^\n"
	                  "help: nearest are bee; 'fbgen boards' lists all\n");
}

static void an_unknown_platform_is_named_with_the_known(void **state) {
	static const char *const names[] = {"to.y", "nope", "", "platformio/no-such@^1"};
	struct fixture *f = *state;
	start(f);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct reads reads = {.arena = &f->keep};
		struct board_dirs dirs = {.data = STR("data")};
		struct family family;
		struct family_request request = {&dirs, &reads, str_from(names[i]), {0}};
		assert_false(family_read(&f->cx, &request, &family));
		assert_non_null(strstr(fixture_printed(f), "known are toy"));
	}
}

static void a_requirement_names_its_platform(void **state) {
	static const char *const names[] = {
	    "toy",
	    " platformio/toy @ ^1.2 ",
	    "toy@1.2.3",
	    "https://github.com/platformio/platform-toy.git#v1",
	    "https://host/x/platform-toy.zip",
	    "git@github.com:platformio/platform-toy.git",
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		assert_str(family_name(str_from(names[i])), "toy");
	}
}

static void project_rows_extend_and_override(void **state) {
	struct fixture *f = *state;
	struct setup s;
	start(f);
	fixture_write(f, "user/u.yaml", "platform: toy\nboards:\n  ant: {led: user, ram: 1}\n");
	fixture_write(f, "boards/p.yaml",
	              "platform: toy\nboards:\n  ant:\n    led: project\n"
	              "  cat: {name: Cat, mcu: m4}\n");
	fixture_write(f, "boards/q.yaml", "platform: other\nboards:\n  ant: {led: other}\n");
	assert_true(prepare(&s, f, "board = ant\n"));
	assert_str(board_get(&s.board, STR("led")), "project");
	assert_str(board_get(&s.board, STR("ram")), "1");
	assert_str(board_get(&s.board, STR("mcu")), "m1");
	assert_true(prepare(&s, f, "board = cat\n"));
	assert_str(board_get(&s.board, STR("mcu")), "m4");
}

static void a_json_board_replaces_the_family_s(void **state) {
	struct fixture *f = *state;
	struct setup s;
	start(f);
	fixture_write(f, "boards/ant.json",
	              "{\"name\": \"My\", \"url\": \"u\", \"vendor\": \"v\", \"build\": {\"mcu\": "
	              "\"m7\", \"extra_flags\": [\"-DA\", \"-DB\"], \"hwids\": [[\"1\", \"2\"]]}, "
	              "\"upload\": {\"maximum_size\": 77, \"require_upload_port\": true}}");
	assert_true(prepare(&s, f, "board = ant\n"));
	assert_str(s.board.name, "My");
	assert_str(board_get(&s.board, STR("mcu")), "m7");
	assert_str(board_get(&s.board, STR("extra_flags")), "-DA\n-DB");
	assert_str(board_get(&s.board, STR("vid")), "1");
	assert_str(board_get(&s.board, STR("flash")), "77");
	assert_str(board_get(&s.board, STR("upload_require_upload_port")), "true");
	assert_str(board_get(&s.board, STR("f_cpu")), "");
	assert_str(board_get(&s.board, STR("led")), "family");
}

static void a_json_board_for_others_is_passed_over(void **state) {
	struct fixture *f = *state;
	struct setup s;
	start(f);
	fixture_write(f, "boards/ant.json", "{\"name\": \"My\", \"platforms\": [\"other\"]}");
	assert_true(prepare(&s, f, "board = ant\n"));
	assert_str(s.board.name, "Ant");
}

static void faulty_files_are_named_with_place_and_key(void **state) {
	static const struct {
		const char *path, *text, *message;
	} cases[] = {
	    {"boards/ant.json", "{\"name\": 1, \"url\": 1}",
	     "boards/ant.json: error: expected a key 'vendor'"										    },
	    {"boards/ant.json", "{\"name\": 1, \"url\": 1, \"vendor\": 1, \"build\": 3}",
	     "boards/ant.json: error: build: expected an object"										  },
	    {"boards/ant.json", "[1]",
	     "boards/ant.json: error: expected an object that describes a board"                                                                  },
	    {"boards/ant.json", "{",						      "boards/ant.json"                                       },
	    {"boards/ant.json",
	     "{\"name\": 1, \"url\": 1, \"vendor\": 1, \"build\": {\"x\": [[[1]]]}}",     "boards/ant.json: error: build.x[0][0]: expected a text"},
	    {"boards/a.yaml",   "platform: toy\nboards:\n  ant: {x: {y: {z: 1}}}\n",
	     "boards/a.yaml:3:13: error: expected a text or a list"									       },
	    {"boards/a.yaml",   "platform: toy\nboards:\n  ant: 3\n",
	     "boards/a.yaml:3:8: error: board 'ant': expected a map"									      },
	    {"boards/a.yaml",   "platform: toy\nbords: {}\n",
	     "boards/a.yaml:2:1: error: unknown key 'bords'"										      },
	    {"boards/a.yaml",   "platform: toy\nboards: [1]\n",
	     "boards/a.yaml:2:1: error: 'boards': expected a map"										 },
	    {"boards/a.yaml",   "a: [\n",						 "boards/a.yaml:"                                        },
	    {"data/toy.yaml",   "platform: toy\nboards:\n  ant: {x: [}\n",
	     "data/toy.yaml:1:1: error: expected a key 'title'"										   },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		void *each = NULL;
		assert_int_equal(fixture_setup(&each), 0);
		struct fixture *f = each;
		struct setup s;
		start(f);
		fixture_write(f, cases[i].path, cases[i].text);
		assert_false(prepare(&s, f, "board = ant\n"));
		if (!strstr(fixture_printed(f), cases[i].message)) {
			print_error("want: %s\ngot: %s\n", cases[i].message, fixture_printed(f));
			fail();
		}
		fixture_teardown(&each);
	}
	(void)state;
}

static void a_fault_in_a_row_has_its_place_in_the_file(void **state) {
	struct fixture *f = *state;
	struct setup s;
	start(f);
	str text = str_format(&f->keep, "%s  cat: {name: [}}\n", small);
	fixture_write(f, "data/toy.yaml", str_cstr(&f->keep, text));
	assert_true(prepare(&s, f, "board = ant\n"));
	assert_false(prepare(&s, f, "board = cat\n"));
	assert_non_null(strstr(fixture_printed(f), "data/toy.yaml:17:"));
	assert_non_null(strstr(fixture_printed(f), "   17 |   cat: {name: [}}\n"));
}

static void a_board_twice_is_a_fault(void **state) {
	struct fixture *f = *state;
	struct setup s;
	start(f);
	str text = str_format(&f->keep, "%s  ant: {name: A}\n", small);
	fixture_write(f, "data/toy.yaml", str_cstr(&f->keep, text));
	assert_false(prepare(&s, f, "board = bee\n"));
	assert_non_null(strstr(fixture_printed(f), "toy.yaml:17:3: error: board 'ant' stands"));
}

static void a_table_of_another_form_is_read_too(void **state) {
	struct fixture *f = *state;
	struct setup s;
	start(f);
	str text = str_format(&f->keep, "%s  cat:\n    mcu: m5\n", small);
	fixture_write(f, "data/toy.yaml", str_cstr(&f->keep, text));
	assert_true(prepare(&s, f, "board = cat\n"));
	assert_str(board_get(&s.board, STR("mcu")), "m5");
}

static void a_project_may_bring_a_family(void **state) {
	struct fixture *f = *state;
	struct setup s;
	start(f);
	assert_true(file_remove(STR("data/toy.yaml")));
	fixture_write(f, "boards/toy.yaml", small);
	assert_true(prepare(&s, f, "board = ant\n"));
	assert_str(board_get(&s.board, STR("mcu")), "m1");
}

static void what_was_looked_at_is_remembered(void **state) {
	static const char *const paths[] = {"data/toy.yaml", "user", "boards", "boards/a.yaml",
	                                    "boards/ant.json"};
	struct fixture *f = *state;
	struct setup s;
	start(f);
	fixture_write(f, "boards/a.yaml", "platform: toy\nboards: {}\n");
	fixture_write(f, "boards/ant.json", "{\"name\": 1, \"url\": 1, \"vendor\": 1}");
	fixture_write(f, "boards/cat.json", "{}");
	assert_true(prepare(&s, f, "board = ant\n"));
	for (size_t i = 0; i < COUNT_OF(paths); i++) {
		assert_non_null(map_get(&s.reads.paths, str_from(paths[i])));
	}
	assert_null(map_get(&s.reads.paths, STR("boards/cat.json")));
}

/* fbgen's own folder, found as the program finds it. */
static struct board_dirs own_dirs(struct fixture *f, struct reads *reads) {
	struct board_dirs dirs = {.data = board_data_dir(&f->keep, reads)};
	assert_true(dirs.data.len > 0);
	return dirs;
}

static void every_board_of_every_family_is_valid(void **state) {
	static const str needed[] = {STR_INIT("name"),     STR_INIT("core"),  STR_INIT("mcu"),
	                             STR_INIT("f_cpu_hz"), STR_INIT("flash"), STR_INIT("ram")};
	struct fixture *f = *state;
	struct reads reads = {.arena = &f->keep};
	struct board_dirs dirs = own_dirs(f, &reads);
	struct str_vec names = {0};
	family_names(&f->cx, &dirs, &names);
	assert_true(names.len >= 2);
	for (size_t i = 0; i < names.len; i++) {
		struct family family;
		struct family_request request = {&dirs, &reads, names.at[i], {0}};
		assert_true(family_read(&f->cx, &request, &family));
		str last = {0};
		struct map_entry *e = map_first(&family.boards);
		for (; e; e = map_next(e)) {
			struct board board;
			bool found = false;
			assert_true(board_read(&f->cx, &family, map_key(e), &board, &found));
			assert_true(found);
			for (size_t k = 0; k < COUNT_OF(needed); k++) {
				assert_true(board_get(&board, needed[k]).len > 0);
			}
			const struct value *cores = value_get(family.root, STR("cores"));
			assert_non_null(value_get(cores, board_get(&board, STR("core"))));
			assert_true(str_compare(last, board.id) < 0);
			last = board.id;
		}
	}
	assert_int_equal(f->diag.errors, 0);
}

static const char *listed(struct fixture *f, struct board_query query, bool *ok) {
	struct reads reads = {.arena = &f->keep};
	struct board_dirs dirs = own_dirs(f, &reads);
	*ok = board_list(&f->cx, &dirs, &query, fixture_stream(f));
	return fixture_streamed(f);
}

static void the_list_shows_what_the_query_names(void **state) {
	struct fixture *f = *state;
	bool ok = false;
	const char *text = listed(f, (struct board_query){STR("Arduino UNO"), false}, &ok);
	assert_true(ok);
	assert_string_equal(text,
	                    "ID        MCU         CLOCK Hz  FLASH   RAM  NAME\n"
	                    "uno       atmega328p  16000000  32256  2048  Arduino Uno\n"
	                    "uno_mini  atmega328p  16000000  32256  2048  Arduino Uno Mini\n");
	text = listed(f, (struct board_query){STR("leonardoeth"), true}, &ok);
	assert_true(ok);
	assert_string_equal(text, "[\n"
	                          "  {\n"
	                          "    \"platform\": \"atmelavr\",\n"
	                          "    \"id\": \"leonardoeth\",\n"
	                          "    \"mcu\": \"atmega32u4\",\n"
	                          "    \"clock\": 16000000,\n"
	                          "    \"flash\": 28672,\n"
	                          "    \"ram\": 2560,\n"
	                          "    \"name\": \"Arduino Leonardo ETH\"\n"
	                          "  }\n"
	                          "]\n");
	text = listed(f, (struct board_query){STR("nothing so"), false}, &ok);
	assert_false(ok);
	assert_string_equal(text, "");
}

static void a_board_of_the_project_is_listed_once(void **state) {
	struct fixture *f = *state;
	struct reads reads = {.arena = &f->keep};
	struct board_dirs dirs = own_dirs(f, &reads);
	struct board_query query = {STR("my own"), false};
	fixture_enter_dir(f);
	fixture_write(f, "boards/mine.json",
	              "{\"name\": \"My own\", \"build\": {\"mcu\": \"atmega8\", \"f_cpu\": "
	              "\"8000000L\"}, \"frameworks\": [\"arduino\"], \"upload\": "
	              "{\"maximum_size\": 7, \"maximum_ram_size\": 5}, \"url\": \"u\", "
	              "\"vendor\": \"v\"}");
	dirs.project = STR("boards");
	assert_true(board_list(&f->cx, &dirs, &query, fixture_stream(f)));
	assert_string_equal(fixture_streamed(f), "ID    MCU      CLOCK Hz  FLASH  RAM  NAME\n"
	                                         "mine  atmega8   8000000      7    5  My own\n");
}

static void a_board_leads_to_its_platform(void **state) {
	struct fixture *f = *state;
	struct reads reads = {.arena = &f->keep};
	struct board_dirs dirs = own_dirs(f, &reads);
	str platform = {0};
	assert_true(board_platform(&f->cx, &dirs, STR("uno"), &platform));
	assert_str(platform, "atmelavr");
	assert_false(board_platform(&f->cx, &dirs, STR("unoo"), &platform));
	assert_non_null(strstr(fixture_printed(f), "error: there is no board 'unoo'\n"
	                                           "help: nearest are uno"));
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(layers_lie_over_each_other),
	    fixture_test(overrides_reach_the_property_of_their_path),
	    fixture_test(an_override_keeps_the_type_of_a_boolean),
	    fixture_test(the_first_hwid_gives_vid_and_pid),
	    fixture_test(an_environment_may_have_no_board),
	    fixture_test(an_unknown_board_is_named_with_the_nearest),
	    fixture_test(an_unknown_platform_is_named_with_the_known),
	    fixture_test(a_requirement_names_its_platform),
	    fixture_test(project_rows_extend_and_override),
	    fixture_test(a_json_board_replaces_the_family_s),
	    fixture_test(a_json_board_for_others_is_passed_over),
	    fixture_test(faulty_files_are_named_with_place_and_key),
	    fixture_test(a_fault_in_a_row_has_its_place_in_the_file),
	    fixture_test(a_board_twice_is_a_fault),
	    fixture_test(a_table_of_another_form_is_read_too),
	    fixture_test(a_project_may_bring_a_family),
	    fixture_test(what_was_looked_at_is_remembered),
	    fixture_test(every_board_of_every_family_is_valid),
	    fixture_test(the_list_shows_what_the_query_names),
	    fixture_test(a_board_of_the_project_is_listed_once),
	    fixture_test(a_board_leads_to_its_platform),
	};
	return cmocka_run_group_tests_name("board", tests, NULL, NULL);
}
