#include <string.h>

#include "support.h"

#include "base/file.h"
#include "gen/board_find.h"
#include "gen/recipe.h"
#include "gen/variables.h"

/* A project whose core lies in core/, built with one of fbgen's own families or with toy.yaml. */
struct setup {
	struct reads reads;
	struct config config;
	struct family family;
	struct board board;
	struct plan plan;
	struct recipe recipe;
};

static bool prepare(struct setup *s, struct fixture *f, const char *settings) {
	*s = (struct setup){.reads = {.arena = &f->keep}};
	bool is_own = file_kind(STR("data")) == FILE_MISSING;
	struct board_dirs dirs = {
	    .data = is_own ? board_data_dir(&f->keep, &s->reads) : STR("data"),
	    .project = STR("boards"),
	};
	str ini = str_format(&f->keep, "[env:e]\n%s", settings);
	fixture_write(f, "platformio.ini", str_cstr(&f->keep, ini));
	assert_true(config_read(&f->cx, &s->reads, STR("platformio.ini"), &s->config));
	const struct environment *env = s->config.envs.at[0];
	struct family_request request = {&dirs, &s->reads, config_text(env, STR("platform")),
	                                 env->at};
	return family_read(&f->cx, &request, &s->family) &&
	       board_find(&f->cx, &s->family, env, &s->board) &&
	       recipe_packages(&f->cx, &s->family, &s->board, env, &s->plan);
}

static bool read_recipe(struct setup *s, struct fixture *f) {
	for (size_t i = 0; i < s->plan.packages.len; i++) {
		struct plan_package *package = &s->plan.packages.at[i];
		package->path = package->is_toolchain ? STR("toolchain") : STR("core");
	}
	struct map variables = {0};
	variables_collect(&f->keep, &s->config, s->config.envs.at[0], &s->board, &variables);
	struct recipe_request request = {&s->family, &s->board, s->config.envs.at[0], &s->plan,
	                                 &variables};
	return recipe_read(&f->cx, &request, &s->recipe);
}

static bool make(struct setup *s, struct fixture *f, const char *settings) {
	return prepare(s, f, settings) && read_recipe(s, f);
}

/* The words of a scope, joined. */
static struct str_vec words(struct fixture *f, const struct flag_set *set, enum flag_scope scope) {
	struct str_vec out = {0};
	for (size_t i = 0; i < set->scope[scope].len; i++) {
		str_vec_push(&f->keep, &out, set->scope[scope].at[i].word);
	}
	return out;
}

#define assert_scope(f, set, scope, expected)                                                      \
	do {                                                                                       \
		struct str_vec scope_words = words(f, set, scope);                                 \
		assert_strs(&scope_words, expected);                                               \
	} while (0)

static void start(struct fixture *f) {
	fixture_enter_dir(f);
	fixture_write(f, "core/cores/arduino/main.cpp", "");
	fixture_write(f, "core/cores/tiny/main.cpp", "");
}

