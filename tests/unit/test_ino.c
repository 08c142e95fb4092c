#include "support.h"

#include "base/file.h"
#include "gen/edge_ino.h"
#include "gen/ino.h"

/* The text of tabs given as (path, text) pairs, in PlatformIO's order. */
static str convert(struct fixture *f, const str *pairs, size_t count) {
	struct source_refs tabs = {0};
	struct source_refs ordered = {0};
	const struct source *main = NULL;
	for (size_t i = 0; i < count; i += 2) {
		source_refs_push(&f->keep, &tabs,
		                 fixture_source(f, str_cstr(&f->keep, pairs[i]), pairs[i + 1]));
	}
	ino_order(&tabs, &f->keep, &ordered, &main);
	return ino_convert(&f->cx, &ordered);
}

/* What is put between the first #line and the sketch's text, for a sketch of one tab. */
static str converted(struct fixture *f, str text) {
	str pair[] = {STR("s.ino"), text};
	str out = convert(f, pair, 2);
	str head = STR("#include <Arduino.h>\n#line 1 \"s.ino\"\n");
	assert_true(str_starts_with(out, head));
	return str_from_offset(out, head.len);
}

struct example {
	str in;
	const char *out;
};

static void check(struct fixture *f, const struct example *examples, size_t count) {
	for (size_t i = 0; i < count; i++) {
		assert_str(converted(f, examples[i].in), examples[i].out);
	}
}

static void a_prototype_stands_before_the_first_use(void **state) {
	static const struct example examples[] = {
	    {STR_INIT("void a(){ b(); }\nvoid b(){}\n"),
	     "#line 2 \"s.ino\"\nvoid b();\n#line 1 \"s.ino\"\nvoid a(){ b(); }\nvoid b(){}\n"},
	    {STR_INIT("int x;\n  void a(){ b(1); }\nlong long\nb(int  v){}\n"),
	     "int x;\n#line 3 \"s.ino\"\nlong long b(int v);\n#line 2 \"s.ino\"\n"
	     "  void a(){ b(1); }\nlong long\nb(int  v){}\n"                                  },
	    {STR_INIT("int y; int a(){ return b; }\nint b(){}\n"),
	     "int y; \n#line 2 \"s.ino\"\nint b();\n#line 1 \"s.ino\"\n"
	     "       int a(){ return b; }\nint b(){}\n"                                       },
	    {STR_INIT("template <class T>\nT a(){ b<T>(); }\ntemplate <class T = int> T b(){}\n"),
	     "#line 3 \"s.ino\"\ntemplate <class T > T b();\n#line 1 \"s.ino\"\n"
	     "template <class T>\nT a(){ b<T>(); }\ntemplate <class T = int> T b(){}\n"       },
	    {STR_INIT("F t[] = { b };\nint b(){}\n"),
	     "#line 2 \"s.ino\"\nint b();\n#line 1 \"s.ino\"\nF t[] = { b };\nint b(){}\n"    },
	};
	check(*state, examples, COUNT_OF(examples));
}

static void no_prototype_is_made_without_need(void **state) {
	static const char *const texts[] = {
	    "void b(){}\nvoid a(){ b(); }\n",
	    "void b();\nvoid a(){ b(); }\nvoid b(){}\n",
	    "void a(){ \"b()\"; /* b() */ x.b(); p->b(); N::b(); int b; } // b()\nvoid b(){}\n",
	    "void a(){ b(); }\nauto b(){ return 1; }\n",
	    "void a(){ C(); }\nC::C() : v{1} {}\nint C::a(){}\n",
	    "void a(){ T(); }\nISR(T){ }\n",
	    "void a(){ R\"(b())\"; R\"x(b() )\" )x\"; '\\''; }\nvoid b(){}\n",
	    "#if 0\nvoid a(){ b(); }\n#endif\nvoid b(){}\n",
	    "#ifdef A\nvoid a(){ b(); }\n#else\nvoid b(){}\n#endif\n",
	    "void a(){ b(); }\n#if 0\nvoid b(){}\n#endif\n",
	    "#define b() c\nvoid a(){ b(); }\nvoid b(){}\n",
	    "int a(){ b<1>(); }\ntemplate <> int b<1>(){}\n",
	    "typedef int b(int);\nint v{b};\nFoo b2(b);\n",
	};
	struct fixture *f = *state;
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		assert_str(converted(f, str_from(texts[i])), texts[i]);
	}
}

