"""OpenCV draws and writes MPEG-4, because its wheels contain no H.264 encoder. It has no soft light and no gradients."""

import film

options = film.arguments("cv2", "numpy")

import cv2
import numpy as np

# Coordinates with 4 fractional bits.
SHIFT = 4


def color(rgb):
    return tuple(int(255 * part) for part in reversed(rgb))


writer = cv2.VideoWriter(
    options.output, cv2.VideoWriter_fourcc(*"mp4v"), film.FPS, (film.WIDTH, film.HEIGHT))
for level, told in film.levels(options.film):
    picture = np.full((film.HEIGHT, film.WIDTH, 3), color(film.BACKGROUND), np.uint8)
    points = (film.outline(level) * (1 << SHIFT)).astype(np.int32)
    cv2.fillPoly(picture, [points], color(film.FILL[1]), cv2.LINE_AA, SHIFT)
    cv2.polylines(picture, [points], True, color(film.OUTLINE), 1, cv2.LINE_AA, SHIFT)
    cv2.putText(
        picture, film.caption(told).replace("\u2009", " ").replace("·", "-"), (480, 690), cv2.FONT_HERSHEY_SIMPLEX, 0.7,
        color(film.CAPTION), 1, cv2.LINE_AA)
    writer.write(picture)
writer.release()
