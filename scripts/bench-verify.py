#!/usr/bin/env python3
"""Times verify against FFmpeg on the same movies: bench-verify.py CAPTURE RESULTS [--rounds 5]

Leaves verify.json and verify.md in the folder RESULTS. A fixture of each size is sent through libx264, and then, alternately:

1. `ffmpeg -threads 1 -f null` decodes the movie, and verify reads only its marks.
2. ffmpeg decodes the movie and the fixture with its default threads and compares them with its filters psnr and ssim, and verify performs all
   its checks: marks, order, times, colours, PSNR, SSIM and the worst part of each frame, against the drawing.

Ratios compare speeds: above 1, verify is faster. Nothing else should run.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

CLIPS = [("640x360", 600), ("1920x1080", 300), ("3840x2160", 60)]
GOALS = {"marks": 0.9, "quality": 0.5}


def run(command):
    start = time.perf_counter()
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def race(capture, size, frames, rounds, folder):
    clip, movie, manifest = folder / "clip.mp4", folder / "out.mp4", folder / "clip.json"
    run([capture, "fixture", "-q", "-o", clip, "--size", size, "--frames", frames])
    run(["ffmpeg", "-nostdin", "-y", "-i", clip, "-c:v", "libx264", "-preset", "veryfast", "-crf", "28", movie])
    both = "[0]split[a][b];[1]split[c][d];[a][c]psnr;[b][d]ssim"
    commands = {
        "decode": ["ffmpeg", "-nostdin", "-threads", "1", "-i", movie, "-f", "null", "-"],
        "marks": [capture, "verify", movie, "--manifest", manifest, "--marks-only"],
        "filters": ["ffmpeg", "-nostdin", "-i", movie, "-i", clip, "-lavfi", both, "-f", "null", "-"],
        "quality": [capture, "verify", movie, "--manifest", manifest],
    }
    times = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            times[name].append(run(command))
    result = {name: statistics.median(list) for name, list in times.items()}
    return {
        "size": size,
        "frames": frames,
        "seconds": result,
        "marks": result["decode"] / result["marks"],
        "quality": result["filters"] / result["quality"],
    }


def text(results, rounds):
    lines = [
        "# Verify against FFmpeg",
        "",
        f"Written by `make bench-verify`: medians of {rounds} rounds by turns, on {os.cpu_count()} processors. Ratios are those of speeds.",
        "",
        "| movie | `ffmpeg -threads 1 -f null` | marks only | ratio (goal 0.9) | decoding, `psnr`, `ssim` | verify | ratio (goal 0.5) |",
        "|---|---|---|---|---|---|---|",
    ]
    for result in results:
        rate = {name: f"{result['frames'] / seconds:.0f} frames/s" for name, seconds in result["seconds"].items()}
        lines.append(
            f"| {result['size']}, {result['frames']} frames | {rate['decode']} | {rate['marks']} | {result['marks']:.2f} "
            f"| {rate['filters']} | {rate['quality']} | {result['quality']:.2f} |"
        )
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("capture")
    parser.add_argument("results")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    results = []
    for size, frames in CLIPS:
        with tempfile.TemporaryDirectory() as folder:
            results.append(race(options.capture, size, frames, options.rounds, Path(folder)))
    target = Path(options.results)
    table = text(results, options.rounds)
    (target / "verify.json").write_text(json.dumps(results, indent=2) + "\n")
    (target / "verify.md").write_text(table)
    print(table)
    missed = [result["size"] for result in results if any(result[name] < goal for name, goal in GOALS.items())]
    if missed:
        raise SystemExit(f"bench-verify: a goal is missed at {', '.join(missed)}")


if __name__ == "__main__":
    main()
