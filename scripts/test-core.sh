#!/usr/bin/env bash
# Builds and tests the core alone, in a copy of this tree without families: scripts/test-core.sh [ARGUMENT OF swift test…]
# Any dependency of the core on a family fails there.
set -euo pipefail
cd "$(dirname "$0")/.."

tree=$PWD/.build/core
mkdir -p "$tree"
families=$(sed -n '/^let families/,/^]/p' Package.swift | grep -oE '"[A-Z][a-z]+": \[' | tr -d '":[ ')
[ -n "$families" ] || { echo "reel: Package.swift lists no families" >&2; exit 1; }
# Build results in the copy are kept; files removed here are removed there.
find "$tree" -mindepth 1 -maxdepth 1 ! -name .build ! -name Package.resolved -exec rm -rf {} +
git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
  [ -e "$file" ] && printf '%s\0' "$file"
done | tar -c --null -T - | tar -x -C "$tree"
for family in $families House; do
  rm -rf "$tree"/{Sources,Sources/capture,Tests,Tests/capture,Fuzz}/"$family"
done
cd "$tree"
exec scripts/test.sh "$@"
