#include "support.h"

#include "base/json.h"

static const struct value *parse(struct fixture *f, str text) {
	return json_parse(&f->cx, fixture_source(f, "test.json", text));
}

static void a_file_becomes_a_tree_in_its_order(void **state) {
	struct fixture *f = *state;
	const struct value *root = parse(
	    f, STR("\xef\xbb\xbf{\"z\": [1, {\"k\": null}], \"a\": \"x\\u00fc\\n\", \"b\": true}"));
	assert_non_null(root);
	assert_str(root->first->key, "z");
	assert_str(root->last->key, "b");
	assert_true(root->last->boolean);
	assert_str(root->last->text, "true");
	assert_str(value_text(value_get(root, STR("a"))), "x\xc3\xbc\n");
	const struct value *null = value_get(root->first->last, STR("k"));
	assert_int_equal(null->kind, VALUE_NULL);
	assert_str(value_path(&f->keep, null), "z[1].k");
	assert_int_equal(span_line(root->at), 0);
}

static void numbers_keep_a_text_that_reads_back(void **state) {
	struct fixture *f = *state;
	static const struct {
		str json;
		const char *text;
	} cases[] = {
	    {STR_INIT("0"),                    "0"                   },
	    {STR_INIT("-17"),                  "-17"                 },
	    {STR_INIT("9223372036854775807"),  "9223372036854775807" },
	    {STR_INIT("-9223372036854775808"), "-9223372036854775808"},
	    {STR_INIT("3.3"),                  "3.3"                 },
	    {STR_INIT("1.0"),                  "1.0"                 },
	    {STR_INIT("0.1"),                  "0.1"                 },
	    {STR_INIT("0.30000000000000004"),  "0.30000000000000004" },
	    {STR_INIT("1e300"),                "1e+300"              },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct value *value = parse(f, cases[i].json);
		assert_non_null(value);
		assert_int_equal(value->kind, VALUE_NUMBER);
		assert_str(value->text, cases[i].text);
	}
}

static void every_fault_has_its_place(void **state) {
	struct fixture *f = *state;
	static const struct {
		str text;
		const char *printed;
	} cases[] = {
	    {STR_INIT("{\n  \"a\": }\n"),                  "test.json:2:8: error: no valid JSON: unexpected token\n"
	                                  "    2 |   \"a\": }\n"
	                                  "      |        ^\n" },
	    {STR_INIT("{\"\xc3\xbc\":1, \"\xc3\xbc\":2}"),
	     "test.json:1:10: error: no valid JSON: duplicate object key\n"
	     "    1 | {\"\xc3\xbc\":1, \"\xc3\xbc\":2}\n"
	     "      |         ^^^\n"								    },
	    {STR_INIT("\xef\xbb\xbf[1 2]"),                "test.json:1:7: error: no valid JSON: ']' expected\n"
	                                    "    1 | \xef\xbb\xbf[1 2]\n"
	                                    "      |     ^\n"},
	    {STR_INIT("[1,2"),
	     "test.json:1:5: error: no valid JSON: ']' expected at the end of the text\n"
	     "    1 | [1,2\n"
	     "      |     ^\n"									  },
	    {STR_INIT(""),
	     "test.json:1:1: error: no valid JSON: unexpected token at the end of the text\n"
	     "    1 | \n"
	     "      | ^\n"									      },
	    {STR_INIT("[1] x"),                            "test.json:1:5: error: no valid JSON: end of file expected\n"
	                        "    1 | [1] x\n"
	                        "      |     ^\n"                        },
	    {STR_INIT("[\"a\xff\"]"),
	     "test.json:1:4: error: no valid JSON: this byte is not UTF-8\n"
	     "    1 | [\"a\\xff\"]\n"
	     "      |    ^^^^\n"									},
	    {STR_INIT("[1e999]"),                          "test.json:1:2: error: no valid JSON: real number overflow\n"
	                          "    1 | [1e999]\n"
	                          "      |  ^^^^^\n"                   },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		f->diag.entries.len = 0;
		assert_null(parse(f, cases[i].text));
		assert_printed(f, cases[i].printed);
	}
}

static void depth_has_a_limit(void **state) {
	struct fixture *f = *state;
	static const struct {
		size_t depth;
		bool ok;
	} cases[] = {
	    {VALUE_DEPTH,     true },
	    {VALUE_DEPTH + 2, false},
	    {3000,            false},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf text = {.arena = &f->keep};
		for (size_t k = 0; k < cases[i].depth; k++) {
			buf_add_char(&text, '[');
		}
		for (size_t k = 0; k < cases[i].depth; k++) {
			buf_add_char(&text, ']');
		}
		const struct value *value = parse(f, buf_str(&text));
		assert_int_equal(value != NULL, cases[i].ok);
	}
	assert_str(f->diag.entries.at[0].text, "nested deeper than 100 levels");
}

