#!/usr/bin/env bash
# axe.sh FOLDER: puts axe.min.js, an accessibility checker for web pages, into a folder. It comes from a PyPI package.
set -euo pipefail

version=0.1.8
folder=$1
[ ! -e "$folder/axe-$version.js" ] || exit 0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python3 -m venv "$scratch/python"
"$scratch/python/bin/pip" download -q --disable-pip-version-check --no-deps -d "$scratch" "axe-playwright-python==$version"
mkdir -p "$folder"
# A wheel is a ZIP archive.
python3 - "$scratch" "$folder/axe-$version.js" <<'PYTHON'
import glob, os, sys, zipfile
with zipfile.ZipFile(glob.glob(sys.argv[1] + "/*.whl")[0]) as wheel:
    script = wheel.read(next(name for name in wheel.namelist() if name.endswith("axe.min.js")))
with open(sys.argv[2] + ".new", "wb") as file:
    file.write(script)
os.replace(sys.argv[2] + ".new", sys.argv[2])
PYTHON
