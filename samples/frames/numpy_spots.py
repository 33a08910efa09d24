#!/usr/bin/env python3
"""Two chemicals react and spread until spots divide (Gray-Scott): numpy_spots.py [OUTPUT…]"""

import sys

import numpy as np
import reelcapture

WIDTH, HEIGHT, SECONDS, FPS, STEPS = 192, 108, 7, 25, 30
COLOURS = np.array([[12, 8, 38], [38, 40, 120], [22, 130, 150], [120, 210, 150], [252, 244, 180]])


def spread(field):
    """How much flows into each cell from its neighbours."""
    around = sum(np.roll(field, step, axis) for step in (-1, 1) for axis in (0, 1))
    corners = sum(np.roll(np.roll(field, y, 0), x, 1) for y in (-1, 1) for x in (-1, 1))
    return 0.2 * around + 0.05 * corners - field


def colour(field):
    """A field of 0…0.4 in colours."""
    level = np.clip(field / 0.4, 0, 1) * (len(COLOURS) - 1)
    return np.stack([np.interp(level, range(len(COLOURS)), channel) for channel in COLOURS.T], axis=-1).astype(np.uint8)


def frames():
    random = np.random.default_rng(7)
    food, growth = np.ones((HEIGHT, WIDTH), np.float32), np.zeros((HEIGHT, WIDTH), np.float32)
    for x, y in random.integers((20, 20), (WIDTH - 20, HEIGHT - 20), (24, 2)):
        growth[y - 5 : y + 5, x - 5 : x + 5], food[y - 5 : y + 5, x - 5 : x + 5] = 0.4, 0.5
    for _ in range(SECONDS * FPS):
        for _ in range(STEPS):
            eaten = food * growth * growth
            food += 0.16 * 1.25 * spread(food) - eaten + 0.0367 * (1 - food)
            growth += 0.08 * 1.25 * spread(growth) + eaten - (0.0367 + 0.0649) * growth
        yield colour(growth).repeat(4, 0).repeat(4, 1)


reelcapture.write(sys.argv[1:] or ["spots.mp4"], frames(), fps=FPS)
