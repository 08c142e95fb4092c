#!/bin/sh
# What 'meson install' installs is complete and works from any prefix, far from the build tree:
# install.sh SOURCE_ROOT BUILD_ROOT
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT

meson install -C "$2" --no-rebuild --quiet --destdir "$top/install"
fbgen=$(find "$top/install" -type f -path '*/bin/fbgen')
fbfetch=$(find "$top/install" -type f -path '*/bin/fbfetch')
# Elsewhere, so that nothing of the build tree is found by chance.
mv "${fbgen%/bin/fbgen}" "$top/prefix"
fbgen=$top/prefix/bin/fbgen

for file in share/fbgen/boards/atmelavr.yaml share/fbgen/boards/native.yaml \
	share/fbgen/templates/arduino/platformio.ini \
	share/bash-completion/completions/fbgen.bash share/zsh/site-functions/_fbfetch \
	share/fish/vendor_completions.d/fbgen.fish; do
	[ -s "$top/prefix/$file" ] || { echo "$file is not installed"; exit 1; }
done
[ -x "$top/prefix/bin/${fbfetch##*/}" ] || { echo "fbfetch is not installed"; exit 1; }

export HOME="$top/home" FBGEN_HOME="$top/store" NO_COLOR=1
unset FBGEN_DATA XDG_CONFIG_HOME
mkdir "$HOME" "$top/new"
"$fbgen" -C "$top/new" init --board uno
cp -R "$1/tests/golden/packages" "$top/packages"
cp -R "$1/tests/golden/blink" "$top/project"
"$fbgen" -C "$top/project"
grep -q 'firmware\.hex: image' "$top/project/build.ninja"
