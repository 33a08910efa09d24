"""The writer `reel` of matplotlib's animations, used as its users do."""

import sys

import numpy
import pytest
from conftest import probe, run

matplotlib = pytest.importorskip("matplotlib")

import matplotlib.animation as animation  # noqa: E402
import matplotlib.pyplot as plt  # noqa: E402
import reelcapture  # noqa: E402
from PIL import Image  # noqa: E402


@pytest.fixture(autouse=True)
def no_other_writer(monkeypatch):
    """matplotlib takes Pillow, with a line in its log, where it does not know a writer."""

    def fail(*_):
        raise AssertionError("another writer was used")

    for writer in (animation.PillowWriter, animation.FFMpegWriter):
        monkeypatch.setattr(writer, "setup", fail)
    yield
    plt.close("all")


def sine(frames=10, **keywords):
    figure, axes = plt.subplots(figsize=(3.2, 2.4), dpi=50)
    x = numpy.arange(0, 2 * numpy.pi, 0.01)
    (line,) = axes.plot(x, numpy.sin(x))

    def animate(i):
        line.set_ydata(numpy.sin(x + i / 5))
        return (line,)

    return animation.FuncAnimation(figure, animate, frames=frames, interval=40, **keywords)


@pytest.mark.parametrize(
    "first", ["import reelcapture\nimport matplotlib.animation", "import matplotlib.animation\nimport reelcapture",
              "import reelcapture, reelcapture\nimport matplotlib.pyplot\nimport matplotlib.animation"]
)
def test_the_writer_is_known_whichever_is_imported_first(first):
    result = run(f"{first}\nprint('reel' in matplotlib.animation.writers.list(), matplotlib.animation.writers['reel'])")
    assert result.stdout.strip() == "True <class 'reelcapture.matplotlib.ReelWriter'>", result.stderr


def test_an_animation_is_saved_by_the_command(tmp_path, witness):
    sine(blit=True).save(tmp_path / "a.gif", writer="reel")
    assert witness.words == ["convert", "-", f"--output={tmp_path / 'a.gif'}"]
    gif = Image.open(tmp_path / "a.gif")
    assert (gif.size, gif.n_frames, gif.info["duration"]) == ((160, 120), 10, 40)


def test_dpi_and_fps_are_those_of_save(tmp_path):
    sine().save(tmp_path / "a.mp4", writer="reel", dpi=100, fps=12.5)
    film = probe(tmp_path / "a.mp4")
    assert (film["width"], film["height"], film["r_frame_rate"], film["nb_read_frames"]) == (320, 240, "25/2", "10")
    assert film["codec_name"] == "h264"


def test_an_odd_size_is_kept(tmp_path):
    sine(2).save(tmp_path / "a.gif", writer="reel", dpi=50.7)
    assert Image.open(tmp_path / "a.gif").size == (int(3.2 * 50.7), int(2.4 * 50.7))


def test_codec_and_extra_args_work(tmp_path, witness):
    sine().save(tmp_path / "a.mkv", writer="reel", codec="ffv1", extra_args=["--stills", "encode"])
    assert probe(tmp_path / "a.mkv")["codec_name"] == "ffv1"
    assert witness.words[-2:] == ["--stills", "encode"]
    with pytest.raises(reelcapture.Error, match="libx265"):
        sine().save(tmp_path / "b.mkv", writer="reel", codec="libx265")
    with pytest.raises(reelcapture.Error, match="unknown option"):
        sine().save(tmp_path / "b.mkv", writer="reel", extra_args=["-vcodec", "libx264"])


def test_what_the_command_cannot_do_raises(tmp_path):
    with pytest.raises(ValueError, match="bitrate=1800: .*--crf"):
        sine().save(tmp_path / "a.mp4", writer="reel", bitrate=1800)
    with pytest.raises(ValueError, match="writes no metadata"):
        sine().save(tmp_path / "a.mp4", writer="reel", metadata={"artist": "Me"})
    with pytest.raises(TypeError, match="format can't be chosen"):
        sine().save(tmp_path / "a.mp4", writer="reel", savefig_kwargs={"format": "png"})
    sine(2).save(tmp_path / "b.mp4", writer="reel", bitrate=-1, metadata={})
    assert [file.name for file in tmp_path.glob("*.mp4")] == ["b.mp4"]


def test_a_writer_takes_the_command_s_options(tmp_path, witness):
    writer = reelcapture.matplotlib.ReelWriter(fps=20, crf=30, chapters=None)
    figure = plt.figure(figsize=(2, 2), dpi=40)
    with writer.saving(figure, tmp_path / "a.mp4", dpi=80):
        for n in range(5):
            figure.clear()
            figure.text(0.5, 0.5, str(n))
            writer.grab_frame(facecolor="orange")
    assert "--crf=30" in witness.words
    assert probe(tmp_path / "a.mp4")["width"] == 160


def test_an_error_while_drawing_leaves_no_film(tmp_path):
    def animate(i):
        if i == 5:
            raise ZeroDivisionError
        return []

    broken = animation.FuncAnimation(plt.figure(), animate, frames=10)
    with pytest.raises(ZeroDivisionError):
        broken.save(tmp_path / "a.mp4", writer="reel")
    assert not (tmp_path / "a.mp4").exists()


def test_a_figure_that_changes_its_size_is_put_back(tmp_path):
    figure = plt.figure(figsize=(2, 2), dpi=50)
    growing = animation.FuncAnimation(figure, lambda i: figure.set_size_inches(2 + i, 2), frames=3)
    growing.save(tmp_path / "a.gif", writer="reel")
    assert Image.open(tmp_path / "a.gif").size == (100, 100)


def test_artists_and_tight_boxes(tmp_path):
    figure, axes = plt.subplots(figsize=(2, 2), dpi=50)
    images = [[axes.imshow(numpy.eye(8) * n, vmax=5, animated=True)] for n in range(5)]
    with plt.rc_context({"savefig.bbox": "tight", "savefig.dpi": 60}):
        animation.ArtistAnimation(figure, images, interval=50).save(tmp_path / "a.gif", writer="reel")
    assert Image.open(tmp_path / "a.gif").size == (120, 120)


def test_a_transparent_figure_stays_transparent_where_the_format_can(tmp_path):
    sine(3).save(tmp_path / "a.apng", writer="reel", savefig_kwargs={"transparent": True})
    assert Image.open(tmp_path / "a.apng").convert("RGBA").getpixel((1, 1))[3] == 0
    sine(3).save(tmp_path / "a.mp4", writer="reel", savefig_kwargs={"transparent": True})
    assert int(probe(tmp_path / "a.mp4")["nb_read_frames"]) == 3


def test_a_slow_encoder_that_prints_much_does_not_stop_the_animation(tmp_path, stand_in):
    stand_in(
        "while sys.stdin.buffer.read(20000):\n    sys.stderr.write('frame=1 fps=1 q=28.0 size=0kB\\n' * 1000)\n"
        f"open({str(tmp_path / 'done')!r}, 'w')"
    )
    sine(60).save(tmp_path / "a.mp4", writer="reel")
    assert (tmp_path / "done").exists()


def test_a_missing_command_is_an_error_and_not_another_writer(tmp_path, monkeypatch):
    monkeypatch.delenv("REEL_CAPTURE", raising=False)
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(reelcapture.Error, match="is not installed"):
        sine().save(tmp_path / "a.gif", writer="reel")
    assert not list(tmp_path.iterdir())
    assert sys.modules["reelcapture.matplotlib"].ReelWriter.isAvailable()
