#!/usr/bin/env python3
"""Circles on circles draw a square wave, one harmonic after another: matplotlib_series.py [OUTPUT]"""

import sys

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import reelcapture  # Makes the writer "reel" known.
from matplotlib.animation import FuncAnimation

HARMONICS = [1, 3, 5, 7, 9, 11]
SECONDS, FPS = 5, 25

plt.style.use("dark_background")
figure, axes = plt.subplots(figsize=(6.4, 3.2), layout="constrained")
axes.set(xlim=(-2.2, 6.2), ylim=(-2.1, 2.1), aspect="equal")
axes.axis("off")
turn = np.linspace(0, 2 * np.pi, 100)
circles = [axes.plot([], [], color=plt.cm.plasma(0.25 + 0.12 * i), lw=1)[0] for i in range(len(HARMONICS))]
(arm,) = axes.plot([], [], "o-", color="white", lw=1.5, ms=3)
(link,) = axes.plot([], [], ":", color="gray", lw=1)
(wave,) = axes.plot([], [], color="#ffb000", lw=2.5)


def radius(n):
    return 4 / (np.pi * n)


def update(frame):
    time = 4 * np.pi * frame / (SECONDS * FPS)
    points = [(0.0, 0.0)]
    for n, circle in zip(HARMONICS, circles):
        x, y = points[-1]
        circle.set_data(x + radius(n) * np.cos(turn), y + radius(n) * np.sin(turn))
        points.append((x + radius(n) * np.cos(n * time), y + radius(n) * np.sin(n * time)))
    arm.set_data(*zip(*points))
    link.set_data([points[-1][0], 1.9], [points[-1][1]] * 2)
    past = np.linspace(time, time - 4, 400)
    wave.set_data(1.9 + time - past, sum(radius(n) * np.sin(n * past) for n in HARMONICS))


animation = FuncAnimation(figure, update, frames=SECONDS * FPS, interval=1000 / FPS)
animation.save(sys.argv[1] if sys.argv[1:] else "series.gif", writer="reel", fps=FPS)
