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

for page in "$folder"/*.1; do
  name=$(basename "$page" .1)
  # Empty lines of the help make paragraphs, and titles have the pages' names.
  sed -e 's/^$/.Pp/' -e 's/^\.Dt CAPTURE\./.Dt CAPTURE-/' -e '/^\.Sh "SEE ALSO"$/,/^\.Sh/ { /^\.Sh "SEE ALSO"$/d; /^\.Xr/d; }' "$page" >"$page.new"
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
