#include <string.h>

#include "support.h"

#include "base/file.h"
#include "base/hash.h"

static void digests_are_those_of_the_standards(void **state) {
	struct fixture *f = *state;
	assert_str(hash_sha1(&f->keep, STR("abc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
	assert_str(hash_sha1(&f->keep, (str){0}), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
	assert_str(hash_sha256(&f->keep, STR("abc")),
	           "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	assert_str(hash_sha256(&f->keep, (str){0}),
	           "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	/* From `xxh3sum`, that is xxhsum -H3. */
	assert_str(hash_hex(&f->keep, hash_text(STR("abc"))), "78af5f94892f3950");
	assert_str(hash_hex(&f->keep, hash_text((str){0})), "2d06800538d394c2");
}

static void a_small_number_keeps_its_leading_zeros(void **state) {
	struct fixture *f = *state;
	assert_str(hash_hex(&f->keep, 0x2a), "000000000000002a");
}

static void lists_that_join_to_the_same_text_differ(void **state) {
	struct fixture *f = *state;
	struct str_vec a = {0};
	struct str_vec b = {0};
	str_vec_push(&f->keep, &a, STR("ab"));
	str_vec_push(&f->keep, &a, STR("c"));
	str_vec_push(&f->keep, &b, STR("a"));
	str_vec_push(&f->keep, &b, STR("bc"));
	assert_true(hash_texts(&a) != hash_texts(&b));
	str_vec_push(&f->keep, &a, (str){0});
	uint64_t with_empty = hash_texts(&a);
	a.len--;
	assert_true(hash_texts(&a) != with_empty);
}

static void a_file_hashes_as_its_text(void **state) {
	struct fixture *f = *state;
	static const size_t sizes[] = {0, 1, 240, 65535, 65536, 65537, 300000};
	fixture_enter_dir(f);
	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		char *text = arena_alloc(&f->keep, sizes[i] + 1, 1);
		memset(text, 'x', sizes[i]);
		fixture_write(f, "file", text);
		uint64_t hash = 0;
		assert_true(hash_file(STR("file"), &hash));
		assert_true(hash == hash_text((str){text, sizes[i]}));
	}
}

static void what_cannot_be_read_has_no_hash(void **state) {
	struct fixture *f = *state;
	uint64_t hash = 0;
	fixture_enter_dir(f);
	assert_false(hash_file(STR("missing"), &hash));
	assert_false(hash_file(STR("."), &hash));
	assert_false(hash_file(STR("a\0b"), &hash));
}

int main(void) {
	const struct CMUnitTest tests[] = {
	    fixture_test(digests_are_those_of_the_standards),
	    fixture_test(a_small_number_keeps_its_leading_zeros),
	    fixture_test(lists_that_join_to_the_same_text_differ),
	    fixture_test(a_file_hashes_as_its_text),
	    fixture_test(what_cannot_be_read_has_no_hash),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