static void uno_has_the_words_of_its_builder(void **state) {
	struct fixture *f = *state;
	struct setup s;
	start(f);
	assert_true(make(&s, f, "platform = atmelavr\nboard = uno\nframework = arduino\n"));
	const struct recipe *r = &s.recipe;
	assert_str(r->tools[RECIPE_CXX], "avr-g++");
	assert_scope(f, &r->words, SCOPE_C, "-std=gnu11|-fno-fat-lto-objects");
	assert_scope(f, &r->words, SCOPE_CXX,
	             "-fno-exceptions|-fno-threadsafe-statics|-fpermissive|-std=gnu++11");
	assert_scope(f, &r->words, SCOPE_COMMON,
	             "-mmcu=atmega328p|-Os|-Wall|-ffunction-sections|-fdata-sections|-flto");
	assert_scope(f, &r->words, SCOPE_DEFINE, "F_CPU=16000000L|ARDUINO_ARCH_AVR|ARDUINO=10808");
	assert_scope(f, &r->words, SCOPE_INCLUDE, "core/cores/arduino|core/variants/standard");
	assert_scope(f, &r->words, SCOPE_LIB, "m");
	assert_scope(f, &r->board_words, SCOPE_DEFINE, "PLATFORMIO=60200|ARDUINO_AVR_UNO");
	assert_true(r->words_last);
	assert_true(r->group);
	assert_str(r->program, "firmware");
	assert_strs(&r->library_dirs, "core/libraries");
	assert_int_equal(r->archives.len, 2);
	assert_str(r->archives.at[0].dir, "core/variants/standard");
	assert_str(r->archives.at[1].name, "FrameworkArduino");
	assert_strs(&r->images.at[0].words, "avr-objcopy|-O|ihex|-R|.eeprom|{in}|{out}");
	assert_strs(&r->size.words, "avr-size|-A|-d|{in}");
	assert_int_equal(r->size.flash_max, 32256);
	assert_int_equal(r->size.ram_max, 2048);
	assert_strs(&r->run, "simavr|-m|atmega328p|-f|16000000|{in}");
}

static void the_plan_has_toolchain_and_core(void **state) {
	struct fixture *f = *state;
	struct setup s;
	start(f);
	assert_true(prepare(&s, f,
	                    "platform = atmelavr\nboard = digispark-tiny\n"
	                    "framework = arduino\n"));
	assert_int_equal(s.plan.packages.len, 2);
	assert_str(s.plan.packages.at[0].name, "toolchain-atmelavr");
	assert_true(s.plan.packages.at[0].is_toolchain);
	assert_str(s.plan.packages.at[1].name, "framework-arduino-avr-digistump");
	assert_non_null(s.plan.packages.at[1].record);
	assert_true(prepare(&s, f, "platform = native\n"));
	assert_int_equal(s.plan.packages.len, 1);
}

static void a_usb_board_has_its_names_in_quotes(void **state) {
	struct fixture *f = *state;
	struct setup s;
	start(f);
	assert_true(make(&s, f,
	                 "platform = atmelavr\nboard = leonardo\nframework = arduino\n"
	                 "board_build.usb_product = My \"big\" one\n"));
	assert_scope(f, &s.recipe.words, SCOPE_DEFINE,
	             "F_CPU=16000000L|ARDUINO_ARCH_AVR|ARDUINO=10808|USB_VID=0x2341|USB_PID=0x8036|"
	             "USB_PRODUCT=\"My big one\"|USB_MANUFACTURER=\"Arduino\"");
}

static void without_framework_the_words_stand_first(void **state) {
	struct fixture *f = *state;
	struct setup s;
	start(f);
	assert_true(make(&s, f, "platform = atmelavr\nboard = attiny85\n"));
	assert_false(s.recipe.words_last);
	assert_scope(f, &s.recipe.words, SCOPE_DEFINE, "F_CPU=8000000L");
	assert_scope(f, &s.recipe.words, SCOPE_INCLUDE, "");
	assert_scope(f, &s.recipe.words, SCOPE_CXX,
	             "-Wno-error=narrowing|-fno-exceptions|-fno-threadsafe-statics|-fpermissive|"
	             "-std=gnu++11");
	assert_int_equal(s.recipe.archives.len, 0);
	assert_int_equal(s.recipe.defaults.len, 0);
}

static void tiny_cores_have_defaults(void **state) {
	struct fixture *f = *state;
	struct setup s;
	start(f);
	assert_true(make(&s, f, "platform = atmelavr\nboard = attiny85\nframework = arduino\n"));
	assert_strs(&s.recipe.defaults, "CLOCK_SOURCE=0|NEOPIXELPORT=PORTB");
}

