#!/usr/bin/env bash
# test-python.sh FOLDER [ARGUMENT…]: installs the Python package into a virtual environment in FOLDER, then tests it there with pytest.
# REEL_CAPTURE is the command. Arguments select tests: scripts/test-python.sh .build/python-tests -k samples
# Tests whose package failed to install step aside.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$1
shift
[ -x "$folder/bin/python" ] || python3 -m venv "$folder" || {
  echo "test-python: a virtual environment could not be made in $folder: install python3-venv and try again" >&2
  exit 69
}
pip() { "$folder/bin/pip" --disable-pip-version-check "$@"; }
present=$(pip list --format=freeze | sed 's/==.*//' | tr '[:upper:]' '[:lower:]')
for package in pytest numpy pillow matplotlib ipython mypy pygame opencv-python-headless cairocffi playwright \
  pytest-playwright pytest-xdist selenium; do
  # One at a time, so that a package that does not build does not affect the others.
  printf '%s\n' "$present" | grep -qx "$package" || pip install -q "$package" >"$folder/$package.log" 2>&1 ||
    echo "test-python: $package was not installed, see $folder/$package.log" >&2
done
# What pip built before may hold files that are gone.
rm -rf python/build python/*.egg-info
pip install -q --no-deps --force-reinstall ./python
rm -rf python/build python/*.egg-info
PYTHONDONTWRITEBYTECODE=1 "$folder/bin/python" -m pytest -q -p no:cacheprovider python/tests "$@"
