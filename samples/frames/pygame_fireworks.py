#!/usr/bin/env python3
"""Fireworks drawn by pygame, without a window: pygame_fireworks.py [OUTPUT…]"""

import math
import os
import random
import sys

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
import reelcapture

WIDTH, HEIGHT, SECONDS, FPS = 640, 360, 6, 30
GRAVITY = 60.0

pygame.display.init()
screen = pygame.display.set_mode((WIDTH, HEIGHT))
shade = pygame.Surface((WIDTH, HEIGHT))
shade.fill((232, 230, 238))
chance = random.Random(5)
sparks = []

with reelcapture.Recorder(sys.argv[1:] or ["fireworks.mp4"], fps=FPS) as recorder:
    for frame in range(SECONDS * FPS):
        if frame % 16 == 0 and frame < (SECONDS - 2) * FPS:
            x, y = chance.uniform(0.15, 0.85) * WIDTH, chance.uniform(0.15, 0.5) * HEIGHT
            colour = pygame.Color(0)
            colour.hsva = (chance.randrange(360), 70, 100, 100)
            for _ in range(180):
                angle, speed = chance.uniform(0, math.tau), 120 * math.sqrt(chance.uniform(0.02, 1))
                sparks.append([x, y, speed * math.cos(angle), speed * math.sin(angle), chance.uniform(0.8, 1.8), colour])
        # What was there before fades.
        screen.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        for spark in sparks:
            x, y, across, down, _, colour = spark
            spark[0], spark[1] = x + across / FPS, y + down / FPS
            spark[2], spark[3] = across * 0.97, down * 0.97 + GRAVITY / FPS
            spark[4] -= 1 / FPS
            pygame.draw.line(screen, colour, (x, y), spark[:2], 2)
        sparks = [spark for spark in sparks if spark[4] > 0]
        recorder.write(screen)
