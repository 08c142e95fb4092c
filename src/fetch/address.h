/*
 * Which addresses may be asked: https; plain http only where it harms nobody.  A URL is taken apart
 * by the library that will use it, so that both see the same host.
 */
#ifndef FETCH_ADDRESS_H
#define FETCH_ADDRESS_H

#include "base/str.h"

/*
 * Why the URL may not be asked, in keeping with "URL: …"; empty where it may.  `plain`: http is
 * allowed to any host, else to the machine's own loopback alone.
 */
str address_refusal(struct arena *arena, str url, bool plain);

/* The same for a redirect that came from `from`: never from https to http. */
str address_redirect_refusal(struct arena *arena, str from, str url, bool plain);

/* For people, logs and notes: without user, password and query. */
str address_shown(struct arena *arena, str url);

/* The host and, where it is given, the port. */
str address_host(struct arena *arena, str url);

/* The last name of the path, for people; the host where there is none. */
str address_file(struct arena *arena, str url);

bool address_is_https(str url);

#endif
