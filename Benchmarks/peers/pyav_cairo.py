"""pycairo draws, PyAV encodes in the same process."""

import film

options = film.arguments("av", "cairo", "numpy")

import av
import numpy as np

import cairo_drawing

drawing = cairo_drawing.Drawing()
with av.open(options.output, "w") as container:
    stream = container.add_stream("libx264", rate=film.FPS, options={"preset": "veryfast", "crf": "23"})
    stream.width, stream.height, stream.pix_fmt = film.WIDTH, film.HEIGHT, "yuv420p"
    for state in film.levels(options.film):
        pixels = np.frombuffer(drawing.draw(*state), np.uint8).reshape(film.HEIGHT, film.WIDTH, 4)
        for packet in stream.encode(av.VideoFrame.from_ndarray(pixels, format="bgra")):
            container.mux(packet)
    for packet in stream.encode():
        container.mux(packet)
