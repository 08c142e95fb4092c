#include "fetch/retry.h"

#include <curl/curl.h>

#include "base/attr.h"

/* Milliseconds. */
enum {
	BASE = 250,
	BASE_THROTTLED = 5000,
	LONGEST = 20 * 1000,
	LONGEST_ASKED = 120 * 1000,
};

struct rule {
	long code;
	struct retry_verdict verdict;
};

/* What is not here is never tried again. */
static const struct rule curl_rules[] = {
    {CURLE_COULDNT_RESOLVE_PROXY,    {RETRY_SOON, FAULT_NET, false}    },
    {CURLE_COULDNT_RESOLVE_HOST,     {RETRY_SOON, FAULT_NET, false}    },
    {CURLE_COULDNT_CONNECT,          {RETRY_SOON, FAULT_NET, false}    },
    {CURLE_HTTP2,		    {RETRY_SOON, FAULT_NET, false}    },
    {CURLE_PARTIAL_FILE,             {RETRY_SOON, FAULT_NET, false}    },
    {CURLE_OPERATION_TIMEDOUT,       {RETRY_SOON, FAULT_NET, false}    },
    {CURLE_SSL_CONNECT_ERROR,        {RETRY_SOON, FAULT_NET, false}    },
    {CURLE_GOT_NOTHING,              {RETRY_SOON, FAULT_NET, false}    },
    {CURLE_SEND_ERROR,               {RETRY_SOON, FAULT_NET, false}    },
    {CURLE_RECV_ERROR,               {RETRY_SOON, FAULT_NET, false}    },
    {CURLE_HTTP2_STREAM,             {RETRY_SOON, FAULT_NET, false}    },
    {CURLE_PEER_FAILED_VERIFICATION, {RETRY_NEVER, FAULT_POLICY, false}},
    {CURLE_SSL_ISSUER_ERROR,         {RETRY_NEVER, FAULT_POLICY, false}},
    {CURLE_SSL_INVALIDCERTSTATUS,    {RETRY_NEVER, FAULT_POLICY, false}},
    {CURLE_SSL_PINNEDPUBKEYNOTMATCH, {RETRY_NEVER, FAULT_POLICY, false}},
    {CURLE_UNSUPPORTED_PROTOCOL,     {RETRY_NEVER, FAULT_POLICY, false}},
    {CURLE_URL_MALFORMAT,            {RETRY_NEVER, FAULT_POLICY, false}},
    {CURLE_TOO_MANY_REDIRECTS,       {RETRY_NEVER, FAULT_POLICY, false}},
    {CURLE_WRITE_ERROR,              {RETRY_STOP, FAULT_DISK, false}   },
};

static const struct rule status_rules[] = {
    {403, {RETRY_ONCE, FAULT_HTTP, false} },
    {408, {RETRY_SOON, FAULT_HTTP, false} },
    {416, {RETRY_CLEAN, FAULT_HTTP, false}},
    {425, {RETRY_SOON, FAULT_HTTP, false} },
    {429, {RETRY_SOON, FAULT_HTTP, true}  },
    {500, {RETRY_SOON, FAULT_HTTP, false} },
    {502, {RETRY_SOON, FAULT_HTTP, false} },
    {503, {RETRY_SOON, FAULT_HTTP, true}  },
    {504, {RETRY_SOON, FAULT_HTTP, false} },
};

static const struct rule *find(const struct rule *rules, size_t count, long code) {
	for (size_t i = 0; i < count; i++) {
		if (rules[i].code == code) {
			return &rules[i];
		}
	}
	return NULL;
}

struct retry_verdict retry_of_curl(int code) {
	const struct rule *rule = find(curl_rules, COUNT_OF(curl_rules), code);
	return rule ? rule->verdict : (struct retry_verdict){RETRY_NEVER, FAULT_NET, false};
}

struct retry_verdict retry_of_status(long status) {
	const struct rule *rule = find(status_rules, COUNT_OF(status_rules), status);
	return rule ? rule->verdict : (struct retry_verdict){RETRY_NEVER, FAULT_HTTP, false};
}

int64_t retry_delay(unsigned failures, bool throttled, int64_t after, uint32_t random) {
	int64_t most = throttled ? BASE_THROTTLED : BASE;
	for (unsigned i = 1; i < failures && most < LONGEST; i++) {
		most *= 2;
	}
	most = most < LONGEST ? most : LONGEST;
	int64_t wait = (int64_t)(random % (uint64_t)(most + 1));
	int64_t asked = after > LONGEST_ASKED / 1000 ? LONGEST_ASKED : after * 1000;
	return wait > asked ? wait : asked;
}
