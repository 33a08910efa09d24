#!/usr/bin/env python3
"""Verifies the shipped suite as made and after other encoders: test-suite.py CAPTURE FOLDER [PATTERN]

Makes the clips of samples/suites/player.yaml in FOLDER, unless they are up to date, and verifies each; then sends all except the broken
ones through libx264, VP9 and AV1 and verifies the results. PATTERN, such as "fault-*", selects clips. Finally the ladders of
samples/suites/streaming.yaml are made and verified, by their playlists and presentations.
"""

import fnmatch
import json
import subprocess
import sys
from pathlib import Path

SUITES = Path(__file__).resolve().parent.parent / "samples" / "suites"
SUITE = SUITES / "player.yaml"
DAMAGE = {"truncate", "flip-bits", "no-moov", "zero-length"}
ENCODERS = {
    "libx264": ("mp4", ["-preset", "veryfast", "-crf", "20"]),
    "libvpx-vp9": ("webm", ["-deadline", "realtime", "-cpu-used", "8", "-crf", "20", "-b:v", "0"]),
    "libaom-av1": ("mp4", ["-cpu-used", "8", "-usage", "realtime", "-crf", "20", "-b:v", "0"]),
}


def options(encoder, manifest):
    stream = manifest["stream"]
    width, height = map(int, stream["size"].split("x"))
    result = ["-c:v", encoder, *ENCODERS[encoder][1], "-fps_mode", "passthrough", "-enc_time_base", "1/90000", "-threads", "2"]
    pixels = stream["pixel-format"]
    # Half a chroma sample at an edge exceeds the ability of some encoders.
    if width % 2 or height % 2 or not pixels.startswith("yuv") or "422" in pixels:
        result += ["-pix_fmt", "yuv444p"]
    elif encoder != "libx264" and "10" in pixels:
        result += ["-pix_fmt", "yuv420p10le"]
    # Colours without luma become BT.601 by default, without a tag in the file.
    if not pixels.startswith(("yuv", "gray")):
        result += ["-vf", "scale=out_color_matrix=bt709", "-colorspace", "bt709"]
    # ffmpeg also applies a container's rotation to the pictures.
    return result + ["-c:a", "libopus" if ENCODERS[encoder][0] == "webm" else "aac"]


def verify(capture, movie, manifest):
    return subprocess.run(
        [capture, "verify", movie, "--manifest", manifest], capture_output=True, text=True, timeout=600
    )


def main():
    capture, folder = sys.argv[1], Path(sys.argv[2])
    pattern = sys.argv[3] if len(sys.argv) > 3 else "*"
    subprocess.run([capture, "fixture", "--suite", str(SUITE), "--out", str(folder)], check=True)
    clips = []
    for path in sorted(folder.glob("*.json")):
        manifest = json.loads(path.read_text())
        if manifest.get("format") == "reel-fixture" and fnmatch.fnmatch(path.stem, pattern):
            clips.append((path, folder / manifest["file"]["name"], manifest))
    failed = 0

    def count(name, results):
        nonlocal failed
        bad = [(path, text) for path, isFine, text in results if not isFine]
        print(f"{name}: {len(results) - len(bad)} of {len(results)} as expected", flush=True)
        for path, text in bad:
            print(f"  {path.stem}\n{text.rstrip()}")
        failed += len(bad)

    results = []
    for path, movie, _ in clips:
        result = verify(capture, movie, path)
        results.append((path, result.returncode == 0, result.stdout + result.stderr))
    count("as made", results)
    known = subprocess.run(["ffmpeg", "-hide_banner", "-encoders"], capture_output=True, text=True).stdout
    for encoder, (ending, _) in ENCODERS.items():
        if f" {encoder} " not in known:
            print(f"{encoder}: not in this FFmpeg")
            continue
        results = []
        target = folder / f"sent.{ending}"
        for path, movie, manifest in clips:
            if DAMAGE & set(manifest["recipe"]):
                continue
            command = ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", movie, *options(encoder, manifest), target]
            sent = subprocess.run(command, capture_output=True, text=True, timeout=600)
            result = verify(capture, target, path) if sent.returncode == 0 else sent
            results.append((path, result.returncode == 0, result.stdout + result.stderr))
        target.unlink(missing_ok=True)
        count(f"after {encoder}", results)
    count("ladders", ladders(capture, folder / "streaming", pattern))
    sys.exit(1 if failed else 0)


def ladders(capture, folder, pattern):
    """Makes the ladders and verifies each as a player would find it, without naming a manifest."""
    subprocess.run([capture, "fixture", "--suite", str(SUITES / "streaming.yaml"), "--out", str(folder)], check=True)
    results = []
    for path in sorted(folder.glob("*.m3u8")) + sorted(folder.glob("*.mpd")):
        if path.suffix == ".m3u8" and "#EXT-X-STREAM-INF" not in path.read_text() or not fnmatch.fnmatch(path.stem, pattern):
            continue
        result = subprocess.run([capture, "verify", path], capture_output=True, text=True, timeout=600)
        results.append((path, result.returncode == 0, result.stdout + result.stderr))
    return results


if __name__ == "__main__":
    main()
