#!/usr/bin/env python3
"""Sends clean fixtures through every encoder and every container that this FFmpeg writes: test-formats.py CAPTURE [NAME…]

Each format is written from a clip with one clock tick per picture, and from one with 90000 ticks a second. Whatever FFmpeg itself reads back
completely must verify without a difference: every frame once, in order, in time, in its colours. Formats that FFmpeg can't write or read back
are counted and listed separately. NAMEs select encoders or containers.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FRAMES, RATE = 50, 25
SOURCES = {"coarse": "avi", "fine": "ts"}
# Devices, and muxers that write no pictures, or only numbers computed from them.
NO_FILES = set(
    "alsa caca chromaprint crc decklink fbdev ffmetadata fifo fifo_test framecrc framehash framemd5 hash md5 null opengl oss "
    "pulse rtp rtp_mpegts rtsp sap sdl sdl2 segment streamhash stream_segment tee uncodedframecrc v4l2 xv webm_chunk "
    "webm_dash_manifest smoothstreaming image2pipe rawvideo ssegment".split()
)
# These use BT.601 regardless of the file's tags, so colours must be converted first.
FIXED = {"mjpeg", "ljpeg", "amv", "libvpx", "speedhq", "thp", "mjpegb"}
# Extra options that encoders need.
OPTIONS = {
    "dnxhd": ["-profile:v", "dnxhr_hq", "-pix_fmt", "yuv422p"],
    "libaom-av1": ["-cpu-used", "8", "-usage", "realtime"],
    "librav1e": ["-speed", "10"],
    "libsvtav1": ["-preset", "10"],
    "libvpx-vp9": ["-deadline", "realtime", "-cpu-used", "8"],
    "libvpx": ["-deadline", "realtime", "-b:v", "2M"],
    "mjpeg": ["-q:v", "3"],
    "libx265": ["-x265-params", "log-level=none"],
    # The encoder tags its files by itself, and files of an untagged clip as BT.601.
    "utvideo": ["-colorspace", "bt709"],
}
# Encoders whose default bit rate would spoil even marks get a constant quality; others ignore it.
QUALITY = ["-q:v", "4"]
CONTAINERS = ["mkv", "nut", "mov", "avi", "mp4", "mxf", "rm", "roq", "a64", "gif", "swf", "flv", "png"]


def run(command):
    try:
        return subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace", timeout=120)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", "timed out")


def listed(kind, pattern):
    text = run(["ffmpeg", "-hide_banner", f"-{kind}"]).stdout
    return [match.group(1) for match in map(re.compile(pattern).match, text.splitlines()) if match]


def described(kind, name):
    return run(["ffmpeg", "-hide_banner", "-h", f"{kind}={name}"]).stdout


def whole(movie):
    """Whether FFmpeg itself reads every picture of a movie without any message."""
    read = run(["ffmpeg", "-nostdin", "-v", "error", "-i", movie, "-map", "0:v:0", "-fps_mode", "passthrough", "-f", "framecrc", "-"])
    count = sum(not line.startswith("#") for line in read.stdout.splitlines())
    return read.returncode == 0 and count == FRAMES and not read.stderr.strip()


def is_blank(movie):
    """Whether FFmpeg reads back pictures of a single colour, as from formats that lose their palette."""
    command = ["ffmpeg", "-nostdin", "-v", "error", "-i", str(movie), "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray", "-"]
    return len(set(subprocess.run(command, capture_output=True).stdout)) < 2


def keeps_times(movie):
    """Whether FFmpeg itself reads the clip's times back; pictures without times get the times of some rate."""
    read = run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time", "-of", "csv=p=0", movie])
    times = [float(word) for word in re.findall(r"^[\d.]+", read.stdout, re.MULTILINE)]
    return bool(times) and abs(max(times) - min(times) - (FRAMES - 1) / RATE) < 1 / RATE


def is_known(movie):
    """Whether FFmpeg recognizes the file's codec: pictures without a tag of their own wrongly come back from AVI as raw video."""
    read = run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=codec_name", "-of", "csv=p=0", movie])
    return read.stdout.strip().strip(",") != "rawvideo"


def differences(capture, movie, manifest):
    result = run([capture, "verify", movie, "--manifest", manifest, "--json"])
    if not result.stdout.startswith("{"):
        return [result.stderr.strip() or f"exit code {result.returncode}"]
    found = json.loads(result.stdout)
    movies = [rung["verification"] for rung in found["rungs"]] if "rungs" in found else [found]
    texts = [problem for rung in found.get("rungs", []) for problem in rung["problems"]]
    for movie in movies:
        frames = [picture.get("frame") for picture in movie["showings"]]
        if frames != list(range(FRAMES)):
            texts.append(f"shows {frames}")
        texts += [difference["text"] for difference in movie["differences"]]
    return texts


