"""The recorder: frames in, films out."""

import math
import warnings
from fractions import Fraction
from types import TracebackType
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple, Type, Union

from . import _command
from ._changes import Changes
from ._film import Film, finished
from ._frames import ALPHAS, FORMATS, Layout, Picture, Rect, parts, picture, rects
from ._stream import Stream

Rate = Union[int, float, str, Fraction]

DEFAULT_RATE = 30


class Recorder:
    """Records frames into one film or several.

        with Recorder(["plot.mp4", "plot.gif"], fps=30, crf=20) as recorder:
            recorder.write(array)

    `fps` is the rate of the frames (default 30): a number, a `Fraction`, or a text such as "30000/1001". For frames
    with times it makes a film of this constant rate; without it the film keeps the times.
    `channels` is the order in arrays and buffers: "gray", "rgb", "bgr", "rgba" or "bgra". Three channels are RGB unless
    you say "bgr"; four channels have to be named. `alpha` says whether colours in arrays are "straight" (the default),
    "premultiplied", or "none" if the fourth byte has no meaning. `size` is (width, height), for buffers without a shape.
    All other keywords are options of the command: `crf=20` is `--crf 20`; `arguments` are passed as they are.

    If the block raises, no film is made: what was recorded stays in `NAME.partial.mp4` for `capture recover`, or is
    kept as the film with `keep_damaged=True`.
    """

    def __init__(
        self,
        outputs: _command.Paths,
        fps: Optional[Rate] = None,
        *,
        channels: Optional[str] = None,
        alpha: Optional[str] = None,
        size: Optional[Tuple[int, int]] = None,
        arguments: Sequence[str] = (),
        **options: Any,
    ) -> None:
        self._stream: Optional[Stream] = None
        self._closed = False
        if channels is not None and channels not in FORMATS:
            raise ValueError(f"channels={channels!r}: choose {', '.join(FORMATS)}")
        if alpha is not None and alpha not in ALPHAS:
            raise ValueError(f"alpha={alpha!r}: choose {', '.join(ALPHAS)}")
        self._outputs = _command.paths(outputs)
        self._words = _command.arguments(self._outputs, options, arguments)
        self._rate = None if fps is None else _rate(fps)
        self._form = (channels, alpha, size)
        self._layout: Optional[Layout] = None
        self._changes = Changes()
        self._count = 0
        # The time of the last frame in microseconds, and whether frames have times.
        self._time: Optional[int] = None
        self._timed = False
        self._titles: Dict[str, str] = {}
        self._film: Optional[Film] = None
        # An error here is better than one after an hour of work.
        _command.find()

    @property
    def film(self) -> Film:
        """The film that was made: the first output that a notebook can display."""
        if self._film is None:
            raise RuntimeError("the film is there after close(), or after the with block")
        return self._film

    def write(self, frame: Any, t: Optional[float] = None, changed: Optional[Iterable[Sequence[int]]] = None) -> None:
        """Records a frame.

        `frame` is a NumPy array, a Pillow image, a matplotlib figure, a pygame or Cairo surface, or a buffer. It is
        borrowed until the call returns. `t` is when it is shown, in seconds from any zero, as the film begins with the first
        frame; give it for all frames or for none.
        `changed` are the rectangles (x, y, width, height) outside of which the frame is the same as the one before;
        without it they are found. Frames of another size or with other channels raise `ValueError`.
        """
        self._send(picture(frame, self._layout, *self._form), t, changed)

    def chapter(self, title: str) -> None:
        """Begins a chapter with the next frame."""
        self._title("chapter", title)

    def caption(self, text: str) -> None:
        """Shows a caption from the next frame on; an empty text ends it."""
        self._title("caption", text)

    def _title(self, kind: str, text: str) -> None:
        if kind in self._titles:
            raise ValueError(f"the next frame already has a {kind}: {self._titles[kind]!r}")
        self._titles[kind] = str(text)

    def _send(self, frame: Picture, t: Optional[float] = None, changed: Optional[Iterable[Sequence[int]]] = None) -> None:
        if self._closed:
            raise ValueError(f"{self._outputs[0]} has been closed: make another Recorder for another film")
        if self._layout is not None and frame.layout != self._layout:
            raise ValueError(f"frame {self._count} is {frame.layout}, and those before it are {self._layout}")
        # After an exception the next frame is whole.
        found = self._changes.find(frame)
        areas: Optional[List[Rect]] = found if changed is None else rects(changed, frame.layout)
        line = self._line(t)
        stream = self._stream or self._start(frame.layout)
        # The first frame is whole, as is one with more rectangles than a line holds.
        if self._count == 0 or (areas is not None and len(areas) > 1024):
            areas = None
        line.update(self._titles)
        self._titles = {}
        self._count += 1
        try:
            if areas is None:
                stream.send(line, frame.data)
            else:
                stream.send(dict(line, rects=areas), *parts(frame, areas))
        except _command.Error:
            self._closed = True
            raise
        self._changes.keep(frame)

    def _line(self, t: Optional[float]) -> Dict[str, Any]:
        if self._count > 0 and self._timed != (t is not None):
            raise ValueError(f"frame {self._count}: give t for every frame or for none")
        self._timed = t is not None
        if t is None:
            return {"n": self._count}
        time = self._later(t, f"frame {self._count}")
        self._time = time
        return {"t": time / 1e6}

    def _later(self, t: float, name: str) -> int:
        seconds = float(t)
        if not math.isfinite(seconds):
            raise ValueError(f"{name} has the time {seconds:g}: give seconds")
        time = round(seconds * 1e6)
        if self._time is not None and time <= self._time:
            raise ValueError(f"{name} at {seconds:.6f} s does not come after the one at {self._time / 1e6:.6f} s")
        return time

    def _start(self, layout: Layout) -> Stream:
        rate = self._rate or DEFAULT_RATE
        steady = [f"--fps={self._rate}"] if self._timed and self._rate is not None else []
        header = layout.header if self._timed else dict(layout.header, fps=rate)
        self._layout, self._stream = layout, Stream(self._outputs, self._words + steady, header)
        return self._stream

    def close(self, t: Optional[float] = None) -> None:
        """Finishes the film. `t` is when the last frame ends; it is for frames with times."""
        if self._closed:
            return
        if t is not None and not self._timed:
            raise ValueError("the last frame can only end at a time if all frames have times")
        end: Dict[str, Any] = {"end": True}
        if not self._timed:
            end["n"] = self._count
        elif t is not None:
            end["t"] = self._later(t, "the end") / 1e6
        self._closed = True
        if self._stream is None:
            raise _command.Error(f"no frame was written, so {self._outputs[0]} was not made")
        if self._titles:
            warnings.warn(f"no frame came after {', '.join(map(repr, self._titles.values()))}", stacklevel=2)
        try:
            report = self._stream.finish(end)
        except BaseException:
            self._stream.abandon()
            raise
        self._film = finished(self._outputs, report)

    def _abandon(self) -> None:
        self._closed = True
        if self._stream is not None:
            self._stream.abandon()

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        if error is None:
            self.close()
            return
        if self._closed:
            return
        self._abandon()
        kept = _command.partials(self._outputs)
        if kept and hasattr(error, "add_note"):
            error.add_note(f"The film so far is in {' and '.join(kept)}; `capture recover` finishes it.")

    def __del__(self) -> None:
        if not getattr(self, "_closed", True) and self._stream is not None:
            warnings.warn(f"{self._outputs[0]} was not closed, so it was not made", ResourceWarning, source=self)
            self._abandon()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Dict[str, str]:
        return {"text/plain": repr(self)} if self._film is None else self._film._repr_mimebundle_(include, exclude)


