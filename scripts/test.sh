#!/usr/bin/env bash
# Builds and runs the tests, but no longer than REEL_TEST_MINUTES (default 20): scripts/test.sh [ARGUMENT OF swift test…]
# On a timeout it lists the unfinished tests and the stack of every thread, ends them all and fails.
# REEL_TEST_FLAGS are passed to both `swift build` and `swift test`.
# Compatible with the bash of macOS (3.2).
set -euo pipefail
cd "$(dirname "$0")/.."

minutes=${REEL_TEST_MINUTES:-20}
scratch=$(mktemp -d)
log=$scratch/log

# Swift Testing would start all tests at once, which means hundreds of programs, and a hanging test could not be identified.
# Slightly more tests than processors keep them busy. (Toolchains without this variable ignore it.)
processors=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-$((processors + 4))}

say() { printf 'reel: %s\n' "$*" >&2; }

# Prints "PROCESS PARENT" for each process, because small Linux images have no ps.
parents() {
  if [ -r /proc/self/stat ]; then
    local file line
    for file in /proc/[0-9]*/stat; do
      # The name is in brackets and may contain anything. The process may have ended meanwhile.
      { line=$(<"$file"); } 2>/dev/null || continue
      # shellcheck disable=SC2086
      set -- ${line##*) }
      file=${file%/stat}
      echo "${file##*/} $2"
    done
  else
    ps -A -o pid=,ppid=
  fi
}

# Prints every descendant of PROCESS.
below() {
  parents | awk -v root="$1" '
    { children[$2] = children[$2] " " $1 }
    function walk(process, list, count, i) {
      count = split(children[process], list, " ")
      for (i = 1; i <= count; i++) { print list[i]; walk(list[i]) }
    }
    END { walk(root) }'
}

command_of() {
  if [ -r "/proc/$1/cmdline" ]; then tr '\0' ' ' <"/proc/$1/cmdline"; else ps -o command= -p "$1"; fi
}

end_all() {
  local process
  for process in $(below "$job"); do kill -KILL "$process" 2>/dev/null || true; done
  kill -KILL "$job" 2>/dev/null || true
  # Keeps the shell from reporting the kill.
  wait "$job" 2>/dev/null || true
}

# Prints each "◇ Test NAME started." without a later "✔ Test NAME passed after …" or "✘ Test NAME failed after …".
unfinished() {
  sed -nE -e 's/^[^ ]* Test (.*) started\.$/+\1/p' \
    -e 's/^[^ ]* Test (.*) with [0-9]+ test cases? (passed|failed) after .*/-\1/p' -e t \
    -e 's/^[^ ]* Test (.*) (passed|failed) after .*/-\1/p' "$log" |
    grep -v '^.case passing ' |
    awk '/^\+/ { open[substr($0, 2)]++ } /^-/ { open[substr($0, 2)]-- }
      END { for (name in open) for (i = 0; i < open[name]; i++) print "  " name }' | sort
}

stacks() {
  local process=$1 task
  if command -v gdb >/dev/null; then
    # gdb stops the process meanwhile; a minute is enough for hundreds of threads.
    (ulimit -t 60; exec gdb -p "$process" -batch -nx -ex 'thread apply all backtrace 24' </dev/null 2>/dev/null) |
      grep -E '^(Thread|#)' | cut -c 1-200 || true
  elif command -v sample >/dev/null; then
    sample "$process" 1 || true
  fi
  [ -d "/proc/$process/task" ] || return 0
  echo "  thread, name, state, where the kernel holds it:"
  for task in "/proc/$process/task"/*; do
    echo "  $(basename "$task") $(cat "$task/comm") $(sed -n 's/^State:[[:space:]]*//p' "$task/status") $(cat "$task/wchan" 2>/dev/null || true)"
  done 2>/dev/null || true
}

# Repeats the failures at the end, because thousands of lines may follow them.
failures() {
  echo >&2
  if grep -q 'exited with unexpected signal' "$log"; then
    say "the tests ended in the middle. This was printed, but by no test:"
    grep -Ev '^[^ ]* (Test|Suite) |^[[:space:]]*$' "$log" | tail -n 100 >&2 || true
  fi
  say "what failed:"
  grep -E -A 4 '^[^ ]* Test .* recorded an issue|^[^ ]* (Test|Suite) .* failed after' "$log" |
    grep -Ev '^--$|^[^ ]* (Test|Suite) .* (started\.|passed after)|^[^ ]* Test case passing ' | head -n 200 >&2 || true
}

report() {
  echo >&2
  say "the tests took longer than $minutes minutes (REEL_TEST_MINUTES). These processes were left:"
  local process line
  for process in $(below "$job"); do
    line=$(command_of "$process" 2>/dev/null) || continue
    # Keeps further output from interrupting the report.
    case $line in "tee $log"*) kill -STOP "$process" ;; esac
    say "process $process: $line"
    case $line in *.xctest* | *swiftpm-testing-helper*) stacks "$process" >&2 ;; esac
  done
  # Last, because a log that is cut keeps its end.
  say "these tests had started and not ended:"
  unfinished >&2
}

# shellcheck disable=SC2086
swift build --build-tests ${REEL_TEST_FLAGS:-}

# The job reports through a FIFO, so nothing polls.
mkfifo "$scratch/end"
{
  set +e
  # shellcheck disable=SC2086
  swift test --skip-build --disable-xctest ${REEL_TEST_FLAGS:-} "$@" 2>&1 | tee "$log"
  echo "${PIPESTATUS[0]}" >"$scratch/end"
} &
job=$!
trap 'end_all; rm -rf "$scratch"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

if read -r -t "$((minutes * 60))" status <>"$scratch/end"; then
  # A filter that matches nothing is a mistake, not a success.
  if [ "$status" = 0 ] && grep -q 'No matching test cases were run' "$log"; then
    say "no test was run: $*"
    exit 1
  fi
  [ "$status" = 0 ] || failures
  exit "$status"
fi
report
exit 1
