#!/usr/bin/env bash
# Prints the version, which ReelVersion.swift defines, and fails if another file names another one: scripts/version.sh [NEW]
# With NEW it becomes the version, here and in these files.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."

source=Sources/Core/ReelVideo/Configuration/ReelVersion.swift
version=$(sed -n 's/.*static let current = "\(.*\)"/\1/p' $source)
# Each line: a file, and what stands before its version there.
places='python/reelcapture/_command.py VERSION = "
packaging/capture.rb archive/
samples/farm/Dockerfile reel/capture:
samples/farm/README.md reel/capture:
samples/farm/job.yaml reel/capture:
samples/ci/action.yml OWNER/reel@
action.yml default: 
docs/installing.md (capture|libreel)[-_:]'
number='[0-9]+\.[0-9]+\.[0-9]+'

if [ $# = 1 ]; then
  [[ $1 =~ ^$number$ ]] || { echo "reel: $1 is not a version, such as 1.2.3" >&2; exit 64; }
  sed -E -i "s#(static let current = \")$number#\1$1#" $source
fi
while IFS= read -r place; do
  file=${place%% *} before=${place#* }
  [ $# = 0 ] || sed -E -i "s#(${before}v?)$number#\1$1#" "$file"
  found=$(grep -oE "${before}v?$number" "$file" | grep -oE "$number\$" | sort -u) || true
  [ "$found" = "${1:-$version}" ] || { echo "reel: $file names version ${found:-none}, and $source ${1:-$version}: run scripts/version.sh ${1:-$version}" >&2; exit 65; }
done <<<"$places"
echo "${1:-$version}"
