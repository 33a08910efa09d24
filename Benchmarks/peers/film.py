"""The film that all scripts here make: the same as `capture` with the same options, within the limits of each library."""

import argparse
import importlib
import sys

import numpy as np

WIDTH, HEIGHT, FPS, SECONDS = 1280, 720, 10, 30
FRAMES = FPS * SECONDS

# The flake is above a caption, with room for the glow around it.
CENTER, RADIUS = (640.0, 340.0), 299.0
BACKGROUND, EDGE = (0.17, 0.26, 0.46), (0.035, 0.06, 0.14)
FILL = [(1, 1, 1), (0.80, 0.90, 0.99), (0.60, 0.77, 0.95)]
OUTLINE, GLOW, GLOW_WIDTH = (0.90, 0.96, 1), (0.55, 0.77, 1, 0.34), 18
CAPTION = (0.78, 0.86, 0.97)

# Bumps with sides shorter than this, in pixels, are not drawn: they are invisible, and every library is faster without them.
SHORTEST = 0.35


def arguments(*modules):
    """Parses the options; with --check it only checks whether the modules are installed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--film", choices=["default", "step", "moving", "storyboard"], default="default")
    parser.add_argument("--reuse", action="store_true")
    parser.add_argument("-o", "--output", default="film.mp4")
    options = parser.parse_args()
    if options.check:
        try:
            for module in modules:
                importlib.import_module(module)
        except Exception:
            sys.exit(3)
        sys.exit(0)
    return options


def ease(part):
    """CSS's ease-in-out: a cubic Bézier curve from (0, 0) by (0.42, 0) and (0.58, 1) to (1, 1)."""
    low, high = 0.0, 1.0
    for _ in range(30):
        s = (low + high) / 2
        x = 3 * (1 - s) ** 2 * s * 0.42 + 3 * (1 - s) * s**2 * 0.58 + s**3
        low, high = (s, high) if x < part else (low, s)
    return 3 * (1 - low) * low**2 + low**3


def levels(film):
    """The level of each frame, and the level in its caption."""
    last = 7 if film == "moving" else 6
    part = {"default": 0.25, "step": 0.0, "moving": 1.0}[film]
    share = SECONDS / (last + 1)
    result = []
    for frame in range(FRAMES):
        time = frame / FPS
        level = min(last, int(time / share + 1e-9))
        start = level * share
        growth = min(part * share, SECONDS - 1 / FPS - start) if level > 0 else 0
        risen = 1.0 if growth <= 0 else min(1.0, (time - start) / growth)
        result.append((level if level == 0 or risen >= 1 else level - 1 + ease(risen), level))
    return result


def outline(level, shortest=SHORTEST):
    """The corners of the flake as an array of x and y, with the bumps of the last level risen according to the level."""
    side = RADIUS * 3**0.5
    visible = 0
    while side / 3 ** (visible + 1) >= shortest:
        visible += 1
    level = min(level, visible)
    angles = np.radians([210, 90, -30])
    points = np.exp(1j * angles)
    for number in range(int(np.ceil(level))):
        height = min(1.0, level - number)
        way = np.roll(points, -1) - points
        foot, other = points + way / 3, points + way * 2 / 3
        tip = (foot + other) / 2 + way / 3 * 1j * 0.75**0.5 * height
        points = np.stack([points, foot, tip, other], axis=1).ravel()
    return np.stack([CENTER[0] + RADIUS * points.real, CENTER[1] - RADIUS * points.imag], axis=1)


def segment(level):
    """The length of a segment, in pixels."""
    whole = int(level)
    return RADIUS * 3**0.5 / 3**whole / (1 + 2 * (level - whole))


def caption(level):
    return f"Level {level}  ·  {3 * 4**level:,} segments".replace(",", "\u2009")
