"""Films of UI tests: marks, screens, the plugin for pytest, and the helpers for Node and shells."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, probe

from reelcapture import Error, marks
from reelcapture.screen import Screen

SAMPLES = ROOT / "samples" / "ui"
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
needs_screen = pytest.mark.skipif(not shutil.which("Xvfb"), reason="no Xvfb")
needs_browser = pytest.mark.skipif(not (shutil.which("Xvfb") and CHROMIUM), reason="no Xvfb or Chromium")


@pytest.fixture
def command(real, monkeypatch):
    """The command as users have it."""
    monkeypatch.setenv("REEL_CAPTURE", real)
    return real


def run_suite(folder, *words, tests="test_shop.py"):
    """Runs a suite of the samples in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", SAMPLES, SAMPLES / tests, *words],
        cwd=folder, capture_output=True, text=True, timeout=300,
    )


def titles(path):
    # Players want one from the beginning on, so what comes before the first is "Start".
    return [title for chapter in probe(path)["chapters"] if (title := chapter["tags"]["title"]) != "Start"]


def color(film, seconds, x, y, width, height):
    """The mean colour of a part of a film's picture."""
    command = ["ffmpeg", "-v", "error", "-ss", str(seconds), "-i", str(film), "-frames:v", "1", "-vf"]
    command += [f"crop={width}:{height}:{x}:{y},scale=1:1:flags=area", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    return list(subprocess.check_output(command))


# Marks


def test_without_a_film_marks_do_nothing(monkeypatch):
    monkeypatch.delenv("REEL_MARKS", raising=False)
    marks.chapter("A")


def test_a_mark_is_a_line_of_json_of_bounded_length(monkeypatch, tmp_path):
    path = tmp_path / "marks"
    path.touch()
    monkeypatch.setenv("REEL_MARKS", str(path))
    marks.chapter('A "quoted"\nline')
    marks.click(3, 4.5, "Save", t=12.5)
    marks.key("\u0001" * 5000)
    marks.caption("\N{GRINNING FACE}" * 5000)
    lines = path.read_bytes().splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["chapter", "click", "key", "caption"]
    assert json.loads(lines[0])["text"] == 'A "quoted"\nline'
    assert json.loads(lines[1]) == {"kind": "click", "text": "Save", "t": 12.5, "x": 3, "y": 4.5}
    assert max(map(len, lines)) < 4096


def test_a_mark_after_the_end_of_the_film_is_no_error(monkeypatch, tmp_path):
    monkeypatch.setenv("REEL_MARKS", str(tmp_path / "gone"))
    marks.chapter("A")
    assert not (tmp_path / "gone").exists()


def test_the_shell_function_writes_the_same_marks(tmp_path):
    path = tmp_path / "marks"
    path.touch()
    script = f". {SAMPLES}/marks.sh; reel_mark chapter 'A \"b\" \\ c\nd'; reel_mark click Save 3 4; unset REEL_MARKS; reel_mark chapter X"
    subprocess.run(["sh", "-ec", script], env={**os.environ, "REEL_MARKS": str(path)}, check=True)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines == [
        {"kind": "chapter", "text": 'A "b" \\ c d'},
        {"kind": "click", "text": "Save", "x": 3, "y": 4},
    ]


# Screens


@needs_screen
def test_a_screen_is_filmed_until_it_is_closed(command, tmp_path):
    with Screen(tmp_path / "a.mp4", size="320x200") as screen:
        assert screen.environment["DISPLAY"].startswith(":")
        Path(screen.variables["REEL_MARKS"]).open("a").write('{"text": "One"}\n')
        subprocess.run(["sh", "-c", "test -e $REEL_MARKS"], env=screen.environment, check=True)
    film = probe(tmp_path / "a.mp4")
    assert (film["width"], film["height"]) == (320, 200)
    assert not Path(screen.variables["REEL_MARKS"]).exists()


@needs_screen
def test_a_block_that_raises_counts_as_failed(command, tmp_path):
    with pytest.raises(ZeroDivisionError), Screen(tmp_path / "a.mp4", size="320x200", keep="failure"):
        1 / 0
    assert probe(tmp_path / "a.mp4")["width"] == 320
    with Screen(tmp_path / "b.mp4", size="320x200", keep="failure"):
        pass
    assert not (tmp_path / "b.mp4").exists()


@needs_screen
def test_a_wrong_option_is_reported_in_the_words_of_the_command(command, tmp_path):
    with pytest.raises(Error, match="at most 60"):
        Screen(tmp_path / "a.mp4", fps=1000)


@needs_screen
def test_the_film_of_a_killed_process_is_whole(command, tmp_path):
    code = (
        "import os, signal; from reelcapture.screen import Screen\n"
        "screen = Screen('a.mp4', size='320x200'); print(screen._process.pid, flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    process = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, stdout=subprocess.PIPE, text=True).stdout.strip()
    subprocess.run(["tail", f"--pid={process}", "-f", "/dev/null"], check=True)
    assert probe(tmp_path / "a.mp4")["width"] == 320


# The plugin


@needs_browser
def test_a_suite_has_a_chapter_for_each_test_and_its_clicks_are_where_the_buttons_are(command, tmp_path):
    pytest.importorskip("pytest_playwright")
    run = run_suite(tmp_path, "--film", "films", "--film-keys", "--film-options", "--session session")
    assert run.returncode == 1, run.stdout
    assert "1 failed, 2 passed" in run.stdout
    assert "film.mp4" in run.stdout
    film = tmp_path / "films" / "film.mp4"
    assert [re.sub(r".*::|\[.*", "", title) for title in titles(film)] == [
        "test_each_tea_is_added_to_the_total",
        "test_a_coupon_reduces_the_total_in_any_case",
        "test_an_empty_basket_is_not_bought",
    ]
    events = [json.loads(line) for line in (tmp_path / "session" / "events.jsonl").read_text().splitlines()]
    clicks = [event for event in events if event["kind"] == "click"]
    assert [click["text"] for click in clicks] == ["Add", "Add", "Add", "Apply", "Buy"]
    assert "".join(event["text"] for event in events if event["kind"] == "key") == "tea10"
    assert [event["kind"] for event in events].count("failure") == 1
    # Below a button's words there is its colour.
    for click in clicks[:1] + clicks[3:4]:
        red, green, blue = color(tmp_path / "session" / "screen.mp4", click["t"] + 0.05, click["x"] - 10, click["y"] + 13, 20, 4)
        assert blue > red + 60 and blue > green + 30, click


@needs_browser
def test_workers_have_screens_of_their_own_and_only_the_failed_test_keeps_its_film(command, tmp_path):
    pytest.importorskip("pytest_playwright")
    pytest.importorskip("xdist")
    run = run_suite(tmp_path, "-n", "2", "--film", "films", "--film-split", "--film-keep", "failure")
    assert run.returncode == 1, run.stdout
    films = [path.name for path in (tmp_path / "films").iterdir()]
    assert len(films) == 1 and re.fullmatch(r"gw[01]-.*test_a_coupon_reduces_the_total_in_any_case.*\.mp4", films[0]), films
    assert films[0] in run.stdout


@needs_browser
def test_clicks_of_selenium_are_marked(command, tmp_path):
    pytest.importorskip("selenium")
    if not shutil.which("chromedriver"):
        pytest.skip("no chromedriver")
    run = run_suite(tmp_path, "--film", "films", "--film-keys", "--film-options", "--session session", tests="test_selenium.py")
    assert run.returncode == 0, run.stdout
    events = [json.loads(line) for line in (tmp_path / "session" / "events.jsonl").read_text().splitlines()]
    assert [event["text"] for event in events if event["kind"] in ("click", "key")] == ["Add", "TEA10", "Apply", "Buy"]
    click = next(event for event in events if event["kind"] == "click")
    red, green, blue = color(tmp_path / "session" / "screen.mp4", click["t"] + 0.2, click["x"] - 10, click["y"] + 13, 20, 4)
    assert blue > red + 60 and blue > green + 30


@needs_screen
def test_a_suite_inside_capture_desktop_adds_chapters_to_that_film(command, tmp_path):
    (tmp_path / "test_a.py").write_text("def test_one(): pass\n\n\ndef test_two(): assert False\n")
    inner = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_a.py"]
    words = ["desktop", "--split", "chapters", "--keep", "failure", "-o", "{chapter}.mp4", "--size", "320x200", "--", *inner]
    run = subprocess.run([command, *words], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert run.returncode == 1, run.stderr
    assert [path.name for path in tmp_path.glob("*.mp4")] == ["test_a.py-test_two.mp4"]


# Node


def node():
    """Node and Playwright's library, as PyPI ships them."""
    driver = Path(pytest.importorskip("playwright").__file__).parent / "driver"
    return str(driver / "node"), {**os.environ, "PLAYWRIGHT": str(driver / "package"), "CHROMIUM": CHROMIUM or ""}


@needs_browser
def test_the_helper_for_node_films_a_screen_and_a_headless_page(command, tmp_path):
    program, environment = node()
    subprocess.run([program, SAMPLES / "shop.js", "film.mp4", "headless.mp4"], cwd=tmp_path, env=environment, check=True, timeout=120)
    assert titles(tmp_path / "film.mp4") == ["Buy tea"]
    headless = probe(tmp_path / "headless.mp4")
    assert (headless["width"], headless["height"]) == (1280, 720)
    # The last picture shows the answer, which is green.
    red, green, blue = color(tmp_path / "headless.mp4", float(headless["duration"]) - 0.1, 600, 420, 400, 20)
    assert green > red and green > blue


# The page of documentation


def blocks(language):
    page = (ROOT / "docs" / "ui-tests.md").read_text()
    return re.findall(rf"```{language}\n(.*?)```", page, re.S)


@needs_browser
def test_the_code_of_the_page_runs(command, tmp_path):
    pytest.importorskip("pytest_playwright")
    test, own = blocks("python")
    (tmp_path / "test_page.py").write_text(test)
    shutil.copy(SAMPLES / "conftest.py", tmp_path)
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--film", "films", "test_page.py"]
    subprocess.run(words, cwd=tmp_path, check=True, timeout=120)
    assert len(titles(tmp_path / "films" / "film.mp4")) == 1
    subprocess.run([sys.executable, "-c", own], cwd=tmp_path, check=True, timeout=120)
    assert titles(tmp_path / "own.mp4") == ["Sign in"]


@needs_browser
def test_the_code_for_node_of_the_page_runs(command, tmp_path):
    program, environment = node()
    shutil.copy(SAMPLES / "reel.js", tmp_path)
    (tmp_path / "a.js").write_text(blocks("js")[0].replace("require('playwright')", "require(process.env.PLAYWRIGHT)"))
    subprocess.run([program, "a.js"], cwd=tmp_path, env=environment, check=True, timeout=120)
    assert titles(tmp_path / "test.mp4") == ["Buy tea"]


@needs_screen
def test_the_code_for_shells_of_the_page_runs(command, tmp_path):
    if not shutil.which("xmessage"):
        pytest.skip("no xmessage")
    shutil.copy(SAMPLES / "marks.sh", tmp_path)
    words = ["desktop", "--size", "320x200", "-o", "a.mp4", "-q", "--", "sh", "-c", blocks("sh")[0]]
    subprocess.run([command, *words], cwd=tmp_path, timeout=60)
    assert titles(tmp_path / "a.mp4") == ["Sign in"]


def test_the_workflow_films_a_suite_with_options_that_exist():
    workflow = (ROOT / "samples" / "ci" / "ui-tests.yml").read_text()
    words = re.search(r"run: (pytest .*)", workflow).group(1).split()
    options = subprocess.run([sys.executable, "-m", "pytest", "--help"], capture_output=True, text=True).stdout
    assert all(word in options for word in words if word.startswith("--"))
