#!/usr/bin/env python3
"""Damages films and asks verify what happened: bench-reference.py CAPTURE SOURCES RESULTS --seed N [--pairs 200] [--clean 60] [--jobs 2]

SOURCES is a folder with movies. Each becomes a reference of at most 320x180 pixels and 120 frames. A pair is a reference and a copy with one of
20 kinds of damage, or a clean copy in one of the usual codecs. The seed decides which frames and codecs; draw it when the code is finished.

Leaves reference.json and reference.md in RESULTS. A pair is right if verify names exactly the damaged frames, or the kind of damage where that is
all there is to name, and nothing else. Frames are damaged only where their neighbours differ visibly: by 12 of 255 in a tile of 4x4 pixels.
"""

import argparse
import json
import random
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CODECS = {
    "x264 crf 18": ("mp4", "-c:v libx264 -crf 18 -preset veryfast"),
    "x264 crf 26": ("mp4", "-c:v libx264 -crf 26 -preset veryfast"),
    "x265 crf 26": ("mp4", "-c:v libx265 -crf 26 -preset veryfast -x265-params log-level=error"),
    "VP9 crf 30": ("webm", "-c:v libvpx-vp9 -crf 30 -b:v 0 -deadline realtime -cpu-used 6"),
    "AV1 crf 35": ("mkv", "-c:v libsvtav1 -crf 35 -preset 10"),
    "MPEG-4 q 4": ("avi", "-c:v mpeg4 -q:v 4"),
}
CLEAN = {
    "": "", "half size": "scale=trunc(iw/4)*2:-2", "two thirds": "scale=trunc(iw/3)*2:-2", "double size": "scale=iw*2:ih*2", "10 bits": "format=yuv420p10le",
}
KINDS = ["dropped", "three dropped", "repeated", "held", "frozen", "head cut", "tail cut", "both ends cut", "middle cut", "exchanged", "shown again",
         "black", "half the rate", "double rate", "faster", "cropped", "overscan", "borders", "darker", "one blurred"]
REMARKS = {"indistinct", "startOffset"}


def run(command, data=None):
    return subprocess.run([str(word) for word in command], input=data, capture_output=True)


class Reference:
    """A film with its frames in memory."""

    def __init__(self, source, folder, draw):
        self.name, self.path = source.stem, folder / f"{source.stem}.mkv"
        probe = json.loads(run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=r_frame_rate", "-count_packets",
                                "-show_entries", "stream=nb_read_packets", "-of", "json", source]).stdout)["streams"][0]
        first = draw.randrange(max(1, int(probe["nb_read_packets"]) - 120 + 1))
        self.rate = probe["r_frame_rate"]
        run(["ffmpeg", "-v", "error", "-y", "-i", source, "-an", "-vf",
             f"trim=start_frame={first}:end_frame={first + 120},setpts=N/({self.rate})/TB,"
             "scale='min(320,iw)':-2,crop=iw:'min(180,ih)',setsar=1,format=yuv420p", "-r", self.rate, "-c:v", "ffv1", self.path])
        size = json.loads(run(["ffprobe", "-v", "error", "-show_entries", "stream=width,height", "-of", "json", self.path]).stdout)["streams"][0]
        self.width, self.height = size["width"], size["height"]
        raw = run(["ffmpeg", "-v", "error", "-i", self.path, "-f", "rawvideo", "-"]).stdout
        length = self.width * self.height * 3 // 2
        self.frames = [raw[start:start + length] for start in range(0, len(raw), length)]
        tiles = run(["ffmpeg", "-v", "error", "-i", self.path, "-vf", "scale=iw/4:-1:flags=area,format=gray", "-f", "rawvideo", "-"]).stdout
        area = len(tiles) // len(self.frames)
        rows = [tiles[index * area:(index + 1) * area] for index in range(len(self.frames))]
        self.differs = [max(abs(a - b) for a, b in zip(*pair)) >= 12 for pair in zip(rows, rows[1:])]
        self.black = bytes([16]) * (self.width * self.height) + bytes([128]) * (length - self.width * self.height)

    def distinct(self, draw, count, margin):
        """Return some frames that differ visibly from their neighbours, at least four apart, or None."""
        good = [n for n in range(margin, len(self.frames) - margin) if all(self.differs[n - 2:n + 2])]
        draw.shuffle(good)
        found = []
        for number in good:
            if len(found) < count and all(abs(number - other) > 3 for other in found):
                found.append(number)
        return sorted(found) if len(found) == count else None