static void a_prototype_stands_behind_the_types_that_it_names(void **state) {
	static const struct example examples[] = {
	    {STR_INIT("void a(){ int b; }\ntypedef struct {} T;\nvoid c(){ b(1); }\nT b(int){}\n"),
	     "void a(){ int b; }\ntypedef struct {} T;\n#line 4 \"s.ino\"\nT b(int);\n"
	     "#line 3 \"s.ino\"\nvoid c(){ b(1); }\nT b(int){}\n"                        },
	    {STR_INIT("void a(){ b(0); }\nclass T : Q {};\nvoid b(T *t){}\n"),
	     "#line 3 \"s.ino\"\nclass T; void b(T *t);\n#line 1 \"s.ino\"\n"
	     "void a(){ b(0); }\nclass T : Q {};\nvoid b(T *t){}\n"                      },
	    {STR_INIT("enum E { A }; struct S { void m(){ b(A, this); } };\nvoid b(E e, S *s){}\n"),
	     "enum E { A }; \n#line 2 \"s.ino\"\nstruct S; void b(E e, S *s);\n#line 1 \"s.ino\"\n"
	     "              struct S { void m(){ b(A, this); } };\nvoid b(E e, S *s){}\n"},
	    {STR_INIT("void a(){ b(); }\nenum E { A };\nE b(){}\n"),
	     "void a(){ b(); }\nenum E { A };\nE b(){}\n"                                },
	};
	check(*state, examples, COUNT_OF(examples));
}

static void default_arguments_stay_with_the_definition(void **state) {
	static const struct example examples[] = {
	    {STR_INIT("void a(){ b(1, 2); }\n"
	              "void b(int x, P<int,2> y = P<int,2>(f(1,2)), char c = ')'){}\n"),
	     "#line 2 \"s.ino\"\nvoid b(int x, P<int,2> y , char c );\n#line 1 \"s.ino\"\n"
	     "void a(){ b(1, 2); }\n"
	     "void b(int x, P<int,2> y = P<int,2>(f(1,2)), char c = ')'){}\n"},
	};
	check(*state, examples, COUNT_OF(examples));
}

static void a_prototype_has_the_condition_of_its_definition(void **state) {
	static const struct example examples[] = {
	    {STR_INIT("void a(){ b(); }\n#ifdef X\nvoid b(){}\n#else\nint b(){}\n#endif\n"),
	     "#ifdef X\n#line 3 \"s.ino\"\nvoid b();\n#endif\n"
	     "#ifdef X\n#else\n#line 5 \"s.ino\"\nint b();\n#endif\n#line 1 \"s.ino\"\n"
	     "void a(){ b(); }\n#ifdef X\nvoid b(){}\n#else\nint b(){}\n#endif\n"             },
	    {STR_INIT("#ifdef X\nvoid a(){ b(); }\nvoid b(){}\n#endif\n"),
	     "#ifdef X\n#line 3 \"s.ino\"\nvoid b();\n#line 2 \"s.ino\"\n"
	     "void a(){ b(); }\nvoid b(){}\n#endif\n"                                         },
	    {STR_INIT("void a(){ b(); }\n#define X 1\n#if X\nvoid b(){}\n#endif\n"),
	     "#line 4 \"s.ino\"\nvoid b();\n#line 1 \"s.ino\"\n"
	     "void a(){ b(); }\n#define X 1\n#if X\nvoid b(){}\n#endif\n"                     },
	    {STR_INIT("void a(){ b(); }\n#ifdef X\nstatic\n#endif\nvoid b(){}\n"),
	     "#line 3 \"s.ino\"\n#ifdef X\nstatic\n#endif\nvoid\nb\n(\n)\n;\n#line 1 \"s.ino\"\n"
	     "void a(){ b(); }\n#ifdef X\nstatic\n#endif\nvoid b(){}\n"                       },
	    {STR_INIT("#ifdef X\nvoid a(){ b(); }\n#endif\nvoid c(){ b(); }\nvoid b(){}\n"),
	     "#ifdef X\n#line 5 \"s.ino\"\nvoid b();\n#line 2 \"s.ino\"\nvoid a(){ b(); }\n#endif\n"
	     "#line 5 \"s.ino\"\nvoid b();\n#line 4 \"s.ino\"\nvoid c(){ b(); }\nvoid b(){}\n"},
	};
	check(*state, examples, COUNT_OF(examples));
}

static void a_prototype_stands_in_its_namespace_and_linkage(void **state) {
	static const struct example examples[] = {
	    {STR_INIT("void a(){ n::b(); }\nnamespace n { namespace m {} void b(){} }\n"),
	     "#line 2 \"s.ino\"\nnamespace n { void b(); }\n#line 1 \"s.ino\"\n"
	     "void a(){ n::b(); }\nnamespace n { namespace m {} void b(){} }\n"},
	    {STR_INIT("namespace n {\nvoid a(){ b(); }\n}\nvoid b(){}\n"),
	     "#line 4 \"s.ino\"\nvoid b();\n#line 1 \"s.ino\"\n"
	     "namespace n {\nvoid a(){ b(); }\n}\nvoid b(){}\n"                },
	    {STR_INIT("void a(){ b(); }\nextern \"C\" {\nstatic void b(){}\n}\n"),
	     "#line 3 \"s.ino\"\nextern \"C\" { static void b(); }\n#line 1 \"s.ino\"\n"
	     "void a(){ b(); }\nextern \"C\" {\nstatic void b(){}\n}\n"        },
	    {STR_INIT("extern \"C\" {\nvoid a(){ b(); }\n}\nvoid b(){}\n"),
	     "extern \"C\" {\n#line 4 \"s.ino\"\nextern \"C++\" { void b(); }\n#line 2 \"s.ino\"\n"
	     "void a(){ b(); }\n}\nvoid b(){}\n"                               },
	};
	check(*state, examples, COUNT_OF(examples));
}

