#include "support.h"

#include "base/yaml.h"

static const struct value *parse(struct fixture *f, str text) {
	const struct value *root = yaml_parse(&f->cx, fixture_source(f, "test.yaml", text));
	assert_int_equal(f->scratch.allocated, 0);
	return root;
}

/* "LINE:COLUMN+LENGTH". */
static str place(struct fixture *f, span at) {
	return str_format(&f->keep, "%zu:%zu+%zu", span_line(at), span_column(at), at.len);
}

static void a_file_becomes_a_tree_in_its_order(void **state) {
	struct fixture *f = *state;
	const struct value *root = parse(f, STR("b: 1\n"
	                                        "a:\n"
	                                        "  - x\n"
	                                        "  - {k: [v, w]}\n"
	                                        "c: \"q: \\u00fc\"\n"));
	assert_non_null(root);
	assert_int_equal(root->kind, VALUE_MAP);
	assert_str(root->first->key, "b");
	assert_str(root->first->next->key, "a");
	assert_str(root->last->key, "c");
	assert_str(value_text(value_get(root, STR("c"))), "q: \xc3\xbc");
	const struct value *list = value_get(root, STR("a"));
	assert_int_equal(list->kind, VALUE_LIST);
	assert_str(list->first->text, "x");
	const struct value *deep = value_get(list->last, STR("k"))->last;
	assert_str(deep->text, "w");
	assert_str(value_path(&f->keep, deep), "a[1].k[1]");
	assert_printed(f, "");
}

static void plain_scalars_have_the_kind_of_the_core_schema(void **state) {
	struct fixture *f = *state;
	static const struct {
		str text;
		enum value_kind kind;
	} cases[] = {
	    {STR_INIT(""),          VALUE_NULL  },
            {STR_INIT("~"),         VALUE_NULL  },
	    {STR_INIT("null"),      VALUE_NULL  },
            {STR_INIT("nULL"),      VALUE_TEXT  },
	    {STR_INIT("true"),      VALUE_BOOL  },
            {STR_INIT("FALSE"),     VALUE_BOOL  },
	    {STR_INIT("yes"),       VALUE_TEXT  },
            {STR_INIT("'true'"),    VALUE_TEXT  },
	    {STR_INIT("\"1\""),     VALUE_TEXT  },
            {STR_INIT("0"),         VALUE_NUMBER},
	    {STR_INIT("-17"),       VALUE_NUMBER},
            {STR_INIT("0x1F"),      VALUE_NUMBER},
	    {STR_INIT("0o17"),      VALUE_NUMBER},
            {STR_INIT("0o18"),      VALUE_TEXT  },
	    {STR_INIT("0x"),        VALUE_TEXT  },
            {STR_INIT("1.5e-3"),    VALUE_NUMBER},
	    {STR_INIT(".5"),        VALUE_NUMBER},
            {STR_INIT("1."),        VALUE_NUMBER},
	    {STR_INIT("."),         VALUE_TEXT  },
            {STR_INIT("e5"),        VALUE_TEXT  },
	    {STR_INIT("1e"),        VALUE_TEXT  },
            {STR_INIT("-.inf"),     VALUE_NUMBER},
	    {STR_INIT(".NaN"),      VALUE_NUMBER},
            {STR_INIT("-.nan"),     VALUE_TEXT  },
	    {STR_INIT("16000000L"), VALUE_TEXT  },
            {STR_INIT("1.2.3"),     VALUE_TEXT  },
	    {STR_INIT("1_000"),     VALUE_TEXT  },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		str text = str_format(&f->keep, "k: %" PRI_STR "\n", STR_ARG(cases[i].text));
		const struct value *value = value_get(parse(f, text), STR("k"));
		if (!value || value->kind != cases[i].kind) {
			fail_msg("'%s' is %d", cases[i].text.at, value ? (int)value->kind : -1);
		}
	}
}

static void a_scalar_keeps_the_text_it_was_written_with(void **state) {
	struct fixture *f = *state;
	const struct value *root = parse(f, STR("a: 0x10\n"
	                                        "b: 1.10\n"
	                                        "c: True\n"
	                                        "d: [~, 'it''s', \"t\\tb\"]\n"
	                                        "e: |\n"
	                                        "  one\n"
	                                        "  two\n"
	                                        "f: two\n"
	                                        "  lines\n"));
	assert_str(value_text(value_get(root, STR("a"))), "0x10");
	assert_str(value_text(value_get(root, STR("b"))), "1.10");
	assert_str(value_text(value_get(root, STR("c"))), "True");
	assert_true(value_get(root, STR("c"))->boolean);
	const struct value *d = value_get(root, STR("d"));
	assert_str(d->first->text, "~");
	assert_str(value_text(d->first), "");
	assert_str(d->first->next->text, "it's");
	assert_str(d->last->text, "t\tb");
	assert_str(value_text(value_get(root, STR("e"))), "one\ntwo\n");
	assert_str(value_text(value_get(root, STR("f"))), "two lines");
}

static void places_are_exact_in_bytes(void **state) {
	struct fixture *f = *state;
	str text = STR("\xef\xbb\xbf\xc3\xbc: \xe2\x82\xac\r\n"
	               "k\xc3\xa4y:\r\n"
	               "  - a\r\n"
	               "  - {'\xf0\x9f\x98\x80': \"b c\", d: [e]}\r\n"
	               "none:\r\n");
	const struct value *root = parse(f, text);
	assert_non_null(root);
	assert_str(place(f, root->first->at), "1:8+3");
	const struct value *list = root->first->next;
	assert_str(place(f, list->at), "2:1+4");
	assert_str(place(f, list->first->at), "3:5+1");
	assert_str(place(f, list->last->at), "4:5+1");
	assert_str(place(f, list->last->first->at), "4:14+5");
	assert_str(place(f, list->last->last->at), "4:21+1");
	assert_str(place(f, list->last->last->first->at), "4:25+1");
	assert_str(place(f, root->last->at), "5:1+4");
	/* Keys are views into the file. */
	assert_str(place(f, span_of(root->at.source, list->last->first->key)), "4:7+4");
	assert_str(place(f, span_of(root->at.source, root->last->key)), "5:1+4");
}

