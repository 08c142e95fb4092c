#!/bin/sh
# The table of boards is what tools/import-boards makes of the platform it was made from.  Needs a
# checkout of platformio/platform-atmelavr 5.2.0, named by PLATFORM_ATMELAVR; skipped without one.
set -eu
if [ -z "${PLATFORM_ATMELAVR:-}" ]; then
	echo "PLATFORM_ATMELAVR names no checkout of platformio/platform-atmelavr"
	exit 77
fi
exec "$1/tools/import-boards" --check "$PLATFORM_ATMELAVR" "$1/boards/atmelavr.yaml"
