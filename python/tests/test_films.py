"""Films of the command itself, judged by FFmpeg and Pillow."""

import base64
import io
import itertools
import re
import subprocess

import numpy
import pytest
import reelcapture
from conftest import pictures, probe, times

PIL_Image = pytest.importorskip("PIL.Image")
from PIL import ImageSequence  # noqa: E402

RANDOM = numpy.random.default_rng(3)
BARS = [numpy.full((120, 160, 3), colour, numpy.uint8) for colour in ((220, 30, 40), (30, 200, 60), (40, 60, 210))]


def lossless(tmp_path, frames, **keywords):
    """The frames as PNGs, which are exact."""
    reelcapture.write(tmp_path / "out" / "%03d.png", frames, **keywords)
    return [numpy.asarray(PIL_Image.open(file)) for file in sorted((tmp_path / "out").glob("*.png"))]


def gif_frames(path):
    """The pictures of a GIF with their durations in milliseconds."""
    return [(numpy.asarray(f.convert("RGB")), f.info["duration"]) for f in ImageSequence.Iterator(PIL_Image.open(path))]


# What goes in comes out


def test_several_outputs_of_one_recording(tmp_path):
    with reelcapture.Recorder([tmp_path / "a.mp4", str(tmp_path / "a.gif"), tmp_path / "a.webm"], fps=10) as recorder:
        for frame in BARS * 5:
            recorder.write(frame)
    for name in ("a.mp4", "a.gif", "a.webm"):
        film = probe(tmp_path / name)
        assert (film["width"], film["height"], int(film["nb_read_frames"])) == (160, 120, 15)
        assert float(film["duration"]) == pytest.approx(1.5, abs=0.01)
        for seen, sent in zip(pictures(tmp_path / name), itertools.cycle(BARS)):
            assert abs(seen.astype(int) - sent).max() <= 6
    assert recorder.film.path == str(tmp_path / "a.mp4") and "15 frames" in recorder.film.report


@pytest.mark.parametrize("channels", ["gray", "rgb", "bgr", "rgba", "bgra"])
def test_the_order_of_channels_is_kept(tmp_path, channels):
    shape = (30, 40) if channels == "gray" else (30, 40, len(channels))
    frame = RANDOM.integers(0, 256, shape, numpy.uint8)
    (seen,) = lossless(tmp_path, [frame], channels=channels, alpha="none" if len(channels) == 4 else None)
    if channels == "gray":
        sent = numpy.stack([frame] * 3, axis=-1)
    else:
        sent = frame[..., [channels.index(letter) for letter in "rgb"]]
    assert numpy.array_equal(seen[..., :3], sent)


def test_odd_sizes_are_padded_and_never_scaled(tmp_path):
    frame = RANDOM.integers(0, 256, (615, 721, 3), numpy.uint8)
    reelcapture.write(tmp_path / "odd.mkv", [frame], codec="ffv1", pixel_format="bgra")
    assert numpy.array_equal(pictures(tmp_path / "odd.mkv")[0][:615, :721], frame)
    stripes = numpy.zeros((615, 721, 3), numpy.uint8)
    stripes[:, ::8], stripes[::8] = 255, 255
    reelcapture.write(tmp_path / "odd.mp4", [stripes], crf=0, pixel_format="yuv444p")
    reelcapture.write(tmp_path / "even.mp4", [stripes], crf=10)
    even = probe(tmp_path / "even.mp4")
    assert (even["width"], even["height"]) == (722, 616)
    for name in ("odd.mp4", "even.mp4"):
        assert abs(pictures(tmp_path / name)[0][:615, :721].astype(int) - stripes).mean() < 3, name


def test_256_shades_stay_different_frames(tmp_path):
    shades = [numpy.full((48, 64, 3), (n, 0, 0), numpy.uint8) for n in range(256)]
    reelcapture.write(tmp_path / "a.gif", shades, fps=20, quality=100)
    reelcapture.write(tmp_path / "a.apng", shades, fps=20)
    # A GIF has 255 colours and a transparent one.
    seen = [tuple(picture[5, 5]) for picture, _ in gif_frames(tmp_path / "a.gif")]
    assert len(set(seen)) >= 255 and sum(duration for _, duration in gif_frames(tmp_path / "a.gif")) == 12800
    seen = [tuple(numpy.asarray(f.convert("RGB"))[5, 5]) for f in ImageSequence.Iterator(PIL_Image.open(tmp_path / "a.apng"))]
    assert seen == [(n, 0, 0) for n in range(256)]


