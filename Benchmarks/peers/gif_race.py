"""Compares capture with other GIF encoders: bytes at equal likeness, and time.

Peers get the frames of a film unchanged: FFmpeg as raw bytes, others as numbered pictures. `likeness.py` describes how files are judged.
"""

import argparse
import json
import math
import os
import platform
import shutil
import statistics
import sys
import tempfile
import time

from PIL import Image

from likeness import FILMS, FPS, SIZE, Film, bytes_at, judge, points, run, told

LIKENESSES = [44, 48, 50, 54]
PEER_COLORS = [32, 48, 64, 96, 128, 192, 256]
LOSSY = [0, 10, 20, 30, 40, 60, 80]
OWN_COLORS = [23, 31, 47, 63, 95, 127, 191, 255]
QUALITIES = [90, 40, 1]
# The usual arguments of paletteuse; the second is its default.
DITHERS = ["none", "sierra2_4a", "bayer"]
ROUNDS = 15


class Race:
    """The comparisons for one film."""

    def __init__(self, capture, film, folder):
        self.capture, self.film, self.folder = capture, film, folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def ffmpeg(self, out, colors=256, dither="none"):
        """FFmpeg's two passes: the first chooses the palette, the second uses it."""
        palette = self.path("palette.png")
        run("ffmpeg", "-y", *self.film.source, "-vf", f"palettegen=max_colors={colors}", "-update", 1, palette)
        run("ffmpeg", "-y", *self.film.source, "-i", palette, "-lavfi", f"paletteuse=dither={dither}", out)

    def pillow(self, out):
        images = [Image.open(file).convert("RGB") for file in self.film.files]
        images[0].save(out, save_all=True, append_images=images[1:], duration=1000 // FPS, loop=0)

    def makers(self):
        """Yields names, and functions that make a file of the film."""
        for dither in DITHERS:
            made = self.path(f"{dither}.gif")
            name = f"ffmpeg, dither={dither}"
            yield name, lambda out: (self.ffmpeg(made, dither=dither), shutil.copy(made, out))
            yield f"{name}, gifsicle -O3", lambda out: run("gifsicle", "-O3", made, "-o", out)
            yield f"{name}, gifsicle -O3 --lossy=30", lambda out: run("gifsicle", "-O3", "--lossy=30", made, "-o", out)
        yield "ImageMagick, -layers Optimize", lambda out: run(
            "convert", "-delay", 100 // FPS, "-loop", 0, *self.film.files, "-layers", "Optimize", out)
        yield "Pillow", self.pillow
        for options in [[], ["--quality", 100], ["--quality", 40], ["--dither", "ordered"]]:
            name = " ".join(["capture", *map(str, options)])
            yield name, lambda out: run(self.capture, *self.film.options, *options, "-o", out)

    def compared(self):
        """Returns a row for each encoder, from one run each."""
        rows = []
        for name, make in self.makers():
            rows.append({"film": self.film.name, "name": name, "file": self.path(f"{len(rows)}-made.gif")})
            start = time.perf_counter()
            make(rows[-1]["file"])
            rows[-1]["seconds"] = round(time.perf_counter() - start, 2)
        return judge(rows, self.film)

    def swept(self):
        """Returns rows for the peers' settings and capture's."""
        peers, own = [], []
        for colors in PEER_COLORS:
            made = self.path("swept.gif")
            self.ffmpeg(made, colors)
            for lossy in LOSSY:
                name = f"ffmpeg, {colors} colours, gifsicle -O3 --lossy={lossy}"
                peers.append({"name": name, "file": self.path(f"{len(peers)}-peer.gif"), "ssim": False})
                run("gifsicle", "-O3", f"--lossy={lossy}", made, "-o", peers[-1]["file"])
        for colors in OWN_COLORS:
            for quality in QUALITIES:
                name = f"capture --colors {colors} --quality {quality}"
                own.append({"name": name, "file": self.path(f"{len(own)}-own.gif"), "ssim": False})
                run(self.capture, *self.film.options, "--colors", colors, "--quality", quality, "-o", own[-1]["file"])
        return judge(peers, self.film), judge(own, self.film)

    def timed(self):
        """Returns the median seconds; the encoders alternate."""
        out = self.path("timed.gif")
        makers = {"capture, drawing included": lambda: run(self.capture, *self.film.options, "-o", out)}
        for dither in DITHERS:
            makers[f"ffmpeg, two passes, dither={dither}"] = lambda dither=dither: self.ffmpeg(out, dither=dither)
        times = {name: [] for name in makers}
        for _ in range(ROUNDS):
            for name, make in makers.items():
                start = time.perf_counter()
                make()
                times[name].append(time.perf_counter() - start)
        own = times["capture, drawing included"]
        return [
            {"name": name, "seconds": round(statistics.median(seconds), 3),
             "ratio": round(statistics.median(other / one for one, other in zip(own, seconds)), 2)}
            for name, seconds in times.items()
        ]


def race(capture, folder):
    result = {"compared": []}
    for name in FILMS:
        print(f"The film {name}", file=sys.stderr)
        race = Race(capture, Film(capture, name, folder), folder)
        if name == "default":
            # Measured first, before the machine is warm or busy.
            result["timed"] = race.timed()
            result["load"] = round(os.getloadavg()[0], 1)
            peers, own = race.swept()
            found = [(wanted, *(bytes_at(points(side), wanted) for side in (peers, own))) for wanted in LIKENESSES]
            result["goals"] = [
                {"psnr": wanted, "peers": round(peer), "reel": round(reel)}
                for wanted, peer, reel in found if max(peer, reel) < math.inf
            ]
            result["swept"] = peers + own
        result["compared"] += race.compared()
    return result


def table(result):
    lines = [
        "# Animated GIFs, Reel and others", "",
        f"Films at {SIZE}, {FPS} frames a second, {platform.machine()}, {os.cpu_count()} cores. Likeness is PSNR of red, green and blue over all frames, each at its",
        "time; SSIM is that of luma.", "",
        "## Bytes of the default film at equal likeness", "",
        "The best of each maker's settings, or of what lies between two of them: FFmpeg's palettes of 32 to 256 colours through gifsicle, and Reel's `--colors` and `--quality`.", "",
        "| PSNR | peers, best | Reel | ratio |", "| ---: | ---: | ---: | ---: |",
    ]
    for goal in result["goals"]:
        lines.append(f"| {goal['psnr']} dB | {goal['peers']} | {goal['reel']} | {goal['reel'] / goal['peers']:.2f} |")
    lines += [
        "", "## Seconds of the default film", "",
        f"Medians of {ROUNDS} rounds in turns; `ratio` is the median of the rounds' ratios. FFmpeg gets finished frames in a raw file.",
        f"{result['load']} processes wanted to run then, which with more than the machine's cores is no fair race.", "",
        "| made by | seconds | ratio |", "| --- | ---: | ---: |",
    ]
    lines += [f"| {row['name']} | {row['seconds']:.2f} | {row['ratio']:.1f} |" for row in result["timed"]]
    lines += ["", "## Four films", "", "One run each. Reel's seconds have the drawing in them, gifsicle's only its own work; the others get finished pictures."]
    for film in FILMS:
        lines += ["", f"### {film}", "", "| made by | bytes | PSNR | worst frame | SSIM | seconds |", "| --- | ---: | ---: | ---: | ---: | ---: |"]
        lines += [f"| {row['name']} | {told(row)} | {row['seconds']:.2f} |" for row in result["compared"] if row["film"] == film]
    lines += ["", "## Settings of the default film", "", "| settings | bytes | PSNR | worst frame |", "| --- | ---: | ---: | ---: |"]
    lines += [f"| {row['name']} | {row['bytes']} | {row['psnr']} | {row['worst']} |" for row in result["swept"]]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("capture", help="the command")
    parser.add_argument("results", help="the folder that gets gif.json and gif.md")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = race(os.path.abspath(options.capture), folder)
    with open(os.path.join(options.results, "gif.json"), "w") as file:
        json.dump(result, file, indent=1)
        file.write("\n")
    with open(os.path.join(options.results, "gif.md"), "w") as file:
        file.write(table(result))
    print(table(result).split("## Settings")[0])
