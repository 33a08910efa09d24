"""matplotlib's FuncAnimation with its ffmpeg writer: fill and outline, without the soft light."""

import film

options = film.arguments("matplotlib", "numpy")

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.animation import FFMpegWriter, FuncAnimation
from matplotlib.patches import Polygon

figure = plt.figure(figsize=(film.WIDTH / 100, film.HEIGHT / 100), dpi=100, facecolor=film.BACKGROUND)
axes = figure.add_axes((0, 0, 1, 1), xlim=(0, film.WIDTH), ylim=(film.HEIGHT, 0))
axes.axis("off")
flake = axes.add_patch(Polygon(film.outline(0), facecolor=film.FILL[1], edgecolor=film.OUTLINE, joinstyle="round"))
text = axes.text(film.WIDTH / 2, 690, "", color=film.CAPTION, size=16, ha="center")


def show(state):
    level, told = state
    flake.set_xy(film.outline(level))
    text.set_text(film.caption(told))
    return flake, text


writer = FFMpegWriter(fps=film.FPS, codec="libx264", extra_args=["-preset", "veryfast", "-crf", "23", "-pix_fmt", "yuv420p"])
FuncAnimation(figure, show, film.levels(options.film), cache_frame_data=False).save(options.output, writer=writer)
