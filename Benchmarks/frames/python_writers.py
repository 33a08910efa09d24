#!/usr/bin/env python3
"""Times films written from Python: python_writers.py CAPTURE RESULTS [--rounds 9] [--frames 300]

Runs in an environment with numpy and reelcapture; imageio-ffmpeg, av, opencv-python-headless and matplotlib are raced if they are there. Leaves
python.json and python.md in the folder RESULTS. The frames of each film are in memory, 1280x720 RGB. Each writer is a Python process that reads
them and writes an MP4 (H.264, veryfast, crf 23; OpenCV's wheel has only MPEG-4), measured from outside with the processes it started, in turns.
"none" only reads the frames. A ratio is the median of the rounds' ratios to reelcapture. For matplotlib a figure is drawn 100 times. Nothing else
should run.
"""

import argparse
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WIDTH, HEIGHT, FPS = 1280, 720, 30
FILMS = {
    "default: levels grow, then hold": [],
    "`--style step`: mostly still": ["--style", "step"],
    "`--levels 0...7 --growth 1`: always moving": ["--levels", "0...7", "--growth", "1"],
}
X264 = ["-preset", "veryfast", "-crf", "23"]


def frames(path):
    import numpy

    return numpy.memmap(path, numpy.uint8, "r").reshape(-1, HEIGHT, WIDTH, 3)


def none(path, output):
    for frame in frames(path):
        frame.max()


def reelcapture(path, output):
    import reelcapture

    reelcapture.write(output, frames(path), fps=FPS)


def imageio(path, output):
    import imageio_ffmpeg

    writer = imageio_ffmpeg.write_frames(
        output, (WIDTH, HEIGHT), fps=FPS, codec="libx264", quality=None, output_params=X264, macro_block_size=1
    )
    writer.send(None)
    for frame in frames(path):
        writer.send(frame)
    writer.close()


def pyav(path, output):
    import av

    with av.open(output, "w") as container:
        stream = container.add_stream("libx264", rate=FPS, options={"preset": "veryfast", "crf": "23"})
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        for frame in frames(path):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(frame, format="rgb24")))
        container.mux(stream.encode())


def opencv(path, output):
    import cv2

    writer = cv2.VideoWriter(output, cv2.VideoWriter_fourcc(*"mp4v"), FPS, (WIDTH, HEIGHT))
    for frame in frames(path):
        writer.write(cv2.cvtColor(frame, cv2.COLOR_RGB2BGR))
    writer.release()


def plot(output, writer, **options):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    import numpy
    from matplotlib.animation import FuncAnimation

    x = numpy.linspace(0, 6.28, 400)
    figure, axes = plt.subplots(figsize=(12.8, 7.2), dpi=100)
    (line,) = axes.plot(x, numpy.sin(x))
    FuncAnimation(figure, lambda n: line.set_ydata(numpy.sin(x + n / 10)), frames=100).save(output, writer=writer, fps=FPS, **options)


def plot_reel(path, output):
    import reelcapture  # noqa: F401

    plot(output, "reel")


def plot_ffmpeg(path, output):
    plot(output, "ffmpeg", extra_args=X264)


WRITERS = {
    "none": (none, "numpy"), "reelcapture": (reelcapture, "reelcapture"), "imageio-ffmpeg": (imageio, "imageio_ffmpeg"), "PyAV": (pyav, "av"),
    "OpenCV": (opencv, "cv2"),
}
PLOTTERS = {"reelcapture": (plot_reel, "matplotlib"), "FFMpegWriter": (plot_ffmpeg, "matplotlib")}


def measure(kind, name, path, output):
    """The wall time and processor time of a writer with what it started."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, __file__, "--job", kind, name, str(path), str(output)], stdout=subprocess.DEVNULL)
    _, status, use = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = status
    if status:
        raise SystemExit(f"python_writers: {name} failed")
    return {"wall": seconds, "processor": use.ru_utime + use.ru_stime}


def race(kind, writers, film, path, folder, rounds):
    names = [name for name, (_, module) in writers.items() if importlib.util.find_spec(module)]
    times = {name: [] for name in names}
    for number in range(rounds + 1):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            result = measure(kind, name, path, folder / f"{name}.mp4")
            print(f"{film}, round {number}: {name} {result['wall']:.2f} s", file=sys.stderr)
            if number:  # The first round fills caches.
                times[name].append(result)
    rows = []
    for name in names:
        row = {"film": film, "writer": name}
        for key in ("wall", "processor"):
            row[key] = statistics.median(time[key] for time in times[name])
            row[f"{key} ratio"] = statistics.median(a[key] / b[key] for a, b in zip(times[name], times["reelcapture"]))
        row["bytes"] = (folder / f"{name}.mp4").stat().st_size if name != "none" else None
        rows.append(row)
    return rows


def page(rows, rounds, count):
    lines = [
        "# Films written from Python", "",
        f"Made by `make bench-frames` on {os.cpu_count()} processors: medians of {rounds} rounds in turns, {count} frames of "
        f"{WIDTH}x{HEIGHT}. Times are those of the whole Python process with what it starts; `none` only reads the frames. A ratio above 1 is slower "
        "than reelcapture. OpenCV writes MPEG-4, all others H.264 (veryfast, crf 23).", "",
        "| film | writer | wall, s | ratio | processor, s | ratio | bytes |", "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        lines.append(
            f"| {row['film']} | {row['writer']} | {row['wall']:.2f} | {row['wall ratio']:.2f} | {row['processor']:.2f} | {row['processor ratio']:.2f} "
            f"| {row['bytes'] or ''} |"
        )
    return "\n".join(lines) + "\n"


def main():
    if sys.argv[1:2] == ["--job"]:
        kind, name, path, output = sys.argv[2:]
        {"array": WRITERS, "plot": PLOTTERS}[kind][name][0](path, output)
        return
    parser = argparse.ArgumentParser()
    parser.add_argument("capture", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--frames", type=int, default=300)
    options = parser.parse_args()
    capture = str(options.capture.resolve())
    os.environ["REEL_CAPTURE"] = capture
    rows = []
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as name:
        folder = Path(name)
        for film, words in FILMS.items():
            film_file, path = folder / "film.mp4", folder / "frames.rgb"
            subprocess.run([capture, *words, "--frames", str(options.frames), "--lossless", "-q", "--force", "-o", film_file], check=True)
            subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", film_file, "-f", "rawvideo", "-pix_fmt", "rgb24", path], check=True)
            rows += race("array", WRITERS, film, path, folder, options.rounds)
        rows += race("plot", PLOTTERS, "a figure of matplotlib, 100 frames", "-", folder, options.rounds)
    table = page(rows, options.rounds, options.frames)
    options.results.mkdir(parents=True, exist_ok=True)
    (options.results / "python.json").write_text(json.dumps(rows, indent=2) + "\n")
    (options.results / "python.md").write_text(table)
    print(table, end="")


if __name__ == "__main__":
    main()
