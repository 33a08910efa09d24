#!/usr/bin/env python3
"""Print the number of each frame of a fixture, as a second opinion beside capture verify.

    read_marks.py clip.mp4          # time, frame and clip of each picture; "-" where no mark can be read
    read_marks.py small.mp4 640x360 # pictures that were made from frames of another size

It follows the page "Frame marks" for version 2, in pictures that were only scaled. It needs Python 3.8 and ffmpeg."""
import subprocess
import sys

POWERS = [1]                                         # of x in the field of 64 elements by x^6 + x + 1
for _ in range(125):
    POWERS.append(POWERS[-1] << 1 ^ (0x43 if POWERS[-1] & 32 else 0))
LOGS = {POWERS[n]: n for n in range(63)}


def multiply(a, b):
    return POWERS[LOGS[a] + LOGS[b]] if a and b else 0


def syndromes(words):
    sums = []
    for root in POWERS[1:9]:
        value = 0
        for word in words:
            value = multiply(value, root) ^ word
        sums.append(value)
    return sums


def corrected(words):
    """Return the 16 words with up to two wrong ones corrected, or None."""
    if not any(syndromes(words)):
        return words
    found = syndromes(words)
    terms = [[POWERS[(15 - place) * row % 63] for row in range(1, 9)] for place in range(16)]
    for i in range(16):
        for j in range(i, 16):
            for first in range(1, 64):               # error i decides error j by the first sum
                rest = found[0] ^ multiply(first, terms[i][0])
                second = POWERS[(LOGS[rest] - LOGS[terms[j][0]]) % 63] if rest and j > i else 0
                sums = [multiply(first, a) ^ multiply(second, b) for a, b in zip(terms[i], terms[j])]
                if sums == found:
                    fixed = list(words)
                    fixed[i] ^= first
                    fixed[j] ^= second
                    return fixed
    return None


def checksum(value):
    crc = 0xFFFF
    for byte in value.to_bytes(4, "big"):
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ (0x1021 if crc & 0x8000 else 0)) & 0xFFFF
    return crc


def read(gray, width, height, w, h):
    """Return the number and the clip of a frame of w x h pixels, shown in width x height; None if it has no mark."""
    c = max(min(10, h // 18, w // 19), min(3 * h / 80, 4 * w / 95))
    wide, high = int(19 * c + 0.5), int(9 * c + 0.5)
    x, y = min(w // 10, (w - wide) // 2), min(h // 10, (h - 2 * high) // 3)
    for second, (left, top) in enumerate([(x, y), (w - x - wide, h - y - high)]):
        def level(column, row):
            a, b = left + (column + 1) * c, top + (row + 1) * c
            columns = range(int((a - c / 3) * width / w + 0.5), int((a + c / 3) * width / w + 0.5))
            rows = range(int((b - c / 3) * height / h + 0.5), int((b + c / 3) * height / h + 0.5))
            inside = [gray[y * width + x] for y in rows for x in columns]
            return sum(inside) / max(1, len(inside))
        black = [level(0, row) for row in range(8)] + [level(column, 7) for column in range(18)]
        white = [level(column, 0) for column in range(1, 17, 2)]
        middle = (sum(black) / len(black) + sum(white) / len(white)) / 2
        words = [sum(((level(word + 1, bit + 1) > middle) == ((word + bit) % 2 == second)) << 5 - bit
                     for bit in range(6)) for word in range(16)]
        words = corrected(words)
        bits = sum(word << 42 - 6 * n for n, word in enumerate(words[:8])) if words else 0
        if words and checksum(bits >> 16) == bits & 0xFFFF:
            return bits >> 28, bits >> 16 & 0xFFF
    return None


def pictures(path):
    """Yield the time, the luma, the width and the height of each picture."""
    def probe(entries):
        command = ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", entries, "-of", "csv=p=0", path]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    w, h = (int(side) for side in probe("stream=width,height")[0].split(",")[:2])
    decode = ["ffmpeg", "-v", "error", "-noautorotate", "-i", path, "-fps_mode", "passthrough"]
    with subprocess.Popen(decode + ["-pix_fmt", "gray", "-f", "rawvideo", "-"], stdout=subprocess.PIPE) as ffmpeg:
        for row in probe("frame=best_effort_timestamp_time"):
            yield row.strip(","), ffmpeg.stdout.read(w * h), w, h


if __name__ == "__main__":
    for time, gray, w, h in pictures(sys.argv[1]):
        size = map(int, sys.argv[2].split("x")) if len(sys.argv) > 2 else (w, h)
        print(time, *(read(gray, w, h, *size) or "--"))
