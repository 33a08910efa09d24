#!/usr/bin/env bash
# bench-gif.sh FOLDER CAPTURE RESULTS: installs the packages of the GIF race into a virtual environment in FOLDER, then
# compares CAPTURE with other GIF encoders, and its other formats with theirs.
set -euo pipefail

folder=$1
capture=$2
results=$3

[ -x "$folder/bin/python" ] || python3 -m venv "$folder" || {
  echo "bench-gif: a virtual environment could not be made in $folder: install python3-venv and try again" >&2
  exit 69
}
"$folder/bin/pip" install -q --disable-pip-version-check numpy pillow
"$folder/bin/python" Benchmarks/peers/gif_race.py "$capture" "$results"
"$folder/bin/python" Benchmarks/peers/output_race.py "$capture" "$results"
