"""Films an asciicast without Reel: pyte's terminal, Pillow's letters, ffmpeg's encoder.

It is as fast as such a program can easily be: only changed rows are redrawn, and glyphs are cached.
"""

import json
import subprocess
import sys

import pyte
from PIL import Image, ImageDraw, ImageFont

FPS, WIDTH, HEIGHT, HOLD = 30, 1920, 1080, 1.5
COLORS = dict(
    black="1d2a3f", red="ff6b7f", green="7fdb9a", brown="ffd479", blue="6fb3ff", magenta="c99bff", cyan="5fd7df",
    white="c3cedd", brightblack="5c6f8c", brightred="ff8e9e", brightgreen="a2f0b8", brightbrown="ffe3a3",
    brightblue="96cbff", brightmagenta="ddbeff", brightcyan="8fecf2", brightwhite="ffffff",
)
FONTS = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono"


def film(path, output):
    with open(path) as file:
        header = json.loads(file.readline())
        events = [json.loads(line) for line in file if line.strip()]
    columns, rows = header["width"], header["height"]
    cell = (WIDTH - 200) // columns
    while int(cell / 0.602 * 1.2) * rows > HEIGHT - 260:
        cell -= 1
    size = cell / 0.602
    high = int(size * 1.2)
    fonts = {bold: ImageFont.truetype(FONTS + ("-Bold" if bold else "") + ".ttf", size) for bold in (False, True)}
    left, top = (WIDTH - cell * columns) // 2, (HEIGHT - high * rows) // 2 + 28
    page = Image.new("RGB", (WIDTH, HEIGHT), "#24344f")
    draw = ImageDraw.Draw(page)
    draw.rounded_rectangle(
        (left - 27, top - 84, left + cell * columns + 27, top + high * rows + 27), 16, fill="#101826")
    glyphs = {}

    def color(name, usual):
        return "#" + (usual if name == "default" else COLORS.get(name, name))

    def draw_row(row):
        line = screen.buffer[row]
        for column in range(columns):
            char = line[column]
            fore, back = color(char.fg, "d6deeb"), color(char.bg, "101826")
            if char.reverse:
                fore, back = back, fore
            if column == screen.cursor.x and row == screen.cursor.y and not screen.cursor.hidden:
                fore, back = "#101826", "#8fd3ff"
            key = (char.data, fore, back, char.bold)
            if key not in glyphs:
                glyph = Image.new("RGB", (cell, high), back)
                ImageDraw.Draw(glyph).text((0, 0), char.data, font=fonts[char.bold], fill=fore)
                glyphs[key] = glyph
            page.paste(glyphs[key], (left + column * cell, top + row * high))

    screen = pyte.Screen(columns, rows)
    stream = pyte.Stream(screen)
    encoder = subprocess.Popen(
        ["ffmpeg", "-y", "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{WIDTH}x{HEIGHT}", "-r", str(FPS),
         "-i", "-", "-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-pix_fmt", "yuv420p", output],
        stdin=subprocess.PIPE)
    index, cursor, frame = 0, 0, None
    for number in range(round((events[-1][0] + HOLD) * FPS)):
        while index < len(events) and events[index][0] <= number / FPS:
            if events[index][1] == "o":
                stream.feed(events[index][2])
            index += 1
        screen.dirty.update({cursor, screen.cursor.y} if cursor != screen.cursor.y or screen.dirty else set())
        if screen.dirty or frame is None:
            for row in screen.dirty if frame else range(rows):
                draw_row(row)
            screen.dirty.clear()
            cursor = screen.cursor.y
            frame = page.tobytes()
        encoder.stdin.write(frame)
    encoder.stdin.close()
    return encoder.wait()


if __name__ == "__main__":
    sys.exit(film(sys.argv[1], sys.argv[2]))
