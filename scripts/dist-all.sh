#!/usr/bin/env bash
# Makes all that a release has: scripts/dist-all.sh STAGE FOLDER, with the results of `make build` on Debian in STAGE
# FOLDER gets the tarballs that run on any Linux, Debian packages for this release, Python's wheel and sdist, and SHA256SUMS.
set -euo pipefail

stage=$(realpath "$1") folder=$(realpath -m "$2")
cd "$(dirname "$(realpath "$0")")/.."
version=$(scripts/version.sh)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$folder"
cd "$folder"
rm -f ./{capture,libreel}-*.tar.gz ./reelcapture-* SHA256SUMS
# The packages of other releases, from check-platforms.sh, stay.
find . -maxdepth 1 -name '*.deb' ! -name "*_$version-*" -delete
cd - >/dev/null

scripts/dist-libraries.sh .build/dist/libraries
scripts/portable.sh "$stage" .build/dist/libraries "$folder"
scripts/package.sh deb "$stage" "$folder"

# From a copy: what setuptools leaves in a package's folder would be found by others.
[ -x .build/dist/python/bin/python ] || python3 -m venv .build/dist/python
.build/dist/python/bin/pip install -q --disable-pip-version-check build
cp -r python "$scratch/python"
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
.build/dist/python/bin/python -m build --outdir "$scratch/wheels" "$scratch/python" >"$scratch/log" 2>&1 ||
  { tail -n 5 "$scratch/log" >&2; exit 1; }
cp "$scratch"/wheels/*.tar.gz "$folder/"
python3 scripts/wheel.py "$scratch"/wheels/*.whl "$folder/capture-$version-linux-$(uname -m).tar.gz" "$folder"

cd "$folder"
sha256sum ./{capture,libreel}-*.tar.gz ./*.deb ./reelcapture-* | sed 's#\./##' >SHA256SUMS
cat SHA256SUMS
