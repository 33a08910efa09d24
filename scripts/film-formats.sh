#!/usr/bin/env bash
# Films into every format, and has FFmpeg count the pictures of each: scripts/film-formats.sh CAPTURE FOLDER
set -euo pipefail

capture=$(realpath "$1") folder=$2
rm -rf "$folder"
mkdir -p "$folder"
count=0
for file in film.mp4 film.mov film.mkv film.webm film.gif film.apng film.webp pictures/%02d.png; do
  "$capture" -q --fps 10 --seconds 2 --size 320x180 --levels 0...3 -o "$folder/$file"
  case $file in
  *.webp) # FFmpeg before 8 reads no animated WebP.
    [ "$(head -c 12 "$folder/$file" | tail -c 4)" = WEBP ] || exit 1 ;;
  *)
    pictures=$(ffprobe -v error -count_frames -select_streams v -show_entries stream=nb_read_frames -of csv=p=0 "$folder/$file" | head -n 1)
    last=$(ffprobe -v error -select_streams v -show_entries packet=pts_time -of csv=p=0 "$folder/$file" | tail -n 1)
    # In some formats equal pictures are one, and the last change is at 1.7 or 1.9 seconds.
    case $file in *.webm | *.gif | *.apng) [ "$pictures" -gt 5 ] && [[ $last = 1.[79]* ]] ;; *) [ "$pictures" = 20 ] ;; esac ||
      { echo "reel: $file has $pictures pictures, and the last at $last s" >&2; exit 1; } ;;
  esac
  count=$((count + 1))
done
# The core has no clips.
if "$capture" fixture --help >/dev/null 2>&1; then
  "$capture" fixture -q --frames 20 --audio beep -o "$folder/clip.mp4"
  "$capture" verify -q "$folder/clip.mp4" --manifest "$folder/clip.json"
  count=$((count + 1))
fi
echo "result: $count films"
