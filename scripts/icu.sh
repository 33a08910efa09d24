#!/usr/bin/env bash
# Makes an object with ICU's data for a static command: scripts/icu.sh OBJECT
# Foundation brings ICU, and Yams and the dates of storyboards bring Foundation. Its data are 34 MB, half of the command, and dates
# need 11 of them; scripts/icu/trim.swift chooses. Linked before Foundation's libraries, the object stands for the data in these.
# From a toolchain whose ICU is built in another way the object is empty: the command is larger then, and otherwise the same.
set -euo pipefail

object=$(realpath -m "$1")
here=$(dirname "$(realpath "$0")")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

say() { printf 'reel: %s\n' "$*" >&2; }

# Writes the package of data to scratch/whole.dat and prints its name, icudt76_dat.
whole_data() {
  local resources archive symbol
  resources=$(swiftc -print-target-info -static-stdlib | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p') &&
    archive=$(find "$resources" -name lib_FoundationICU.a | head -n 1) && [ -n "$archive" ] &&
    (cd "$scratch" && ar x "$archive" icu_packaged_data.cpp.o) &&
    symbol=$(nm --defined-only "$scratch/icu_packaged_data.cpp.o" | awk '$3 ~ /^icudt[0-9]+_dat$/ { print $3 }') && [ -n "$symbol" ] &&
    objcopy -O binary --only-section='.rodata*' "$scratch/icu_packaged_data.cpp.o" "$scratch/whole.dat" &&
    echo "$symbol"
}

mkdir -p "$(dirname "$object")"
if symbol=$(whole_data 2>"$scratch/errors"); then
  swiftc -swift-version 6 -warnings-as-errors -O "$here/icu/trim.swift" -o "$scratch/trim"
  say "ICU's data: $("$scratch/trim" "$scratch/whole.dat" "$scratch/trimmed.dat")"
  cat >"$scratch/data.s" <<END
.section .rodata
.balign 16
.globl $symbol
.type $symbol, %object
$symbol:
.incbin "$scratch/trimmed.dat"
.size $symbol, . - $symbol
END
else
  say "this toolchain's ICU is built in another way: the command gets all of its data. $(head -n 1 "$scratch/errors")"
  : >"$scratch/data.s"
fi
echo '.section .note.GNU-stack, "", %progbits' >>"$scratch/data.s"
cc -c "$scratch/data.s" -o "$object"
