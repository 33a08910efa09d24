"""The reference reader and writer in samples/frames/protocol.py."""

import io
import subprocess
import sys

import protocol
import pytest
from conftest import SAMPLES

START = b'{"reel": 1, "width": 4, "height": 2, "format": "gray", "fps": 10}\n'
FRAME = b'{"n": 0}\n' + b"12345678"


def stream():
    """A stream with everything in it."""
    file = io.BytesIO()
    writer = protocol.Writer(file, 4, 2, "gray", fps="30000/1001")
    writer.frame(b"12345678", n=0, chapter="One")
    writer.frame(b"ab", b"c", n=3, rects=[[1, 0, 1, 2], [3, 1, 1, 1]], caption="Hello")
    writer.frame(n=4, rects=[], caption="")
    writer.end(n=9)
    return file.getvalue()


def test_what_the_writer_writes_the_reader_reads():
    reader = protocol.Reader(io.BytesIO(stream()))
    assert [picture for _, picture in reader] == [b"12345678", b"1a345b7c", b"1a345b7c"]
    assert reader.end == {"end": True, "n": 9} and str(reader.fps) == "30000/1001"


def test_a_stream_that_is_cut_at_any_byte_is_not_whole():
    whole = stream()
    for length in range(len(whole)):
        with pytest.raises(protocol.ProtocolError):
            list(protocol.Reader(io.BytesIO(whole[:length])))


@pytest.mark.parametrize(
    "damaged, message",
    [
        (b'{"width": 4, "reel": 1}\n', "the first key"),
        (START.replace(b"1", b"2", 1) + FRAME, "the version"),
        (START.replace(b"4", b"0"), "the size"),
        (START.replace(b"4", b"16385"), "the size"),
        (START.replace(b"gray", b"yuv"), "the format"),
        (START.replace(b"}", b', "alpha": "maybe"}'), "the alpha"),
        (START[:-1].ljust(65536) + b"\n", "more than 65536 bytes"),
        (START + b"[]\n", "not a JSON object"),
        (START + b"{}\n", "either t or n"),
        (START + b'{"t": 0, "n": 0}\n', "either t or n"),
        (START + b'{"t": NaN}\n', "not finite"),
        (START + b'{"n": -1}\n', "not a whole number"),
        (START.replace(b', "fps": 10', b"") + FRAME, "needs fps"),
        (START + b'{"n": 0, "rects": []}\n', "the first frame has rectangles"),
        (START + FRAME + FRAME, "does not come after"),
        (START + FRAME + b'{"t": 1}\n', "have another"),
        (START + b'{"t": 1}\n12345678{"t": 1.0000001}\n', "does not come after"),
        (START + FRAME + b'{"n": 1, "rects": [[1, 0, 4, 1]]}\n1234', "outside"),
        (START + FRAME + b'{"n": 1, "rects": [[0, 0, 0, 1]]}\n', "empty"),
        (START + FRAME + b'{"n": 1, "rects": [[0, 0, 1]]}\n', "no rectangle"),
        (START + FRAME + b'{"n": 1, "rects": ' + str([[0, 0, 1, 1]] * 1025).encode() + b"}\n", "at most 1024"),
        (START + FRAME + b'{"n": 1, "chapter": 4}\n', "no title"),
        (START + FRAME + b'{"end": 1}\n', "the end is not true"),
        (START + FRAME + b'{"end": true, "n": 0}\n', "the end does not come after"),
    ],
)
def test_what_the_specification_forbids_is_refused(damaged, message):
    with pytest.raises(protocol.ProtocolError, match=message):
        list(protocol.Reader(io.BytesIO(damaged)))


def test_the_script_lists_a_stream():
    script = [sys.executable, SAMPLES / "protocol.py"]
    listed = subprocess.run(script, input=stream(), capture_output=True)
    assert listed.stdout.count(b"\n") == 5 and listed.returncode == 0
    cut = subprocess.run(script, input=stream()[:100], capture_output=True)
    assert cut.returncode == 1 and b"protocol.py: frame 0 is cut off" in cut.stderr


@pytest.mark.parametrize("cut", [0, 2])
def test_the_command_reads_what_the_reference_writes(tmp_path, real, cut):
    whole = stream()
    result = subprocess.run([real, "-", "-o", tmp_path / "a.gif"], input=whole[: len(whole) - cut], capture_output=True)
    assert (result.returncode, (tmp_path / "a.gif").exists()) == ((65, False) if cut else (0, True)), result.stderr
