#!/usr/bin/env bash
# Works in the page of the studio as people do, with Chromium: make test-studio.
# REEL_CAPTURE is the command, REEL_SCREENSHOTS the folder for pictures. With names only those tests run:
# scripts/studio.sh test_trace.TraceTests.test_two_fingers_draw_two_strokes_at_once
# REEL_STUDIO_PAGE takes the page from a folder instead of the command.
set -euo pipefail

mkdir -p "${REEL_SCREENSHOTS:=studio-screenshots}"
REEL_SCREENSHOTS=$(cd "$REEL_SCREENSHOTS" && pwd)
export REEL_SCREENSHOTS
cd "$(dirname "$0")/../Tests/Studio"
export PYTHONDONTWRITEBYTECODE=1
if [ $# -gt 0 ]; then
  python3 -m unittest -v "$@"
else
  python3 -m unittest -v test_trace test_views test_made_well test_access
fi
printf 'reel: pictures of the page are in %s\n' "$REEL_SCREENSHOTS" >&2
