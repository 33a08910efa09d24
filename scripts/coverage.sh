#!/usr/bin/env bash
# Prints line coverage of each source file after `swift test --enable-code-coverage`.
set -euo pipefail

if command -v xcrun >/dev/null; then cov="xcrun llvm-cov"; else cov=llvm-cov; fi
binaries=$(swift build --show-bin-path)
bundle=$(find "$binaries" -maxdepth 1 -name '*PackageTests.xctest' | head -n 1)
# On macOS the bundle is a folder with the program inside.
[ ! -d "$bundle" ] || bundle="$bundle/Contents/MacOS/$(basename "$bundle" .xctest)"
$cov report "$bundle" -instr-profile "$binaries/codecov/default.profdata" Sources --use-color=0
