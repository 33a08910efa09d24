#!/usr/bin/env bash
# Links with the toolchain's lld, and leaves out libraries of which nothing is used: scripts/ld.sh ARGUMENT OF ld.lld…
# `swift build` puts what it is told for the linker behind the libraries, where --as-needed has no effect.
set -euo pipefail

resources=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath" *: *"\(.*\)".*/\1/p')
linker=$resources/../../bin/ld.lld
if [ ! -x "$linker" ]; then
  printf 'reel: this Swift toolchain has no ld.lld: %s\n' "$linker" >&2
  exit 1
fi
exec "$linker" --as-needed "$@"
