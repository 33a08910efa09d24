#!/usr/bin/env bash
# pictures.sh CAPTURE FOLDER: draws the pictures of the README with the command itself. ffmpeg only makes the GIF of the frames.
set -euo pipefail

capture=$1
folder=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

mkdir -p "$folder"
film=(--size 640x360)
for theme in night paper classic; do
  "$capture" still -q "${film[@]}" --theme "$theme" --at 20 -o "$folder/$theme.png"
done
"$capture" still -q "${film[@]}" --style draw --at 15.2 -o "$folder/draw.png"

"$capture" -q --size 480x270 --fps 12 --seconds 9 --levels 0...5 --growth 0.6 -o "$scratch/%04d.png"
ffmpeg -nostdin -v error -y -framerate 12 -i "$scratch/%04d.png" \
  -filter_complex 'split[a][b];[a]palettegen=max_colors=96:stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=4' \
  "$folder/grow.gif"
