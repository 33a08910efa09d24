#!/usr/bin/env python3
"""Times whole films against FFmpeg, which only encodes them: bench-ffmpeg.py CAPTURE RESULTS [--rounds 21]

Leaves ffmpeg.json and ffmpeg.md in the folder RESULTS. The frames of each film are in memory as uncompressed video. Then, alternately, `ffmpeg`
encodes them with its default threads, and the command draws and encodes the same film. Both are measured from outside, including the start of the
process, and both write to memory. Each command in turn begins a round, because the previous process affects the state of memory. A ratio is the
median of the rounds' ratios. Nothing else should run.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

FRAMES = 300
# Each film, and the maximum ratio.
FILMS = [
    ("default: levels grow, then hold", [], 0.32),
    ("`--style step`: mostly still", ["--style", "step"], 0.13),
    ("`--levels 0...7 --growth 1`: always moving", ["--levels", "0...7", "--growth", "1"], 1.0),
    ("`capture zoom`: always moving", ["zoom"], 1.1),
]
# The default encoder settings of `capture`.
ENCODE = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-movflags", "+faststart"]


def run(command, folder):
    start = time.perf_counter()
    done = subprocess.run([str(word) for word in command], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    seconds = time.perf_counter() - start
    if done.returncode:
        raise SystemExit(f"bench-ffmpeg: {done.returncode} from {command[0]}: {done.stderr.strip()}")
    return seconds


def race(capture, film, options, goal, rounds, folder):
    options = [*options, "--frames", FRAMES, "-q", "--force"]
    convert = ["ffmpeg", "-nostdin", "-y", "-i"]
    run([capture, *options, "--lossless", "-o", "frames.mp4"], folder)
    run([*convert, "frames.mp4", "-pix_fmt", "yuv420p", "frames.y4m"], folder)
    commands = {
        "ffmpeg": [*convert, "frames.y4m", *ENCODE, "ffmpeg.mp4"],
        "film": [capture, *options, "-o", "film.mp4"],
        "one job": [capture, *options, "--jobs", "1", "-o", "film.mp4"],
    }
    times = {name: [] for name in commands}
    names = list(commands)
    for number in range(rounds):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            times[name].append(run(commands[name], folder))
    ratios = {name: [made / encoded for made, encoded in zip(times[name], times["ffmpeg"])] for name in ("film", "one job")}
    return {
        "film": film,
        "goal": goal,
        "seconds": {name: statistics.median(all) for name, all in times.items()},
        "ratio": {name: {"least": min(all), "median": statistics.median(all), "most": max(all)} for name, all in ratios.items()},
        "bytes": {name: (folder / f"{name}.mp4").stat().st_size for name in ("ffmpeg", "film")},
    }


def page(results, rounds):
    lines = [
        "# Whole films against FFmpeg",
        "",
        f"Made by `make bench-ffmpeg` on {os.cpu_count()} processors: medians of {rounds} rounds by turns. `ffmpeg` encodes {FRAMES} frames from "
        "memory with its default threads; `capture` draws and encodes the same film. Seconds are those of the whole command, from start to end.",
        "",
        "| film | `ffmpeg`, s | `capture`, s | ratio (least to most) | goal | ratio with `--jobs 1` | bytes, `ffmpeg` | bytes, `capture` |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in results:
        seconds, ratio = row["seconds"], row["ratio"]["film"]
        lines.append(
            f"| {row['film']} | {seconds['ffmpeg']:.3f} | {seconds['film']:.3f} | {ratio['median']:.3f} ({ratio['least']:.3f} to {ratio['most']:.3f}) "
            f"| {row['goal']} | {row['ratio']['one job']['median']:.3f} | {row['bytes']['ffmpeg']} | {row['bytes']['film']} |"
        )
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("capture", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--rounds", type=int, default=21)
    options = parser.parse_args()
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        results = [race(options.capture.resolve(), *film, options.rounds, Path(folder)) for film in FILMS]
    table = page(results, options.rounds)
    (options.results / "ffmpeg.json").write_text(json.dumps(results, indent=2) + "\n")
    (options.results / "ffmpeg.md").write_text(table)
    print(table, end="")
    missed = [row["film"] for row in results if row["ratio"]["film"]["median"] > row["goal"]]
    if missed:
        raise SystemExit(f"bench-ffmpeg: a goal is missed: {'; '.join(missed)}")


if __name__ == "__main__":
    main()
