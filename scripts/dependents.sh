#!/usr/bin/env bash
# Builds a package that depends on this one by path, by branch and by version, each in debug, and runs it: scripts/dependents.sh
# It is the README's example, and fails where a module that works on pixels is not optimised.
# Written for the bash of macOS (3.2) as well.
set -euo pipefail
cd "$(dirname "$0")/.."

# Those who depend on Reel do not set it.
unset REEL_STRICT
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
pixel_modules="ReelGeometry ReelCanvas ReelVideo"

die() { printf 'reel: %s\n' "$*" >&2; exit 1; }

# What would be committed now is the version.
git ls-files -z | while IFS= read -r -d '' file; do
  [ -e "$file" ] || continue
  mkdir -p "$scratch/reel/$(dirname "$file")"
  cp -P "$file" "$scratch/reel/$file"
done
git -C "$scratch/reel" init -q
git -C "$scratch/reel" checkout -q -b trunk
git -C "$scratch/reel" add --all
git -C "$scratch/reel" -c user.name=Reel -c user.email=reel@localhost commit -q -m "Make a version"
git -C "$scratch/reel" tag 1.0.0

# One package, which goes from one way to the next: a manifest that SwiftPM remembers from the way before counts as well.
user=$scratch/user
mkdir -p "$user/Sources/ball"
awk '/^```swift$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' README.md >"$user/Sources/ball/main.swift"
grep -q '^import Reel$' "$user/Sources/ball/main.swift" || die "the README's first Swift example does not import Reel"

try() {
  local way=$1 dependency=$2 module
  cat >"$user/Package.swift" <<MANIFEST
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "user", platforms: [.macOS(.v15)],
  dependencies: [.package($dependency)],
  targets: [.executableTarget(name: "ball", dependencies: [.product(name: "Reel", package: "reel")])])
MANIFEST
  # So that it is compiled again, and its command shown.
  rm -rf "$user"/.build/*/debug/Reel*.build
  swift build --package-path "$user" -v >"$scratch/log" 2>&1 || { tail -n 30 "$scratch/log" >&2; die "by $way: the build failed"; }
  for module in $pixel_modules; do
    grep -qE -- "-module-name $module .* -O( |\$)" "$scratch/log" || die "by $way: $module is not optimised"
  done
  (cd "$user" && .build/debug/ball) >"$scratch/said" || die "by $way: the program failed"
  grep -q '60 frames' "$scratch/said" || die "by $way: the program said $(cat "$scratch/said")"
  printf 'by %s: %s\n' "$way" "$(cat "$scratch/said")"
}

try path "path: \"$scratch/reel\""
try branch "url: \"file://$scratch/reel\", branch: \"trunk\""
try version "url: \"file://$scratch/reel\", from: \"1.0.0\""