def damage(kind, film, draw):
    """Return the sequence of frames (None is black), a filter, a factor for the rate, and what verify has to find; None where that is impossible."""
    count = len(film.frames)
    every, some = list(range(count)), lambda number, margin: film.distinct(draw, number, margin)
    if kind in ("dropped", "repeated"):
        chosen = some(4, 6)
        if chosen and kind == "dropped":
            return [n for n in every if n not in chosen], "", 1, {"dropped": chosen}
        return chosen and (sorted(every + chosen), "", 1, {"duplicated": chosen})
    if kind == "one blurred":
        chosen = some(1, 12)
        return chosen and (every, f"gblur=sigma=4:enable='eq(n,{chosen[0]})'", 1, {"blurred": chosen})
    if kind in ("three dropped", "held", "frozen", "exchanged", "shown again", "black"):
        chosen = some(1, 24)
        if not chosen:
            return None
        n, length = chosen[0], draw.randrange(4, 10)
        return {
            "three dropped": (every[:n] + every[n + 3:], "", 1, {"dropped": [n, n + 1, n + 2]}),
            "held": (every[:n + 1] + [n] * length + every[n + 1:], "", 1, {"frozen": [n]}),
            "frozen": (every[:n + 1] + [n] * length + every[n + 1 + length:], "", 1, {"frozen": [n], "dropped": every[n + 1:n + 1 + length]}),
            "exchanged": (every[:n] + [n + 1, n] + every[n + 2:], "", 1, {"reordered": [n, n + 1]}),
            "shown again": (every[:n] + [n - 20] + every[n:], "", 1, {"stale": [n - 20]}),
            "black": (every[:n] + [None] + every[n + 1:], "", 1, {"unmatched": [n]}),
        }[kind]
    head, tail, first = draw.randrange(3, 30), draw.randrange(3, 30), draw.randrange(30, 50)
    x, y = draw.randrange(4, 10), draw.randrange(2, 6)
    crop = f"crop=iw-{4 * x}:ih-{4 * y}:{2 * x}:{2 * y}"
    return {
        "head cut": (every[head:], "", 1, {"dropped": every[:head]}),
        "tail cut": (every[:-tail], "", 1, {"dropped": every[-tail:]}),
        "both ends cut": (every[head:-tail], "", 1, {"dropped": every[:head] + every[-tail:]}),
        "middle cut": (every[:first] + every[first + head:], "", 1, {"dropped": every[first:first + head]}),
        "half the rate": (every[::2], "", 0.5, {"dropped": every[1::2]}),
        "double rate": (sorted(every * 2), "", 2, {"duplicated": every}),
        "faster": (every, "", 1.04, {"retimed": None}),
        "cropped": (every, crop, 1, {"cropped": None}),
        "overscan": (every, f"{crop},scale={film.width}:{film.height}", 1, {"cropped": None}),
        "borders": (every, f"pad=iw+{4 * x}:ih+{4 * y}:{2 * x}:{2 * y}", 1, {"borders": None}),
        "darker": (every, "eq=brightness=-0.08", 1, {"levels": None}),
    }[kind]


