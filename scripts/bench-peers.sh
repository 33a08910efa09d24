#!/usr/bin/env bash
# bench-peers.sh FOLDER BENCHMARK RESULTS: installs the packages of the scripts in Benchmarks/peers into a virtual
# environment in FOLDER, then lets BENCHMARK time the command against them. Packages that fail to install are left out.
set -euo pipefail

folder=$1
benchmark=$2
results=$3

[ -x "$folder/bin/python" ] || python3 -m venv "$folder" || {
  echo "bench-peers: a virtual environment could not be made in $folder: install python3-venv and try again" >&2
  exit 69
}
for package in numpy pycairo matplotlib av opencv-python-headless manim; do
  # One at a time, so that a package that does not build does not affect the others.
  "$folder/bin/pip" show -q "$package" 2>/dev/null || "$folder/bin/pip" install -q --disable-pip-version-check \
    "$package" >"$folder/$package.log" 2>&1 || echo "bench-peers: $package was not installed, see $folder/$package.log" >&2
done
"$benchmark" peers "$folder/bin/python" "$results"
