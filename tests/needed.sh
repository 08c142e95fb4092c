#!/bin/sh
# fbgen is linked to none of the libraries of fetching: starting them takes longer than a run that
# finds nothing to do.  needed.sh FBGEN FBFETCH
set -eu
libraries='libcurl|libarchive|libcrypto|libssl'
if readelf -d "$1" | grep -E "NEEDED.*($libraries)"; then
	echo "fbgen needs what is above" >&2
	exit 1
fi
# That the question is the right one: fbfetch does need them.
readelf -d "$2" | grep -qE 'NEEDED.*libcurl'
