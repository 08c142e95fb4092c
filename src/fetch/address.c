#include "fetch/address.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <string.h>

/* A part of the URL; empty where there is none. */
static str part(struct arena *arena, CURLU *url, CURLUPart what) {
	char *text = NULL;
	str out = {0};
	if (curl_url_get(url, what, &text, 0) == CURLUE_OK) {
		out = str_copy(arena, str_from(text));
	}
	curl_free(text);
	return out;
}

/* NULL where it is no URL.  To be given back by curl_url_cleanup. */
static CURLU *take_apart(struct arena *arena, str text) {
	CURLU *url = curl_url();
	bool ok = url && !memchr(text.at ? text.at : "", 0, text.len) &&
	          curl_url_set(url, CURLUPART_URL, str_cstr(arena, text),
	                       CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK;
	if (!ok) {
		curl_url_cleanup(url);
		url = NULL;
	}
	return url;
}

static bool is_loopback(struct arena *arena, str host) {
	struct in_addr four;
	struct in6_addr six;
	if (str_eq_nocase(host, STR("localhost"))) {
		return true;
	}
	if (inet_pton(AF_INET, str_cstr(arena, host), &four) == 1) {
		return ntohl(four.s_addr) >> 24 == IN_LOOPBACKNET;
	}
	if (host.len < 2 || host.at[0] != '[') {
		return false;
	}
	char *inner = str_cstr(arena, str_slice(host, 1, host.len - 1));
	return inet_pton(AF_INET6, inner, &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}

str address_refusal(struct arena *arena, str url, bool plain) {
	CURLU *parts = take_apart(arena, url);
	if (!parts) {
		return STR("expected an address such as 'https://host/file'");
	}
	str scheme = part(arena, parts, CURLUPART_SCHEME);
	str host = part(arena, parts, CURLUPART_HOST);
	curl_url_cleanup(parts);
	if (str_eq(scheme, STR("https")) ||
	    (str_eq(scheme, STR("http")) && (plain || is_loopback(arena, host)))) {
		return (str){0};
	}
	return str_format(arena, "expected an https address, not %" PRI_STR, STR_ARG(scheme));
}

bool address_is_https(str url) {
	return str_eq_nocase(str_slice(url, 0, 6), STR("https:"));
}

str address_redirect_refusal(struct arena *arena, str from, str url, bool plain) {
	if (address_is_https(from) && !address_is_https(url)) {
		return str_format(arena, "leads away from https, to %" PRI_STR,
		                  STR_ARG(address_shown(arena, url)));
	}
	str why = address_refusal(arena, url, plain);
	if (why.len > 0) {
		return str_format(arena, "leads to %" PRI_STR ": %" PRI_STR,
		                  STR_ARG(address_shown(arena, url)), STR_ARG(why));
	}
	return why;
}

str address_shown(struct arena *arena, str url) {
	CURLU *parts = take_apart(arena, url);
	if (!parts) {
		/* Unknown where in it a password may stand. */
		return STR("(no address)");
	}
	curl_url_set(parts, CURLUPART_USER, NULL, 0);
	curl_url_set(parts, CURLUPART_PASSWORD, NULL, 0);
	curl_url_set(parts, CURLUPART_OPTIONS, NULL, 0);
	curl_url_set(parts, CURLUPART_QUERY, NULL, 0);
	curl_url_set(parts, CURLUPART_FRAGMENT, NULL, 0);
	str shown = part(arena, parts, CURLUPART_URL);
	curl_url_cleanup(parts);
	return shown;
}

str address_host(struct arena *arena, str url) {
	CURLU *parts = take_apart(arena, url);
	if (!parts) {
		return (str){0};
	}
	str host = part(arena, parts, CURLUPART_HOST);
	str port = part(arena, parts, CURLUPART_PORT);
	curl_url_cleanup(parts);
	return port.len == 0
	           ? host
	           : str_format(arena, "%" PRI_STR ":%" PRI_STR, STR_ARG(host), STR_ARG(port));
}

str address_file(struct arena *arena, str url) {
	str shown = address_shown(arena, url);
	str name = str_from_offset(shown, str_rfind_char(shown, '/') + 1);
	return name.len > 0 ? name : address_host(arena, url);
}
