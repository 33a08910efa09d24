"""Draws the frames of the film with pycairo, the still background once."""

import cairo

import film


class Drawing:
    def __init__(self):
        self.surface = cairo.ImageSurface(cairo.FORMAT_RGB24, film.WIDTH, film.HEIGHT)
        self.context = cairo.Context(self.surface)
        self.backdrop = cairo.ImageSurface(cairo.FORMAT_RGB24, film.WIDTH, film.HEIGHT)
        context = cairo.Context(self.backdrop)
        sky = cairo.RadialGradient(*film.CENTER, 0, *film.CENTER, film.WIDTH * 0.62)
        sky.add_color_stop_rgb(0, *film.BACKGROUND)
        sky.add_color_stop_rgb(1, *film.EDGE)
        context.set_source(sky)
        context.paint()
        self.fill = cairo.LinearGradient(0, film.CENTER[1] - film.RADIUS, 0, film.CENTER[1] + film.RADIUS)
        for index, color in enumerate(film.FILL):
            self.fill.add_color_stop_rgb(index / (len(film.FILL) - 1), *color)

    def draw(self, level, told):
        """Draws a level and returns the pixels."""
        context = self.context
        context.set_source_surface(self.backdrop)
        context.paint()
        context.set_line_join(cairo.LINE_JOIN_ROUND)
        steps = 7
        for step in range(steps):
            width = 2 * film.GLOW_WIDTH * (steps - step) ** 2 / steps**2
            self.path(film.outline(level, max(film.SHORTEST, width / 3)))
            red, green, blue, alpha = film.GLOW
            context.set_source_rgba(red, green, blue, alpha / steps)
            context.set_line_width(width)
            context.stroke()
        self.path(film.outline(level))
        context.set_source(self.fill)
        context.fill_preserve()
        context.set_source_rgb(*film.OUTLINE)
        context.set_line_width(min(1.6, max(film.segment(level), 0.5)))
        context.stroke()
        context.set_source_rgb(*film.CAPTION)
        context.select_font_face("sans")
        context.set_font_size(23)
        text = film.caption(told)
        context.move_to(film.WIDTH / 2 - context.text_extents(text).width / 2, 690)
        context.show_text(text)
        self.surface.flush()
        return self.surface.get_data()

    def path(self, points):
        line_to = self.context.line_to
        self.context.new_path()
        for x, y in points.tolist():
            line_to(x, y)
        self.context.close_path()
