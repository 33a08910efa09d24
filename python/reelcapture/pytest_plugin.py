"""A plugin for pytest: films of UI tests, with a chapter for each test.

    pytest --film films

Each process that runs tests, as with pytest-xdist, has a screen and a film of its own. Inside `capture desktop` without
`--film`, the tests are chapters of that film.
"""

import os
import shlex
from pathlib import Path
from typing import Any, Generator, List, Optional

import pytest

from . import browsers, marks
from ._command import Error
from .screen import Screen


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("film", "films of the screen, by Reel's capture")
    group.addoption("--film", metavar="FOLDER", help="run the tests on a screen of their own, and film it into this folder")
    group.addoption("--film-split", action="store_true", help="make a film for each test")
    group.addoption(
        "--film-keep", choices=("always", "failure"), default="always", help="which films are kept: all, or those with a failure"
    )
    group.addoption("--film-keys", action="store_true", help="show the keys that browsers receive, except in fields for passwords")
    group.addoption(
        "--film-options", metavar="OPTIONS", default="", help="more options of capture desktop, such as '--size 1080p --fps 60'"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Films(config), "reel-films")


class Films:
    """The films of one run."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.folder: Optional[str] = config.getoption("film")
        self.worker = getattr(config, "workerinput", {}).get("workerid")
        self.screen: Optional[Screen] = None
        self.before: Any = {}
        self.failed = False
        self.reports: List[str] = []

    @property
    def runs_tests(self) -> bool:
        """Whether this process runs tests, and does not only hand them out."""
        return self.worker is not None or self.config.getoption("dist", "no") == "no"

    def pytest_sessionstart(self) -> None:
        if not self.runs_tests or self.config.getoption("collectonly"):
            return
        if self.folder:
            self.start(Path(self.config.invocation_params.dir, self.folder))
        if os.environ.get("REEL_MARKS"):
            browsers.watch_all(keys=self.config.getoption("film_keys"))

    def start(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        splits = self.config.getoption("film_split")
        name = "-".join([*([self.worker] if self.worker else []), *(["{chapter}"] if splits else [])]) or "film"
        words = shlex.split(self.config.getoption("film_options"))
        try:
            self.screen = Screen(
                str(folder / f"{name}.mp4"),
                keep=self.config.getoption("film_keep"),
                split="chapters" if splits else None,
                more=words,
            )
        except Error as error:
            raise pytest.UsageError(f"--film: {error}") from None
        self.before = {name: os.environ.get(name) for name in self.screen.variables}
        os.environ.update(self.screen.variables)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        marks.chapter(item.nodeid)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, Any, None]:
        report = (yield).get_result()
        if report.failed:
            self.failed = True
            crash = getattr(report.longrepr, "reprcrash", None)
            marks.failure(f"{report.when}: {crash.message if crash else report.longrepr}")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if not self.screen:
            return
        try:
            text = self.screen.close(failed=self.failed)
        except Error as error:
            text = f"capture: {error}"
        for name, value in self.before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
        self.screen = None
        self.reports.append(text)
        if self.worker:
            self.config.workeroutput["reel"] = text  # type: ignore[attr-defined]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.reports.append(getattr(node, "workeroutput", {}).get("reel", ""))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        lines = [line for report in self.reports for line in report.splitlines()]
        if lines:
            terminalreporter.section("films")
            for line in lines:
                terminalreporter.line(line)
