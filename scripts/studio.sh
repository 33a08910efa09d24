#!/usr/bin/env bash
# Tests the studio's page with Chromium, as a user would use it: make test-studio.
# REEL_CAPTURE is the command, REEL_SCREENSHOTS the folder for pictures. Arguments select tests by name:
# scripts/studio.sh test_trace.TraceTests.test_two_fingers_draw_two_strokes_at_once
# "page" runs the most important tests in less than a minute (make test-page). REEL_STUDIO_PAGE loads the page from a folder instead of the command.
set -euo pipefail

mkdir -p "${REEL_SCREENSHOTS:=studio-screenshots}"
REEL_SCREENSHOTS=$(cd "$REEL_SCREENSHOTS" && pwd)
export REEL_SCREENSHOTS
cd "$(dirname "$0")/../Tests/Studio/Page"
export PYTHONDONTWRITEBYTECODE=1
if [ "${1:-}" = page ]; then
  set -- test_views.CurveTests.test_the_picture_follows_the_level_in_the_field \
    test_trace.TraceTests.test_a_letter_traced_by_touch_is_judged_while_it_is_drawn_and_turns_green \
    test_trace.TraceTests.test_a_reload_in_the_middle_of_a_stroke_loses_nothing_and_goes_on \
    test_trace.TraceTests.test_a_studio_that_was_killed_goes_on_where_it_was \
    test_class.HelpTests.test_a_word_in_joined_letters_is_written_in_one_go \
    test_views.FilmTests.test_a_sheet_becomes_a_film_that_plays_and_is_the_film_of_the_exported_session \
    test_views.SessionTests.test_ink_of_other_programs_is_imported_by_dropping_it_and_exported_as_it_was_drawn \
    test_views.StoryboardTests.test_an_error_stands_at_its_line_until_it_is_repaired \
    test_access.DarkPhoneTests
fi
if [ $# -gt 0 ]; then
  python3 -m unittest -v "$@"
else
  python3 -m unittest -v test_trace test_class test_views test_made_well test_access
fi
printf 'reel: pictures of the page are in %s\n' "$REEL_SCREENSHOTS" >&2
