"""Has pytest-playwright use the system's Chromium, with a window."""

import os
import shutil

import pytest


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    # Root needs --no-sandbox, as in containers.
    more = ["--no-sandbox"] if os.geteuid() == 0 else []
    return {**browser_type_launch_args, "executable_path": chromium, "headless": False, "args": ["--window-position=0,0", *more]}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    # The window's own size.
    return {**browser_context_args, "viewport": None, "no_viewport": True}