def _rate(fps: Rate) -> Union[int, str]:
    """A rate as the protocol takes it: exact, as 1000 / 33 is what an interval of 33 ms means."""
    if isinstance(fps, str):
        return fps
    fraction = fps if isinstance(fps, Fraction) else Fraction(float(fps)).limit_denominator(1001)
    if fraction <= 0:
        raise ValueError(f"fps={fps}: a rate is more than 0")
    return fraction.numerator if fraction.denominator == 1 else f"{fraction.numerator}/{fraction.denominator}"


def write(
    outputs: _command.Paths,
    frames: Iterable[Any],
    fps: Optional[Rate] = None,
    *,
    times: Optional[Iterable[float]] = None,
    **options: Any,
) -> Film:
    """Records frames into one film or several: `write("film.mp4", frames, fps=30)`.

    `times` are when the frames are shown, in seconds, instead of at a rate. The options are those of `Recorder`.
    """
    shape = tuple(getattr(frames, "shape", ()))
    if len(shape) == 2 or (len(shape) == 3 and shape[-1] in (3, 4)) or hasattr(frames, "savefig"):
        raise ValueError("this is a single picture: give several, or [picture]")
    with Recorder(outputs, fps, **options) as recorder:
        if times is None:
            for frame in frames:
                recorder.write(frame)
        else:
            moments = iter(times)
            for frame in frames:
                moment = next(moments, None)
                if moment is None:
                    raise ValueError(f"there are only {recorder._count} times for more frames")
                recorder.write(frame, t=moment)
            if next(moments, None) is not None:
                raise ValueError(f"there are more times than the {recorder._count} frames")
    return recorder.film
