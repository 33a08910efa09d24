"""pycairo draws, and raw frames go through a pipe to ffmpeg; with --reuse an unchanged frame is sent again without redrawing."""

import subprocess

import film

options = film.arguments("cairo", "numpy")

import cairo_drawing

ffmpeg = subprocess.Popen(
    ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr0"]
    + ["-s", f"{film.WIDTH}x{film.HEIGHT}", "-r", str(film.FPS), "-i", "-", "-c:v", "libx264", "-preset", "veryfast"]
    + ["-crf", "23", "-pix_fmt", "yuv420p", options.output],
    stdin=subprocess.PIPE,
)
drawing = cairo_drawing.Drawing()
shown = None
for state in film.levels(options.film):
    if not options.reuse or state != shown:
        pixels = drawing.draw(*state)
        shown = state
    ffmpeg.stdin.write(pixels)
ffmpeg.stdin.close()
raise SystemExit(ffmpeg.wait())