def test_a_thousand_frames_at_a_hundred_a_second_play_ten_seconds(tmp_path):
    frames = (numpy.full((40, 60, 3), (n % 250, n // 4, 99), numpy.uint8) for n in range(1000))
    reelcapture.write(tmp_path / "a.gif", frames, fps=100)
    shown = gif_frames(tmp_path / "a.gif")
    assert sum(duration for _, duration in shown) == 10_000
    assert min(duration for _, duration in shown) >= 20


def test_frames_are_shown_at_their_times(tmp_path):
    moments = numpy.cumsum(RANDOM.uniform(1 / 120, 1 / 24, 100)) + 5
    frames = [numpy.full((60, 80, 3), (n * 2, 255 - n * 2, 90), numpy.uint8) for n in range(100)]
    reelcapture.write(tmp_path / "free.mkv", frames, times=moments)
    assert times(tmp_path / "free.mkv") == pytest.approx(moments - moments[0], abs=0.001)
    reelcapture.write(tmp_path / "steady.mp4", frames, fps=30, times=moments)
    steady = probe(tmp_path / "steady.mp4")
    assert (steady["r_frame_rate"], steady["avg_frame_rate"]) == ("30/1", "30/1")
    for moment, picture in zip(times(tmp_path / "steady.mp4"), pictures(tmp_path / "steady.mp4")):
        newest = numpy.searchsorted(moments - moments[0], moment + 1e-6, side="right") - 1
        # Each picture of the steady film is the one shown at that time, or its neighbour within a frame.
        assert min(abs(picture.astype(int) - frames[n]).max() for n in range(max(0, newest - 2), newest + 3 if newest < 97 else 100)) <= 6


def test_the_last_frame_ends_when_it_is_said(tmp_path):
    with reelcapture.Recorder([tmp_path / "a.mp4", tmp_path / "a.gif"]) as recorder:
        for n, frame in enumerate(BARS):
            recorder.write(frame, t=n)
        recorder.close(t=7)
    assert float(probe(tmp_path / "a.mp4")["duration"]) == pytest.approx(7, abs=0.01)
    assert [duration for _, duration in gif_frames(tmp_path / "a.gif")] == [1000, 1000, 5000]


def test_chapters_and_captions_are_in_the_film(tmp_path):
    with reelcapture.Recorder([tmp_path / "a.mp4", tmp_path / "a.vtt"], fps=10) as recorder:
        for n, frame in enumerate(itertools.islice(itertools.cycle(BARS), 30)):
            if n in (0, 12):
                recorder.chapter(f"Part {n}")
            if n in (5, 20):
                recorder.caption("Hello" if n == 5 else "")
            recorder.write(frame)
    chapters = probe(tmp_path / "a.mp4")["chapters"]
    assert [(c["tags"]["title"], float(c["start_time"])) for c in chapters] == [("Part 0", 0), ("Part 12", 1.2)]
    assert re.search(r"00:00\.500 --> (00:)?00:02\.000\s+Hello", (tmp_path / "a.vtt").read_text())


def test_rectangles_make_the_same_film_as_whole_frames(tmp_path):
    def record(path, named):
        frame = numpy.zeros((90, 160, 3), numpy.uint8)
        with reelcapture.Recorder(path, fps=25) as recorder:
            for n in range(40):
                frame[n : n + 30, 3 * n : 3 * n + 20] = (n * 6, 255 - n * 6, 120)
                recorder.write(frame, changed=[(3 * n, n, 20, 30)] if named else None)

    record(tmp_path / "whole.mkv", False)
    record(tmp_path / "named.mkv", True)
    assert numpy.array_equal(pictures(tmp_path / "whole.mkv"), pictures(tmp_path / "named.mkv"))


def test_a_still_film_is_small(tmp_path):
    frame = RANDOM.integers(0, 256, (360, 640, 3), numpy.uint8)
    one = reelcapture.write(tmp_path / "one.mp4", [frame])
    many = reelcapture.write(tmp_path / "many.mp4", [frame] * 200)
    sizes = [len(open(film, "rb").read()) for film in (one, many)]
    assert sizes[1] < 1.5 * sizes[0]


# Other libraries


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "HSV"])
def test_pillow_images_of_every_mode(tmp_path, mode):
    image = PIL_Image.effect_mandelbrot((64, 48), (-2, -1.5, 1, 1.5), 60).convert("RGB").convert(mode)
    (seen,) = lossless(tmp_path, [image])
    assert numpy.array_equal(seen[..., :3], numpy.asarray(image.convert("RGB")))


def test_the_frames_of_a_gif_change_their_modes(tmp_path):
    frames = [PIL_Image.fromarray(frame).convert(mode) for frame, mode in zip(BARS, ("RGB", "L", "RGBA"))]
    seen = lossless(tmp_path, frames)
    assert all(numpy.array_equal(a[..., :3], numpy.asarray(b.convert("RGB"))) for a, b in zip(seen, frames))
    clear = PIL_Image.new("RGBA", (160, 120), (1, 2, 3, 99))
    with pytest.raises(ValueError, match=r"frame 1 is 160x120 rgba \(straight alpha\), and those before it are 160x120 rgb"):
        reelcapture.write(tmp_path / "a.gif", [frames[0], clear])
    with pytest.raises(TypeError, match="mode F has no colours"):
        reelcapture.write(tmp_path / "a.gif", [frames[0].convert("F")])


@pytest.mark.parametrize("library", ["cairo", "cairocffi"])
def test_cairo_surfaces(tmp_path, library):
    cairo = pytest.importorskip(library)
    for kind, name in ((cairo.FORMAT_RGB24, "rgb"), (cairo.FORMAT_ARGB32, "argb")):
        surface = cairo.ImageSurface(kind, 50, 40)
        context = cairo.Context(surface)
        context.set_source_rgb(1, 0.2, 0)
        context.rectangle(0, 0, 25, 40)
        context.fill()
        context.set_source_rgba(0, 0, 1, 0.5)
        context.rectangle(25, 0, 25, 40)
        context.fill()
        (seen,) = lossless(tmp_path / name, [surface])
        assert tuple(seen[5, 5][:3]) == (255, 51, 0)
        half = tuple(seen[5, 40])
        assert half == (0, 0, 128) if name == "rgb" else half[:2] == (0, 0) and half[2] >= 254 and half[3] == 128
    masks = cairo.ImageSurface(cairo.FORMAT_A8, 51, 40)
    assert masks.get_stride() != 51
    assert lossless(tmp_path / "a8", [masks])[0].shape[:2] == (40, 51)


def test_pygame_surfaces(tmp_path):
    pygame = pytest.importorskip("pygame")
    for flags, name in ((0, "plain"), (pygame.SRCALPHA, "alpha")):
        surface = pygame.Surface((50, 40), flags, 32)
        surface.fill((250, 120, 10, 255), (0, 0, 25, 40))
        surface.fill((10, 20, 30, 128) if flags else (10, 20, 30), (25, 0, 25, 40))
        (seen,) = lossless(tmp_path / name, [surface])
        assert tuple(seen[5, 5][:3]) == (250, 120, 10)
        assert tuple(seen[5, 40]) == ((10, 20, 30, 128) if flags else (10, 20, 30))


def test_opencv_frames_are_bgr(tmp_path):
    cv2 = pytest.importorskip("cv2")
    frame = numpy.zeros((40, 50, 3), numpy.uint8)
    cv2.rectangle(frame, (0, 0), (50, 40), (255, 0, 0), -1)
    (seen,) = lossless(tmp_path, [frame], channels="bgr")
    assert tuple(seen[5, 5][:3]) == (0, 0, 255)


def test_matplotlib_figures(tmp_path):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    figure = pyplot.figure(figsize=(2, 1.5), dpi=50, facecolor="#ff8000")
    (seen,) = lossless(tmp_path, [figure])
    assert seen.shape[:2] == (75, 100) and tuple(seen[5, 5][:3]) == (255, 128, 0)
    pyplot.close(figure)


# Conversion and display


def test_a_movie_becomes_a_gif(tmp_path):
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=640x360:rate=25:duration=2", tmp_path / "a.mp4"], check=True)
    film = reelcapture.convert(tmp_path / "a.mp4", tmp_path / "a.gif", width=320)
    assert film.path == str(tmp_path / "a.gif")
    gif = probe(film.path)
    assert (gif["width"], gif["height"]) == (320, 180) and float(gif["duration"]) == pytest.approx(2, abs=0.02)
    pngs = [tmp_path / f"shot-{n}.png" for n in (1, 2, 10)]
    for path, frame in zip(pngs, BARS):
        PIL_Image.fromarray(frame).save(path)
    reelcapture.convert(pngs, [tmp_path / "b.mp4", tmp_path / "b.webp"], input_fps=2)
    assert int(probe(tmp_path / "b.mp4")["nb_read_frames"]) == 3


def test_a_notebook_shows_films_and_pictures(tmp_path):
    with reelcapture.Recorder([tmp_path / "a.mkv", tmp_path / "a.gif"]) as recorder:
        assert set(recorder._repr_mimebundle_()) == {"text/plain"}
        recorder.write(BARS[0])
    html = recorder._repr_mimebundle_()["text/html"]
    data = base64.b64decode(re.fullmatch(r'<img src="data:image/gif;base64,([^"]+)" style="max-width: 100%">', html)[1])
    assert PIL_Image.open(io.BytesIO(data)).size == (160, 120)
    film = reelcapture.write(tmp_path / "b.mp4", BARS)
    assert film._repr_mimebundle_()["text/html"].startswith('<video src="data:video/mp4;base64,')
    assert 'width="320"' in reelcapture.show(film, width=320)._repr_mimebundle_()["text/html"]
    assert repr(film) == f"<film {tmp_path / 'b.mp4'}>"
    with pytest.raises(FileNotFoundError, match="nothere.mp4: no such file"):
        reelcapture.show("nothere.mp4")


def test_ipython_chooses_the_rich_display(tmp_path):
    formatters = pytest.importorskip("IPython.core.formatters")
    film = reelcapture.write(tmp_path / "a.gif", BARS)
    data, _ = formatters.DisplayFormatter().format(film)
    assert data["text/html"].startswith("<img") and data["text/plain"].startswith("<film")


def test_a_large_film_is_linked_and_not_embedded(tmp_path, monkeypatch):
    film = reelcapture.write(tmp_path / 'a"&.gif', BARS)
    monkeypatch.setattr("reelcapture._film.LARGEST_EMBEDDED", 10)
    assert film._repr_mimebundle_()["text/html"] == '<a href="{0}">{0}</a>'.format(f"{tmp_path}/a&quot;&amp;.gif")


@pytest.mark.parametrize("ending, near", [("tiff", 0), ("png", 0), ("webp", 0), ("jpg", 4)])
@pytest.mark.parametrize("orientations", [(1, 2, 3, 4), (5, 6, 7, 8)])
def test_pictures_are_turned_as_their_tags_say(tmp_path, ending, near, orientations):
    image, ops = pytest.importorskip("PIL.Image"), pytest.importorskip("PIL.ImageOps")
    y, x = numpy.mgrid[0:30, 0:46]
    stored = image.fromarray(numpy.stack([x * 5, y * 8, x + y], axis=2).astype(numpy.uint8))
    folder, wanted = tmp_path / "frames", []
    folder.mkdir()
    for orientation in orientations:
        exif = image.Exif()
        exif[0x112] = orientation
        path = folder / f"f{orientation}.{ending}"
        options = {"jpg": {"quality": 100, "subsampling": 0}, "webp": {"lossless": True}}.get(ending, {})
        stored.save(path, exif=exif, **options)
        wanted.append(numpy.asarray(ops.exif_transpose(image.open(path)).convert("RGB")).astype(int))
    reelcapture.convert(folder, tmp_path / "a.mkv", codec="ffv1", pixel_format="bgra", input_fps=5)
    found = pictures(tmp_path / "a.mkv").astype(int)
    assert found.shape == (4, *wanted[0].shape)
    assert abs(found - numpy.array(wanted)).max() <= near