static void write_sample(struct json_writer *w) {
	struct arena arena = {0};
	struct str_vec texts = {0};
	str_vec_push(&arena, &texts, STR("x y"));
	str_vec_push(&arena, &texts, STR(""));
	json_open(w, '{');
	json_pair(w, STR("q\"\\"), STR("\b\f\n\r\t\x01/\x7f\xc3\xbc\xff\xc3"));
	json_key(w, STR("list"));
	json_texts(w, &texts);
	json_key(w, STR("empty"));
	json_open(w, '[');
	json_close(w, ']');
	json_key(w, STR("nested"));
	json_open(w, '[');
	json_open(w, '{');
	json_close(w, '}');
	json_number(w, INT64_MIN);
	json_bool(w, true);
	json_bool(w, false);
	json_nothing(w);
	json_close(w, ']');
	json_close(w, '}');
	arena_release(&arena);
}

static void the_writer_sets_commas_quotes_and_blanks(void **state) {
	struct fixture *f = *state;
	struct buf buf = {.arena = &f->keep};
	struct json_writer w = {.buf = &buf};
	write_sample(&w);
	assert_str(
	    buf_str(&buf),
	    "{\n"
	    "  \"q\\\"\\\\\": \"\\b\\f\\n\\r\\t\\u0001/\x7f\xc3\xbc\xef\xbf\xbd\xef\xbf\xbd\",\n"
	    "  \"list\": [\n"
	    "    \"x y\",\n"
	    "    \"\"\n"
	    "  ],\n"
	    "  \"empty\": [],\n"
	    "  \"nested\": [\n"
	    "    {},\n"
	    "    -9223372036854775808,\n"
	    "    true,\n"
	    "    false,\n"
	    "    null\n"
	    "  ]\n"
	    "}");
	struct buf again = {.arena = &f->keep};
	struct json_writer compact = {.buf = &again, .compact = true};
	write_sample(&compact);
	assert_str(buf_str(&again),
	           "{\"q\\\"\\\\\":\"\\b\\f\\n\\r\\t\\u0001/\x7f\xc3\xbc\xef\xbf\xbd\xef\xbf\xbd\","
	           "\"list\":[\"x y\",\"\"],\"empty\":[],"
	           "\"nested\":[{},-9223372036854775808,true,false,null]}");
}

static void what_is_written_reads_back(void **state) {
	struct fixture *f = *state;
	struct buf buf = {.arena = &f->keep};
	struct json_writer w = {.buf = &buf};
	write_sample(&w);
	const struct value *root = parse(f, buf_str(&buf));
	assert_non_null(root);
	assert_str(root->first->key, "q\"\\");
	struct str_vec texts = {0};
	assert_true(value_texts(&f->cx, value_get(root, STR("list")), &texts));
	assert_strs(&texts, "x y|");
}

static void values_are_found_by_their_path(void **state) {
	struct fixture *f = *state;
	const struct value *root = parse(f, STR("{\"build\": {\"mcu\": \"m\", \"n\": 1}}"));
	assert_str(value_text(value_find(root, STR("build.mcu"))), "m");
	assert_null(value_find(root, STR("build.x")));
	assert_null(value_find(root, STR("build.mcu.x")));
	assert_null(value_find(root, STR("")));
	assert_null(value_find(NULL, STR("a")));
	assert_str(value_text(NULL), "");
	assert_str(value_path(&f->keep, root), "");
}

static void only_texts_are_texts(void **state) {
	struct fixture *f = *state;
	const struct value *root = parse(
	    f,
	    STR("{\"one\": \"a\", \"none\": null, \"map\": {}, \"mixed\": [\"b\", [], 2, null]}"));
	struct str_vec out = {0};
	assert_true(value_texts(&f->cx, NULL, &out));
	assert_true(value_texts(&f->cx, value_get(root, STR("one")), &out));
	assert_true(value_texts(&f->cx, value_get(root, STR("none")), &out));
	assert_false(value_texts(&f->cx, value_get(root, STR("map")), &out));
	assert_false(value_texts(&f->cx, value_get(root, STR("mixed")), &out));
	assert_strs(&out, "a|b|2");
	assert_printed(f, "test.json: error: map: expected a list of texts, found a map\n"
	                  "test.json: error: mixed[1]: expected a text in this list\n"
	                  "test.json: error: mixed[3]: expected a text in this list\n");
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(a_file_becomes_a_tree_in_its_order),
	    fixture_test(numbers_keep_a_text_that_reads_back),
	    fixture_test(every_fault_has_its_place),
	    fixture_test(depth_has_a_limit),
	    fixture_test(the_writer_sets_commas_quotes_and_blanks),
	    fixture_test(what_is_written_reads_back),
	    fixture_test(values_are_found_by_their_path),
	    fixture_test(only_texts_are_texts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
