"""What fails: the command is missing, ends early, is killed, or the program that draws fails."""

import gc
import os
import shutil
import signal
import subprocess
import sys
import warnings
from pathlib import Path

import numpy
import pytest
import reelcapture
from conftest import probe, run

FRAME = numpy.zeros((120, 160, 3), numpy.uint8)


def noise(count, size=(360, 640, 3)):
    random = numpy.random.default_rng(4)
    for _ in range(count):
        yield random.integers(0, 256, size, numpy.uint8)


def recover(real, path):
    subprocess.run([real, "recover", str(path)], check=True, capture_output=True)


# The command


def test_without_the_command_one_line_says_how_to_install_it(monkeypatch):
    monkeypatch.delenv("REEL_CAPTURE", raising=False)
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(reelcapture.Error) as caught:
        reelcapture.Recorder("a.mp4")
    text = str(caught.value)
    assert "the command capture is not installed" in text and "make install" in text and "\n" not in text
    assert caught.value.exit_code is None


def test_the_environment_comes_before_the_wheel_and_the_wheel_before_the_path(tmp_path):
    package = tmp_path / "site" / "reelcapture"
    shutil.copytree(Path(reelcapture.__file__).parent, package)
    for name in ("chosen", "site/reelcapture/bin", "path"):
        program = tmp_path / name / "capture"
        program.parent.mkdir(parents=True)
        program.write_text("#!/bin/sh\necho capture 9.0.0\n")
        program.chmod(0o755)
    code = "from reelcapture import _command; print(_command.find())"
    search = {"PYTHONPATH": str(tmp_path / "site"), "PATH": f"{tmp_path}/path:{os.environ['PATH']}"}
    assert run(code, REEL_CAPTURE=f"{tmp_path}/chosen/capture", **search).stdout.strip() == f"{tmp_path}/chosen/capture"
    assert run(code, REEL_CAPTURE="", **search).stdout.strip() == f"{package}/bin/capture"
    shutil.rmtree(package / "bin")
    assert run(code, REEL_CAPTURE="", **search).stdout.strip() == f"{tmp_path}/path/capture"


@pytest.mark.parametrize(
    "version, message",
    [
        ("capture 0.0.9", "is version 0.0.9, which is too old: install 0.1.0 or later"),
        ("ImageMagick 7", "is not Reel's capture"),
    ],
)
def test_a_command_that_is_too_old_or_another_is_named(stand_in, version, message):
    # One that refuses the arguments, and one that takes whatever comes.
    for body in ("sys.exit(64)", "sys.stdin.buffer.read()"):
        path = stand_in(body, version)
        with pytest.raises(reelcapture.Error, match=message) as caught:
            reelcapture.write("a.mp4", [numpy.zeros((4, 4, 3), numpy.uint8)])
        assert str(path) in str(caught.value)


def test_the_command_is_started_once(stand_in, tmp_path):
    starts = tmp_path / "starts"
    path = stand_in(f"open({str(starts)!r}, 'a').write('x')\nsys.stdin.buffer.read()\nopen(sys.argv[3].split('=')[1], 'w')")
    text = path.read_text()
    path.write_text(text.replace("if sys.argv[1:] ==", f"open({str(starts)!r}, 'a').write('v')\nif sys.argv[1:] =="))
    reelcapture.write(tmp_path / "a.mp4", [numpy.zeros((4, 4, 3), numpy.uint8)] * 3)
    assert starts.read_text() == "vx"


def test_a_path_that_is_not_a_program_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("REEL_CAPTURE", str(tmp_path))
    with pytest.raises(reelcapture.Error, match=f"REEL_CAPTURE is {tmp_path}, which is not a program"):
        reelcapture.convert("a.mp4", "a.gif")


# The command's own errors


def test_an_error_is_the_command_s_own_sentence_with_its_exit_code(tmp_path):
    with pytest.raises(reelcapture.Error, match="^--crf 99 is not valid: it must be from 0 to 51") as caught:
        reelcapture.write(tmp_path / "a.mp4", [FRAME], crf=99)
    assert caught.value.exit_code == 64
    with pytest.raises(reelcapture.Error, match="^nothere.mp4: no such file") as caught:
        reelcapture.convert("nothere.mp4", tmp_path / "a.gif")
    assert caught.value.exit_code == 66


def test_a_command_that_ends_is_an_error_and_not_a_broken_pipe(stand_in):
    stand_in("sys.exit('capture: disk full\\n')")
    with pytest.raises(reelcapture.Error, match="^disk full$") as caught:
        with reelcapture.Recorder("a.mp4") as recorder:
            while True:
                recorder.write(FRAME)
    assert caught.value.exit_code == 1
    with pytest.raises(ValueError, match="a.mp4 has been closed"):
        recorder.write(FRAME)


def test_ten_megabytes_on_standard_error_stop_nothing(stand_in, spy):
    spy_script = Path(os.environ["REEL_CAPTURE"]).read_text().split("import json", 1)[1]
    stand_in(f"sys.stderr.write('much to say\\n' * 900000)\nimport json{spy_script}\nsys.stderr.write('much to say\\n' * 900000)")
    recorder = reelcapture.Recorder("a.mp4")
    with recorder:
        for frame in noise(20):
            recorder.write(frame)
    assert len(spy.read()[2]) == 20


