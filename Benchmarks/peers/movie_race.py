"""Compares capture with other encoders of GIF or WebP on movies: bytes at equal likeness, worst frames, flicker and time.

Every encoder gets the same movie, and is judged by every second frame, each at its time. Likeness is SSIM of luma, as in `likeness.py`.
Flicker is how much pixels change from frame to frame where the movie's change by at most 1, in steps of 1/255.
"""

import argparse
import json
import math
import multiprocessing
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
from PIL import Image

from likeness import luma, run, similarity

FPS = 25
STEP = 2
QUALITIES = [99, 95, 90, 75, 50, 20, 1]


class Movie:
    """A movie and its frames."""

    def __init__(self, path, seconds):
        self.path, self.name, self.seconds = path, os.path.basename(path)[:-4], seconds
        size = subprocess.run(
            ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=width,height", "-of", "csv=p=0", path],
            check=True, capture_output=True, text=True).stdout
        width, height = map(int, size.strip().strip(",").split(",")[:2])
        data = subprocess.run(
            ["ffmpeg", "-v", "error", "-i", path, "-t", str(seconds), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
            check=True, capture_output=True).stdout
        self.frames = np.frombuffer(data, dtype=np.uint8).reshape(-1, height, width, 3)


def judged(path, movie):
    """Returns bytes, mean SSIM, the SSIM of the worst frame, and flicker."""
    image, number, end = Image.open(path), -1, 0
    similarities, changes, before = [], [], None
    for index in range(0, len(movie.frames), STEP):
        while number + 1 < image.n_frames and end <= round(index * 1000 / FPS):
            number += 1
            image.seek(number)
            picture = np.asarray(image.convert("RGB"))
            end += image.info.get("duration", 0)
        similarities.append(similarity(picture, movie.frames[index]))
        if before is not None:
            still = np.abs(luma(movie.frames[index]) - luma(movie.frames[index - STEP])) <= 1
            changes.append(float(np.abs(luma(picture) - before)[still].sum()) / still.size)
        before = luma(picture)
    return {
        "bytes": os.path.getsize(path), "ssim": round(statistics.mean(similarities), 5), "worst": round(min(similarities), 4),
        "flicker": round(statistics.mean(changes), 3),
    }


class Race:
    """The files of one movie."""

    def __init__(self, capture, movie, folder, is_quick):
        self.capture, self.movie, self.folder, self.is_quick = capture, movie, folder, is_quick
        self.rows, self.input = [], ["-t", movie.seconds, "-i", movie.path]

    def add(self, family, name, make, ending):
        path = os.path.join(self.folder, f"{len(self.rows)}.{ending}")
        start = time.perf_counter()
        make(path)
        seconds = round(time.perf_counter() - start, 2)
        self.rows.append({"family": family, "name": name, "file": path, "seconds": seconds})
        return path

    def own(self, ending, options=()):
        for quality in QUALITIES:
            self.add("capture", " ".join(["--quality", str(quality), *options]), lambda out: run(
                self.capture, self.movie.path, "-q", "--to", self.movie.seconds, "--quality", quality, *options, "-o", out), ending)

    def gif(self):
        quick = self.is_quick
        for stats in ["full"] if quick else ["full", "diff", "single"]:
            for dither in ["none", "bayer", "sierra2_4a"]:
                for colors in [256, 64] if quick else [256, 128, 64]:
                    new = ":new=1" if stats == "single" else ""
                    graph = (
                        f"split[a][b];[a]palettegen=stats_mode={stats}:max_colors={colors}[p];"
                        f"[b][p]paletteuse=dither={dither}:diff_mode=rectangle{new}")
                    made = self.add("ffmpeg", f"{stats}, {dither}, {colors} colours", lambda out: run(
                        "ffmpeg", "-y", *self.input, "-vf", graph, out), "gif")
                    for lossy in [0, 40, 100] if quick else [0, 20, 40, 80, 120]:
                        name = f"{stats}, {dither}, {colors} colours, --lossy={lossy}"
                        self.add("ffmpeg, gifsicle", name, lambda out: run(
                            "gifsicle", "-O3", f"--lossy={lossy}", made, "-o", out), "gif")
        images = [Image.fromarray(frame) for frame in self.movie.frames]
        self.add("Pillow", "default", lambda out: images[0].save(
            out, save_all=True, append_images=images[1:], duration=1000 // FPS, loop=0), "gif")
        if shutil.which("convert") and not quick:
            pictures = self.pictures()
            self.add("ImageMagick", "-layers Optimize", lambda out: run(
                "convert", "-delay", 100 // FPS, *pictures, "-layers", "Optimize", out), "gif")
        self.own("gif")

    def pictures(self):
        run("ffmpeg", "-y", *self.input, os.path.join(self.folder, "%04d.png"))
        return [os.path.join(self.folder, f"{index + 1:04}.png") for index in range(len(self.movie.frames))]

    def webp(self):
        for quality in [20, 40, 60, 75, 85, 92, 97]:
            self.add("ffmpeg", f"-quality {quality}", lambda out: run(
                "ffmpeg", "-y", *self.input, "-c:v", "libwebp_anim", "-quality", quality, out), "webp")
        pictures = self.pictures()
        for quality in [40, 75, 92] if self.is_quick else [20, 40, 60, 75, 85, 92, 97]:
            self.add("img2webp", f"-lossy -q {quality}", lambda out: run(
                "img2webp", "-d", 1000 // FPS, "-lossy", "-q", quality, *pictures, "-o", out), "webp")
        gif = os.path.join(self.folder, "made.gif")
        run("ffmpeg", "-y", *self.input, "-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none", gif)
        for quality in [75] if self.is_quick else [50, 75, 90]:
            self.add("gif2webp", f"-mixed -q {quality}", lambda out: run(
                "gif2webp", "-mixed", "-q", quality, gif, "-o", out), "webp")
        self.own("webp")


_movie = None


def _judge(path):
    return judged(path, _movie)


def raced(form, capture, movie, is_quick):
    global _movie
    _movie = movie
    with tempfile.TemporaryDirectory() as folder:
        race = Race(capture, movie, folder, is_quick)
        getattr(race, form)()
        with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
            for row, found in zip(race.rows, pool.map(_judge, [row["file"] for row in race.rows], chunksize=1)):
                row.update(found)
                del row["file"]
    return race.rows


def scale(ssim):
    """SSIM in decibels, between which bytes can be interpolated."""
    return -10 * math.log10(max(1e-6, 1 - ssim))


def frontier(rows):
    """Returns the rows that are more alike than every smaller one, from the smallest."""
    best = []
    for row in sorted(rows, key=lambda row: (row["bytes"], -row["ssim"])):
        if not best or row["ssim"] > best[-1]["ssim"]:
            best.append(row)
    return best


def bytes_at(rows, ssim):
    """Returns the fewest bytes for an SSIM, of a setting or between neighbours on a family's frontier; infinite if none is as alike.

    Between settings that are farther apart the curve bends, and no file has what a straight line says.
    """
    best = min((row["bytes"] for row in rows if row["ssim"] >= ssim), default=math.inf)
    for family in {row["family"] for row in rows}:
        known = frontier(row for row in rows if row["family"] == family)
        for low, high in zip(known, known[1:]):
            if low["ssim"] < ssim < high["ssim"]:
                share = (scale(ssim) - scale(low["ssim"])) / (scale(high["ssim"]) - scale(low["ssim"]))
                best = min(best, math.exp((1 - share) * math.log(low["bytes"]) + share * math.log(high["bytes"])))
    return best


def levels(rows):
    """Returns Reel's bytes and the best peer's at the SSIM of three of Reel's settings, if a peer is as alike."""
    found = []
    own = [row for row in rows if row["family"] == "capture"]
    peers = [row for row in rows if row["family"] != "capture"]
    for row in own:
        if not row["name"].startswith(("--quality 95", "--quality 75", "--quality 20")):
            continue
        peer = bytes_at(peers, row["ssim"])
        near = min(peers, key=lambda other: abs(other["ssim"] - row["ssim"]))
        found.append({
            "name": row["name"], "ssim": row["ssim"], "reel": row["bytes"], "peer": None if math.isinf(peer) else round(peer),
            "ratio": None if math.isinf(peer) else round(row["bytes"] / peer, 2), "worst": row["worst"], "peer_worst": near["worst"],
            "flicker": row["flicker"], "peer_flicker": near["flicker"]})
    return found


def table(form, result):
    lines = [
        f"# {form} of movies, Reel and others" if form == "WebP" else "# GIFs of movies, Reel and others", "",
        "The bytes of Reel's file, and the fewest of any other encoder at the same SSIM, at one of its settings or between two neighbouring ones. The worst frame and",
        "flicker (see `Benchmarks/peers/movie_race.py`) are those of Reel's file and of the other encoders' file with the most similar SSIM.",
        f"Of each movie {result['seconds']:g} seconds are used{', with few settings of the other encoders' if result['quick'] else ''}.", "",
        "| movie | Reel | SSIM | others | Reel | ratio | worst frame, others, Reel | flicker, others, Reel |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    ratios = []
    for movie, rows in result["movies"].items():
        for level in levels(rows):
            ratio = "no other is as alike" if level["ratio"] is None else f"{level['ratio']:.2f}"
            ratios += [level["ratio"]] if level["ratio"] else []
            lines.append(
                f"| {movie} | {level['name']} | {level['ssim']:.4f} | {level['peer'] or ''} | {level['reel']} | {ratio} | "
                f"{level['peer_worst']:.3f}, {level['worst']:.3f} | {level['peer_flicker']:.2f}, {level['flicker']:.2f} |")
    if ratios:
        lines += ["", f"The median ratio is {statistics.median(ratios):.2f}, the worst {max(ratios):.2f}."]
    lines += ["", "## Seconds", "", f"One run each; {result['load']} processes wanted to run at the end.", "", "| movie | made by | seconds |", "| --- | --- | ---: |"]
    for movie, rows in result["movies"].items():
        for family in ["ffmpeg", "capture"]:
            row = next(row for row in rows if row["family"] == family and (family == "ffmpeg" or row["name"] == "--quality 90"))
            lines.append(f"| {movie} | {family} {row['name']} | {row['seconds']:.1f} |")
    lines += ["", "## All files", "", "| movie | made by | settings | bytes | SSIM | worst frame | flicker |", "| --- | --- | --- | ---: | ---: | ---: | ---: |"]
    for movie, rows in result["movies"].items():
        lines += [
            f"| {movie} | {row['family']} | {row['name']} | {row['bytes']} | {row['ssim']:.4f} | {row['worst']:.3f} | {row['flicker']:.2f} |"
            for row in rows]
    return "\n".join(lines) + "\n"


def plot(result, path):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    columns = 3
    count = math.ceil(len(result["movies"]) / columns)
    figure, axes = pyplot.subplots(count, columns, figsize=(5 * columns, 3.6 * count), squeeze=False)
    for axis, (movie, rows) in zip(axes.flat, result["movies"].items()):
        for family in dict.fromkeys(row["family"] for row in rows):
            best = frontier(row for row in rows if row["family"] == family)
            axis.plot([row["bytes"] for row in best], [scale(row["ssim"]) for row in best], marker="o", markersize=3, linewidth=2 if family == "capture" else 1, label=family)
        axis.set(xscale="log", title=movie, xlabel="bytes", ylabel="SSIM, dB")
        axis.grid(alpha=0.3)
    axes.flat[0].legend(fontsize=7)
    for axis in axes.flat[len(result["movies"]):]:
        axis.axis("off")
    figure.tight_layout()
    figure.savefig(path, dpi=80)


def write(form, result, folder):
    base = os.path.join(folder, f"movies-{form}")
    with open(base + ".json", "w") as file:
        json.dump(result, file, indent=1)
        file.write("\n")
    text = table({"gif": "GIF", "webp": "WebP"}[form], result)
    with open(base + ".md", "w") as file:
        file.write(text)
    plot(result, base + ".png")
    return text


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("format", choices=["gif", "webp"], help="the format")
    parser.add_argument("movies", help="the folder with the movies")
    parser.add_argument("capture", help="the command")
    parser.add_argument("results", help="the folder that gets the table and the plot")
    parser.add_argument("--seconds", type=float, default=4, help="the length of the movies that is used (default: 4)")
    parser.add_argument("--only", help="the names of movies, with commas between them")
    parser.add_argument("--quick", action="store_true", help="use fewer settings of the other encoders")
    options = parser.parse_args()
    names = sorted(name for name in os.listdir(options.movies) if name.endswith(".mp4"))
    if options.only:
        names = [name for name in names if name[:-4] in options.only.split(",")]
    result = {"seconds": options.seconds, "quick": options.quick, "movies": {}}
    for name in names:
        print(f"{options.format}: {name}", file=sys.stderr)
        movie = Movie(os.path.join(options.movies, name), options.seconds)
        result["movies"][movie.name] = raced(options.format, os.path.abspath(options.capture), movie, options.quick)
        # After each movie, so that a race that is stopped leaves what it knows.
        result["load"] = round(os.getloadavg()[0], 1)
        text = write(options.format, result, options.results)
    print(text.split("## All files")[0])
