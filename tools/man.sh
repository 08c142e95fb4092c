#!/bin/sh
# Make a manual page from Markdown: tools/man.sh NAME SECTION VERSION INPUT.md OUTPUT PROGRAM
# @OPTIONS@ in the input is what `PROGRAM debug man` prints.  cmark writes no title line, and begins
# each section with a paragraph that mandoc calls needless.
set -eu
title=$(printf '%s' "$1" | tr '[:lower:]' '[:upper:]')
{
	printf '.TH %s %s "" "fbgen %s"\n' "$title" "$2" "$3"
	while IFS= read -r line; do
		if [ "$line" = @OPTIONS@ ]; then
			"$6" debug man
		else
			printf '%s\n' "$line"
		fi
	done <"$4" | cmark -t man |
		awk '/^\.PP$/ && after_heading {next} {after_heading = /^\.S[HS]/; print}'
} >"$5"