def test_ten_megabytes_before_an_error_leave_the_error_readable(stand_in):
    stand_in("sys.stderr.write('much to say\\n' * 900000)\nsys.stdin.buffer.read(100)\nsys.exit('capture: no space left')")
    with pytest.raises(reelcapture.Error, match="^no space left$") as caught:
        reelcapture.write("a.mp4", noise(50))
    assert len(caught.value.output) <= 1 << 16


def test_warnings_of_the_command_become_warnings(stand_in):
    stand_in("sys.stdin.buffer.read()\nsys.stderr.write('capture: warning: it is late\\n')")
    with pytest.warns(UserWarning, match="^it is late$"):
        reelcapture.write("a.mp4", [FRAME])


def test_a_command_that_is_killed_is_named_and_its_film_recovers(tmp_path, real):
    path = tmp_path / "a.mp4"
    with pytest.raises(reelcapture.Error, match="ended by SIGKILL; the film so far is in .*a.partial.mp4") as caught:
        with reelcapture.Recorder(path, fps=30) as recorder:
            for number, frame in enumerate(noise(300)):
                recorder.write(frame)
                if number == 150:
                    recorder._stream._process.kill()
    assert caught.value.exit_code == -signal.SIGKILL
    assert not path.exists()
    recover(real, tmp_path / "a.partial.mp4")
    assert 0 < int(probe(path)["nb_read_frames"]) <= 300


# The program's errors


def test_an_exception_leaves_no_film_that_looks_whole(tmp_path, real):
    path = tmp_path / "a.mp4"
    with pytest.raises(ZeroDivisionError) as caught:
        with reelcapture.Recorder(path, fps=30) as recorder:
            for frame in noise(60, (120, 160, 3)):
                recorder.write(frame)
            1 / 0
    assert not path.exists()
    assert (tmp_path / "a.partial.mp4").exists()
    if sys.version_info >= (3, 11):
        assert "a.partial.mp4; `capture recover` finishes it" in caught.value.__notes__[0]
    recover(real, tmp_path / "a.partial.mp4")
    assert int(probe(path)["nb_read_frames"]) == 60


def test_an_exception_keeps_the_film_where_that_is_asked_for(tmp_path):
    path = tmp_path / "a.mp4"
    with pytest.raises(KeyboardInterrupt):
        with reelcapture.Recorder(path, fps=30, keep_damaged=True) as recorder:
            for frame in noise(60, (120, 160, 3)):
                recorder.write(frame)
            raise KeyboardInterrupt
    assert int(probe(path)["nb_read_frames"]) == 60


def test_frames_that_fail_to_be_drawn_leave_no_film(tmp_path):
    def frames():
        yield FRAME
        raise OSError("the camera is gone")

    with pytest.raises(OSError, match="the camera is gone"):
        reelcapture.write([tmp_path / "a.mp4", tmp_path / "a.gif"], frames())
    with pytest.raises(ValueError, match="frame 1 is 80x60 rgb"):
        reelcapture.write(tmp_path / "b.gif", [FRAME, FRAME[::2, ::2]])
    assert not {"a.mp4", "a.gif", "b.gif"} & {file.name for file in tmp_path.iterdir()}


def test_a_writer_that_is_killed_leaves_a_partial_film(tmp_path, witness, real):
    code = (
        "import os, numpy, reelcapture\n"
        f"recorder = reelcapture.Recorder({str(tmp_path / 'a.mp4')!r}, fps=30)\n"
        "for n in range(90): recorder.write(numpy.full((120, 160, 3), n, numpy.uint8))\n"
        "os.kill(os.getpid(), 9)"
    )
    assert run(code, WAIT_FOR_TEST="1").returncode == -signal.SIGKILL
    assert witness.ended() == 65
    assert not (tmp_path / "a.mp4").exists()
    recover(real, tmp_path / "a.partial.mp4")
    assert int(probe(tmp_path / "a.mp4")["nb_read_frames"]) == 90


def test_a_recorder_that_is_forgotten_makes_no_film_and_says_so(tmp_path):
    recorder = reelcapture.Recorder(tmp_path / "a.mp4")
    recorder.write(FRAME)
    process = recorder._stream._process
    with pytest.warns(ResourceWarning, match="a.mp4 was not closed"):
        del recorder
        gc.collect()
    assert process.poll() == 65
    assert not (tmp_path / "a.mp4").exists()


def test_a_recorder_without_frames_says_that_nothing_was_made(tmp_path):
    with pytest.raises(reelcapture.Error, match="no frame was written, so .*a.mp4 was not made"):
        with reelcapture.Recorder(tmp_path / "a.mp4"):
            pass
    with pytest.raises(ValueError, match="name at least one output"):
        reelcapture.write([], [FRAME])


def test_a_chapter_without_a_frame_is_a_warning(tmp_path):
    with pytest.warns(UserWarning, match="no frame came after 'The end'"):
        with reelcapture.Recorder(tmp_path / "a.mp4") as recorder:
            recorder.write(FRAME)
            recorder.chapter("The end")


def test_a_forked_child_neither_ends_the_film_nor_waits_for_it(tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with reelcapture.Recorder(tmp_path / "a.mp4") as recorder:
            recorder.write(FRAME)
            child = os.fork()
            if child == 0:
                recorder.__del__()
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
            recorder.write(FRAME)
    assert int(probe(tmp_path / "a.mp4")["nb_read_frames"]) == 2
