#!/usr/bin/env python3
"""Makes the small sounds of the samples beside it: page.wav, chime.wav and tick.wav."""

import math
import pathlib
import struct
import wave

RATE = 16_000


def write(name, samples):
    with wave.open(str(pathlib.Path(__file__).parent / name), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(b"".join(struct.pack("<h", round(32_767 * max(-1, min(1, sample)))) for sample in samples))


def noise(count):
    """Numbers from -1 to 1 that are the same each time."""
    state = 1
    for _ in range(count):
        state = (state * 48_271) % 2_147_483_647
        yield state / 1_073_741_823.5 - 1


def page():
    """Paper that turns: soft noise that swells and dies away."""
    last, count = 0.0, int(0.45 * RATE)
    for index, sample in enumerate(noise(count)):
        part = index / count
        last += 0.25 * (sample - last)
        yield 0.7 * last * math.sin(math.pi * part ** 0.6) ** 2


def chime():
    """Two notes, a fifth apart, that ring out."""
    for index in range(int(1.1 * RATE)):
        time = index / RATE
        sample = 0.0
        for start, pitch in ((0, 659.26), (0.14, 987.77)):
            if time >= start:
                age = time - start
                swell = min(1, age / 0.004) * math.exp(-4.5 * age)
                sample += swell * (math.sin(2 * math.pi * pitch * age) + 0.3 * math.sin(4 * math.pi * pitch * age))
        yield 0.3 * sample * min(1, (1.1 - time) / 0.05)


def tick():
    """The tick of a clock at the beginning of a second, to be looped."""
    for index, sample in enumerate(noise(RATE)):
        time = index / RATE
        yield 0.5 * math.exp(-160 * time) * (0.4 * sample + 0.6 * math.sin(2 * math.pi * 1900 * time))


if __name__ == "__main__":
    write("page.wav", page())
    write("chime.wav", chime())
    write("tick.wav", tick())
