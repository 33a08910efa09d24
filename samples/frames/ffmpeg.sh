#!/bin/sh
# FFmpeg draws Conway's game of life with fading trails, and capture makes a GIF of it: ffmpeg.sh [OUTPUT]
# Any stream that FFmpeg writes to a pipe can be read: NUT keeps times, Matroska and YUV4MPEG2 work too.

ffmpeg -loglevel error -f lavfi \
  -i 'life=size=160x90:rate=15:ratio=0.18:seed=11:mold=9:life_color=#fff2c4:death_color=#b03a7a:mold_color=#151030' \
  -t 8 -vf scale=640:360:flags=neighbor -c:v rawvideo -pix_fmt bgr24 -f nut - |
  "${REEL_CAPTURE:-capture}" - -o "${1:-life.gif}"
