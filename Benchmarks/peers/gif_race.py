"""Races capture against other makers of GIFs: bytes at equal likeness, and time.

The frames are the default film at 640x360. Peers get them as they are. Likeness is the peak signal-to-noise ratio of red, green and blue
over all frames of the film, each at its time; how long the last one is held afterwards plays no part.
"""

import argparse
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
from PIL import Image

WIDTH, HEIGHT, FPS = 640, 360, 10
LIKENESSES = [44, 48, 50, 54]
PEER_COLORS = [32, 48, 64, 96, 128, 192, 256]
LOSSY = [0, 10, 20, 30, 40, 60, 80]
OWN_COLORS = [15, 23, 31, 47, 63, 95, 127, 191, 255]
QUALITIES = [100, 95, 90, 70, 40, 1]
ROUNDS = 5


def run(*command):
    subprocess.run([str(word) for word in command], check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def load(path):
    """Returns the frames of a raw film, and for each the number of the first of those that equal it."""
    frames = np.fromfile(path, dtype=np.uint8).reshape(-1, HEIGHT, WIDTH, 4)[:, :, :, 2::-1]
    first = [0]
    for index in range(1, len(frames)):
        still = np.array_equal(frames[index], frames[index - 1])
        first.append(first[-1] if still else index)
    return frames, first


def likeness(path, frames, first):
    """Returns the decibels over all frames, and those of the worst one."""
    image = Image.open(path)
    shown, start = [], 0
    for index in range(image.n_frames):
        image.seek(index)
        shown.append((start, np.asarray(image.convert("RGB"))))
        start += image.info.get("duration", 0)
    picture, known, errors = 0, {}, []
    for index in range(len(frames)):
        while picture + 1 < len(shown) and shown[picture + 1][0] <= round(index * 1000 / FPS):
            picture += 1
        key = (picture, first[index])
        if key not in known:
            difference = shown[picture][1].astype(np.int32) - frames[index]
            known[key] = float((difference * difference).mean())
        errors.append(known[key])
    decibels = lambda error: 10 * math.log10(255 * 255 / error) if error > 0 else math.inf
    return decibels(sum(errors) / len(errors)), decibels(max(errors))


def bytes_at(points, wanted):
    """Returns the fewest bytes with which points, or what lies between two of them, are at least so like."""
    best = min((size for size, quality in points if quality >= wanted), default=math.inf)
    for low in points:
        for high in points:
            if low[1] < wanted < high[1] and low[0] < high[0]:
                share = (wanted - low[1]) / (high[1] - low[1])
                best = min(best, math.exp((1 - share) * math.log(low[0]) + share * math.log(high[0])))
    return best


def median_time(work):
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def race(capture, folder):
    raw, film = os.path.join(folder, "film.raw"), ["--size", f"{WIDTH}x{HEIGHT}", "--fps", FPS, "-q"]
    run(capture, *film, "-o", os.path.join(folder, "p/"))
    run("ffmpeg", "-y", "-framerate", FPS, "-i", os.path.join(folder, "p/%04d.png"), "-f", "rawvideo", "-pix_fmt", "bgr0", raw)
    frames, first = load(raw)
    rawvideo = ["-f", "rawvideo", "-pix_fmt", "bgr0", "-s", f"{WIDTH}x{HEIGHT}", "-r", FPS, "-i", raw]
    path = os.path.join(folder, "a.gif")

    def ffmpeg(colors):
        palette = os.path.join(folder, "palette.png")
        run("ffmpeg", "-y", *rawvideo, "-vf", f"palettegen=max_colors={colors}", "-update", 1, palette)
        run("ffmpeg", "-y", *rawvideo, "-i", palette, "-lavfi", "paletteuse=dither=none", path)

    def measure(name, file):
        quality, worst = likeness(file, frames, first)
        rows.append({"name": name, "bytes": os.path.getsize(file), "psnr": round(quality, 2), "worst": round(worst, 2)})
        print(rows[-1], file=sys.stderr)
        return os.path.getsize(file), quality

    rows, peers, own = [], [], []
    for colors in PEER_COLORS:
        ffmpeg(colors)
        peers.append(measure(f"ffmpeg, {colors} colours", path))
        for lossy in LOSSY:
            packed = os.path.join(folder, "b.gif")
            run("gifsicle", "-O3", f"--lossy={lossy}", path, "-o", packed)
            peers.append(measure(f"ffmpeg, {colors} colours, gifsicle -O3 --lossy={lossy}", packed))
    for colors in OWN_COLORS:
        for quality in QUALITIES:
            run(capture, *film, "--colors", colors, "--quality", quality, "-o", path)
            own.append(measure(f"capture --colors {colors} --quality {quality}", path))
    run(capture, *film, "-o", path)
    measure("capture", path)
    times = {
        "capture, drawing included": median_time(lambda: run(capture, *film, "-o", path)),
        "ffmpeg, two passes, frames in a raw file": median_time(lambda: ffmpeg(256)),
    }
    goals = [
        {"psnr": wanted, "peers": round(bytes_at(peers, wanted)), "reel": round(bytes_at(own, wanted))}
        for wanted in LIKENESSES
    ]
    return {"load": round(os.getloadavg()[0], 1), "rows": rows, "goals": goals, "seconds": {name: round(value, 3) for name, value in times.items()}}


def table(result):
    lines = [
        "# Animated GIFs, Reel and others", "",
        f"The default film at {WIDTH}x{HEIGHT}, {platform.machine()}, {os.cpu_count()} cores. Bytes at equal likeness (PSNR of red, green and blue over all frames):",
        "the best of each maker's settings, or of what lies between two of them.", "",
        "| PSNR | peers, best | Reel | ratio |", "| ---: | ---: | ---: | ---: |",
    ]
    for goal in result["goals"]:
        lines.append(f"| {goal['psnr']} dB | {goal['peers']} | {goal['reel']} | {goal['reel'] / goal['peers']:.2f} |")
    lines += ["", f"Medians of {ROUNDS} runs; {result['load']} processes wanted to run then, which with more than one is no fair race."]
    lines += ["", "| made by | seconds |", "| --- | ---: |"]
    lines += [f"| {name} | {seconds:.2f} |" for name, seconds in result["seconds"].items()]
    lines += ["", "| settings | bytes | PSNR | worst frame |", "| --- | ---: | ---: | ---: |"]
    lines += [f"| {row['name']} | {row['bytes']} | {row['psnr']} | {row['worst']} |" for row in result["rows"]]
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
    print("\n".join(table(result).splitlines()[:16]))
