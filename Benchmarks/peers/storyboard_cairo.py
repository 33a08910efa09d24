"""The film of storyboard.yaml with pycairo, piped to ffmpeg; with --reuse unchanged pages and frames are not redrawn."""

import subprocess

import film

options = film.arguments("cairo")

import cairo

WIDTH, HEIGHT, FPS = 1280, 720, 30
POINT = HEIGHT / 1080
SAFE = 90 * POINT
INK, SOFT, ACCENT = (0.95, 0.97, 1), (0.68, 0.76, 0.90), (1, 0.76, 0.30)
TITLE, TEXT = "title", "text"
PAGES = [
    (TITLE, 4, "dissolve", "The weekly review", ["Number 12"]),
    (TEXT, 10, "push", "What was done", ["The first thing", "The second thing", "The third thing"]),
    (TEXT, 10, "fade", "What comes next", ["Another thing", "And one more"]),
    (TITLE, 9, None, "Thank you", ["Until next week"]),
]


def surface():
    made = cairo.ImageSurface(cairo.FORMAT_RGB24, WIDTH, HEIGHT)
    return made, cairo.Context(made)


def ground():
    made, context = surface()
    light = cairo.RadialGradient(WIDTH / 2, HEIGHT / 2, 0, WIDTH / 2, HEIGHT / 2, (WIDTH**2 + HEIGHT**2) ** 0.5 / 2)
    light.add_color_stop_rgb(0, 0.15, 0.22, 0.39)
    light.add_color_stop_rgb(1, 0.045, 0.07, 0.15)
    context.set_source(light)
    context.paint()
    return made


def write(context, text, x, y, size, color, opacity=1.0, bold=False, middle=False):
    context.select_font_face("DejaVu Sans", 0, 1 if bold else 0)
    context.set_font_size(size)
    if middle:
        extents = context.text_extents(text)
        x = (WIDTH - extents.width) / 2 - extents.x_bearing
    context.set_source_rgba(*color, opacity)
    context.move_to(x, y)
    context.show_text(text)


class Page:
    """A page, redrawn when its points appear."""

    def __init__(self, kind, seconds, heading, lines):
        self.kind, self.seconds, self.heading, self.lines = kind, seconds, heading, lines
        self.surface, self.context = surface()
        self.shown = None

    def state(self, time):
        if self.kind == TITLE:
            return ()
        share = self.seconds / (len(self.lines) + 1)
        return tuple(round(film.ease(min(1, max(0, (time - index * share) / 0.3))), 4) for index in range(len(self.lines)))

    def picture(self, time):
        state = self.state(time)
        if options.reuse and state == self.shown:
            return self.surface
        self.shown = state
        context = self.context
        context.set_source_surface(backdrop)
        context.paint()
        if self.kind == TITLE:
            write(context, self.heading, 0, 350, 132 * POINT, INK, bold=True, middle=True)
            context.set_source_rgb(*ACCENT)
            context.rectangle(WIDTH / 2 - 70 * POINT, 392, 140 * POINT, 6 * POINT)
            context.fill()
            write(context, self.lines[0], 0, 456, 52 * POINT, SOFT, middle=True)
        else:
            write(context, self.heading, SAFE, 250, 81 * POINT, INK, bold=True)
            for index, line in enumerate(self.lines):
                y = 320 + index * 60
                context.set_source_rgba(*ACCENT, state[index])
                context.arc(SAFE + 20 * POINT, y - 12, 8 * POINT, 0, 6.3)
                context.fill()
                write(context, line, SAFE + 54 * POINT, y, 54 * POINT, INK, state[index])
        return self.surface


backdrop = ground()
frame, canvas = surface()
ffmpeg = subprocess.Popen(
    ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr0", "-s", f"{WIDTH}x{HEIGHT}"]
    + ["-r", str(FPS), "-i", "-", "-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-pix_fmt", "yuv420p"]
    + [options.output],
    stdin=subprocess.PIPE,
)
pages = [Page(kind, seconds, heading, lines) for kind, seconds, _, heading, lines in PAGES]
starts = [0]
for page in pages[:-1]:
    starts.append(starts[-1] + page.seconds - 1)
shown = None
for number in range((starts[-1] + pages[-1].seconds) * FPS):
    time = number / FPS
    index = max(i for i, start in enumerate(starts) if start <= time)
    page = pages[index]
    part = time - starts[index] if index and time - starts[index] < 1 else None
    tenths = int(time * 10 + 1e-6)
    state = (index, page.state(time - starts[index]), part, tenths)
    if not options.reuse or state != shown:
        shown = state
        picture = page.picture(time - starts[index])
        if part is None:
            canvas.set_source_surface(picture)
            canvas.paint()
        else:
            before = pages[index - 1].picture(time - starts[index - 1])
            kind, eased = PAGES[index - 1][2], film.ease(part)
            if kind == "push":
                shift = round(eased * WIDTH)
                canvas.set_source_surface(before, -shift, 0)
                canvas.paint()
                canvas.set_source_surface(picture, WIDTH - shift, 0)
                canvas.rectangle(WIDTH - shift, 0, shift, HEIGHT)
                canvas.fill()
            elif kind == "dissolve":
                canvas.set_source_surface(before)
                canvas.paint()
                canvas.set_source_surface(picture)
                canvas.paint_with_alpha(eased)
            else:
                canvas.set_source_surface(before if part < 0.5 else picture)
                canvas.paint()
                canvas.set_source_rgba(0, 0, 0, 1 - abs(2 * part - 1))
                canvas.paint()
        text = f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"
        for corner in range(8):
            write(canvas, text, 1160 + (corner % 3 - 1), 680 + (corner // 3 - 1), 34 * POINT, (0, 0, 0), 0.25)
        write(canvas, text, 1160, 680, 34 * POINT, INK)
        frame.flush()
    ffmpeg.stdin.write(frame.get_data())
ffmpeg.stdin.close()
raise SystemExit(ffmpeg.wait())
