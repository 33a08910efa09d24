"""What the tests share: stand-ins for the command, and judges that know nothing of Reel."""

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples" / "frames"
sys.path.insert(0, str(SAMPLES))

import protocol  # noqa: E402
import reelcapture  # noqa: E402

os.environ.setdefault("MPLBACKEND", "Agg")
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


@pytest.fixture(scope="session")
def real():
    """The path of the command itself."""
    return shutil.which(os.environ.get("REEL_CAPTURE", "capture")) or pytest.fail("set REEL_CAPTURE to the command")


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    """Makes a Python program the command: `stand_in("sys.exit(70)")`."""

    def make(body, version="capture 99.0.0"):
        path = tmp_path / "bin" / "capture"
        path.parent.mkdir(exist_ok=True)
        path.write_text(
            f"#!{sys.executable}\nimport os, sys, subprocess\n"
            f"if sys.argv[1:] == ['--version']:\n    print({version!r}), sys.exit(0)\n{body}\n"
        )
        path.chmod(0o755)
        monkeypatch.setenv("REEL_CAPTURE", str(path))
        return path

    return make


class Spy:
    """What a command was given: its arguments, and the stream as the reference reader reads it."""

    def __init__(self, folder):
        self.stream, self.words_file = folder / "stream", folder / "words"

    @property
    def words(self):
        return json.loads(self.words_file.read_text())

    def read(self):
        reader = protocol.Reader(io.BytesIO(self.stream.read_bytes()))
        frames = list(reader)
        return reader, [line for line, _ in frames], [picture for _, picture in frames]


@pytest.fixture
def spy(tmp_path, stand_in):
    """A command that keeps its arguments and its standard input."""
    spy = Spy(tmp_path)
    stand_in(
        f"import json, shutil\njson.dump(sys.argv[1:], open({str(spy.words_file)!r}, 'w'))\n"
        f"shutil.copyfileobj(sys.stdin.buffer, open({str(spy.stream)!r}, 'wb'))"
    )
    return spy


@pytest.fixture
def witness(tmp_path, stand_in, real):
    """The command itself, whose arguments and exit code are noted. A FIFO ends when the command has ended."""
    spy = Spy(tmp_path)
    fifo = tmp_path / "ended"
    os.mkfifo(fifo)
    spy.ended = lambda: int(fifo.read_text())
    stand_in(
        f"import json\njson.dump(sys.argv[1:], open({str(spy.words_file)!r}, 'w'))\n"
        f"code = subprocess.call([{real!r}, *sys.argv[1:]])\n"
        f"if os.environ.get('WAIT_FOR_TEST'):\n    open({str(fifo)!r}, 'w').write(str(code))\n"
        "sys.exit(code)"
    )
    return spy


def probe(path):
    """A film's first picture stream and its format, as ffprobe reads them."""
    command = ["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v", "-show_streams", "-show_format", "-show_chapters"]
    answer = json.loads(subprocess.check_output([*command, "-of", "json", str(path)]))
    return {**answer["format"], **answer["streams"][0], "chapters": answer["chapters"]}


def times(path):
    """When the pictures of a film are shown, as ffprobe reads it."""
    command = ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "frame=pts_time", "-of", "csv=p=0"]
    return [float(line.strip(",")) for line in subprocess.check_output([*command, str(path)], text=True).split()]


def pictures(path, pixels="rgb24"):
    """A film's pictures as arrays, as FFmpeg decodes them."""
    import numpy

    film = probe(path)
    command = ["ffmpeg", "-v", "error", "-i", str(path), "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", pixels, "-"]
    data = numpy.frombuffer(subprocess.check_output(command), numpy.uint8)
    return data.reshape(-1, film["height"], film["width"], 3)


def run(code, **environment):
    """Runs Python code in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, cwd="/", capture_output=True, text=True, timeout=120
    )