static void a_text_without_a_document_is_null(void **state) {
	struct fixture *f = *state;
	static const str texts[] = {STR_INIT(""), STR_INIT("# nothing\n"), STR_INIT("---\n"),
	                            STR_INIT("\xef\xbb\xbf")};
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		const struct value *root = parse(f, texts[i]);
		assert_non_null(root);
		assert_int_equal(root->kind, VALUE_NULL);
		assert_ptr_not_equal(root->at.source, NULL);
	}
	assert_printed(f, "");
}

static void every_fault_has_its_place(void **state) {
	struct fixture *f = *state;
	static const struct {
		str text;
		const char *printed;
	} cases[] = {
	    {STR_INIT("a: 1\nb: 2\na: 3\n"),         "test.yaml:3:1: error: the key 'a' stands here twice\n"
	                                     "    3 | a: 3\n"
	                                     "      | ^\n"
	                                     "test.yaml:1:1: note: it stands here first\n"
	                                     "    1 | a: 1\n"
	                                     "      | ^\n"},
	    {STR_INIT("\xc3\xbc: &x 1\nb: *x\n"),
	     "test.yaml:1:5: error: anchors are not supported here\n"
	     "    1 | \xc3\xbc: &x 1\n"
	     "      |    ^\n"
	     "test.yaml:2:4: error: aliases are not supported here\n"
	     "    2 | b: *x\n"
	     "      |    ^^\n"									},
	    {STR_INIT("a: !!str 1\nb: !t {c: 1}\n"),
	     "test.yaml:1:4: error: tags are not supported here\n"
	     "    1 | a: !!str 1\n"
	     "      |    ^\n"
	     "test.yaml:2:4: error: tags are not supported here\n"
	     "    2 | b: !t {c: 1}\n"
	     "      |    ^\n"									 },
	    {STR_INIT("a: 1\n---\nb: 2\n"),
	     "test.yaml:2:1: error: expected one document, a second one begins here\n"
	     "    2 | ---\n"
	     "      | ^^^\n"									  },
	    {STR_INIT("a:\n\tb: 1\n"),
	     "test.yaml:2:1: error: no valid YAML: a tab cannot stand here\n"
	     "    2 | \tb: 1\n"
	     "      | ^\n"
	     "help: indent with blanks\n"							     },
	    {STR_INIT("a: [1, 2\nb: 3\n"),
	     "test.yaml:2:2: error: no valid YAML: did not find expected ',' or ']'\n"
	     "    2 | b: 3\n"
	     "      |  ^\n"
	     "test.yaml:1:4: note: while parsing a flow sequence\n"
	     "    1 | a: [1, 2\n"
	     "      |    ^\n"									 },
	    {STR_INIT("a: b: c\n"),
	     "test.yaml:1:5: error: no valid YAML: mapping values are not allowed in this context\n"
	     "    1 | a: b: c\n"
	     "      |     ^\n"									},
	    {STR_INIT("? [a]\n: b\n"),
	     "test.yaml:1:3: error: expected a text as key, found a list or map\n"
	     "    1 | ? [a]\n"
	     "      |   ^\n"									  },
	    {STR_INIT("ok: 1\nk: a\xff"
	              "b\n"),
	     "test.yaml:2:5: error: no valid YAML: this byte is not UTF-8\n"
	     "    2 | k: a\\xffb\n"
	     "      |     ^^^^\n"								     },
	    {STR_INIT("\xc3\xbc: a\x01"
	              "b\n"),
	     "test.yaml:1:6: error: no valid YAML: this character is not allowed\n"
	     "    1 | \xc3\xbc: a\\x01b\n"
	     "      |     ^^^^\n"								     },
	    {STR_INIT("a: 'open\n"),
	     "test.yaml:2:1: error: no valid YAML: found unexpected end of stream\n"
	     "    2 | \n"
	     "      | ^\n"
	     "test.yaml:1:4: note: while scanning a quoted scalar\n"
	     "    1 | a: 'open\n"
	     "      |    ^\n"									 },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		f->diag.entries.len = 0;
		assert_null(parse(f, cases[i].text));
		assert_printed(f, cases[i].printed);
	}
}

static void depth_has_a_limit(void **state) {
	struct fixture *f = *state;
	struct str_vec parts = {0};
	for (size_t i = 0; i <= VALUE_DEPTH; i++) {
		str_vec_push(&f->keep, &parts, STR("["));
	}
	parts.len = VALUE_DEPTH;
	str deep = str_join(&f->keep, &parts, STR(""));
	str closing = str_replace(&f->keep, deep, STR("["), STR("]"));
	assert_non_null(parse(f, str_format(&f->keep, "%s%s", deep.at, closing.at)));
	assert_null(parse(f, str_format(&f->keep, "[[%s%s", deep.at, closing.at)));
	assert_int_equal(f->diag.errors, 1);
	assert_str(f->diag.entries.at[0].text, "nested deeper than 100 levels");
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(a_file_becomes_a_tree_in_its_order),
	    fixture_test(plain_scalars_have_the_kind_of_the_core_schema),
	    fixture_test(a_scalar_keeps_the_text_it_was_written_with),
	    fixture_test(places_are_exact_in_bytes),
	    fixture_test(a_text_without_a_document_is_null),
	    fixture_test(every_fault_has_its_place),
	    fixture_test(depth_has_a_limit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
