#!/usr/bin/env python3
"""Measures the cost of making films in parts: bench-farm.py CAPTURE RESULTS [--seconds 1200] [--rounds 5]

Leaves farm.json and farm.md in the folder RESULTS. Films are made in a temporary folder, one process at a time; nothing else should run.

1. The processor time of a film in one process and of its eight parts, alternately.
2. The joining of 108,000 frames, and of a large film, against cp and fsync of the same bytes, alternately.
3. The time of each segment, one after another on one processor, and the time at which sixteen would be ready, each taking the next segment.
4. The plan of a film of two hours in 4k, measured on one processor.
"""

import argparse
import heapq
import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

PARTS = 8
CORES = 16
# The number of frames in a segment at 30 frames a second.
SEGMENT = 250
MOVING = ["zoom", "--fps", "30", "--size", "480x270"]
STILL = ["snowflake", "--fps", "30", "--size", "640x360"]
# Noise does not compress, so it gives a large film in little time.
LARGE = """film: {{fps: 5, size: 1920x1080}}
output: {{lossless: true, preset: ultrafast}}
scenes:
  - {{fixture: {{pattern: noise, fps: 5, frames: {frames}}}}}
"""
TWO_HOURS = """film: {fps: 30, size: 3840x2160}
scenes:
  - {snowflake: {levels: 0...6}, seconds: 3600}
  - {zoom: {factor: 1.5}, seconds: 3600}
"""


def run(arguments, one_core=False):
    """Runs a command and returns the elapsed seconds and the processor seconds."""
    pin = (lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})) if one_core else None
    start = time.perf_counter()
    process = subprocess.Popen([str(argument) for argument in arguments], preexec_fn=pin, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"bench-farm: {process.returncode} from {' '.join(map(str, arguments))}")
    return wall, usage.ru_utime + usage.ru_stime


def make_parts(capture, film, count, folder, one_core=False):
    """Makes all parts, one after another, and returns the times of each."""
    return [run([capture, *film, "-q", "--part", f"{part}/{count}", "-o", folder], one_core) for part in range(1, count + 1)]


def same(one, other):
    return subprocess.run(["cmp", "-s", one, other]).returncode == 0


def measure_parts(capture, film, rounds, folder):
    whole, parts = [], []
    for _ in range(rounds):
        whole.append(run([capture, *film, "-q", "--jobs", "1", "--force", "-o", folder / "one.mp4"])[1])
        shutil.rmtree(folder / "film.parts", ignore_errors=True)
        parts.append(sum(cpu for _, cpu in make_parts(capture, film, PARTS, folder / "film.parts")))
    run([capture, "join", folder / "film.parts", "-q", "--force", "-o", folder / "joined.mp4"])
    assert same(folder / "one.mp4", folder / "joined.mp4"), "the joined film is another"
    return {"film": " ".join(film), "parts": PARTS, "whole": min(whole), "sum": min(parts), "ratio": min(parts) / min(whole)}


def copy(files, target):
    """Copies files into one, like cp and fsync."""
    start = time.perf_counter()
    with open(target, "wb") as output:
        for file in files:
            with open(file, "rb") as source:
                shutil.copyfileobj(source, output, 1 << 20)
        output.flush()
        os.fsync(output.fileno())
    return time.perf_counter() - start


def clear(file):
    """Resets the disk, so that each run begins alike: writes are flushed, and no old file must release its memory."""
    file.unlink(missing_ok=True)
    os.sync()


def measure_join(capture, film, rounds, folder):
    parts = folder / "join.parts"
    shutil.rmtree(parts, ignore_errors=True)
    make_parts(capture, film, PARTS, parts)
    files = [parts / f"part-{part}-of-{PARTS}.reel-part" for part in range(1, PARTS + 1)]
    joined, copied = folder / "join.mp4", folder / "copy"
    joins, copies = [], []
    for _ in range(rounds):
        clear(copied)
        joins.append(run([capture, "join", parts, "-q", "-o", joined])[0])
        size = joined.stat().st_size
        clear(joined)
        copies.append(copy(files, copied))
    clear(copied)
    shutil.rmtree(parts)
    join, plain = statistics.median(joins), statistics.median(copies)
    name = " ".join(film) if isinstance(film[0], str) else "noise, 1080p, lossless"
    return {"film": name, "bytes": size, "join": join, "copy": plain, "speed": plain / join}


def ready(times, cores):
    """The time at which the last segment is ready, if each core takes the next segment as soon as it is free."""
    free = [0.0] * cores
    for seconds in times:
        heapq.heapreplace(free, free[0] + seconds)
    return max(free)


