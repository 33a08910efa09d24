#!/usr/bin/env python3
"""Times films of raw frames against FFmpeg: pipe_race.py CAPTURE RESULTS [--rounds 9] [--frames 300]

Leaves frames.json and frames.md in the folder RESULTS. The frames of each film are in memory, 1280x720 BGRA. `ffmpeg` and the command encode
them with the same settings, in turns: from a process that writes them to an ordinary pipe, and from a regular file on standard input. The step
film is also sent with the framed protocol (docs/frames.md); its rectangles are found before. Each command is measured from outside, from the
start of its process to its end. The writer's time is counted apart. A ratio is the median of the rounds' ratios. Nothing else should run.
"""

import argparse
import json
import math
import mmap
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WIDTH, HEIGHT, FPS = 1280, 720, 30
BYTES = WIDTH * HEIGHT * 4
SIZE = f"{WIDTH}x{HEIGHT}"
# Each film, its options, and the maximum ratio through a pipe, from a file and with rectangles.
FILMS = [
    ("default: levels grow, then hold", [], {"pipe": 0.40, "file": 0.25}),
    ("`--style step`: mostly still", ["--style", "step"], {"pipe": 0.30, "file": 0.20, "rectangles": 0.10}),
    ("`--levels 0...7 --growth 1`: always moving", ["--levels", "0...7", "--growth", "1"], {"pipe": 0.75, "file": 0.55}),
]
BYTES_GOAL, MEMORY_GOAL, START_GOAL = 1.05, 1.0, 1.0
CRF = 23
CRFS = range(21, 27)
# The side of the squares that are compared to find rectangles.
TILE = 32
SMALL = "64x48"
SMALL_FRAMES, REPEATS = 1000, 100


def fail(text):
    raise SystemExit(f"pipe_race: {text}")


def words(command):
    return [str(word) for word in command]