static void native_has_no_words(void **state) {
	struct fixture *f = *state;
	struct setup s;
	start(f);
	assert_true(make(&s, f, "platform = native\n"));
	for (size_t i = 0; i < SCOPE_COUNT; i++) {
		assert_int_equal(s.recipe.words.scope[i].len, 0);
	}
	assert_scope(f, &s.recipe.board_words, SCOPE_DEFINE, "PLATFORMIO=60200");
	assert_str(s.recipe.program, "program");
	assert_str(s.recipe.suffix, "");
	assert_false(s.recipe.group);
	assert_int_equal(s.recipe.images.len, 0);
	assert_int_equal(s.recipe.size.words.len, 0);
	assert_strs(&s.recipe.run, "{in}");
	assert_strs(&s.recipe.upload.words, "{in}");
}

static void limits_leave_room_for_the_bootloader(void **state) {
	static const struct {
		const char *settings;
		uint64_t flash;
	} cases[] = {
	    {"board = ATmega328P\nframework = arduino\n",                               32384 },
	    {"board = ATmega328P\nframework = arduino\nupload_protocol = arduino\n",    32256 },
	    {"board = ATmega328P\nframework = arduino\nupload_protocol = usbasp\n",     32768 },
	    {"board = ATmega328P\nframework = arduino\nboard_bootloader.size = 1000\n", 31768 },
	    {"board = ATmega328P\n",						    32768 },
	    {"board = ATmega2560\nframework = arduino\n",                               261632},
	    {"board = uno\nframework = arduino\nboard_bootloader.size = 1000\n",        32256 },
	    {"board = uno\nframework = arduino\nboard_upload.maximum_size = 0\n",       0     },
	};
	struct fixture *f = *state;
	start(f);
	fixture_write(f, "core/cores/MCUdude_corefiles/main.cpp", "");
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct setup s;
		str settings = str_format(&f->keep, "platform = atmelavr\n%s", cases[i].settings);
		assert_true(make(&s, f, str_cstr(&f->keep, settings)));
		assert_int_equal(s.recipe.size.flash_max, cases[i].flash);
	}
}

static void the_core_s_folder_is_the_first_that_exists(void **state) {
	struct fixture *f = *state;
	struct setup s;
	const char *settings = "platform = atmelavr\nboard = ATmega328P\nframework = arduino\n";
	start(f);
	fixture_write(f, "core/cores/MCUdude_corefiles/main.cpp", "");
	assert_true(make(&s, f, settings));
	assert_scope(f, &s.recipe.words, SCOPE_INCLUDE,
	             "core/cores/MCUdude_corefiles|core/variants/standard");
	fixture_write(f, "core/cores/MiniCore/main.cpp", "");
	assert_true(make(&s, f, settings));
	assert_scope(f, &s.recipe.words, SCOPE_INCLUDE,
	             "core/cores/MiniCore|core/variants/standard");
	assert_non_null(map_get(&s.reads.paths, STR("core/cores/MiniCore")));
}

static void a_variant_may_lie_in_the_project(void **state) {
	struct fixture *f = *state;
	struct setup s;
	start(f);
	assert_true(make(&s, f,
	                 "platform = atmelavr\nboard = uno\nframework = arduino\n"
	                 "board_build.variants_dir = my/variants\n"
	                 "board_build.variant = v\n"));
	assert_str(s.recipe.archives.at[0].dir, "my/variants/v");
}

