#!/usr/bin/env bash
# Builds the library for C programs: scripts/libreel.sh FOLDER
# FOLDER gets libreel.so with its links, reel.h and reel.pc. SwiftPM's --static-swift-stdlib does not apply to dynamic libraries, so the
# objects that it compiled for one are linked once more: with Swift's libraries inside, with nothing visible but the functions of reel.h,
# and with a name by which loaders recognise the binary interface.
set -euo pipefail

folder=$(realpath -m "$1")
cd "$(dirname "$(realpath "$0")")/.."
# The binary interface: it changes when a program that was linked before could not run any more.
interface=1

die() {
  printf 'reel: %s\n' "$*" >&2
  exit 1
}
[ "$(uname -s)" = Linux ] || die "libreel.so is for Linux; on macOS link the product reel-c"

# SwiftPM finds the static libraries for commands alone.
static=$(dirname "$(readlink -f "$(command -v swift)")")/../lib/swift_static/linux
flags=(-c release --static-swift-stdlib --scratch-path "${REEL_SCRATCH:-.build}" -Xlinker -L"$static")
swift build "${flags[@]}" --product reel-c
objects=$(swift build "${flags[@]}" --show-bin-path)/reel-c.product/Objects.LinkFileList
version=$(sed -n 's/.*static let current = "\(.*\)"/\1/p' Sources/Core/ReelVideo/Configuration/ReelVersion.swift)
[ -n "$version" ] || die "ReelVersion.swift has no version"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
echo '{ global: reel_*; local: *; };' >"$scratch/exports"
read -ra libraries < <(pkg-config --libs libavformat libavcodec libswscale libswresample libavutil pangocairo libwebpdemux libwebp zlib)
# Swift's runtime does not survive dlclose.
# LLVM's linker: GNU gold leaves names of hidden types in the table of symbols.
swiftc -emit-library -use-ld=lld -static-stdlib -no-toolchain-stdlib-rpath -o "$scratch/libreel.so" "@$objects" \
  -Xlinker -soname=libreel.so.$interface -Xlinker --version-script="$scratch/exports" -Xlinker --gc-sections \
  -Xlinker -z -Xlinker nodelete -Xlinker --as-needed "${libraries[@]}"

rm -rf "$folder"
mkdir -p "$folder"
strip --strip-unneeded -o "$folder/libreel.so.$version" "$scratch/libreel.so"
ln -s "libreel.so.$version" "$folder/libreel.so.$interface"
ln -s "libreel.so.$interface" "$folder/libreel.so"
cp Sources/Bindings/CReel/reel.h "$folder/"
cat >"$folder/reel.pc" <<END
prefix=\${pcfiledir}/../..
libdir=\${prefix}/lib
includedir=\${prefix}/include

Name: reel
Description: records what a program draws
Version: $version
Libs: -L\${libdir} -lreel
Cflags: -I\${includedir}
END
printf 'reel: %s: %s bytes\n' "$folder/libreel.so.$version" "$(stat -c %s "$folder/libreel.so.$version")" >&2
