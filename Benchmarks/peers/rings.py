"""Measures the rings on the grounds of films: how long the same colour goes on in rows of pixels, over all three decoded channels.

    python3 Benchmarks/peers/rings.py .build/release/capture

Smooth grounds change every few pixels, or never. Rings are runs in between: with each of them the colour jumps. A title card of each
theme is measured as a still and in a film, in rows beside its text, and the largest jump in any channel is told. With --pictures FOLDER
the first frames are written there with three times the contrast.
"""

import argparse
import os
import subprocess
import tempfile

import numpy as np

WIDTH, HEIGHT = 1280, 720
ROWS = [20, 60, 100, 620, 660, 700]
THEMES = ["paper", "night"]
CARD = """film: {{size: {width}x{height}, fps: 30, theme: {theme}}}
scenes: [{{title: {{text: The first page, subtitle: It is leaving}}, seconds: 4}}]
"""


def first_frame(path):
    matrix = "scale=in_color_matrix=bt709:flags=accurate_rnd+full_chroma_int+full_chroma_inp+bicubic"
    command = ["ffmpeg", "-v", "error", "-i", path, "-vframes", "1", "-vf", matrix, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    data = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    return np.frombuffer(data, dtype=np.uint8).reshape(HEIGHT, WIDTH, 3)


def runs(picture):
    """Returns the lengths of all runs of equal colours in the rows, and the largest jump between two of them."""
    lengths, jump = [], 0
    for row in picture[ROWS].astype(int):
        steps = np.abs(np.diff(row, axis=0)).max(axis=1)
        ends = np.concatenate([[-1], np.flatnonzero(steps), [WIDTH - 1]])
        lengths += list(np.diff(ends))
        jump = max(jump, steps.max())
    return lengths, jump


def write_contrast(picture, path):
    """Writes a picture with three times the contrast around its ground."""
    middle = np.median(picture.reshape(-1, 3), axis=0)
    data = np.clip((picture - middle) * 3 + middle, 0, 255).astype(np.uint8).tobytes()
    size = f"{WIDTH}x{HEIGHT}"
    command = ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-i", "-", path]
    subprocess.run(command, check=True, input=data)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("capture")
    parser.add_argument("--pictures")
    arguments = parser.parse_args()
    print("| theme | output | bytes | mean run | longest run | largest jump |\n|---|---|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for theme in THEMES:
            story = os.path.join(folder, theme + ".yaml")
            with open(story, "w") as file:
                file.write(CARD.format(width=WIDTH, height=HEIGHT, theme=theme))
            still = ["still", story, "--at", "2", "-o", os.path.join(folder, theme + ".png")]
            films = [["play", story, "--crf", str(crf), "-o", os.path.join(folder, f"{theme}-crf{crf}.mp4")] for crf in (23, 18)]
            for command in [still, *films]:
                subprocess.run([arguments.capture, *command, "-q"], check=True)
                path = command[-1]
                picture = first_frame(path)
                lengths, jump = runs(picture)
                name = os.path.basename(path).removeprefix(theme).strip("-.")
                print(f"| {theme} | {name} | {os.path.getsize(path)} | {np.mean(lengths):.1f} | {max(lengths)} | {jump} |")
                if arguments.pictures:
                    write_contrast(picture, os.path.join(arguments.pictures, os.path.basename(path) + ".png"))


if __name__ == "__main__":
    main()
