#!/usr/bin/env bash
# Feeds each file reader with bytes from libFuzzer, for a number of seconds each: scripts/fuzz.sh SECONDS [READER…]
# Inputs that crash, hang or exhaust memory are left in .build/fuzz/findings, and the run fails.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=$1
shift
readers=("$@")
if [ $# -eq 0 ]; then
  for file in Fuzz/*/*/Fuzz.swift; do readers+=("$(basename "$(dirname "$file")")"); done
fi

# A sanitizer changes every object file, so these builds have their own folder.
export REEL_FUZZ=1
build=(swift build -c release --sanitize fuzzer --scratch-path .build/fuzz)
for reader in "${readers[@]}"; do "${build[@]}" --product "reel-fuzz-$reader"; done
programs=$("${build[@]}" --show-bin-path)

# Swift's own crash report would come before libFuzzer could save the input.
export SWIFT_BACKTRACE=enable=no
mkdir -p .build/fuzz/findings
failed=()
for reader in "${readers[@]}"; do
  echo "== $reader"
  # Interesting inputs are kept between runs; the seeds in the repository are only read.
  mkdir -p ".build/fuzz/corpus/$reader"
  "$programs/reel-fuzz-$reader" -max_total_time="$seconds" -max_len=16384 -timeout=10 -rss_limit_mb=1024 \
    -verbosity=0 -print_final_stats=1 -artifact_prefix=".build/fuzz/findings/$reader-" \
    ".build/fuzz/corpus/$reader" Fuzz/*/"$reader"/seeds </dev/null ||
    failed+=("$reader")
done
if [ ${#failed[@]} -gt 0 ]; then
  echo "Findings: ${failed[*]}. What caused them is in .build/fuzz/findings." >&2
  exit 1
fi
