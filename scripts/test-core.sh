#!/usr/bin/env bash
# Builds and tests the core alone, in a copy of this tree without families: scripts/test-core.sh [ARGUMENT OF swift test…]
# Any dependency of the core on a family fails there.
set -euo pipefail
cd "$(dirname "$0")/.."

tree=$PWD/.build/core
families=$(sed -n '/^let families/,/^]/p' Package.swift | grep -oE '"[A-Z][a-z]+": \[' | tr -d '":[ ')
[ -n "$families" ] || { echo "reel: Package.swift lists no families" >&2; exit 1; }
scripts/copy-tree.sh "$tree"
for family in $families House; do
  rm -rf "$tree"/{Sources,Sources/capture,Tests,Tests/capture,Fuzz}/"$family"
done
cd "$tree"
exec scripts/test.sh "$@"
