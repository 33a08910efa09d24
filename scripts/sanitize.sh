#!/usr/bin/env bash
# Builds with a sanitizer and runs the tests under it: scripts/sanitize.sh address|thread [ARGUMENT OF swift test…]
#   address   AddressSanitizer with its search for leaks, and UndefinedBehaviorSanitizer for the C shims
#   thread    ThreadSanitizer
# scripts/sanitizers holds the suppressions for other libraries, with reasons, and the functions that report locking to
# ThreadSanitizer.
set -euo pipefail
cd "$(dirname "$0")/.."

kind=${1:-}
[ $# -eq 0 ] || shift
lists=$PWD/scripts/sanitizers
case $kind in
  address)
    # Swift itself traps undefined behaviour. The C code compiled with it, the shims in the headers, does not, so Clang's sanitizer
    # checks it; its runtime is part of AddressSanitizer's.
    flags="--sanitize=address -Xcc -fsanitize=undefined"
    # Shows callers of abort(), too: a library's C++, or Swift's own runtime.
    export ASAN_OPTIONS="detect_leaks=1:handle_abort=1:${ASAN_OPTIONS:-}"
    export LSAN_OPTIONS="suppressions=$lists/leaks.txt:print_suppressions=0:${LSAN_OPTIONS:-}"
    export UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1:${UBSAN_OPTIONS:-}"
    ;;
  thread)
    flags="--sanitize=thread"
    export TSAN_OPTIONS="suppressions=$lists/threads.txt:ignore_noninstrumented_modules=1:${TSAN_OPTIONS:-}"
    if [ "$(uname -s)" = Linux ]; then
      mkdir -p .build/thread
      "$(dirname "$(readlink -f "$(command -v swift)")")/clang" -Wall -Werror -O1 -shared -fPIC \
        -o .build/thread/mutex.so "$lists/mutex.c"
      export LD_PRELOAD="$PWD/.build/thread/mutex.so${LD_PRELOAD:+:$LD_PRELOAD}"
    fi
    ;;
  *)
    echo "usage: scripts/sanitize.sh address|thread [argument of swift test…]" >&2
    exit 64
    ;;
esac

# A sanitizer changes every object file, so its build has its own folder. It also slows programs down.
export REEL_SANITIZER=$kind
export REEL_TEST_FLAGS="--scratch-path .build/$kind $flags"
export REEL_PROGRAM_SECONDS=${REEL_PROGRAM_SECONDS:-600}
export REEL_TEST_MINUTES=${REEL_TEST_MINUTES:-60}
# Swift's own crash report would come before the sanitizer's, and take minutes.
export SWIFT_BACKTRACE=enable=no
exec scripts/test.sh "$@"
