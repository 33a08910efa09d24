#!/usr/bin/env bash
# Makes FOLDER a copy of this tree, with the files that git knows or would add: scripts/copy-tree.sh FOLDER
# Build results in the copy are kept, and unchanged files keep their times, so nothing is compiled twice.
set -euo pipefail
mkdir -p "$1"
tree=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
# Files removed here are removed there.
find "$tree" -mindepth 1 -maxdepth 1 ! -name .build ! -name Package.resolved -exec rm -rf {} +
git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
  [ -e "$file" ] && printf '%s\0' "$file"
done | tar -c --null -T - | tar -x -C "$tree"
