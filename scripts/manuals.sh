#!/usr/bin/env bash
# Writes the man pages, capture.1 for all and one for each command: scripts/manuals.sh GENERATE-MANUAL CAPTURE FOLDER
# GENERATE-MANUAL is swift-argument-parser's program; what it writes is put right for mandoc and groff.
set -euo pipefail

generate=$1 capture=$2 folder=$3
rm -rf "$folder"
mkdir -p "$folder"
# The page of a command is found by `man capture-verify`, as those of git are.
"$generate" "$capture" --multi-page --output-directory "$folder"
for page in "$folder"/capture.*.1; do
  name=$(basename "$page" .1)
  mv "$page" "$folder/${name/./-}.1"
done
rm -f "$folder/capture-help.1"
"$generate" "$capture" --output-directory "$folder"
commands=$(cd "$folder" && printf '%s\n' capture-*.1 | sed 's/\.1$//')

# The same sources make the same pages on any day.
time=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
day=$(LC_ALL=C date -u -d "@$time" '+%B %-d, %Y' 2>/dev/null || LC_ALL=C date -u -r "$time" '+%B %-d, %Y')
for page in "$folder"/*.1; do
  name=$(basename "$page" .1)
  # Empty lines of the help make paragraphs. Titles and names are those of the pages, and the synopsis has what is typed.
  sed -e 's/^$/.Pp/' -e "s/^\.Dd .*/.Dd $day/" -e 's/^\.Dt CAPTURE\./.Dt CAPTURE-/' \
    -e 's/^\.Nm "capture \([a-z]*\)"$/.Nm capture-\1/' -e "s/^\.Nm\$/.Nm \"${name/-/ }\"/" -e '/^\.Sh "SEE ALSO"$/,/^\.Sh/ { /^\.Sh "SEE ALSO"$/d; /^\.Xr/d; }' "$page" >"$page.new"
  {
    echo '.Sh "SEE ALSO"'
    if [ "$name" = capture ]; then
      sed -e 's/.*/.Xr & 1 ,/' -e '$s/ ,$//' <<<"$commands"
    else
      echo '.Xr capture 1'
    fi
  } >>"$page.new"
  mv "$page.new" "$page"
done
