#!/usr/bin/env python3
"""Checks that a library seeks to the right frame of a fixture: check_seeks.py pyav|opencv|decord clip.mp4 [SEEKS]

Asks for frames in random order, and reads the numbers in the pictures that come back. Exits with 1 if one of them is another frame.
"""

import random
import sys

from read_marks import read


def pyav(path):
    import av

    movie = av.open(path)
    stream = movie.streams.video[0]
    times = sorted(packet.pts for packet in movie.demux(stream) if packet.pts is not None)

    def seek(number):
        movie.seek(times[number], stream=stream)  # to the keyframe before it
        frame = next(frame for frame in movie.decode(stream) if frame.pts >= times[number])
        return frame.reformat(format="gray").to_ndarray()
    return len(times), seek


def opencv(path):
    import cv2

    movie = cv2.VideoCapture(path)

    def seek(number):
        movie.set(cv2.CAP_PROP_POS_FRAMES, number)
        is_read, picture = movie.read()
        return cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if is_read else None
    return int(movie.get(cv2.CAP_PROP_FRAME_COUNT)), seek


def decord(path):
    import decord as library

    movie = library.VideoReader(path)
    return len(movie), lambda number: movie[number].asnumpy()[:, :, 1]


LIBRARIES = {"pyav": pyav, "opencv": opencv, "decord": decord}


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in LIBRARIES:
        sys.exit(__doc__.splitlines()[0])
    count, seek = LIBRARIES[sys.argv[1]](sys.argv[2])
    wrong = 0
    seeks = int(sys.argv[3]) if len(sys.argv) > 3 else 40
    for _ in range(seeks):
        wanted = random.randrange(count)
        gray = seek(wanted)
        height, width = (0, 0) if gray is None else gray.shape
        found = None if gray is None else read(gray.tobytes(), width, height, width, height)
        if found is None or found[0] != wanted:
            wrong += 1
            print(f"asked for frame {wanted}, got {'no mark' if found is None else found[0]}")
    print(f"{sys.argv[1]}: {seeks - wrong} of {seeks} seeks are right")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
