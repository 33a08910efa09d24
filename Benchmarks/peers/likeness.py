"""Shared by the comparisons of GIFs and other outputs: films and their frames, and the likeness of a file's frames to them.

Likeness is measured over all frames of a film, each at its time: the peak signal-to-noise ratio of red, green and blue (PSNR), the PSNR of
the worst frame, and the structural similarity of the luma (SSIM) in blocks of 8x8 pixels, 4 apart, as in FFmpeg's filter. The time for which
the last frame is held does not matter.
"""

import math
import multiprocessing
import os
import subprocess

import numpy as np
from PIL import Image

WIDTH, HEIGHT, FPS = 640, 360, 10
SIZE = f"{WIDTH}x{HEIGHT}"
STORYBOARD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "storyboard.yaml")
# The arguments of capture for each film.
FILMS = {
    "default": ["--size", SIZE, "--fps", FPS],
    "trace": ["trace", "--letters", "Reel", "--size", SIZE, "--fps", FPS],
    "text": ["play", STORYBOARD, "--set", f"film.size={SIZE}", "--set", f"film.fps={FPS}"],
    "zoom": ["zoom", "--size", SIZE, "--fps", FPS],
}


def run(*command):
    subprocess.run([str(word) for word in command], check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


class Film:
    """A film: its numbered pictures, the same as raw bytes, and its frames."""

    def __init__(self, capture, name, folder):
        self.name, self.options = name, [*FILMS[name], "-q"]
        self.pictures, self.raw = os.path.join(folder, name), os.path.join(folder, name + ".raw")
        run(capture, *self.options, "-o", self.pictures + "/")
        self.files = sorted(os.path.join(self.pictures, file) for file in os.listdir(self.pictures) if file.endswith(".png"))
        self.numbered = ["-framerate", FPS, "-i", self.pictures + "/%04d.png"]
        run("ffmpeg", "-y", *self.numbered, "-f", "rawvideo", "-pix_fmt", "bgr0", self.raw)
        self.source = ["-f", "rawvideo", "-pix_fmt", "bgr0", "-s", SIZE, "-r", FPS, "-i", self.raw]
        self.frames = np.fromfile(self.raw, dtype=np.uint8).reshape(-1, HEIGHT, WIDTH, 4)[:, :, :, 2::-1]
        # For each frame, the number of the first frame equal to it.
        self.first = [0]
        for index in range(1, len(self.frames)):
            still = np.array_equal(self.frames[index], self.frames[index - 1])
            self.first.append(self.first[-1] if still else index)


def shown_by_pillow(path):
    """Yields the time of each picture of an animation, in milliseconds, and its pixels."""
    image, start = Image.open(path), 0
    for index in range(image.n_frames):
        image.seek(index)
        yield start, np.asarray(image.convert("RGB"))
        start += image.info.get("duration", 0)


def shown_by_ffmpeg(path, count):
    """Yields the same as `shown_by_pillow` for a movie; FFmpeg repeats pictures that are shown longer."""
    command = ["ffmpeg", "-v", "error", "-i", path, "-vf", f"fps={FPS}", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    data = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    shown = np.frombuffer(data, dtype=np.uint8).reshape(-1, HEIGHT, WIDTH, 3)
    if len(shown) < count:
        raise SystemExit(f"{path} shows {len(shown)} frames of {count}")
    for index, picture in enumerate(shown):
        yield index * 1000 / FPS, picture


def luma(picture):
    return picture @ np.array([0.2126, 0.7152, 0.0722])


def similarity(one, other):
    """Returns the structural similarity of two pictures' luma."""
    def blocks(values):
        height, width = values.shape[0] // 4 * 4, values.shape[1] // 4 * 4
        small = values[:height, :width].reshape(height // 4, 4, width // 4, 4).sum((1, 3))
        return small[:-1, :-1] + small[1:, :-1] + small[:-1, 1:] + small[1:, 1:]
    a, b, count = luma(one), luma(other), 64
    mean_a, mean_b = blocks(a) / count, blocks(b) / count
    spread_a, spread_b = blocks(a * a) / count - mean_a**2, blocks(b * b) / count - mean_b**2
    common = blocks(a * b) / count - mean_a * mean_b
    first, second = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    ratio = (2 * mean_a * mean_b + first) * (2 * common + second)
    return float((ratio / ((mean_a**2 + mean_b**2 + first) * (spread_a + spread_b + second))).mean())


def decibels(error):
    return 10 * math.log10(255 * 255 / error) if error > 0 else math.inf


def likeness(path, film, with_ssim=True):
    """Returns the decibels over all frames, the decibels of the worst one, and the mean SSIM; None without frames."""
    is_movie = path.endswith((".webm", ".mp4"))
    shown = shown_by_ffmpeg(path, len(film.frames)) if is_movie else shown_by_pillow(path)
    number, (_, picture), following = 0, next(shown), next(shown, None)
    known, errors, similarities = {}, [], []
    for index in range(len(film.frames)):
        while following and following[0] <= round(index * 1000 / FPS):
            number, (_, picture), following = number + 1, following, next(shown, None)
        # A movie repeats pictures, each with its own noise, under other numbers.
        key = (number, film.first[index])
        if key not in known:
            difference = picture.astype(np.int32) - film.frames[index]
            ssim = similarity(picture, film.frames[index]) if with_ssim else 0
            known = {key: (float((difference * difference).mean()), ssim)}
        errors.append(known[key][0])
        similarities.append(known[key][1])
    mean = sum(errors) / len(errors)
    return decibels(mean), decibels(max(errors)), sum(similarities) / len(similarities) if with_ssim else None


_film = None


def _judge(job):
    return likeness(job[0], _film, job[1])


def judge(rows, film):
    """Adds bytes and likeness to rows, each with its `file`, using all processors; the files are removed."""
    global _film
    _film = film
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        found = pool.map(_judge, [(row["file"], row.get("ssim", True)) for row in rows], chunksize=1)
    for row, (psnr, worst, ssim) in zip(rows, found):
        row.update(bytes=os.path.getsize(row["file"]), psnr=number(psnr), worst=number(worst), ssim=ssim and round(ssim, 4))
        os.remove(row.pop("file"))
    return rows


def number(decibels):
    """Returns decibels for JSON: None if lossless."""
    return None if math.isinf(decibels) else round(decibels, 2)


def points(rows):
    """Returns bytes and decibels of rows."""
    return [(row["bytes"], math.inf if row["psnr"] is None else row["psnr"]) for row in rows]


def bytes_at(points, wanted):
    """Returns the fewest bytes at which points, or an interpolation between two of them, reach a likeness."""
    best = min((size for size, quality in points if quality >= wanted), default=math.inf)
    for low in points:
        for high in points:
            if low[1] < wanted < high[1] < math.inf and low[0] < high[0]:
                share = (wanted - low[1]) / (high[1] - low[1])
                best = min(best, math.exp((1 - share) * math.log(low[0]) + share * math.log(high[0])))
    return best


def told(row):
    """Returns bytes, PSNR, worst frame and SSIM of a row, as cells of a table."""
    psnr, worst = ("exact" if row[name] is None else f"{row[name]:.2f}" for name in ("psnr", "worst"))
    return f"{row['bytes']} | {psnr} | {worst} | {row['ssim']:.4f}"
