#!/bin/sh
# A cellular automaton prints pictures in PPM, and a pipe makes them a film: ppm.sh [OUTPUT]
# Rule 110: a cell's next state follows from it and its two neighbours. Colours show which of the eight cases it was.

LC_ALL=C awk -v cells=160 -v rows=90 -v scale=4 -v frames=300 -v rule=110 '
function cell(code) { return sprintf("%c%c%c", palette[code, 1], palette[code, 2], palette[code, 3]) }
BEGIN {
  # No byte is 0, which some versions of awk cannot print.
  split("18 16 34  40 44 96  58 80 150  84 130 200  120 90 180  240 150 90  250 205 120  255 244 214", bytes, " ")
  for (n = 0; n < 24; n++) palette[int(n / 3), n % 3 + 1] = bytes[n + 1]
  for (code = 0; code < 8; code++) {
    wide[code] = ""
    for (n = 0; n < scale; n++) wide[code] = wide[code] cell(code)
    next_state[code] = int(rule / 2 ^ code) % 2
  }
  for (n = 0; n < cells; n++) state[n] = n == cells - 1
  for (generation = 0; generation < rows + frames; generation++) {
    line = ""
    for (n = 0; n < cells; n++) {
      code = 4 * state[(n + cells - 1) % cells] + 2 * state[n] + state[(n + 1) % cells]
      line = line wide[code]
      after[n] = next_state[code]
    }
    for (n = 0; n < cells; n++) state[n] = after[n]
    picture[generation] = ""
    for (n = 0; n < scale; n++) picture[generation] = picture[generation] line
    if (generation < rows) continue
    printf "P6\n%d %d\n255\n", cells * scale, rows * scale
    for (n = generation - rows + 1; n <= generation; n++) printf "%s", picture[n]
    delete picture[generation - rows]
  }
}' | "${REEL_CAPTURE:-capture}" - --input-fps 30 -o "${1:-rule110.mp4}"
