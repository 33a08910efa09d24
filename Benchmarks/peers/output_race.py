"""Compares capture with other encoders of APNG, WebP, WebM and AV1: bytes, likeness and time.

Peers get the frames of a film unchanged: FFmpeg as raw bytes, others as numbered pictures. `likeness.py` describes how files are judged. One run
each: bytes and likeness are the same every time, and the seconds are those of that run.
"""

import argparse
import json
import os
import sys
import tempfile
import time

from likeness import FILMS, FPS, SIZE, Film, bytes_at, judge, points, run, told

DELAY = 1000 // FPS
# The settings of Reel's encoders.
VP9 = ["-c:v", "libvpx-vp9", "-crf", 31, "-b:v", 0, "-row-mt", 1, "-tile-columns", 2, "-threads", 2, "-cpu-used", 3, "-deadline", "good", "-g", 100]
AV1 = ["-c:v", "libaom-av1", "-crf", 31, "-b:v", 0, "-row-mt", 1, "-tiles", "2x1", "-threads", 2, "-cpu-used", 7, "-g", 100]


def apngasm(out, film):
    """Its frames are numbered pictures, named by the wildcard; zlib packs them, because 7zip saves 6 % and takes three times as long."""
    run("apngasm", out, film.pictures + "/0*.png", 1, FPS, "-z0")


def makers(capture, film):
    """Returns a format, a name, an ending and a function that makes a file, for each encoder."""
    source = ["ffmpeg", "-y", *film.source]
    # The same conversion as Reel's: BT.709, limited range.
    movie = [*source, "-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"]
    webp = [word for file in film.files for word in ("-d", DELAY, file)]
    own = lambda *options: lambda out: run(capture, *film.options, *options, "-o", out)
    ffmpeg_webp = lambda *options: lambda out: run(*source, "-c:v", "libwebp_anim", "-loop", 0, *options, out)
    return [
        ("APNG", "ffmpeg", "png", lambda out: run(*source, "-c:v", "apng", "-pred", "mixed", "-f", "apng", out)),
        ("APNG", "apngasm -z0", "png", lambda out: apngasm(out, film)),
        ("APNG", "capture", "apng", own()),
        ("APNG", "capture --quality 90", "apng", own("--quality", 90)),
        ("WebP", "ffmpeg", "webp", ffmpeg_webp()),
        ("WebP", "ffmpeg -quality 95", "webp", ffmpeg_webp("-quality", 95)),
        ("WebP", "ffmpeg -lossless 1", "webp", ffmpeg_webp("-lossless", 1)),
        ("WebP", "img2webp", "webp", lambda out: run("img2webp", "-lossless", *webp, "-o", out)),
        ("WebP", "img2webp -lossy", "webp", lambda out: run("img2webp", "-lossy", *webp, "-o", out)),
        ("WebP", "capture", "webp", own()),
        ("WebP", "capture --quality 90", "webp", own("--quality", 90)),
        ("WebP", "capture --quality 40 --colors 47", "webp", own("--quality", 40, "--colors", 47)),
        ("WebP", "capture --quality 1 --colors 31", "webp", own("--quality", 1, "--colors", 31)),
        ("VP9", "ffmpeg, the same settings", "webm", lambda out: run(*movie, *VP9, out)),
        ("VP9", "capture", "webm", own()),
        ("AV1", "ffmpeg, the same settings", "webm", lambda out: run(*movie, *AV1, out)),
        ("AV1", "capture --codec av1", "webm", own("--codec", "av1")),
        ("HEVC", "capture --codec hevc", "mp4", own("--codec", "hevc")),
        ("H.264", "capture", "mp4", own()),
    ]


def race(capture, folder):
    result = {"rows": []}
    for film_name in FILMS:
        film, rows = Film(capture, film_name, folder), []
        for form, name, ending, make in makers(capture, film):
            print(f"{film_name}: {form}, {name}", file=sys.stderr)
            rows.append({"film": film_name, "format": form, "name": name, "file": os.path.join(folder, f"{len(rows)}.{ending}")})
            start = time.perf_counter()
            make(rows[-1]["file"])
            rows[-1]["seconds"] = round(time.perf_counter() - start, 2)
        result["rows"] += judge(rows, film)
    result["load"] = round(os.getloadavg()[0], 1)
    return result


def ratios(result):
    """Returns rows of a table with the ratio of Reel's bytes to FFmpeg's: exact for APNG, at FFmpeg's likeness for WebP."""
    lines = []
    for film in FILMS:
        rows = [row for row in result["rows"] if row["film"] == film]
        for row in rows:
            own = [other for other in rows if other["format"] == row["format"] and other["name"].startswith("capture")]
            if row["format"] not in ("APNG", "WebP") or not row["name"].startswith("ffmpeg"):
                continue
            found = bytes_at(points(own), float("inf") if row["psnr"] is None else row["psnr"])
            likeness = "exact" if row["psnr"] is None else f"{row['psnr']:.2f} dB"
            lines.append(
                f"| {film} | {row['format']} | {row['name']} | {likeness} | {row['bytes']} | {found:.0f} | {found / row['bytes']:.2f} |")
    return lines


def table(result):
    lines = [
        "# Other outputs, Reel and others", "",
        f"Films at {SIZE}, {FPS} frames a second. Reel's seconds have the drawing in them; the others get finished pictures. One run each;",
        f"{result['load']} processes wanted to run at its end, which with more than the machine's cores is no fair race of seconds.",
        "Likeness is PSNR of red, green and blue over all frames, each at its time; SSIM is that of luma.",
    ]
    lines += [
        "", "## Bytes at equal likeness", "", "Reel's are the best of its settings below, or of what lies between two of them.", "",
        "| film | format | made by | likeness | bytes | Reel | ratio |", "| --- | --- | --- | ---: | ---: | ---: | ---: |",
        *ratios(result),
    ]
    for film in FILMS:
        lines += [
            "", f"## {film}", "", "| format | made by | bytes | PSNR | worst frame | SSIM | seconds |",
            "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
        ]
        lines += [
            f"| {row['format']} | {row['name']} | {told(row)} | {row['seconds']:.2f} |"
            for row in result["rows"] if row["film"] == film
        ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("capture", help="the command")
    parser.add_argument("results", help="the folder that gets outputs.json and outputs.md")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = race(os.path.abspath(options.capture), folder)
    with open(os.path.join(options.results, "outputs.json"), "w") as file:
        json.dump(result, file, indent=1)
        file.write("\n")
    with open(os.path.join(options.results, "outputs.md"), "w") as file:
        file.write(table(result))
    print(table(result))
