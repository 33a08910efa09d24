#!/usr/bin/env bash
# pictures.sh CAPTURE FOLDER [FONTS]: draws the pictures of docs that `make gallery` does not draw, using only the command itself.
# FONTS is a folder with a font for the Chinese letters of the terminal, if the machine has none.
set -euo pipefail

capture=$1
folder=$2
fonts=(${3:+--font-dir "$3"})
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

mkdir -p "$folder"

curve() {
  local picture=$1 frame=$2
  shift 2
  rm -rf "$scratch/curve"
  "$capture" curve -q --size 480x270 --no-caption --frames 20 -o "$scratch/curve/" "$@"
  mv "$scratch/curve/$(printf %04d "$frame").png" "$folder/curve-$picture.png"
}
curve gosper 19 gosper --theme paper --levels 4
curve hilbert 12 hilbert --style draw --levels 5
curve terdragon 19 terdragon --levels 8
curve levy 19 levy --theme paper --levels 11
curve quadratic-koch 19 quadratic-koch --levels 3
curve arrowhead 19 arrowhead --levels 6 --ink gold,tomato
for program in tree rays; do
  rm -rf "$scratch/turtle"
  "$capture" turtle -q "$(dirname "$0")/../samples/logo/$program.logo" --size 480x270 --frames 40 --theme night \
    -o "$scratch/turtle/"
  mv "$scratch/turtle/0039.png" "$folder/turtle-$program.png"
done

rm -rf "$scratch/terminal"
"$capture" terminal -q "$(dirname "$0")/../samples/terminal/garden.cast" --to 13.9 --size 960x540 --fps 2 --hold 1 \
  ${fonts[@]+"${fonts[@]}"} -o "$scratch/terminal/"
for picture in "$scratch"/terminal/*.png; do :; done
mv "$picture" "$folder/terminal.png"

trace() {
  local picture=$1 frame=$2
  shift 2
  rm -rf "$scratch/trace"
  "$capture" trace -q --fps 20 --size 360x360 -o "$scratch/trace/" "$@"
  # A negative frame counts from the end.
  files=("$scratch"/trace/*.png)
  [ "$frame" -ge 0 ] || frame=$((${#files[@]} + frame))
  mv "${files[$frame]}" "$folder/$picture.png"
}
trace trace-half 76 --letters Aa --hand child
trace trace-done -1 --letters Aa --hand child

# Frame 42 of each pattern, as a contact sheet of a film of pictures.
mkdir "$scratch/fixtures"
echo "scenes:" > "$scratch/fixtures/sheet.yaml"
for pattern in counter bars gradient checker noise motion snowflake solid; do
  "$capture" fixture -q --pattern "$pattern" --frames 43 -o "$scratch/$pattern-%02d.png"
  mv "$scratch/$pattern-42.png" "$scratch/fixtures/$pattern.png"
  echo "  - {image: {file: $pattern.png, fit: stretch}, seconds: 1}" >> "$scratch/fixtures/sheet.yaml"
done
"$capture" play -q "$scratch/fixtures/sheet.yaml" --set film.size=640x360 --set film.fps=1 --sheet 4x2 --width 1304 \
  -o "$folder/fixtures.png"

# One or two frames of each sample storyboard.
mkdir "$scratch/stories"
echo "scenes:" > "$scratch/stories/sheet.yaml"
stories=$(dirname "$0")/../samples/storyboards
for still in demo:2 demo:9 lesson:2.1 lesson:6.5 algorithm:10 algorithm:30 wall:6 clip:5.7 snowflake:8; do
  "$capture" still -q "$stories/${still%:*}.yaml" --at "${still#*:}" --size 640x360 -o "$scratch/stories/${still/:/-}.png"
  echo "  - {image: {file: ${still/:/-}.png, fit: stretch}, seconds: 1}" >> "$scratch/stories/sheet.yaml"
done
"$capture" play -q "$scratch/stories/sheet.yaml" --set film.size=640x360 --set film.fps=1 --sheet 3x3 --width 1400 \
  -o "$folder/storyboards.png"

# Pairs of pictures: a frame as it is drawn, and as a small file shows it.
mkdir "$scratch/pairs"
echo "scenes:" > "$scratch/pairs/sheet.yaml"
pairs=0
pair() {
  local file=$1 options=$2 at=$3 size=(--size 320x180) picture
  shift 3
  local film=("$@")
  [ "$1" != play ] || { size=(--set film.size=320x180) film=("$2"); }
  "$capture" "$@" -q "${size[@]}" $options -o "$scratch/pairs/$file"
  "$capture" still "${film[@]}" -q "${size[@]}" --at "$at" -o "$scratch/pairs/$pairs-a.png"
  "$capture" "$scratch/pairs/$file" -q --from "$at" --fps 1 -o "$scratch/pairs/shown/"
  mv "$scratch/pairs/shown/0000.png" "$scratch/pairs/$pairs-b.png"
  rm -r "$scratch/pairs/shown"
  echo "$file ($options): $(wc -c < "$scratch/pairs/$file") bytes" >&2
  for picture in $pairs-a $pairs-b; do
    echo "  - {image: {file: $picture.png, fit: stretch}, seconds: 1}" >> "$scratch/pairs/sheet.yaml"
  done
  pairs=$((pairs + 1))
}
pair grow.gif "" 20 snowflake --fps 10
pair paper.mp4 "" 20 snowflake --fps 10 --theme paper
pair draw.webp "--quality 75" 20 snowflake --fps 10 --style draw
pair dragon.gif "--quality 50" 20 curve dragon --levels 8
pair letters.gif "--colors 16" 3 trace --letters Aa --hand child
pair lesson.gif "--quality 75" 6.5 play "$stories/lesson.yaml"
pair demo.mp4 "" 2 play "$stories/demo.yaml"
pair wall.gif "" 6 play "$stories/wall.yaml"
pair algorithm.webp "--quality 50" 10 play "$stories/algorithm.yaml"
pair clip.mp4 "" 5.7 play "$stories/clip.yaml"
"$capture" play -q "$scratch/pairs/sheet.yaml" --set film.size=320x180 --set film.fps=1 --sheet 4x5 --width 1320 \
  -o "$folder/small-files.png"
