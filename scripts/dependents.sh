#!/usr/bin/env bash
# Builds a package that depends on this one by path, by branch and by version, each in debug, and runs it: scripts/dependents.sh
# The package is the README's example, plus a program or test for each product beside Reel. The script fails if a module that processes
# pixels is not optimised, or if a product links more than it should.
# Compatible with the bash of macOS (3.2).
set -euo pipefail
cd "$(dirname "$0")/.."

# Packages that depend on Reel do not set it.
unset REEL_STRICT
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
pixel_modules="ReelGeometry ReelCanvas ReelVideo"

die() { printf 'reel: %s\n' "$*" >&2; exit 1; }

# The version is a commit of the current tree.
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

# The package is reused for each way, because a manifest that SwiftPM remembers from the previous way must work as well.
user=$scratch/user
mkdir -p "$user/Sources/ball"
awk '/^```swift$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' README.md >"$user/Sources/ball/main.swift"
grep -q '^import Reel$' "$user/Sources/ball/main.swift" || die "the README's first Swift example does not import Reel"

# One target per product. A program for clips or storyboards names only that product, which must bring its own dependencies.
mkdir -p "$user/Sources/clip" "$user/Sources/story" "$user/Tests/goldens"
cat >"$user/Sources/clip/main.swift" <<'SWIFT'
import ReelFixtures

var recipe = FixtureRecipe()
try recipe.set(.frames, "12")
try recipe.set(.size, "320x180")
_ = try FixtureMaker(recipe, to: "clip.mp4").make()
let movie = try MovieVerifier(path: "clip.mp4", manifest: FixtureManifest(path: "clip.json"), manifestName: "clip.json").run()
print(movie.verification.isAsExpected ? "verified" : movie.verification.text)
SWIFT
cat >"$user/Sources/story/main.swift" <<'SWIFT'
import ReelStoryboards

let yaml = "film: {size: 64x48, fps: 10}\nscenes: [{blank: {}, seconds: 2}]\n"
print(try Storyboard(yaml: Array(yaml.utf8), file: "story.yaml", folder: "").description().frameCount)
SWIFT
cat >"$user/Tests/goldens/Goldens.swift" <<'SWIFT'
import Reel
import ReelTesting
import Testing

@Test("A recording reaches a sink in memory, frame by frame")
func counted() async throws {
  let sink = MemorySink()
  let recording = try await Recorder(source: CountingSource(), sink: sink, frameRate: 10).record(frames: 3)
  #expect(recording.frameCount == 3 && sink.indices == [0, 1, 2])
}
SWIFT

try() {
  local way=$1 dependency=$2 module
  cat >"$user/Package.swift" <<MANIFEST
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "user", platforms: [.macOS(.v15)],
  dependencies: [.package($dependency)],
  targets: [
    .executableTarget(name: "ball", dependencies: [.product(name: "Reel", package: "reel")]),
    .executableTarget(name: "clip", dependencies: [.product(name: "ReelFixtures", package: "reel")]),
    .executableTarget(name: "story", dependencies: [.product(name: "ReelStoryboards", package: "reel")]),
    .testTarget(
      name: "goldens",
      dependencies: [.product(name: "Reel", package: "reel"), .product(name: "ReelTesting", package: "reel")]),
  ])
MANIFEST
  # Forces a new compilation, so that its command is shown.
  rm -rf "$user"/.build/*/debug/Reel*.build
  swift build --build-tests --package-path "$user" -v >"$scratch/log" 2>&1 || { tail -n 30 "$scratch/log" >&2; die "by $way: the build failed"; }
  for module in $pixel_modules; do
    grep -qE -- "-module-name $module .* -O( |\$)" "$scratch/log" || die "by $way: $module is not optimised"
  done
  says "$way" ball '60 frames'
  says "$way" clip 'verified'
  says "$way" story '^20$'
  # YAML is only for storyboards: programs that draw, make clips or test must not link it.
  links story yaml_parser_initialize || die "by $way: story does not link Yams"
  for program in ball clip; do
    if links $program yaml_parser_initialize; then die "by $way: $program links Yams"; fi
  done
  swift test --skip-build --package-path "$user" >"$scratch/said" 2>&1 ||
    { tail -n 30 "$scratch/said" >&2; die "by $way: the test failed"; }
  printf 'by %s: %s\n' "$way" "$(grep -o 'Test run with .*' "$scratch/said")"
}

# Runs a program and checks its output.
says() {
  local way=$1 program=$2 expected=$3
  (cd "$user" && ".build/debug/$program") >"$scratch/said" || die "by $way: $program failed"
  grep -q "$expected" "$scratch/said" || die "by $way: $program said $(cat "$scratch/said")"
  printf 'by %s: %s: %s\n' "$way" "$program" "$(cat "$scratch/said")"
}

links() { nm "$user/.build/debug/$1" 2>/dev/null | grep -c "$2" >/dev/null; }

try path "path: \"$scratch/reel\""
try branch "url: \"file://$scratch/reel\", branch: \"trunk\""
try version "url: \"file://$scratch/reel\", from: \"1.0.0\""
