"""Finds what differs between frames, so that only that goes through the pipe."""

import sys
from typing import Any, List, Optional

from ._frames import FORMATS, Picture, Rect

# A smaller frame is sent sooner than it is compared.
SMALLEST = 1 << 18
# Rows that are compared together, and equal bytes in a row that are sent with what changed around them.
BAND = 16
GAP = 256
# Of a film that moves everywhere only every so many frames are compared.
LONGEST_PAUSE = 32


class Changes:
    """Compares each frame with the one before, if the caller has NumPy."""

    def __init__(self) -> None:
        # The frame that the command has; none after an exception, as nobody knows what has arrived.
        self._sent: Any = None
        self._spare: Any = None
        self._pause = self._wait = 0

    def find(self, picture: Picture) -> Optional[List[Rect]]:
        """Returns the rectangles outside of which a frame equals the one before; none for a frame that is sent whole."""
        before, self._sent = self._sent, None
        if before is None or before.nbytes != len(picture.data):
            return None
        self._spare = before
        layout, numpy = picture.layout, sys.modules["numpy"]
        # Eight bytes are compared at once where rows allow it.
        size = FORMATS[layout.channels][1]
        unit = 8 if layout.width * size % 8 == 0 else 1
        kind = numpy.uint64 if unit == 8 else numpy.uint8
        shape = (layout.height, layout.width * size // unit)
        differs = numpy.frombuffer(picture.data, kind).reshape(shape) != before.view(kind).reshape(shape)
        found: List[Rect] = []
        rows = differs.any(axis=1)
        for top in range(0, layout.height, BAND):
            if not rows[top : top + BAND].any():
                continue
            columns = numpy.flatnonzero(differs[top : top + BAND].any(axis=0))
            splits = numpy.flatnonzero(numpy.diff(columns) > GAP // unit)
            starts = [columns[0], *columns[splits + 1]]
            ends = [*columns[splits], columns[-1]]
            for start, end in zip(starts, ends):
                left, right = int(start) * unit // size, -(-(int(end) + 1) * unit // size)
                found.append((left, top, right - left, min(BAND, layout.height - top)))
        if 2 * sum(width * height for _, _, width, height in found) < layout.width * layout.height:
            self._pause = 0
            return found
        self._pause = self._wait = min(LONGEST_PAUSE, 2 * self._pause + 2)
        return None

    def keep(self, picture: Picture) -> None:
        """Notes the frame that was sent, which the caller may change from now on."""
        numpy = sys.modules.get("numpy")
        if self._wait > 0:
            self._wait -= 1
        elif numpy is not None and len(picture.data) >= SMALLEST:
            kept, self._spare = self._spare, None
            if kept is None or kept.nbytes != len(picture.data):
                kept = numpy.empty(len(picture.data), numpy.uint8)
            numpy.copyto(kept, numpy.frombuffer(picture.data, numpy.uint8))
            self._sent = kept
