#!/bin/sh
# Make a manual page from Markdown: tools/man.sh NAME SECTION VERSION DATE INPUT.md OUTPUT PROGRAM
# @OPTIONS@ in the input is what `PROGRAM debug man` prints.  cmark writes no title line, begins each
# section with a paragraph that mandoc calls needless, and names a font that mandoc does not know.
set -eu
title=$(printf '%s' "$1" | tr '[:lower:]' '[:upper:]')
{
	printf '.TH %s %s %s "fbgen %s"\n' "$title" "$2" "$4" "$3"
	while IFS= read -r line; do
		if [ "$line" = @OPTIONS@ ]; then
			"$7" debug man
		else
			printf '%s\n' "$line"
		fi
	done <"$5" | cmark -t man | sed 's/\\f\[C\]/\\f(CW/g' |
		awk '/^\.S[HS]$/ {heading = NR} !(/^\.PP$/ && NR == heading + 2 && heading)'
} >"$6"