static void uploads_depend_on_the_protocol(void **state) {
	static const struct {
		const char *settings, *words;
		bool needs_port;
	} cases[] = {
	    {"board = uno\n",
	     "avrdude|-p|atmega328p|-c|arduino|-b|115200|-D|-P|{port}|-U|flash:w:{in}:i",                                                               true },
	    {"board = uno\nupload_speed = 9600\nupload_flags = -v -x \"a b\"\n",
	     "avrdude|-v|-x|a b|-p|atmega328p|-c|arduino|-b|9600|-D|-P|{port}|-U|flash:w:{in}:i",	                                               true },
	    {"board = uno\nupload_protocol = usbasp\n",
	     "avrdude|-p|atmega328p|-c|usbasp|-D|-U|flash:w:{in}:i",										    false},
	    {"board = attiny85\n",							    "avrdude|-p|attiny85|-c|usbtiny|-e|-D|-U|flash:w:{in}:i", false},
	    {"board = ATmega328P\n",
	     "avrdude|-p|atmega328p|-c|urclock|-xnometadata|-b|115200|-D|-P|{port}|-U|"
	     "flash:w:{in}:i",	                                                                                                                  true },
	    {"board = digispark-tiny\n",						      "micronucleus|--no-ansi|--run|--timeout|60|{in}",         false},
	    {"board = uno\nupload_protocol = custom\nupload_command = up $SOURCE ${X} {y}\n",
	     "sh|-c|up $SOURCE ${X} {y}",													       false},
	    {"board = at90pwm216\n",							  "",						       false},
	};
	struct fixture *f = *state;
	start(f);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct setup s;
		str settings = str_format(&f->keep, "platform = atmelavr\n%s", cases[i].settings);
		assert_true(make(&s, f, str_cstr(&f->keep, settings)));
		assert_strs(&s.recipe.upload.words, cases[i].words);
		assert_int_equal(s.recipe.upload.needs_port, cases[i].needs_port);
	}
}

static void what_a_port_search_needs_is_passed_on(void **state) {
	struct fixture *f = *state;
	struct setup s;
	start(f);
	assert_true(make(&s, f, "platform = atmelavr\nboard = leonardo\nupload_port = /dev/x\n"));
	assert_true(s.recipe.upload.touch_1200bps);
	assert_true(s.recipe.upload.wait_for_port);
	assert_str(s.recipe.upload.port, "/dev/x");
	assert_strs(&s.recipe.upload.hwids,
	            "0x2341:0x8036|0x2341:0x0036|0x2A03:0x0036|0x2A03:0x8036");
}

static void what_cannot_be_built_is_said(void **state) {
	static const struct {
		const char *settings, *message;
	} cases[] = {
	    {"platform = native\nframework = arduino\n",
	     "platformio.ini:3:1: error: platform 'native' has no framework 'arduino'"     },
	    {"platform = atmelavr\nboard = uno\nframework = mbed\n",
	     "platformio.ini:4:1: error: platform 'atmelavr' has no framework 'mbed'"      },
	    {"platform = atmelavr\nboard = uno\nframework = arduino, arduino\n",
	     "platformio.ini:4:1: error: several frameworks at once are not built yet"     },
	    {"platform = atmelavr\nframework = arduino\n",
	     "platformio.ini:3:1: error: framework 'arduino' needs a board"                },
	    {"platform = atmelavr\nboard = at90pwm216\nframework = arduino\n",
	     "platformio.ini:4:1: error: board 'at90pwm216' does not support the framework"},
	    {"platform = atmelavr\nboard = uno\nframework = arduino\nboard_build.core = minicore\n",
	     "platformio.ini:5:1: error: platform 'atmelavr' has no core 'minicore'"       },
	    {"platform = atmelavr\nboard = ATmega328P\nframework = arduino\n",
	     "platformio.ini:3:1: error: there is no folder 'core/cores/MiniCore'"         },
	    {"platform = atmelavr\n",
	     "platformio.ini:1:2: error: without a board nothing says its 'mcu'"           },
	    {"platform = atmelavr\nboard = uno\nboard_upload.maximum_size = 32k\n",
	     "platformio.ini:4:1: error: expected a number of bytes, not '32k'"            },
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		void *each = NULL;
		assert_int_equal(fixture_setup(&each), 0);
		struct fixture *f = each;
		struct setup s;
		start(f);
		assert_false(make(&s, f, cases[i].settings));
		if (!strstr(fixture_printed(f), cases[i].message)) {
			print_error("want: %s\ngot: %s\n", cases[i].message, fixture_printed(f));
			fail();
		}
		fixture_teardown(&each);
	}
}

