"""The bytes that reach the command, judged by the reference reader."""

import array
import ctypes
import signal
import subprocess
import sys
from fractions import Fraction

import numpy
import pytest
import reelcapture
from conftest import run

PATTERN = numpy.random.default_rng(1).integers(0, 256, (6, 8, 3), numpy.uint8)
FOUR = numpy.random.default_rng(2).integers(0, 256, (6, 8, 4), numpy.uint8)


class Tensor:
    """An array of another library, which NumPy can read."""

    def __array__(self, dtype=None, copy=None):
        return PATTERN


@pytest.mark.parametrize(
    "frame, keywords, form, pixels",
    [
        (PATTERN, {}, "rgb24", PATTERN),
        (PATTERN, {"channels": "bgr"}, "bgr24", PATTERN),
        (FOUR, {"channels": "rgba"}, "rgba", FOUR),
        (FOUR, {"channels": "bgra", "alpha": "premultiplied"}, "bgra", FOUR),
        (PATTERN[..., 0], {}, "gray", PATTERN[..., 0]),
        (PATTERN[..., :1], {}, "gray", PATTERN[..., 0]),
        (PATTERN[..., 0] > 99, {}, "gray", (PATTERN[..., 0] > 99) * numpy.uint8(255)),
        (PATTERN / 255, {}, "rgb24", PATTERN),
        ((PATTERN / 255).astype(numpy.float32), {}, "rgb24", PATTERN),
        ((PATTERN / 255).astype(numpy.float16), {}, "rgb24", PATTERN),
        (PATTERN[::-1, ::-1, ::-1], {}, "rgb24", PATTERN[::-1, ::-1, ::-1]),
        (PATTERN[1:5, 2:7], {}, "rgb24", PATTERN[1:5, 2:7]),
        (numpy.asfortranarray(PATTERN), {}, "rgb24", PATTERN),
        (PATTERN.tolist, {}, None, None),
        (memoryview(PATTERN), {}, "rgb24", PATTERN),
        (memoryview(PATTERN)[::2], {}, "rgb24", PATTERN[::2]),
        (PATTERN.tobytes(), {"size": (8, 6)}, "rgb24", PATTERN),
        (bytearray(FOUR.tobytes()), {"size": (8, 6), "channels": "bgra"}, "bgra", FOUR),
        (array.array("B", PATTERN.tobytes()), {"size": (8, 6)}, "rgb24", PATTERN),
        ((ctypes.c_ubyte * 144)(*PATTERN.tobytes()), {"size": (8, 6)}, "rgb24", PATTERN),
        (Tensor(), {}, "rgb24", PATTERN),
    ],
)
def test_every_kind_of_array_arrives_byte_for_byte(spy, frame, keywords, form, pixels):
    if form is None:
        with pytest.raises(TypeError, match="a frame can't be of type builtin_function"):
            reelcapture.write("a.mp4", [frame], **keywords)
        return
    reelcapture.write("a.mp4", [frame], fps=25, **keywords)
    reader, lines, seen = spy.read()
    assert (reader.width, reader.height, reader.header["format"]) == (pixels.shape[1], pixels.shape[0], form)
    assert reader.header.get("alpha") == ({"rgba": "straight", "bgra": keywords.get("alpha", "straight")}.get(form))
    assert lines == [{"n": 0}] and reader.end == {"end": True, "n": 1}
    assert seen == [pixels.tobytes()]


@pytest.mark.parametrize(
    "fps, sent",
    [(30, "30"), (29.97, "2997/100"), (1000 / 33, "1000/33"), ("30000/1001", "30000/1001"), (Fraction(24000, 1001), "24000/1001"),
     (numpy.float64(12.5), "25/2"), (None, "30")],
)
def test_a_rate_is_exact(spy, fps, sent):
    reelcapture.write("a.mp4", [PATTERN], fps=fps)
    assert str(spy.read()[0].header["fps"]) == sent


def test_options_and_outputs_become_arguments(spy):
    reelcapture.write(
        ["a b;$(touch c).mp4", "-n.gif"], [PATTERN], crf=20, pixel_format="yuv444p", durable=True, force=False, poster=None,
        arguments=["-v"],
    )
    assert spy.words == [
        "convert", "-", "--output=a b;$(touch c).mp4", "--output=./-n.gif", "--crf=20", "--pixel-format=yuv444p", "--durable", "-v"
    ]


