"""Films recorded terminals with capture and with pyte, Pillow and ffmpeg, and compares time and bytes.

The sessions last 60 seconds: a demo with typing and pauses for reading, and a build with continuous output. Recordings in
the folder CASTS are included. Films are 1920x1080 at 30 frames a second, by libx264 at veryfast and crf 23. GIFs are 800
pixels wide, and compared with agg, which makes only GIFs.
"""

import argparse
import glob
import json
import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = int(os.environ.get("ROUNDS", "3"))
AGG = os.path.join(os.path.dirname(sys.executable), "agg")
PEER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "terminal_pyte.py")


def write(path, events):
    with open(path, "w") as file:
        file.write(json.dumps({"version": 2, "width": 100, "height": 30, "title": "bench"}) + "\n")
        for at, text in events:
            file.write(json.dumps([round(at, 4), "o", text]) + "\n")
        file.write(json.dumps([58.5, "o", ""]) + "\n")


def demo(path):
    """Eight commands, each typed within a second, with a few lines of output and some seconds to read."""
    random.seed(1)
    events, at = [(0.2, "\x1b[1;36mdemo\x1b[m $ ")], 1.0
    for number, command in enumerate(["git log", "make test", "ls src", "./run --all", "cat a.txt", "git diff", "vi x.c", "exit"]):
        for letter in command:
            events.append((at, letter))
            at += random.uniform(0.05, 0.12)
        lines = "".join(
            f"\x1b[3{row % 7 + 1}m{row:4}\x1b[m  {'lorem ipsum dolor '[: 4 + row * 3 % 14]} \x1b[2m{number}.{row}\x1b[m\r\n"
            for row in range(5 + number))
        events.append((at + 0.4, "\r\n" + lines))
        events.append((at + 0.6, "\x1b[1;36mdemo\x1b[m $ "))
        at += 6.2
    write(path, events)


def build(path):
    """A line of a build with a moving bar, ten times a second."""
    events = []
    for step in range(560):
        bar = "█" * (step // 14) + "░" * (40 - step // 14)
        events.append((0.5 + step / 10, f"\r\x1b[K\x1b[32m[{step:3}/560]\x1b[m Compiling module_{step * 7919 % 1000}.c\r\n{bar} {step * 100 // 560} %"))
    write(path, events)


def measure(command):
    """Returns the medians of the elapsed seconds and of the processor seconds of the command and its children."""
    walls, works = [], []
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.perf_counter()
        subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        walls.append(time.perf_counter() - start)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        works.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(walls), statistics.median(works)


def race(capture, path, folder):
    film, gif, peer, agg = (os.path.join(folder, name) for name in ("a.mp4", "a.gif", "b.mp4", "b.gif"))
    options = ["--size", "1080p", "--fps", "30", "-q", "--force"]
    own = measure([capture, "terminal", path, *options, "-o", film])
    own_gif = measure([capture, "terminal", path, *options, "-o", gif])
    # Letters of 13 pixels make 100 columns about 800 pixels wide. By default it shortens pauses.
    other_gif = measure(
        [AGG, "--font-family", "DejaVu Sans Mono", "--font-size", "13", "--fps-cap", "30",
         "--idle-time-limit", "1000", "--last-frame-duration", "1.5", path, agg])
    other = measure([sys.executable, PEER, path, peer])
    # Encodes each frame, excluding the time to read them.
    decoded = measure(["ffmpeg", "-v", "error", "-i", film, "-f", "null", "-"])
    encoded = measure(
        ["ffmpeg", "-y", "-v", "error", "-i", film, "-c:v", "libx264", "-preset", "veryfast", "-crf", "23", os.path.join(folder, "c.mp4")])
    hashes = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", film, "-f", "framemd5", "-"], check=True, capture_output=True, text=True).stdout
    pictures = [line.split(",")[-1] for line in hashes.splitlines() if not line.startswith("#")]
    changed = 1 + sum(a != b for a, b in zip(pictures, pictures[1:]))
    return {
        "name": os.path.basename(path), "frames": len(pictures), "changed": changed,
        "own": own, "peer": other, "encoding": [encoded[0] - decoded[0], encoded[1] - decoded[1]],
        "mp4": os.path.getsize(film), "gif": os.path.getsize(gif), "peer_mp4": os.path.getsize(peer),
        "own_gif": own_gif, "agg": other_gif, "agg_gif": os.path.getsize(agg),
    }


def table(rows, load):
    lines = [
        "# Films of terminals, Reel and others", "",
        f"1920x1080, 30 frames a second, {platform.machine()}, {os.cpu_count()} cores; medians of {ROUNDS} runs; {load:.1f} processes wanted to run",
        "then, which with more than one is no fair race: the seconds of the processor tell more. The peer is pyte, Pillow and ffmpeg;",
        "*encoding* is ffmpeg, which encodes each frame.", "",
        "| session | frames | that differ | Reel, s (of processor) | peer, s | times as fast | encoding, s | Reel / encoding | MP4, bytes | peer's MP4 |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        own, peer, encoding = row["own"], row["peer"], row["encoding"]
        lines.append(
            f"| {row['name']} | {row['frames']} | {100 * row['changed'] / row['frames']:.1f} % | {own[0]:.2f} ({own[1]:.2f}) "
            f"| {peer[0]:.2f} ({peer[1]:.2f}) | {peer[1] / own[1]:.1f} | {encoding[0]:.2f} ({encoding[1]:.2f}) | {own[1] / encoding[1]:.3f} "
            f"| {row['mp4']} | {row['peer_mp4']} |")
    lines += [
        "", "GIFs, 800 pixels wide, and those of agg:", "",
        "| session | Reel, s (of processor) | agg, s | times as fast | GIF, bytes | agg's GIF |", "| --- | ---: | ---: | ---: | ---: | ---: |"]
    for row in rows:
        own, agg = row["own_gif"], row["agg"]
        lines.append(
            f"| {row['name']} | {own[0]:.2f} ({own[1]:.2f}) | {agg[0]:.2f} ({agg[1]:.2f}) | {agg[1] / own[1]:.1f} | {row['gif']} | {row['agg_gif']} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("capture", help="the command")
    parser.add_argument("results", help="the folder that gets terminal.json and terminal.md")
    parser.add_argument("casts", nargs="?", help="a folder with recordings that are raced, too")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sessions = [os.path.join(folder, "demo.cast"), os.path.join(folder, "build.cast")]
        demo(sessions[0])
        build(sessions[1])
        sessions += sorted(glob.glob(os.path.join(options.casts, "*.cast"))) if options.casts else []
        rows = [race(os.path.abspath(options.capture), path, folder) for path in sessions]
        load = os.getloadavg()[0]
    with open(os.path.join(options.results, "terminal.json"), "w") as file:
        json.dump({"load": round(load, 1), "rows": rows}, file, indent=1)
        file.write("\n")
    with open(os.path.join(options.results, "terminal.md"), "w") as file:
        file.write(table(rows, load))
    print(table(rows, load))
