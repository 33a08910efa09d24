"""manim: fill and outline, with levels that change at once, because growing bumps would take minutes."""

import film

options = film.arguments("manim", "numpy")

import pathlib
import shutil
import tempfile

import numpy as np
from manim import Scene, Text, VMobject, tempconfig


class Flake(Scene):
    def construct(self):
        unit = 8 / film.HEIGHT
        held = film.levels("step")
        for level in range(7):
            points = film.outline(level)
            points = np.append(points, points[:1], axis=0)
            corners = np.zeros((len(points), 3))
            corners[:, 0] = (points[:, 0] - film.WIDTH / 2) * unit
            corners[:, 1] = (film.HEIGHT / 2 - points[:, 1]) * unit
            flake = VMobject(fill_color="#cce6fc", fill_opacity=1, stroke_color="#e6f5ff", stroke_width=1)
            flake.set_points_as_corners(corners)
            text = Text(film.caption(level), font_size=20, color="#c7dbf7").move_to((0, -3.7, 0))
            self.clear()
            self.add(flake, text)
            # manim truncates the number of frames, so slightly more than a whole number keeps it whole.
            self.wait((sum(told == level for _, told in held) + 0.01) / film.FPS)


with tempfile.TemporaryDirectory() as folder:
    settings = {
        "media_dir": folder, "pixel_width": film.WIDTH, "pixel_height": film.HEIGHT, "frame_rate": film.FPS,
        "background_color": "#2b4275", "verbosity": "ERROR", "progress_bar": "none", "disable_caching": True,
    }
    with tempconfig(settings):
        scene = Flake()
        scene.render()
        shutil.move(str(next(pathlib.Path(folder).rglob("Flake.mp4"))), options.output)
