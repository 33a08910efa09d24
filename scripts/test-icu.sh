#!/usr/bin/env bash
# Writes dates of all languages with all of ICU's data and with what is shipped of them, and compares: scripts/test-icu.sh
set -euo pipefail
cd "$(dirname "$0")"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

./icu.sh "$scratch/data.o"
swiftc -swift-version 6 -O -static-stdlib icu/dates.swift -o "$scratch/whole"
swiftc -swift-version 6 -O -static-stdlib "$scratch/data.o" icu/dates.swift -o "$scratch/trimmed"
"$scratch/whole" >"$scratch/whole.txt"
"$scratch/trimmed" >"$scratch/trimmed.txt"
if ! cmp "$scratch/whole.txt" "$scratch/trimmed.txt"; then
  diff "$scratch/whole.txt" "$scratch/trimmed.txt" | head -n 20
  exit 1
fi
bytes() { stat -c %s "$scratch/$1"; }
echo "$(wc -l <"$scratch/whole.txt") dates are the same; a command is $((($(bytes whole) - $(bytes trimmed)) / 1000000)) MB smaller"