def test_times_chapters_and_captions_travel_with_their_frames(spy):
    with reelcapture.Recorder("a.mp4") as recorder:
        recorder.chapter("One – “Ω”")
        recorder.write(PATTERN, t=2)
        recorder.caption("hello")
        recorder.write(PATTERN, t=numpy.float32(2.25))
        recorder.caption("")
        recorder.write(PATTERN, t=2.3333333333)
        recorder.close(t=4)
    reader, lines, _ = spy.read()
    assert "fps" not in reader.header
    assert lines == [{"t": 2.0, "chapter": "One – “Ω”"}, {"t": 2.25, "caption": "hello"}, {"t": 2.333333, "caption": ""}]
    assert reader.end == {"end": True, "t": 4.0}


def test_only_the_rectangles_that_changed_are_sent(spy):
    first, second = PATTERN.copy(), PATTERN.copy()
    second[1:4, 2:5] = 7
    second[5] = 9
    with reelcapture.Recorder("a.mp4") as recorder:
        recorder.write(first, changed=[(0, 0, 1, 1)])  # The first frame is whole whatever is said.
        recorder.write(second, changed=[(2, 1, 3, 3), (0, 5, 8, 1)])
        recorder.write(second, changed=[])
        recorder.write(first, changed=[(0, 0, 1, 1)] * 1025)
    _, lines, seen = spy.read()
    assert [line.get("rects") for line in lines] == [None, [[2, 1, 3, 3], [0, 5, 8, 1]], [], None]
    assert seen == [first.tobytes(), second.tobytes(), second.tobytes(), first.tobytes()]


@pytest.mark.parametrize("width, channels", [(640, "rgb"), (641, "rgb"), (333, "gray"), (400, "bgra")])
def test_changes_are_found_and_every_frame_arrives_byte_for_byte(spy, width, channels):
    random = numpy.random.default_rng(3)
    depth = {"gray": 1, "rgb": 3, "bgra": 4}[channels]
    frame = random.integers(0, 256, (900, width, depth), numpy.uint8)
    wanted = []
    with reelcapture.Recorder("a.mp4", channels=channels) as recorder:
        for n in range(120):
            # The caller draws into the same array: a few pixels, often nothing, and now and then everything.
            for _ in range(n % 4):
                x, y = int(random.integers(0, width - 9)), int(random.integers(0, 890))
                frame[y : y + n % 9 + 1, x : x + 9] = n
            if n in (30, 31, 32, 33, 34, 60, 119):
                frame[:] = random.integers(0, 256, frame.shape, numpy.uint8)
            recorder.write(frame, changed=[(0, 0, width, 900)] if n % 17 == 5 else None)
            wanted.append(frame.tobytes())
    _, lines, seen = spy.read()
    assert seen == wanted
    assert any(line.get("rects") == [] for line in lines) and any(line.get("rects") for line in lines)
    assert spy.stream.stat().st_size < len(frame.tobytes()) * 60


