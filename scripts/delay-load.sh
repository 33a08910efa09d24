#!/usr/bin/env bash
# Makes an object that stands in for libraries, and loads them when one of their functions is first called:
# scripts/delay-load.sh OBJECT FOLDER PACKAGE…
# FFmpeg brings more than a hundred libraries along, which take longer to load than a help text takes to print, or a GIF's first frames to draw.
# Linked before them, the object has those of their functions that the code in FOLDER names; the linker leaves out libraries of which nothing
# else is used (scripts/ld.sh). Each PACKAGE of pkg-config is a library of its name. Beside OBJECT comes OBJECT.so, which needs the libraries as
# the command would without it: dpkg-shlibdeps reads it.
# For a processor without a file in scripts/delay-load the object is empty: the command is linked as usual then.
# CC is the compiler.
set -euo pipefail

object=$(realpath -m "$1") code=$(realpath "$2")
shift 2
here=$(dirname "$(realpath "$0")")/delay-load
read -ra cc <<<"${CC:-cc}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
machine=$("${cc[@]}" -dumpmachine)
machine=${machine%%-*}

say() { printf 'reel: %s\n' "$*" >&2; }

# put: the object comes last, so that nothing counts as made when something failed.
put() {
  mkdir -p "$(dirname "$object")"
  mv "$scratch/object.so" "$object.so"
  mv "$scratch/object.o" "$object"
}

echo '.section .note.GNU-stack, "", %progbits' >"$scratch/none.s"
if [ ! -e "$here/$machine.s" ]; then
  say "scripts/delay-load has no file for $machine: the command loads its libraries when it starts"
  "${cc[@]}" -c "$scratch/none.s" -o "$scratch/object.o"
  "${cc[@]}" -shared "$scratch/none.s" -o "$scratch/object.so"
  put
  exit
fi

grep -rhoE '\b[a-z][A-Za-z0-9_]+\b' --include='*.swift' --include='*.h' "$code" | sort -u >"$scratch/words"
cat "$here/$machine.s" "$here/function.s" >"$scratch/functions.s"
: >"$scratch/names"
number=0
for package in "$@"; do
  file=$(pkg-config --variable=libdir "$package")/$package.so
  name=$(readelf -d "$file" 2>/dev/null | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p') || name=
  if [ -z "$name" ]; then
    say "$file is no shared library: install the package that has it, or set PKG_CONFIG_PATH"
    exit 1
  fi
  echo "$name" >>"$scratch/names"
  # Functions alone: a variable cannot wait.
  nm -D --defined-only "$file" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | sort -u | comm -12 - "$scratch/words" >"$scratch/used"
  awk -v library="$number" '{ print "delayed " $0 ", " library }' "$scratch/used" >>"$scratch/functions.s"
  awk '{ print ".quad " $0 }' "$scratch/used" >>"$scratch/needs"
  number=$((number + 1))
done
{
  echo '.section .data.rel.ro, "aw"'
  echo '.balign 8'
  echo '.globl reel_delayed_names'
  echo '.hidden reel_delayed_names'
  echo 'reel_delayed_names:'
  awk '{ print ".quad .Lname_of_library_" NR } END { print ".quad 0" }' "$scratch/names"
  echo '.section .rodata'
  awk '{ print ".Lname_of_library_" NR ": .asciz \"" $0 "\"" }' "$scratch/names"
  echo '.bss'
  echo '.balign 8'
  echo '.globl reel_delayed_libraries'
  echo '.hidden reel_delayed_libraries'
  echo "reel_delayed_libraries: .zero $((8 * number))"
  cat "$scratch/none.s"
} >>"$scratch/functions.s"

"${cc[@]}" -c "$scratch/functions.s" -o "$scratch/functions.o"
"${cc[@]}" -std=gnu11 -O2 -fPIC -Wall -Wextra -c "$here/load.c" -o "$scratch/load.o"
"${cc[@]}" -r -nostdlib "$scratch/functions.o" "$scratch/load.o" -o "$scratch/object.o"
{ echo .data && cat "$scratch/needs" "$scratch/none.s"; } >"$scratch/needs.s"
read -ra libraries <<<"$(pkg-config --libs "$@")"
"${cc[@]}" -shared "$scratch/needs.s" "${libraries[@]}" -o "$scratch/object.so"
put