def examine(capture, folder, index, film, case):
    kind, codec, (sequence, chain, factor, wanted) = case
    ending, options = CODECS[codec]
    numerator, denominator = map(int, film.rate.split("/"))
    path = folder / f"{index}.{ending}"
    encoded = run(["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", f"{film.width}x{film.height}",
                   "-r", f"{int(numerator * factor * 100)}/{denominator * 100}", "-i", "-", *(["-vf", chain] if chain else []), *options.split(), path],
                  b"".join(film.black if n is None else film.frames[n] for n in sequence))
    if encoded.returncode:
        raise SystemExit(f"{film.name}, {kind}, {codec}: {encoded.stderr.decode()[-300:]}")
    judged = run([capture, "verify", path, "--reference", film.path, "--json"])
    path.unlink(missing_ok=True)
    result = {"film": film.name, "kind": kind, "codec": codec, "wanted": wanted}
    try:
        findings = json.loads(judged.stdout)["findings"]
    except (ValueError, KeyError):
        return {**result, "right": False, "found": [(encoded.stderr + judged.stderr).decode()[-300:]], "exact": [0, 0], "false": 0}
    named = {entry["kind"]: sorted(n for span in entry["spans"] for n in range(span["first"], span["last"] + 1)) for entry in findings}
    others = [entry["text"] for entry in findings if entry["kind"] not in wanted and entry["kind"] not in REMARKS]
    right = not others and all(key in named and (frames is None or named[key] == frames) for key, frames in wanted.items())
    # The frames of drops and repeats, one by one.
    true = {(key, n) for key, frames in wanted.items() if key in ("dropped", "duplicated", "frozen") for n in frames or []}
    told = {(key, n) for key, frames in named.items() if key in ("dropped", "duplicated", "frozen") for n in frames}
    return {**result, "right": right, "found": [entry["text"] for entry in findings], "exact": [len(true & told), len(true)], "false": len(others)}


def text(results, options, films):
    lines = ["# Verify against references", "",
             f"Written by `scripts/bench-reference.py` with the seed {options.seed}, drawn after the code was finished: {len(results)} copies of {len(films)} films "
             f"({', '.join(sorted(films))}), damaged in a known way, each beside its original without marks.", "",
             "| damage | pairs | named exactly | damaged frames named | other findings |", "|---|---|---|---|---|"]
    for kind in [*KINDS, "clean"]:
        rows = [row for row in results if row["kind"] == kind]
        if rows:
            exact = [sum(row["exact"][part] for row in rows) for part in (0, 1)]
            lines.append(f"| {kind} | {len(rows)} | {sum(row['right'] for row in rows)} | {f'{exact[0]} of {exact[1]}' if exact[1] else '–'} | "
                         f"{sum(row['false'] for row in rows)} |")
    damaged, clean = ([row for row in results if (row["kind"] == "clean") == is_clean] for is_clean in (False, True))
    exact = [sum(row["exact"][part] for row in damaged) for part in (0, 1)]
    lines += ["", f"{sum(row['right'] for row in damaged)} of {len(damaged)} damaged pairs are right; {exact[0]} of {exact[1]} dropped and repeated "
              f"frames were named. {sum(not row['right'] for row in clean)} of {len(clean)} clean copies have a finding.", ""]
    wrong = [row for row in results if not row["right"]]
    if wrong:
        lines += ["Pairs that are not right:", ""]
        lines += [f"- {row['film']}, {row['kind']}, {row['codec']}: {'; '.join(row['found'])[:200] or 'nothing found'}" for row in wrong]
    return "\n".join(lines).rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("capture")
    parser.add_argument("sources", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--clean", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        films = [Reference(source, folder, draw) for source in sorted(options.sources.iterdir())]
        jobs = []
        for index in range(options.pairs):
            kind, order = KINDS[index % len(KINDS)], draw.sample(films, len(films))
            case = next(((film, found) for film in order if (found := damage(kind, film, draw))), None)
            if case:
                jobs.append((case[0], (kind, draw.choice(list(CODECS)), case[1])))
        for _ in range(options.clean):
            film = draw.choice(films)
            jobs.append((film, ("clean", draw.choice(list(CODECS)), (list(range(len(film.frames))), draw.choice(list(CLEAN.values())), 1, {}))))
        draw.shuffle(jobs)
        results = []
        with ThreadPoolExecutor(options.jobs) as pool:
            for row in pool.map(lambda job: examine(options.capture, folder, job[0], *job[1]), enumerate(jobs)):
                results.append(row)
                print("right" if row["right"] else "WRONG", row["film"], row["kind"], row["codec"], "; ".join(row["found"])[:160], flush=True)
                options.results.mkdir(parents=True, exist_ok=True)
                (options.results / "reference.json").write_text(json.dumps({"seed": options.seed, "pairs": results}, indent=1) + "\n")
                (options.results / "reference.md").write_text(text(results, options, {film.name for film in films}))


if __name__ == "__main__":
    main()