def measure_segments(capture, film, frames, folder):
    count = -(-frames // SEGMENT)
    segments = folder / "segments.parts"
    times = [wall for wall, _ in make_parts(capture, film, count, segments, one_core=True)]
    join = run([capture, "join", segments, "-q", "--force", "-o", folder / "film.mp4"])[0]
    whole = run([capture, *film, "-q", "--jobs", "1", "--force", "-o", folder / "one.mp4"], one_core=True)[0]
    assert same(folder / "film.mp4", folder / "one.mp4"), "the joined film is another"
    planned = sum(part["seconds"] for part in plan(capture, segments / "film.json", PARTS)["parts"])
    many = ready(times, CORES)
    return {
        "film": " ".join(film), "segments": count, "shortest": min(times), "longest": max(times), "whole": whole,
        "planned": planned,
        "cores": CORES, "ready": many, "join": join, "speedup": whole / (many + join),
    }


def plan(capture, film, parts):
    """Returns the estimate of `capture plan` for a film on one processor."""
    one_core = lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    command = [capture, "plan", film, "--parts", str(parts), "--json"]
    return json.loads(subprocess.run(command, preexec_fn=one_core, check=True, stdout=subprocess.PIPE).stdout)


def measure_plan(capture, folder):
    story = folder / "story.yaml"
    story.write_text(TWO_HOURS)
    plans = []
    measured = {parts: plan(capture, story, parts) for parts in (16, 256)}
    for cores in (1, 16, 256):
        # A plan of one part would only be measured in the middle of the film.
        made = measured[max(16, cores)]
        seconds = [part["seconds"] for part in made["parts"]]
        plans.append({
            "cores": cores, "hours": (sum(seconds) if cores == 1 else max(seconds)) / 3600, "memory": made["memory"],
            "bytes": sum(part["bytes"] for part in made["parts"]), "frames": made["frames"],
        })
    return plans


def page(results):
    lines = ["# What parts cost", "", f"{results['processor']}, {results['date']}. Made by `make bench-farm`.", ""]
    lines += ["| film | one process, s of processors | 8 parts | ratio |", "| --- | --- | --- | --- |"]
    for row in results["parts"]:
        lines.append(f"| `{row['film']}` | {row['whole']:.1f} | {row['sum']:.1f} | {row['ratio']:.3f} |")
    lines += ["", "| film | bytes | join, s | cp and fsync, s | speed against cp |", "| --- | --- | --- | --- | --- |"]
    for row in results["join"]:
        lines.append(f"| `{row['film']}` | {row['bytes']} | {row['join']:.2f} | {row['copy']:.2f} | {row['speed']:.2f} |")
    row = results["segments"]
    lines += [
        "",
        f"`{row['film']}` has {row['segments']} segments, which take {row['shortest']:.2f} to {row['longest']:.2f} s each on one processor, one "
        f"after another, and {row['whole']:.1f} s in one process there. {row['cores']} processors, each taking the next segment as soon as it is "
        f"free, would be ready after {row['ready']:.1f} s, and the film after {row['join']:.2f} s more: {row['speedup']:.1f} times as fast. That is an "
        "upper bound: they would share memory and disk, and here each had them alone.",
        "",
        "An hour of snowflake and an hour of zoom in 4k, 216,000 frames, as `capture plan` estimates it on one processor of this machine: it draws and "
        "encodes eight frames in the middle of each part, of sixteen parts at most. On one core the parts are made one after another; on 16 and 256 "
        "cores each makes one, and the slowest part tells the time. For the film of segments above the same estimate was "
        f"{row['planned']:.1f} s, and one process took {row['whole']:.1f} s.",
        "", "| two hours, 3840x2160, 30 fps | hours | memory of a process, MB | disk, GB |", "| --- | --- | --- | --- |",
    ]
    for row in results["plan"]:
        cores = "1 core" if row["cores"] == 1 else f"{row['cores']} cores, a part each"
        lines.append(f"| {cores} | {row['hours']:.2f} | {row['memory'] >> 20} | {row['bytes'] / 1e9:.1f} |")
    return "\n".join(lines) + "\n"


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return os.uname().machine


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("capture", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--seconds", type=int, default=1200, help="of the films whose parts and segments are measured")
    parser.add_argument("--frames", type=int, default=108_000, help="of the film whose parts are joined")
    parser.add_argument("--large", type=int, default=400, help="frames of the large film whose parts are joined")
    parser.add_argument("--rounds", type=int, default=5)
    choice = parser.parse_args()
    capture = choice.capture.resolve()
    results = {"processor": processor(), "date": time.strftime("%Y-%m-%d")}
    with tempfile.TemporaryDirectory(prefix="reel-farm-") as name:
        folder = Path(name)
        length = ["--seconds", f"{choice.seconds}"]
        moving, default = [*MOVING, *length], ["--fps", "10", "--size", "720p", *length]
        results["parts"] = [
            measure_parts(capture, moving, 1, folder), measure_parts(capture, default, choice.rounds, folder)
        ]
        results["segments"] = measure_segments(capture, moving, 30 * choice.seconds, folder)
        shutil.rmtree(folder / "segments.parts")
        large = folder / "noise.yaml"
        large.write_text(LARGE.format(frames=choice.large))
        results["join"] = [
            measure_join(capture, film, choice.rounds, folder)
            for film in ([*STILL, "--frames", f"{choice.frames}"], [large])
        ]
        results["plan"] = measure_plan(capture, folder)
    choice.results.mkdir(parents=True, exist_ok=True)
    (choice.results / "farm.json").write_text(json.dumps(results, indent=2) + "\n")
    (choice.results / "farm.md").write_text(page(results))
    print(page(results), end="")


if __name__ == "__main__":
    main()
