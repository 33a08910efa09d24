#!/usr/bin/env python3
"""Checks verify against faults with computed results: test-matrix.py CAPTURE [CODEC]

Sends a clip through every codec, container and fault below with FFmpeg's own filters. The frame in each picture must follow from the
filter's arithmetic, and a clip that only changed its codec must have no findings, including its colours.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

FRAMES, RATE = 90, 30
# The finest clock that each codec supports; others have the times of the clip's frames.
CLOCKS = {"mpeg4": "1/30000", "snow": "1/30000", "mpeg2video": None, "libtheora": None}
COARSE = {"avi", "ogv", "flv"}

CODECS = {
    "libx264": ["-crf", "23"],
    "libx265": ["-crf", "26", "-x265-params", "log-level=none"],
    "libvpx": ["-b:v", "4M", "-deadline", "realtime"],
    "libvpx-vp9": ["-crf", "30", "-b:v", "0", "-deadline", "realtime", "-cpu-used", "8"],
    "libaom-av1": ["-crf", "30", "-usage", "realtime", "-cpu-used", "8"],
    "mpeg4": ["-q:v", "4"],
    "mpeg2video": ["-q:v", "4"],
    "mjpeg": ["-q:v", "4"],
    "prores_ks": [],
    "ffv1": [],
    "huffyuv": [],
    "snow": ["-q:v", "4"],
    "libtheora": ["-q:v", "8"],
}
CONTAINERS = {
    "mp4": {"libx264", "libx265", "libvpx-vp9", "libaom-av1", "mpeg4"},
    "mov": {"libx264", "libx265", "mpeg4", "mjpeg", "prores_ks"},
    "mkv": set(CODECS),
    "webm": {"libvpx", "libvpx-vp9", "libaom-av1"},
    "avi": {"mpeg4", "mjpeg", "ffv1", "huffyuv", "snow"},
    "ts": {"libx264", "libx265", "mpeg2video"},
    "nut": {"libx264", "mpeg4", "ffv1"},
    "flv": {"libx264"},
    "ogv": {"libtheora"},
}
# Faults after which times do not follow from frame numbers.
GAPS = {"dropped", "every seventh", "late", "slower"}
# Codecs that use BT.601 regardless of the file's tags, so colours must be converted.
FIXED = {"libvpx", "mjpeg"}


def even(frames):
    return [(frame, index / RATE) for index, frame in enumerate(frames)]


def faults():
    """Names, filters, and the frames with their times according to the filters' documentation."""
    every = list(range(FRAMES))
    even_times = "setpts=N/30/TB"
    yield "clean", "null", even(every)
    yield "dropped", "select='not(between(n,10,14))'", [(n, n / RATE) for n in every if not 10 <= n <= 14]
    yield "every seventh", "select='mod(n,7)'", [(n, n / RATE) for n in every if n % 7]
    # The filter already counts the incoming frame.
    yield "looped", f"loop=loop=1:size=2:start=40,{even_times}", even(every[:41] + every[39:])
    yield "backwards", f"reverse,{even_times}", even(every[::-1])
    yield "repeated", f"tpad=start_mode=clone:start=3,{even_times}", even([0] * 3 + every)
    yield "cut", "trim=start_frame=30,setpts=PTS-STARTPTS", even(every[30:])
    yield "late", "setpts='PTS+if(gte(N,50),0.5/TB,0)'", [(n, n / RATE + (0.5 if n >= 50 else 0)) for n in every]
    yield "slower", "setpts=N/25/TB", [(n, n / 25) for n in every]


def theora(expected, movie):
    """The remaining frames in Theora: FFmpeg's encoder omits frames equal to the previous one, and its gaps in Ogg begin a frame late."""
    expected = [entry for index, entry in enumerate(expected) if not index or entry[0] != expected[index - 1][0]]
    if movie.suffix != ".ogv":
        return expected
    command = ["ffprobe", "-v", "error", "-show_entries", "frame=best_effort_timestamp_time", "-of", "csv=p=0", movie]
    times = subprocess.run(command, capture_output=True, text=True, timeout=600).stdout.replace(",", " ").split()
    return [(frame, float(time)) for (frame, _), time in zip(expected, times, strict=True)]


def seen(capture, movie, manifest, quality):
    command = [capture, "verify", movie, "--manifest", manifest, "--json"] + ([] if quality else ["--marks-only"])
    result = subprocess.run(command, capture_output=True, text=True, timeout=600)
    return json.loads(result.stdout) if result.stdout else {"failure": result.stderr}


def difference(expected, found):
    """The differences from the computed result; times may start elsewhere, and have the container's precision."""
    pictures = found.get("showings")
    if not pictures:
        return found.get("failure", "no pictures")
    shown = [picture.get("frame") for picture in pictures]
    if shown != [frame for frame, _ in expected]:
        return f"shows {shown}"
    shift = pictures[0]["time"] - expected[0][1]
    worst = max(abs(picture["time"] - shift - time) for picture, (_, time) in zip(pictures, expected))
    return f"times are off by {worst * 1000:.1f} ms" if worst > 0.002 else None


def main():
    capture, only = sys.argv[1], sys.argv[2:]
    known = subprocess.run(["ffmpeg", "-hide_banner", "-encoders"], capture_output=True, text=True).stdout
    count, failed = 0, []
    with tempfile.TemporaryDirectory() as folder:
        clips = {}
        for pattern in ("counter", "bars"):
            clip = clips[pattern] = Path(folder, f"{pattern}.mp4")
            options = ["--frames", str(FRAMES), "--size", "320x192", "--pattern", pattern, "--lossless"]
            subprocess.run([capture, "fixture", "-o", clip, *options], check=True, stdout=subprocess.DEVNULL)
        for codec, options in CODECS.items():
            if f" {codec} " not in known or only and codec not in only:
                continue
            for ending in [ending for ending, codecs in CONTAINERS.items() if codec in codecs]:
                for name, filters, expected in faults():
                    # Pictures without times are counted; FFmpeg then repeats some to fill a gap.
                    if ending == "avi" and name in GAPS:
                        continue
                    clock = None if ending in COARSE else CLOCKS.get(codec, "1/90000")
                    if clock is None and name == "slower":
                        continue
                    for pattern in ("counter", "bars") if name == "clean" else ("counter",):
                        clip, target = clips[pattern], Path(folder, f"out.{ending}")
                        convert = ",scale=out_color_matrix=bt601" if codec in FIXED else ""
                        command = ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", clip, "-vf", filters + convert]
                        timing = ["-enc_time_base", clock] if clock else []
                        command += ["-fps_mode", "passthrough", *timing, "-c:v", codec, *options, target]
                        sent = subprocess.run(command, capture_output=True, text=True, timeout=600)
                        count += 1
                        case = f"{name}, {pattern}, {codec} in .{ending}"
                        if sent.returncode:
                            failed.append(f"{case}: {sent.stderr.strip()}")
                            continue
                        if codec == "libtheora":
                            expected = theora(expected, target)
                        found = seen(capture, target, clip.with_suffix(".json"), quality=name == "clean")
                        wrong = difference(expected, found)
                        if wrong is None and name == "clean" and found["differences"]:
                            wrong = "; ".join(reason["text"] for reason in found["differences"])
                        if wrong:
                            failed.append(f"{case}: {wrong}")
                print(f"{codec} in .{ending}: {count} cases so far, {len(failed)} wrong", flush=True)
    print(*failed, sep="\n")
    print(f"{count - len(failed)} of {count} cases as computed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
