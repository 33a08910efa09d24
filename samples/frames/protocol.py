#!/usr/bin/env python3
"""A reader and a writer of the framed protocol, version 1, exact to docs/frames.md.

    my-program | python3 samples/frames/protocol.py     lists the frames of a stream, or says what is wrong with it
"""

import json
import math
import re
import sys
from fractions import Fraction

LINE = 65536
SIZES = range(1, 16385)
PIXEL = {"gray": 1, "rgb24": 3, "bgr24": 3, "rgba": 4, "bgra": 4}
ALPHAS = ("straight", "premultiplied", "none")


class ProtocolError(ValueError):
    """What is wrong with a stream."""


def check(condition, message):
    if not condition:
        raise ProtocolError(message)


def is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


class Reader:
    """Reads a stream: its first line, then (line, picture) for each frame, then `end`. Pictures are whole."""

    def __init__(self, file):
        self.file, self.end, self.picture, self.time = file, None, None, None
        self.header = self._line("the first line")
        check(re.match(rb'\{ *"reel" *: *', self.raw), 'the first key is not "reel"')
        check(self.header["reel"] == 1 and is_whole(self.header["reel"]), "the version is not 1")
        self.width, self.height = self.header.get("width"), self.header.get("height")
        check(all(is_whole(side) and side in SIZES for side in (self.width, self.height)), "the size is not valid")
        check(self.header.get("format") in PIXEL, "the format is not known")
        check(self.header.get("alpha", "straight") in ALPHAS, "the alpha is not known")
        self.pixel = PIXEL[self.header["format"]]
        self.fps = Fraction(str(self.header["fps"])) if "fps" in self.header else None

    def __iter__(self):
        number = 0
        while True:
            name = f"frame {number}"
            line = self._line(name)
            if "end" in line:
                check(line["end"] is True, "the end is not true")
                if "t" in line or "n" in line:
                    self._take_time(line, "the end")
                self.end = line
                return
            self._take_time(line, name)
            rects = line.get("rects", [[0, 0, self.width, self.height]])
            check(number > 0 or "rects" not in line, "the first frame has rectangles")
            check(isinstance(rects, list) and len(rects) <= 1024, f"{name}: no list of at most 1024 rectangles")
            check(all(isinstance(line.get(key, ""), str) for key in ("chapter", "caption")), f"{name}: no title")
            if number == 0:
                self.picture = bytearray(self.width * self.height * self.pixel)
            for rect in rects:
                self._take_rect(rect, name)
            yield line, bytes(self.picture)
            number += 1

    def _line(self, name):
        self.raw = self.file.readline(LINE)
        check(self.raw, f"the stream ends before {name}: the writer died")
        check(self.raw.endswith(b"\n"), f"{name} is cut off, or a line of more than {LINE} bytes")
        try:
            line = json.loads(self.raw)
        except ValueError as error:
            raise ProtocolError(f"{name} is not JSON: {error}") from None
        check(isinstance(line, dict), f"{name} is not a JSON object")
        return line

    def _take_time(self, line, name):
        check(("t" in line) != ("n" in line), f"{name} needs either t or n")
        key = "t" if "t" in line else "n"
        value = line[key]
        if key == "n":
            check(is_whole(value) and value >= 0, f"{name}: n is not a whole number")
            check(self.fps, f"{name}: n needs fps in the first line")
        else:
            check(isinstance(value, float) or is_whole(value), f"{name}: t is not a number")
            check(math.isfinite(value), f"{name}: t is not finite")
            value = round(value * 1_000_000)
        check(self.time is None or self.time[0] == key, f"{name} has {key} where those before it have another")
        check(self.time is None or value > self.time[1], f"{name} does not come after the frame before")
        self.time = (key, value)

    def _take_rect(self, rect, name):
        check(isinstance(rect, list) and len(rect) == 4 and all(map(is_whole, rect)), f"{name}: {rect} is no rectangle")
        x, y, width, height = rect
        check(min(x, y) >= 0 and min(width, height) >= 1, f"{name}: the rectangle {rect} is empty or outside")
        check(x + width <= self.width and y + height <= self.height, f"{name}: the rectangle {rect} is outside")
        row = width * self.pixel
        for line in range(y, y + height):
            start = (line * self.width + x) * self.pixel
            pixels = self.file.read(row)
            check(len(pixels) == row, f"the stream ends in the middle of {name}")
            self.picture[start : start + row] = pixels


class Writer:
    """Writes a stream into a binary file. `alpha` and `fps` are further keys of the first line."""

    def __init__(self, file, width, height, format, **keys):
        self.file = file
        self._line({"reel": 1, "width": width, "height": height, "format": format, **keys})

    def frame(self, *pixels, **keys):
        """A frame: t or n, and rects, chapter or caption; the pixels are those of the picture, or of each rectangle."""
        self._line(keys)
        for part in pixels:
            self.file.write(part)

    def end(self, **keys):
        """The end, with t or n if the last frame ends then."""
        self._line({"end": True, **keys})
        self.file.flush()

    def _line(self, keys):
        self.file.write(json.dumps(keys).encode() + b"\n")


if __name__ == "__main__":
    try:
        reader = Reader(sys.stdin.buffer)
        print(reader.header)
        for line, _ in reader:
            print(line)
        print(reader.end)
    except ProtocolError as error:
        sys.exit(f"protocol.py: {error}")
