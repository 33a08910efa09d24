#!/usr/bin/env bash
# Makes an object that stands for libraries, and loads them when one of their functions is first called:
# scripts/delay-load.sh OBJECT FOLDER LIBRARY…
# FFmpeg brings more than a hundred libraries along, which take longer to load than a help text to print, or a GIF's first frames to draw.
# Linked before them, the object has those of their functions that the code in FOLDER names; the linker leaves out libraries of which nothing
# else is used (scripts/ld.sh). Beside OBJECT comes OBJECT.so, which needs the libraries as the command would without it: dpkg-shlibdeps reads it.
# For a processor without a file in scripts/delay-load the object is empty: the command is linked as usual then.
# CC is the compiler, LIBRARY_PATH one more folder of libraries.
set -euo pipefail

object=$(realpath -m "$1") code=$(realpath "$2")
shift 2
here=$(dirname "$(realpath "$0")")/delay-load
cc=${CC:-cc}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
machine=$("$cc" -dumpmachine)
machine=${machine%%-*}

mkdir -p "$(dirname "$object")"
echo '.section .note.GNU-stack, "", %progbits' >"$scratch/none.s"
if [ ! -e "$here/$machine.s" ]; then
  printf 'reel: libraries are loaded when the command starts: scripts/delay-load knows no %s\n' "$machine" >&2
  "$cc" -c "$scratch/none.s" -o "$object"
  "$cc" -shared "$scratch/none.s" -o "$object.so"
  exit
fi

grep -rhoE '\b[a-z][A-Za-z0-9_]+\b' --include='*.swift' --include='*.h' "$code" | sort -u >"$scratch/words"
cp "$here/$machine.s" "$scratch/functions.s"
: >"$scratch/names"
for library in "$@"; do
  file=$("$cc" ${LIBRARY_PATH:+-B"$LIBRARY_PATH"} -print-file-name="lib$library.so")
  name=$(readelf -d "$file" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')
  [ -n "$name" ] || { printf 'reel: there is no lib%s.so to link with\n' "$library" >&2 && exit 1; }
  echo "$name" >>"$scratch/names"
  # Functions alone: a variable cannot wait.
  nm -D --defined-only "$file" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | sort -u | comm -12 - "$scratch/words" |
    while read -r function; do
      echo "delayed $function, $(($(wc -l <"$scratch/names") - 1))" >>"$scratch/functions.s"
      echo ".quad $function" >>"$scratch/needs.s"
    done
done
{
  echo '.section .data.rel.ro, "aw"'
  echo '.balign 8'
  echo '.globl reel_delayed_libraries'
  echo '.hidden reel_delayed_libraries'
  echo 'reel_delayed_libraries:'
  awk '{ print ".quad .Llibrary_" NR } END { print ".quad 0" }' "$scratch/names"
  echo '.section .rodata'
  awk '{ print ".Llibrary_" NR ": .asciz \"" $0 "\"" }' "$scratch/names"
  cat "$scratch/none.s"
} >>"$scratch/functions.s"

"$cc" -c "$scratch/functions.s" -o "$scratch/functions.o"
"$cc" -std=gnu11 -O2 -fPIC -Wall -Wextra -Werror -c "$here/load.c" -o "$scratch/load.o"
"$cc" -r -nostdlib "$scratch/functions.o" "$scratch/load.o" -o "$object"
{ echo .data && cat "$scratch/needs.s" "$scratch/none.s"; } >"$scratch/all.s"
"$cc" -shared "$scratch/all.s" ${LIBRARY_PATH:+-L"$LIBRARY_PATH"} "${@/#/-l}" -o "$object.so"
