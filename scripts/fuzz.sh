#!/usr/bin/env bash
# Gives each reader of files bytes that libFuzzer makes up, for so many seconds each: scripts/fuzz.sh SECONDS [READER…]
# What crashes, hangs or eats memory is left in .build/fuzz/findings and ends the run with an error.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=$1
shift
readers=("$@")
if [ $# -eq 0 ]; then
  for file in Fuzz/*/*/Fuzz.swift; do readers+=("$(basename "$(dirname "$file")")"); done
fi

# A sanitizer changes every object file: these builds have a folder of their own.
export REEL_FUZZ=1
build=(swift build -c release --sanitize fuzzer --scratch-path .build/fuzz)
for reader in "${readers[@]}"; do "${build[@]}" --product "reel-fuzz-$reader"; done
programs=$("${build[@]}" --show-bin-path)

# Swift's own report of a crash would come before libFuzzer could save what caused it.
export SWIFT_BACKTRACE=enable=no
mkdir -p .build/fuzz/findings
failed=()
for reader in "${readers[@]}"; do
  echo "== $reader"
  # What libFuzzer finds interesting is kept between runs; the seeds in the repository are only read.
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