static void faults_in_a_family_have_their_place(void **state) {
	static const struct {
		const char *lines, *message;
	} cases[] = {
	    {"  c: [a, {when: {x: 1}}]\n",                                          "toy.yaml:8:10: error: expected a key 'words'"},
	    {"  c: [{words: [a], defaults: [b]}]\n",                                "toy.yaml:8:7: error: expected a key 'words'" },
	    {"  c: [{when: {x: 1}, word: [a]}]\n",                                  "toy.yaml:8:22: error: unknown key 'word'"    },
	    {"  c: [{when: 3, words: [a]}]\n",                                      "error: 'when': expected a map"               },
	    {"  c: [[a]]\n",							"error: expected a word"                      },
	    {"  c: a\n",							    "error: 'c': expected a list"                 },
	    {"  c: ['{loop}']\n",						   "error: a property in '{loop}' names itself"  },
	    {"  c: ['{many}']\n",						   "error: a property in '{many}' names itself"  },
	    {"  kc: [a]\n",							 "error: unknown key 'kc'"                     },
	    {"  images: [{tool: ld, suffix: .x, words: []}]\n",
	     "error: 'ld' is none of the recipe's tools"									  },
	    {"  images: [3]\n",						     "error: expected a map"                       },
	    {"  archives: [{name: A}]\n",					   "error: expected a key 'dir'"                 },
	    {"  size: {tool: size, words: [], flash_pattern: x, ram_pattern: y}\n",
	     "error: 'size' is none of the recipe's tools"									},
	    {"  folders: {f: {}}\n",						"error: expected a list of words"             },
	    {"  upload: {'*': 3}\n",						"error: expected a list of words"             },
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		void *each = NULL;
		assert_int_equal(fixture_setup(&each), 0);
		struct fixture *f = each;
		struct setup s;
		fixture_enter_dir(f);
		str text = str_format(
		    &f->keep,
		    "platform: toy\ntitle: Toy\ntoolchain: tc\npackages: {tc: {}}\nplatformio:\n"
		    "  tools: {c: cc, cxx: cxx, asm: as, ar: ar}\n"
		    "  program: {name: p, suffix: .elf}\n%s"
		    "properties:\n  upload_protocol: u\n  loop: '{loop}'\n"
		    "  many: '{mane}{mane}{mane}{mane}{mane}{mane}{mane}{mane}{mane}{mane}'\n"
		    "  mane: '{moan}{moan}{moan}{moan}{moan}{moan}{moan}{moan}{moan}{moan}'\n"
		    "  moan: '{mean}{mean}{mean}{mean}{mean}{mean}{mean}{mean}{mean}{mean}'\n"
		    "  mean: x\n",
		    cases[i].lines);
		fixture_write(f, "data/toy.yaml", str_cstr(&f->keep, text));
		assert_false(make(&s, f, "platform = toy\n"));
		if (!strstr(fixture_printed(f), cases[i].message)) {
			print_error("want: %s\ngot: %s\n", cases[i].message, fixture_printed(f));
			fail();
		}
		fixture_teardown(&each);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(uno_has_the_words_of_its_builder),
	    fixture_test(the_plan_has_toolchain_and_core),
	    fixture_test(a_usb_board_has_its_names_in_quotes),
	    fixture_test(without_framework_the_words_stand_first),
	    fixture_test(tiny_cores_have_defaults),
	    fixture_test(native_has_no_words),
	    fixture_test(limits_leave_room_for_the_bootloader),
	    fixture_test(the_core_s_folder_is_the_first_that_exists),
	    fixture_test(a_variant_may_lie_in_the_project),
	    fixture_test(uploads_depend_on_the_protocol),
	    fixture_test(what_a_port_search_needs_is_passed_on),
	    fixture_test(what_cannot_be_built_is_said),
	    fixture_test(faults_in_a_family_have_their_place),
	};
	return cmocka_run_group_tests_name("recipe", tests, NULL, NULL);
}
