"""Races capture against other makers of APNG, WebP, WebM and AV1: bytes, likeness and time.

The frames are the default film at 640x360. Peers get them as numbered pictures or as they are. Likeness is the peak signal-to-noise ratio
of red, green and blue over all frames of the film, each at its time. One run each: bytes and likeness are the same every time, and the
seconds are what that run took.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

import numpy as np

from gif_race import FPS, HEIGHT, WIDTH, likeness, load, run

SIZE = f"{WIDTH}x{HEIGHT}"


def movie_likeness(path, frames):
    """Returns the decibels over all frames of a movie, and those of the worst one; FFmpeg repeats what is shown longer."""
    command = ["ffmpeg", "-v", "error", "-i", path, "-vf", f"fps={FPS}", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    data = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    shown = np.frombuffer(data, dtype=np.uint8).reshape(-1, HEIGHT, WIDTH, 3)
    if len(shown) < len(frames):
        raise SystemExit(f"{path} shows {len(shown)} frames of {len(frames)}")
    errors = [float(((shown[i].astype(np.int32) - frames[i]) ** 2).mean()) for i in range(len(frames))]
    decibels = lambda error: 10 * np.log10(255 * 255 / error) if error > 0 else float("inf")
    return decibels(sum(errors) / len(errors)), decibels(max(errors))


def race(capture, folder):
    film = ["--size", SIZE, "--fps", FPS, "-q"]
    pictures, raw = os.path.join(folder, "p"), os.path.join(folder, "film.raw")
    run(capture, *film, "-o", pictures + "/")
    numbered = ["-framerate", FPS, "-i", pictures + "/%04d.png"]
    run("ffmpeg", "-y", *numbered, "-f", "rawvideo", "-pix_fmt", "bgr0", raw)
    frames, first = load(raw)
    source = ["ffmpeg", "-y", "-f", "rawvideo", "-pix_fmt", "bgr0", "-s", SIZE, "-r", FPS, "-i", raw]
    # The same conversion as Reel's: BT.709, limited range.
    movie = [*source, "-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"]
    names = sorted(os.listdir(pictures))
    delays = [word for name in names if name.endswith(".png") for word in (os.path.join(pictures, name), "-d", 1000 // FPS)]
    webp = [word for name in names if name.endswith(".png") for word in ("-d", 1000 // FPS, os.path.join(pictures, name))]
    vp9 = ["-c:v", "libvpx-vp9", "-crf", 31, "-b:v", 0, "-row-mt", 1, "-tile-columns", 2, "-threads", 2]
    av1 = ["-c:v", "libaom-av1", "-crf", 31, "-b:v", 0, "-row-mt", 1, "-tiles", "2x1", "-threads", 2]
    makers = [
        ("APNG", "ffmpeg", "png", lambda out: run(*source, "-c:v", "apng", "-pred", "mixed", "-f", "apng", out)),
        ("APNG", "apngasm", "png", lambda out: run("apngasm", "-o", out, *delays) if shutil.which("apngasm") else None),
        ("APNG", "capture", "apng", lambda out: run(capture, *film, "-o", out)),
        ("APNG", "capture --quality 90", "apng", lambda out: run(capture, *film, "--quality", 90, "-o", out)),
        ("WebP", "ffmpeg", "webp", lambda out: run(*source, "-c:v", "libwebp_anim", "-loop", 0, out)),
        ("WebP", "ffmpeg -lossless 1", "webp", lambda out: run(*source, "-c:v", "libwebp_anim", "-lossless", 1, out)),
        ("WebP", "img2webp", "webp", lambda out: run("img2webp", "-lossless", *webp, "-o", out) if shutil.which("img2webp") else None),
        ("WebP", "img2webp -lossy", "webp", lambda out: run("img2webp", "-lossy", *webp, "-o", out) if shutil.which("img2webp") else None),
        ("WebP", "capture", "webp", lambda out: run(capture, *film, "-o", out)),
        ("WebP", "capture --quality 90", "webp", lambda out: run(capture, *film, "--quality", 90, "-o", out)),
        ("WebP", "capture --quality 40 --colors 47", "webp", lambda out: run(capture, *film, "--quality", 40, "--colors", 47, "-o", out)),
        ("WebP", "capture --quality 1 --colors 31", "webp", lambda out: run(capture, *film, "--quality", 1, "--colors", 31, "-o", out)),
        ("VP9", "ffmpeg, the same settings", "webm", lambda out: run(*movie, *vp9, "-cpu-used", 3, "-deadline", "good", out)),
        ("VP9", "capture", "webm", lambda out: run(capture, *film, "-o", out)),
        ("AV1", "ffmpeg, the same settings", "webm", lambda out: run(*movie, *av1, "-cpu-used", 7, out)),
        ("AV1", "capture --codec av1", "webm", lambda out: run(capture, *film, "--codec", "av1", "-o", out)),
        ("HEVC", "capture --codec hevc", "mp4", lambda out: run(capture, *film, "--codec", "hevc", "-o", out)),
        ("H.264", "capture", "mp4", lambda out: run(capture, *film, "-o", out)),
    ]
    rows = []
    for number, (form, name, ending, make) in enumerate(makers):
        out = os.path.join(folder, f"{number}.{ending}")
        start = time.perf_counter()
        make(out)
        seconds = time.perf_counter() - start
        if not os.path.exists(out):
            continue
        is_movie = ending in ("webm", "mp4")
        quality, worst = movie_likeness(out, frames) if is_movie else likeness(out, frames, first)
        rows.append(
            {"format": form, "name": name, "bytes": os.path.getsize(out), "psnr": round(float(quality), 2),
             "worst": round(float(worst), 2), "seconds": round(seconds, 2)})
        print(rows[-1], file=sys.stderr)
    return {"load": round(os.getloadavg()[0], 1), "rows": rows}


def table(result):
    lines = [
        "# Other outputs, Reel and others", "",
        f"The default film at {SIZE}. Reel's seconds have the drawing in them; the others get finished pictures. One run each;",
        f"{result['load']} processes wanted to run at its end, which with more than the machine's cores is no fair race of seconds.", "",
        "| format | made by | bytes | PSNR | worst frame | seconds |", "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    for row in result["rows"]:
        lines.append(
            f"| {row['format']} | {row['name']} | {row['bytes']} | {row['psnr']} | {row['worst']} | {row['seconds']:.2f} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("capture", help="the command")
    parser.add_argument("results", help="the folder that gets outputs.json and outputs.md")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = race(os.path.abspath(options.capture), folder)
    with open(os.path.join(options.results, "outputs.json"), "w") as file:
        json.dump(result, file, indent=1)
        file.write("\n")
    with open(os.path.join(options.results, "outputs.md"), "w") as file:
        file.write(table(result))
    print(table(result))