static void tabs_keep_platformio_s_order_and_their_bytes(void **state) {
	struct fixture *f = *state;
	static const str pairs[] = {STR_INIT("a.ino"),        STR_INIT("\xef\xbb\xbfint a;\r\n"),
	                            STR_INIT("b.ino"),        STR_INIT("VOID\n loop ("),
	                            STR_INIT("c\\\".ino"),    STR_INIT("// void setup(\n// \\"),
	                            STR_INIT("\xc3\xbc.pde"), STR_INIT("")};
	assert_str(convert(f, pairs, COUNT_OF(pairs)),
	           "#include <Arduino.h>\n#line 1 \"c\\\\\\\".ino\"\n// void setup(\n// \\\n\n"
	           "#line 1 \"b.ino\"\nVOID\n loop (\n#line 1 \"a.ino\"\nint a;\r\n"
	           "#line 1 \"\xc3\xbc.pde\"\n");
}

static void the_last_entry_tab_names_the_sketch(void **state) {
	struct fixture *f = *state;
	struct source_refs tabs = {0};
	struct source_refs ordered = {0};
	const struct source *main = NULL;
	ino_order(&tabs, &f->keep, &ordered, &main);
	assert_null(main);
	source_refs_push(&f->keep, &tabs, fixture_source(f, "a.ino", STR("int a;")));
	ino_order(&tabs, &f->keep, &ordered, &main);
	assert_str(main->path, "a.ino");
	source_refs_push(&f->keep, &tabs, fixture_source(f, "b.ino", STR("void setup() {}")));
	source_refs_push(&f->keep, &tabs, fixture_source(f, "c.ino", STR("void loop() {}")));
	ordered = (struct source_refs){0};
	ino_order(&tabs, &f->keep, &ordered, &main);
	assert_str(main->path, "c.ino");
	assert_str(ordered.at[0]->path, "c.ino");
	assert_str(ordered.at[1]->path, "b.ino");
}

static void the_prelude_declares_types_of_the_sketch_ahead(void **state) {
	struct fixture *f = *state;
	struct source_refs tabs = {0};
	source_refs_push(
	    &f->keep, &tabs,
	    fixture_source(f, "s.ino",
	                   STR("struct P {};\nvoid f(P p){}\nint g(String s){}\n"
	                       "#ifdef X\nvoid h(Unknown u){}\nvoid i(){}\n#endif\n")));
	assert_str(ino_prototypes(&f->cx, &tabs),
	           "#include <Arduino.h>\n#line 2 \"s.ino\"\nstruct P; void f(P p);\n"
	           "#line 3 \"s.ino\"\nint g(String s);\n"
	           "#ifdef X\n#line 6 \"s.ino\"\nvoid i();\n#endif\n");
}

static void an_equal_result_is_left_alone(void **state) {
	struct fixture *f = *state;
	struct str_vec tabs = {0};
	struct file_stamp before = {0};
	struct file_stamp after = {0};
	fixture_enter_dir(f);
	fixture_write(f, "src/s.ino", "void setup(){}\n");
	str_vec_push(&f->keep, &tabs, STR("src/s.ino"));
	assert_true(edge_ino(&f->cx, &tabs, STR("s.ino.cpp"), STR("s.h")));
	(void)file_stamp(STR("s.ino.cpp"), &before);
	assert_true(edge_ino(&f->cx, &tabs, STR("s.ino.cpp"), STR("s.h")));
	(void)file_stamp(STR("s.ino.cpp"), &after);
	assert_true(file_stamp_eq(&before, &after));
	str text;
	assert_true(file_try_read(&f->keep, STR("s.ino.cpp"), &text));
	assert_str(text, "#include <Arduino.h>\n#line 1 \"src/s.ino\"\nvoid setup(){}\n");
}

static void a_missing_tab_is_a_fault(void **state) {
	struct fixture *f = *state;
	struct str_vec tabs = {0};
	fixture_enter_dir(f);
	str_vec_push(&f->keep, &tabs, STR("gone.ino"));
	assert_false(edge_ino(&f->cx, &tabs, STR("s.ino.cpp"), STR("")));
	assert_int_equal(file_kind(STR("s.ino.cpp")), FILE_MISSING);
	assert_int_equal(f->diag.errors, 1);
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(a_prototype_stands_before_the_first_use),
	    fixture_test(no_prototype_is_made_without_need),
	    fixture_test(a_prototype_stands_behind_the_types_that_it_names),
	    fixture_test(default_arguments_stay_with_the_definition),
	    fixture_test(a_prototype_has_the_condition_of_its_definition),
	    fixture_test(a_prototype_stands_in_its_namespace_and_linkage),
	    fixture_test(tabs_keep_platformio_s_order_and_their_bytes),
	    fixture_test(the_last_entry_tab_names_the_sketch),
	    fixture_test(the_prelude_declares_types_of_the_sketch_ahead),
	    fixture_test(an_equal_result_is_left_alone),
	    fixture_test(a_missing_tab_is_a_fault),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
