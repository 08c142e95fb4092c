#include "base/blank.h"

/* Blanks outside ASCII, in UTF-8. */
static const str wide[] = {
    STR_INIT("\xc2\x85"),     STR_INIT("\xc2\xa0"),     STR_INIT("\xe1\x9a\x80"),
    STR_INIT("\xe2\x80\x80"), STR_INIT("\xe2\x80\x81"), STR_INIT("\xe2\x80\x82"),
    STR_INIT("\xe2\x80\x83"), STR_INIT("\xe2\x80\x84"), STR_INIT("\xe2\x80\x85"),
    STR_INIT("\xe2\x80\x86"), STR_INIT("\xe2\x80\x87"), STR_INIT("\xe2\x80\x88"),
    STR_INIT("\xe2\x80\x89"), STR_INIT("\xe2\x80\x8a"), STR_INIT("\xe2\x80\xa8"),
    STR_INIT("\xe2\x80\xa9"), STR_INIT("\xe2\x80\xaf"), STR_INIT("\xe2\x81\x9f"),
    STR_INIT("\xe3\x80\x80"),
};

static bool is_narrow(char c) {
	return char_is_blank(c) || (c >= 0x1c && c <= 0x1f);
}

size_t blank_leading(str s) {
	if (s.len == 0 || (unsigned char)s.at[0] < 0x80) {
		return s.len && is_narrow(s.at[0]);
	}
	for (size_t i = 0; i < COUNT_OF(wide); i++) {
		if (str_starts_with(s, wide[i])) {
			return wide[i].len;
		}
	}
	return 0;
}

size_t blank_trailing(str s) {
	if (s.len == 0 || (unsigned char)s.at[s.len - 1] < 0x80) {
		return s.len && is_narrow(s.at[s.len - 1]);
	}
	for (size_t i = 0; i < COUNT_OF(wide); i++) {
		if (str_ends_with(s, wide[i])) {
			return wide[i].len;
		}
	}
	return 0;
}

str blank_trim_end(str s) {
	for (size_t n = blank_trailing(s); n; n = blank_trailing(s)) {
		s.len -= n;
	}
	return s;
}

str blank_trim(str s) {
	s = blank_trim_end(s);
	for (size_t n = blank_leading(s); n; n = blank_leading(s)) {
		s = str_from_offset(s, n);
	}
	return s;
}
