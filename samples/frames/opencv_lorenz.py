#!/usr/bin/env python3
"""Three points that begin close together in Lorenz's weather, drawn by OpenCV: opencv_lorenz.py [OUTPUT…]"""

import sys

import cv2
import numpy as np
import reelcapture

WIDTH, HEIGHT, SECONDS, FPS, STEPS = 640, 360, 8, 25, 18
# OpenCV's order of the channels is blue, green, red.
COLOURS = [(255, 170, 60), (120, 90, 255), (110, 230, 190)]


def step(points, time=0.0022):
    x, y, z = points.T
    return points + time * np.stack([10 * (y - x), x * (28 - z) - y, x * y - 8 / 3 * z], axis=-1)


def project(point, angle):
    """A point as seen from a camera that circles the weather, in sixteenths of a pixel."""
    x = point[0] * np.cos(angle) - point[1] * np.sin(angle)
    return int((WIDTH / 2 + x * 10.5) * 16), int((HEIGHT - 15 - point[2] * 6.8) * 16)


points = np.array([[1.0, 1.0, 20.0], [1.02, 1.0, 20.0], [1.0, 1.02, 20.0]])
trails = [[point] for point in points]

with reelcapture.Recorder(sys.argv[1:] or ["lorenz.mp4"], fps=FPS, channels="bgr") as recorder:
    for frame in range(SECONDS * FPS):
        for _ in range(STEPS):
            points = step(points)
            for trail, point in zip(trails, points):
                trail.append(point)
        picture = np.full((HEIGHT, WIDTH, 3), (28, 18, 14), np.uint8)
        for trail, colour in zip(trails, COLOURS):
            corners = [project(point, frame / 120) for point in trail[-900:]]
            for age in range(3):
                part = np.array(corners[len(corners) * age // 3 :], np.int32)
                shade = tuple(channel * (age + 1) / 3 for channel in colour)
                cv2.polylines(picture, [part], False, shade, 1, cv2.LINE_AA, shift=4)
            cv2.circle(picture, corners[-1], 5 * 16, colour, -1, cv2.LINE_AA, shift=4)
        recorder.write(picture)
