#!/usr/bin/env bash
# Links a program as `make build` links the command, and compares it with one that is linked as usual: scripts/test-delay-load.sh [CAPTURE]
# Does so for this processor, and for AArch64 where a compiler and qemu for it are there. CAPTURE is the command of `make build`: it does not
# need FFmpeg from the start, and without FFmpeg it prints its help, draws a GIF and says what is missing.
set -euo pipefail
scripts=$(dirname "$(realpath "$0")")
test=$scripts/delay-load/test
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

say() { printf 'reel: %s\n' "$*" >&2; }
die() {
  say "$@"
  exit 1
}

# check COMPILER [PROGRAM THAT RUNS ITS PROGRAMS…]
check() {
  local cc=$1 code
  shift
  local folder=$scratch/$cc
  mkdir -p "$folder/lib"
  "$cc" -O2 -shared -fPIC "$test/first.c" -o "$folder/lib/libfirst.so" -Wl,-soname,libfirst.so
  "$cc" -O2 -shared -fPIC "$test/second.c" -o "$folder/lib/libsecond.so" -Wl,-soname,libsecond.so -L"$folder/lib" -lfirst
  for library in first second; do
    printf '%s\n' "libdir=$folder/lib" "Name: $library" "Description: of this test" "Version: 1" "Libs: -L$folder/lib -l$library" >"$folder/lib/lib$library.pc"
  done
  PKG_CONFIG_PATH=$folder/lib CC=$cc "$scripts/delay-load.sh" "$folder/object.o" "$test" libfirst libsecond
  local libraries=(-L"$folder/lib" -Wl,-rpath,"$folder/lib" -Wl,--as-needed -lfirst -lsecond)
  "$cc" -O2 -Wall -Wextra -Werror -pthread "$test/main.c" "${libraries[@]}" -o "$folder/usual"
  "$cc" -O2 -Wall -Wextra -Werror -pthread "$test/main.c" "$folder/object.o" "${libraries[@]}" -o "$folder/delayed"
  if readelf -d "$folder/delayed" | grep -E 'NEEDED.*lib(first|second)'; then die "$cc: the program still needs the libraries"; fi
  readelf -d "$folder/object.o.so" | grep -q 'NEEDED.*libfirst' || die "$cc: object.o.so does not need the libraries"
  "$@" "$folder/usual" >"$folder/usual.txt" 2>"$folder/usual.errors"
  "$@" "$folder/delayed" >"$folder/delayed.txt" 2>"$folder/delayed.errors"
  diff "$folder/usual.txt" "$folder/delayed.txt" || die "$cc: the functions do something else"
  printf 'before: 0 0\nafter: 1 1\n' | diff - "$folder/delayed.errors" || die "$cc: the libraries are not loaded when they are needed"
  rm "$folder/lib/libsecond.so"
  code=0
  "$@" "$folder/delayed" >/dev/null 2>"$folder/delayed.errors" || code=$?
  [ "$code" = 72 ] && grep -q "can't be loaded: libsecond.so: .*; install" "$folder/delayed.errors" ||
    die "$cc: without a library it ends with $code: $(cat "$folder/delayed.errors")"
  say "$("$cc" -dumpmachine): the libraries are loaded when they are needed; $(wc -l <"$folder/usual.txt") results are the same"
}

# Runs the command where FFmpeg's files can't be loaded.
check_command() {
  local capture=$1 code=0 before
  if readelf -d "$capture" | grep -E 'NEEDED.*lib(av|sw)'; then die "$capture needs FFmpeg from the start"; fi
  cd "$scratch"
  "$capture" --seconds 1 --fps 10 -q -o with.gif
  mkdir empty && : >empty/file
  : >help && : >without.gif && : >errors
  before=$(ls -A)
  unshare --mount bash -euc '
    for library in $(PATH=$PATH:/sbin:/usr/sbin ldconfig -p | sed -n "s/.*lib\(av\|sw\)[a-z]*\.so.* => //p"); do mount --bind empty/file "$library"; done
    "$1" --help >help
    "$1" --seconds 1 --fps 10 -q -o without.gif
    code=0
    "$1" trace --letters A -q -o first.gif -o second.mp4 2>/dev/null || code=$?
    [ $code = 72 ]
    "$1" trace --letters A -q -o film.mp4 2>errors
  ' bash "$capture" || code=$?
  [ "$code" = 72 ] && grep -q "^capture: FFmpeg can't be loaded: .*; install" errors || die "without FFmpeg it ends with $code: $(cat errors)"
  cmp with.gif without.gif || die "without FFmpeg the GIF is another one"
  [ "$(ls -A)" = "$before" ] || die "without FFmpeg it leaves files: $(ls -A)"
  say "without FFmpeg the command prints its help, draws a GIF, and says what is missing"
}

machine=$("${CC:-cc}" -dumpmachine)
if [ ! -e "$scripts/delay-load/${machine%%-*}.s" ]; then
  say "nothing to test: scripts/delay-load has no file for $machine"
  exit
fi
check "${CC:-cc}"
if command -v aarch64-linux-gnu-gcc >/dev/null && command -v qemu-aarch64 >/dev/null; then
  check aarch64-linux-gnu-gcc qemu-aarch64 -L /usr/aarch64-linux-gnu
fi
[ $# = 0 ] || check_command "$(realpath "$1")"