def main():
    capture, only = sys.argv[1], set(sys.argv[2:])
    encoders = listed("encoders", r" V\S{5} (\S+) ")
    encoders = [name for name in encoders if name != "=" and not re.search(r"_(v4l2m2m|vaapi|nvenc|qsv|omx|amf|mf|vulkan|videotoolbox)$", name)]
    muxers = [name for name in listed("muxers", r" [D ]E (\S+) ") if name.split(",")[0] not in NO_FILES]
    cases = [("encoder", name) for name in encoders if name not in ("a64multi", "a64multi5", "wrapped_avframe", "rawvideo", "vnull")]
    cases += [("muxer", name) for name in muxers]
    counts, bad, silent = {"verified": 0}, [], []
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        clips = {}
        for size in ("352x288", "720x576"):
            for clock, ending in SOURCES.items():
                clip = clips[size, clock] = folder / f"{size}-{clock}.{ending}"
                options = ["--frames", FRAMES, "--fps", RATE, "--size", size, "--codec", "mpeg4" if ending == "avi" else "h264", "--crf", "1"]
                made = run([capture, "fixture", "-q", "-o", clip, *options])
                if made.returncode:
                    raise SystemExit(made.stderr)
        for kind, name in cases:
            if only and name not in only:
                continue
            for clock in SOURCES:
                reason = "FFmpeg can't write it"
                for size in ("352x288", "720x576"):
                    clip, done = clips[size, clock], False
                    for target, words in commands(kind, name, folder):
                        for path in folder.glob("out*"):
                            shutil.rmtree(path) if path.is_dir() else path.unlink()
                        if run(["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", clip, *words, target]).returncode:
                            continue
                        case = f"{kind} {name} from a {clock} clock, {target.name}, {size}"
                        texts = differences(capture, target, clip.with_suffix(".json"))
                        if texts and not (whole(target) and (kind == "muxer" or is_known(target)) and not is_blank(target)):
                            reason = "FFmpeg can't read it back whole"
                            continue
                        pixels = run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=pix_fmt", "-of", "csv=p=0", target])
                        if re.match("gray|mono|ya", pixels.stdout):
                            texts = [text for text in texts if "colours lost" not in text]
                        if texts and not keeps_times(target):
                            texts = [text for text in texts if not re.match("retimed|gap", text)]
                        if name == "bmp":
                            # FFmpeg itself reads BMP in AVI upside down.
                            texts = [text for text in texts if text != f"turned {FRAMES} of {FRAMES} pictures (mirrored top to bottom)"]
                        counts["verified"] += 1
                        if texts:
                            bad.append(f"{case}: {'; '.join(texts)}")
                            print(bad[-1], flush=True)
                        done = True
                        break
                    if done:
                        break
                else:
                    silent.append(f"{kind} {name} from a {clock} clock: {reason}")
                    print(silent[-1], flush=True)
    print(f"{counts['verified'] - len(bad)} of {counts['verified']} formats without a false finding; {len(silent)} not tried")
    sys.exit(1 if bad else 0)


def conversion(is_fixed):
    """Supplies the colours that FFmpeg can't know: the clip in AVI has no tags, so FFmpeg would assume BT.601."""
    return ["-vf", "scale=in_color_matrix=bt709" + (":out_color_matrix=bt601" if is_fixed else "")]


def commands(kind, name, folder):
    """The commands to try until one writes a file that can be read back."""
    if kind == "encoder":
        convert = conversion(name in FIXED)
        words = ["-c:v", name, *OPTIONS.get(name, QUALITY), *convert, "-strict", "-2"]
        for ending in CONTAINERS:
            yield folder / ("out%03d.png" if ending == "png" else f"out.{ending}"), words
        return
    muxer = name.split(",")[0]
    text = described("muxer", muxer)
    codec = re.search(r"Default video codec: (\S+)\.", text)
    endings = re.search(r"Common extensions: ([^.]+)\.", text)
    if not codec:
        return
    ending = endings.group(1).split(",")[0] if endings else "bin"
    convert = conversion(codec.group(1) in ("mjpeg", "vp8", "amv"))
    target = folder / {"image2": "out%03d.png", "hls": "out.m3u8", "dash": "out.mpd"}.get(muxer, f"out.{ending}")
    codecs = ["-c:v", "png"] if muxer == "image2" else []
    for more in ([], ["-c:v", "mpeg4"], ["-c:v", "mpeg2video"], ["-c:v", "libx264"]):
        yield target, ["-an", *QUALITY, *codecs, *more, *convert, "-strict", "-2", "-f", muxer]


if __name__ == "__main__":
    main()