def run(command):
    done = subprocess.run(words(command), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        fail(f"{done.returncode} from {' '.join(words(command))}: {done.stderr.strip()}")
    return done.stderr


def source(path, size=SIZE):
    return ["-f", "rawvideo", "-pixel_format", "bgra", "-video_size", size, "-framerate", FPS, "-i", path]


def encode(crf, output, size=SIZE):
    settings = ["-c:v", "libx264", "-preset", "veryfast", "-crf", crf, "-pix_fmt", "yuv420p", "-movflags", "+faststart"]
    return ["ffmpeg", "-v", "error", "-y", *source("-", size), *settings, output]


def convert(capture, output, *options):
    return [capture, "-", *options, "--encoder", "libx264", "--preset", "veryfast", "--crf", CRF, "-q", "--force", "-o", output]


def raw(size=SIZE):
    return ["--raw", f"bgra:{size}", "--input-fps", FPS]


# The other end of the pipe, each in a process of its own so that the one that measures stays small: a child's peak includes its parent's.


def write(path, repeats, rate):
    """Writes a file's bytes to standard output; with a rate, frame by frame in real time. Reports processor time on standard error."""
    with open(path, "rb") as file:
        # Populated, so that the writer loses no time to page faults.
        view = memoryview(mmap.mmap(file.fileno(), 0, flags=mmap.MAP_SHARED | getattr(mmap, "MAP_POPULATE", 0), prot=mmap.PROT_READ))
    print("ready", file=sys.stderr, flush=True)
    before, due = resource.getrusage(resource.RUSAGE_SELF), time.monotonic()
    try:
        for _ in range(repeats):
            for first in range(0, len(view), BYTES):
                if rate:
                    time.sleep(max(0, due - time.monotonic()))
                    due += 1 / rate
                rest = view[first:first + BYTES]
                while rest:
                    rest = rest[os.write(1, rest):]
    except BrokenPipeError:
        # The reader failed, which its exit status says.
        pass
    use = resource.getrusage(resource.RUSAGE_SELF)
    print(use.ru_utime + use.ru_stime - before.ru_utime - before.ru_stime, file=sys.stderr)


def changes(before, frame):
    """The changed tiles of a frame as rectangles: in each row of tiles, neighbours are joined."""
    rectangles = []
    for top in range(0, HEIGHT, TILE):
        height = min(TILE, HEIGHT - top)
        band = slice(top * WIDTH * 4, (top + height) * WIDTH * 4)
        if before[band] == frame[band]:
            continue
        joined = None
        for left in range(0, WIDTH, TILE):
            width = min(TILE, WIDTH - left)
            starts = range(band.start + left * 4, band.stop, WIDTH * 4)
            if all(before[start:start + width * 4] == frame[start:start + width * 4] for start in starts):
                joined = None
            elif joined:
                joined[2] += width
            else:
                joined = [left, top, width, height]
                rectangles.append(joined)
    return rectangles


def pack(path, output):
    """Writes frames as a framed stream with the rectangles that changed."""
    with open(path, "rb") as file, open(output, "wb") as out:
        out.write(json.dumps({"reel": 1, "width": WIDTH, "height": HEIGHT, "format": "bgra", "fps": FPS}).encode() + b"\n")
        before, number = None, 0
        while frame := file.read(BYTES):
            line, parts = {"n": number}, [frame]
            if before:
                line["rects"] = changes(before, frame)
                parts = [
                    frame[((y + row) * WIDTH + x) * 4:((y + row) * WIDTH + x + width) * 4]
                    for x, y, width, height in line["rects"] for row in range(height)
                ]
            out.write(json.dumps(line).encode() + b"\n" + b"".join(parts))
            before, number = frame, number + 1
        out.write(b'{"end": true}\n')


def other(*arguments, **options):
    return subprocess.Popen(words([sys.executable, __file__, *arguments]), **options)


def writer(path, output, repeats=1, rate=0):
    """Starts a writer that holds the file in memory, and waits until it does."""
    process = other("--write", path, repeats, rate, stdout=output, stderr=subprocess.PIPE, text=True)
    if process.stderr.readline() != "ready\n":
        fail("the writer did not start")
    return process


def measure(command, path, through, repeats=1):
    """Runs a command once. Returns seconds of wall and processor time, the peak memory in bytes, and the writer's processor time."""
    sender = None
    if through == "file":
        input = os.open(path, os.O_RDONLY)
    else:
        input, end = os.pipe()
        sender = writer(path, end, repeats)
        os.close(end)
    start = time.perf_counter()
    process = subprocess.Popen(words(command), stdin=input, stdout=subprocess.DEVNULL)
    os.close(input)
    _, status, use = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    sent = float(sender.communicate()[1]) if sender else None
    if process.returncode:
        fail(f"{process.returncode} from {' '.join(words(command))}")
    unit = 1 if sys.platform == "darwin" else 1024
    return {"wall": seconds, "processor": use.ru_utime + use.ru_stime, "memory": use.ru_maxrss * unit, "writer": sent}


def likeness(film, path):
    """The PSNR of a film's samples against those of the frames, converted by FFmpeg with the film's matrix."""
    entry = ["-v", "error", "-select_streams", "v", "-show_entries", "stream=color_space", "-of", "csv=p=0", film]
    told = subprocess.run(words(["ffprobe", *entry]), capture_output=True, text=True, check=True).stdout.strip()
    # FFmpeg's command converts with BT.601, and does not say so in the film.
    matrix = "bt709" if told == "bt709" else "bt601"
    graph = f"[0]settb=1/{FPS}[a];[1]scale=out_color_matrix={matrix}:out_range=tv,format=yuv420p,settb=1/{FPS}[b];[a][b]psnr"
    said = run(["ffmpeg", "-nostdin", "-i", film, *source(path), "-lavfi", graph, "-f", "null", "-"])
    return float(re.search(r"PSNR .*average:(\S+)", said)[1])


def bytes_at(wanted, points):
    """The bytes for a PSNR, from the two nearest settings; the logarithm is interpolated."""
    points = sorted(points, key=lambda point: point["psnr"])
    pairs = [pair for pair in zip(points, points[1:]) if pair[0]["psnr"] < pair[1]["psnr"]]
    low, high = next((pair for pair in pairs if wanted <= pair[1]["psnr"]), pairs[-1])
    part = (wanted - low["psnr"]) / (high["psnr"] - low["psnr"])
    return round(math.exp(math.log(low["bytes"]) * (1 - part) + math.log(high["bytes"]) * part))


def spread(values):
    return {"least": min(values), "median": statistics.median(values), "most": max(values)}


class Race:
    """The measurements of one film."""

    def __init__(self, capture, name, options, goals, settings, folder):
        self.capture, self.name, self.goals, self.rounds, self.folder = capture, name, goals, settings.rounds, folder
        self.frames, self.stream = folder / "frames.bgra", folder / "frames.reel"
        made = folder / "frames.mkv"
        run([capture, *options, "--frames", settings.frames, "--codec", "ffv1", "--pixel-format", "bgra", "-q", "--force", "-o", made])
        run(["ffmpeg", "-v", "error", "-y", "-i", made, "-f", "rawvideo", "-pix_fmt", "bgra", self.frames])
        made.unlink()
        if self.frames.stat().st_size != settings.frames * BYTES:
            fail(f"{name}: there are not {settings.frames} frames of {WIDTH}x{HEIGHT}")
        # Each command by its name and its way in: what it runs, and what it reads.
        self.commands = {}
        for way in goals:
            film = folder / f"{way}.mp4"
            if way == "rectangles":
                if other("--pack", self.frames, self.stream).wait():
                    fail("the framed stream was not made")
                self.commands["capture", way] = convert(capture, film), self.stream
                continue
            self.commands["ffmpeg", way] = encode(CRF, folder / "ffmpeg.mp4"), self.frames
            self.commands["capture", way] = convert(capture, film, *raw()), self.frames

    def quality(self):
        """The bytes of each film, and FFmpeg's at equal PSNR."""
        points = []
        for crf in CRFS:
            film = self.folder / "ffmpeg.mp4"
            measure(encode(crf, film), self.frames, "file")
            points.append({"crf": crf, "bytes": film.stat().st_size, "psnr": likeness(film, self.frames)})
        rows = {}
        for way in self.goals:
            measure(*self.commands["capture", way], way)
            film = self.folder / f"{way}.mp4"
            psnr, count = likeness(film, self.frames), film.stat().st_size
            equal = bytes_at(psnr, points)
            rows[way] = {"bytes": count, "psnr": psnr, "ffmpeg": equal, "ratio": count / equal}
        return {"ffmpeg": points, "capture": rows}

    def times(self):
        names = list(self.commands)
        runs = {name: [] for name in names}
        for number in range(self.rounds):
            first = number % len(names)
            for name in names[first:] + names[:first]:
                runs[name].append(measure(*self.commands[name], name[1]))
                print(f"{self.name}, round {number + 1}: {' '.join(name)} {runs[name][-1]['wall']:.2f} s", file=sys.stderr)
        rows = []
        for way, goal in self.goals.items():
            sides = {"ffmpeg": runs["ffmpeg", "pipe" if way == "rectangles" else way], "capture": runs["capture", way]}
            row = {"film": self.name, "way": way, "goal": goal}
            for key in ("wall", "processor", "memory"):
                row[key] = {side: statistics.median(one[key] for one in sides[side]) for side in sides}
                row[key]["ratio"] = spread([own[key] / one[key] for own, one in zip(sides["capture"], sides["ffmpeg"])])
            row["writer"] = {side: statistics.median(one["writer"] for one in sides[side]) for side in sides} if way != "file" else None
            rows.append(row)
        return rows


def many(capture, folder):
    """The peak memory of films of 1,000 and of 100 times as many frames, through a pipe."""
    frames, made = folder / "small.bgra", folder / "small.mkv"
    film = ["--levels", "0...4", "--growth", "1", "--size", SMALL, "--frames", SMALL_FRAMES, "--codec", "ffv1", "--pixel-format", "bgra"]
    run([capture, *film, "-q", "--force", "-o", made])
    run(["ffmpeg", "-v", "error", "-y", "-i", made, "-f", "rawvideo", "-pix_fmt", "bgra", frames])
    film = folder / "small.mp4"
    commands = {"ffmpeg": encode(CRF, film, SMALL), "capture": convert(capture, film, *raw(SMALL))}
    return {name: [measure(command, frames, "pipe", repeats)["memory"] for repeats in (1, REPEATS)] for name, command in commands.items()}


def playable(film):
    probe = ["ffprobe", "-v", "error", "-read_intervals", "%+#1", "-show_entries", "frame=pts", "-of", "csv=p=0", film]
    done = subprocess.run(words(probe), capture_output=True)
    return done.returncode == 0 and done.stdout.strip()


def start(capture, frames, folder):
    """Seconds from the start of a live recording until a frame of its unfinished film can be decoded."""
    partial = folder / "live.partial.mp4"
    input, end = os.pipe()
    sender = writer(frames, end, REPEATS, FPS)
    os.close(end)
    begin = time.perf_counter()
    process = subprocess.Popen(words(convert(capture, folder / "live.mp4", *raw(), "--realtime")), stdin=input)
    os.close(input)
    while not (partial.exists() and playable(partial)):
        if process.poll() is not None:
            fail("the live recording ended before its unfinished film could be read")
        time.sleep(0.01)
    seconds = time.perf_counter() - begin
    sender.kill()
    sender.communicate()
    if process.wait():
        fail(f"{process.returncode} from a live recording")
    return seconds


def ratio(row, key):
    value = row[key]["ratio"]
    return f"{value['median']:.3f} ({value['least']:.3f} to {value['most']:.3f})"


def page(results):
    ways = {"pipe": "pipe", "file": "regular file", "rectangles": "pipe, changed rectangles"}
    lines = [
        "# Raw frames against FFmpeg", "",
        f"Made by `make bench-frames` on {os.cpu_count()} processors: medians of {results['rounds']} rounds in turns, {results['frames']} frames of "
        f"{WIDTH}x{HEIGHT} BGRA from memory, libx264, `veryfast`, crf {CRF}. Times are those of the command, from start to end, without the process that "
        "writes the frames. The goal is a ratio of wall time and of processor time. Changed rectangles are compared with `ffmpeg` reading whole frames.", "",
        "| film | input | `ffmpeg`, s | `capture`, s | ratio (least to most) | `ffmpeg`, processor s | `capture`, processor s | ratio (least to most) | goal |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in results["times"]:
        lines.append(
            f"| {row['film']} | {ways[row['way']]} | {row['wall']['ffmpeg']:.3f} | {row['wall']['capture']:.3f} | {ratio(row, 'wall')} "
            f"| {row['processor']['ffmpeg']:.3f} | {row['processor']['capture']:.3f} | {ratio(row, 'processor')} | {row['goal']:.2f} |"
        )
    lines += [
        "", "## Peak memory, and the writer's processor time", "",
        "| film | input | `ffmpeg`, MB | `capture`, MB | ratio | goal | writer to `ffmpeg`, s | writer to `capture`, s |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in results["times"]:
        memory, sent = row["memory"], row["writer"]
        seconds = f"{sent['ffmpeg']:.3f} | {sent['capture']:.3f}" if sent else " | "
        lines.append(
            f"| {row['film']} | {ways[row['way']]} | {memory['ffmpeg'] / 1e6:.1f} | {memory['capture'] / 1e6:.1f} "
            f"| {memory['ratio']['median']:.3f} | {MEMORY_GOAL:.1f} | {seconds} |"
        )
    lines += [
        "", "## Bytes at equal PSNR", "",
        f"PSNR is that of yuv420p against the frames, converted by FFmpeg with the film's matrix. FFmpeg's bytes at the same PSNR lie between those of its "
        f"films at crf {CRFS[0]} to {CRFS[-1]}.", "",
        "| film | input | PSNR | `ffmpeg` | `capture` | ratio | goal |", "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for film, quality in results["quality"].items():
        for way, row in quality["capture"].items():
            lines.append(
                f"| {film} | {ways[way]} | {row['psnr']:.2f} dB | {row['ffmpeg']} | {row['bytes']} | {row['ratio']:.3f} | {BYTES_GOAL:.2f} |"
            )
    first, takes = results["start"], {name: " and ".join(f"{one / 1e6:.1f}" for one in both) for name, both in results["memory"].items()}
    lines += [
        "", "## Long and live films", "",
        f"- The peaks of memory with {SMALL_FRAMES} and {SMALL_FRAMES * REPEATS} frames of {SMALL} through a pipe: `capture` {takes['capture']} MB, "
        f"`ffmpeg` {takes['ffmpeg']} MB.",
        f"- With `--realtime`, the first frame of the unfinished film can be decoded after {first['median']:.2f} s ({first['least']:.2f} to "
        f"{first['most']:.2f}) from the start of the command; the goal is {START_GOAL:.0f} s.",
    ]
    return "\n".join(lines) + "\n"


def missed(results):
    """The goals that were missed, in words."""
    found = []
    for row in results["times"]:
        name = f"{row['film']}, {row['way']}"
        limits = {"wall": row["goal"], "processor": row["goal"], "memory": MEMORY_GOAL}
        found += [f"{name}: {key} {row[key]['ratio']['median']:.3f}" for key, most in limits.items() if row[key]["ratio"]["median"] > most]
    for film, quality in results["quality"].items():
        found += [f"{film}, {way}: bytes {row['ratio']:.3f}" for way, row in quality["capture"].items() if row["ratio"] > BYTES_GOAL]
    if results["start"]["median"] > START_GOAL:
        found.append(f"live: {results['start']['median']:.2f} s")
    return found


def main():
    if sys.argv[1:2] == ["--write"]:
        return write(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    if sys.argv[1:2] == ["--pack"]:
        return pack(*sys.argv[2:])
    parser = argparse.ArgumentParser()
    parser.add_argument("capture", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--frames", type=int, default=300)
    options = parser.parse_args()
    capture = options.capture.resolve()
    results = {"rounds": options.rounds, "frames": options.frames, "times": [], "quality": {}}
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as name:
        folder = Path(name)
        for film in FILMS:
            race = Race(capture, *film, options, folder)
            # First, because it also fills caches.
            results["quality"][race.name] = race.quality()
            results["times"] += race.times()
        results["memory"] = many(capture, folder)
        results["start"] = spread([start(capture, race.frames, folder) for _ in range(options.rounds)])
    table = page(results)
    options.results.mkdir(parents=True, exist_ok=True)
    (options.results / "frames.json").write_text(json.dumps(results, indent=2) + "\n")
    (options.results / "frames.md").write_text(table)
    print(table, end="")
    if failures := missed(results):
        fail(f"a goal is missed: {'; '.join(failures)}")


if __name__ == "__main__":
    main()
