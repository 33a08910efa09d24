"""The samples in samples/frames, each run as a reader would run it."""

import os
import shutil
import subprocess
import sys

import pytest
from conftest import SAMPLES, pictures, probe, times


def run_sample(name, *arguments, real):
    command = [sys.executable] if name.endswith(".py") else ["sh"]
    subprocess.run(
        [*command, SAMPLES / name, *arguments], env={**os.environ, "REEL_CAPTURE": real}, check=True, capture_output=True, timeout=300
    )


def check_film(path, width, height, seconds, frames):
    """A film of this size and length, in which something moves."""
    film = probe(path)
    assert (film["width"], film["height"]) == (width, height)
    assert float(film["duration"]) == pytest.approx(seconds, abs=0.05)
    assert abs(int(film["nb_read_frames"]) - frames) <= frames // 10
    shown = pictures(path)
    middle, last = shown[len(shown) // 2].astype(int), shown[-1].astype(int)
    assert middle.std() > 5 and abs(middle - last).mean() > 0.5


@pytest.mark.parametrize(
    "name, needs, film",
    [
        ("numpy_spots.py", "numpy", (768, 432, 7, 175)),
        ("opencv_lorenz.py", "cv2", (640, 360, 8, 200)),
        ("pygame_fireworks.py", "pygame", (640, 360, 6, 180)),
        ("matplotlib_series.py", "matplotlib", (640, 320, 5, 125)),
    ],
)
def test_a_program_in_python(tmp_path, real, name, needs, film):
    pytest.importorskip(needs)
    run_sample(name, tmp_path / "film.mp4", real=real)
    check_film(tmp_path / "film.mp4", *film)


def test_a_shell_script_that_prints_ppm(tmp_path, real):
    run_sample("ppm.sh", tmp_path / "film.mp4", real=real)
    check_film(tmp_path / "film.mp4", 640, 360, 10, 300)


def test_the_output_of_ffmpeg(tmp_path, real):
    run_sample("ffmpeg.sh", tmp_path / "film.gif", real=real)
    check_film(tmp_path / "film.gif", 640, 360, 8, 120)


def test_a_ray_tracer_in_c(tmp_path, real):
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None) or pytest.skip("no C compiler")
    subprocess.run([compiler, "-O2", "-Wall", "-Werror", SAMPLES / "raytracer.c", "-lm", "-o", tmp_path / "raytracer"], check=True)
    tracer = subprocess.Popen([tmp_path / "raytracer"], stdout=subprocess.PIPE)
    subprocess.run([real, "-", "-o", tmp_path / "film.mp4"], stdin=tracer.stdout, check=True, capture_output=True)
    assert tracer.wait() == 0
    check_film(tmp_path / "film.mp4", 640, 360, 4, 100)


def test_a_folder_of_screenshots_with_times(tmp_path, real):
    image = pytest.importorskip("PIL.Image")
    moments = [0, 0.25, 0.3, 1.5, 3.125]
    for n, moment in enumerate(moments):
        # Names that sort otherwise.
        file = tmp_path / f"shot-{9 - n}.png"
        image.new("RGB", (160, 120), (50 * n, 99, 200 - 50 * n)).save(file)
        os.utime(file, (1_700_000_000 + moment,) * 2)
    run_sample("screenshots.py", tmp_path, tmp_path / "film.mkv", real=real)
    assert times(tmp_path / "film.mkv") == pytest.approx(moments, abs=0.001)
    assert [int(picture[5, 5, 0]) // 45 for picture in pictures(tmp_path / "film.mkv")] == [0, 1, 2, 3, 4]


def test_a_page_in_a_browser(tmp_path, real):
    pytest.importorskip("playwright")
    if not shutil.which("chromium"):
        pytest.skip("no Chromium")
    page = tmp_path / "page.html"
    page.write_text("<body><script>setInterval(() => document.body.style.background = `hsl(${performance.now() / 9}, 80%, 50%)`, 40)</script>")
    run_sample("screenshots.py", page.as_uri(), tmp_path / "film.mkv", real=real)
    shown = times(tmp_path / "film.mkv")
    assert len(shown) > 10 and shown == sorted(set(shown))


def test_the_samples_are_short():
    for file in SAMPLES.iterdir():
        if file.suffix in (".py", ".sh", ".c") and file.name != "protocol.py":
            assert len(file.read_text().splitlines()) <= 50, file.name
