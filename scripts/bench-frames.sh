#!/usr/bin/env bash
# bench-frames.sh FOLDER CAPTURE RESULTS [OPTION…]: installs the Python package and other writers of movies into a virtual environment in
# FOLDER, then compares films written from Python with CAPTURE and with them, and raw frames in CAPTURE and FFmpeg.
# Options are those of both races: --rounds 5, --frames 100.
set -euo pipefail

folder=$1
capture=$2
results=$3
shift 3

# Without python3-venv, a partial environment without pip is left.
[ -x "$folder/bin/pip" ] || python3 -m venv "$folder" || {
  echo "bench-frames: a virtual environment could not be made in $folder: install python3-venv and try again" >&2
  exit 69
}
pip() { "$folder/bin/pip" --disable-pip-version-check "$@"; }
pip install -q numpy
for package in imageio-ffmpeg av opencv-python-headless matplotlib; do
  # One at a time, so that a package that cannot be installed does not affect the others.
  pip install -q "$package" >"$folder/$package.log" 2>&1 ||
    echo "bench-frames: $package was not installed and is left out, see $folder/$package.log" >&2
done
# What pip built before may hold files that are gone.
rm -rf python/build python/*.egg-info
pip install -q --no-deps --force-reinstall ./python
rm -rf python/build python/*.egg-info
"$folder/bin/python" Benchmarks/frames/python_writers.py "$capture" "$results" "$@"
"$folder/bin/python" Benchmarks/frames/pipe_race.py "$capture" "$results" "$@"