def test_what_an_exception_cut_off_is_not_taken_for_sent(spy, monkeypatch):
    frames = [numpy.full((720, 640, 3), n, numpy.uint8) for n in (1, 1, 2, 2, 3)]
    with reelcapture.Recorder("a.mp4") as recorder:
        for n, frame in enumerate(frames):
            if n == 2:
                with monkeypatch.context() as patch:
                    patch.setattr(recorder._stream, "send", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
                    with pytest.raises(KeyboardInterrupt):
                        recorder.write(frame)
            recorder.write(frame)
    assert spy.read()[2] == [frame.tobytes() for frame in frames]


@pytest.mark.parametrize(
    "frame, keywords, message",
    [
        (PATTERN * 1.0, {}, "floats have to be from 0 to 1, and these are from"),
        (numpy.full((2, 2), numpy.nan), {}, "floats have to be from 0 to 1"),
        (PATTERN.astype(int), {}, "a frame of int64 has no known range"),
        (FOUR, {}, 'give channels="rgba" or channels="bgra"'),
        (FOUR, {"channels": "rgb"}, "does not have the channels rgb"),
        (PATTERN.transpose(2, 0, 1), {}, "moves the channels to the end"),
        (PATTERN[:0], {}, "is not"),
        (PATTERN.tobytes(), {}, "needs a size"),
        (PATTERN.tobytes()[1:], {"size": (8, 6)}, "a frame has 143 bytes, and 8x6 rgb has 144"),
        (array.array("d", [0.5]), {"size": (1, 1)}, "has to be of bytes"),
        (PATTERN, {"channels": "yuv"}, "choose gray, rgb, bgr, rgba, bgra"),
        (3, {}, "can't be of type int"),
    ],
)
def test_what_cannot_be_a_frame_is_refused_before_anything_is_sent(spy, frame, keywords, message):
    with pytest.raises((ValueError, TypeError), match=message):
        reelcapture.write("a.mp4", [frame], **keywords)
    assert not spy.stream.exists()


@pytest.mark.parametrize(
    "write, message",
    [
        (lambda r: r.write(PATTERN[:4]), "frame 1 is 8x4 rgb, and those before it are 8x6 rgb"),
        (lambda r: r.write(PATTERN[..., 0]), "frame 1 is 8x6 gray"),
        (lambda r: r.write(PATTERN, t=1), "give t for every frame or for none"),
        (lambda r: r.write(PATTERN, changed=[(4, 4, 5, 1)]), r"the rectangle \(4, 4, 5, 1\) is outside of 8x6"),
        (lambda r: (r.chapter("a"), r.chapter("b")), "already has a chapter"),
        (lambda r: (r.chapter("x" * 70000), r.write(PATTERN)), "more than 65,536 bytes"),
        (lambda r: r.close(t=4), "only end at a time if all frames have times"),
    ],
)
def test_a_frame_that_does_not_fit_is_refused_and_the_others_stay_whole(spy, write, message):
    with reelcapture.Recorder("a.mp4") as recorder:
        recorder.write(PATTERN)
        with pytest.raises(ValueError, match=message):
            write(recorder)
        recorder.write(PATTERN)
    assert spy.read()[2] == [PATTERN.tobytes()] * 2


@pytest.mark.parametrize("t", [0.5, 0.2, 0.5000001, float("nan"), float("inf"), -1])
def test_times_that_do_not_grow_are_refused(spy, t):
    with reelcapture.Recorder("a.mp4") as recorder:
        recorder.write(PATTERN, t=0.5)
        with pytest.raises(ValueError, match="frame 1 "):
            recorder.write(PATTERN, t=t)
        recorder.write(PATTERN, t=0.75)
    assert [line["t"] for line in spy.read()[1]] == [0.5, 0.75]


def test_interrupts_that_the_program_survives_leave_no_torn_frame(spy):
    frames = [numpy.full((720, 1280, 3), n % 251, numpy.uint8) for n in range(60)]

    class Interrupt(Exception):
        pass

    def interrupt(*_):
        raise Interrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    interrupts = 0
    try:
        with reelcapture.Recorder("a.mp4") as recorder:
            recorder.write(frames[0])
            for frame in frames:
                try:
                    signal.setitimer(signal.ITIMER_REAL, 0.0003)
                    recorder.write(frame)
                    signal.setitimer(signal.ITIMER_REAL, 0)
                except Interrupt:
                    interrupts += 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert interrupts > 0
    _, _, seen = spy.read()
    assert all(len(set(picture)) == 1 for picture in seen)


def test_a_single_picture_is_not_taken_for_many(spy):
    for single in (PATTERN, PATTERN[..., 0]):
        with pytest.raises(ValueError, match=r"this is a single picture: give several, or \[picture\]"):
            reelcapture.write("a.mp4", single)


def test_times_have_to_be_as_many_as_the_frames(spy):
    reelcapture.write("a.mp4", [PATTERN] * 2, times=[0, 0.5])
    assert [line["t"] for line in spy.read()[1]] == [0, 0.5]
    with pytest.raises(ValueError, match="only 1 times"):
        reelcapture.write("a.mp4", [PATTERN] * 2, times=[0])
    with pytest.raises(ValueError, match="more times than the 2 frames"):
        reelcapture.write("a.mp4", [PATTERN] * 2, times=[0, 1, 2])


def test_times_with_a_rate_make_a_film_of_that_rate(spy):
    reelcapture.write("a.mp4", [PATTERN] * 2, fps=30, times=[0, 0.5])
    assert "--fps=30" in spy.words and "fps" not in spy.read()[0].header


def test_nothing_is_needed_but_python(spy):
    code = (
        "import sys, reelcapture\n"
        "reelcapture.write('a.mp4', [bytes(12)] * 3, size=(2, 2))\n"
        "print([name for name in ('numpy', 'PIL', 'matplotlib', 'pygame') if name in sys.modules])"
    )
    result = run(code)
    assert result.stdout.strip() == "[]", result.stderr
    assert len(spy.read()[2]) == 3


def test_the_types_are_strict(tmp_path):
    pytest.importorskip("mypy")
    words = ["--strict", "--follow-imports=skip", "--allow-subclassing-any", f"--cache-dir={tmp_path}", "-p", "reelcapture"]
    check = subprocess.run([sys.executable, "-m", "mypy", *words], capture_output=True, text=True)
    assert check.returncode == 0, check.stdout
