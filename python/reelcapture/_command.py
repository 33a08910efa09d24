"""Finds the command `capture`, starts it, and turns what it reports into exceptions."""

import os
import re
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any, List, Mapping, Optional, Sequence, Tuple, Union

VERSION = "0.1.0"
# The first version of the command that reads the framed protocol.
NEEDED = (0, 1, 0)

PathLike = Union[str, "os.PathLike[str]"]
Paths = Union[PathLike, Sequence[PathLike]]


class Error(RuntimeError):
    """What the command reported when it failed, or why it can't be started.

    `exit_code` is the command's exit code, negative for a signal, None if it did not run. `output` is the end of what
    it wrote to standard error.
    """

    def __init__(self, message: str, exit_code: Optional[int] = None, output: str = "") -> None:
        super().__init__(message)
        self.exit_code = exit_code
        self.output = output


def find() -> str:
    """Returns the path of the command: `$REEL_CAPTURE`, that in this package's wheel, or that in PATH.

    Raises `Error` if there is none.
    """
    chosen = os.environ.get("REEL_CAPTURE")
    if chosen:
        path = shutil.which(chosen)
        if path is None:
            raise Error(f"REEL_CAPTURE is {chosen}, which is not a program: set it to the path of capture")
    else:
        bundled = Path(__file__).parent / "bin" / "capture"
        path = str(bundled) if os.access(bundled, os.X_OK) else shutil.which("capture")
        if path is None:
            raise Error(
                "the command capture is not installed: in a clone of Reel run `make build && sudo make install`, "
                "or set REEL_CAPTURE to its path"
            )
    return path


def check() -> None:
    """Raises `Error` if the command does not run, is not Reel's, or is too old: for one that failed, as another start takes time."""
    path = find()
    try:
        answer = subprocess.run(
            [path, "--version"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60
        ).stdout.decode("utf-8", "replace")
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Error(f"{path} does not run: {error}") from None
    version = re.match(r"capture (\d+)\.(\d+)\.(\d+)", answer)
    if version is None:
        raise Error(f"{path} is not Reel's capture: set REEL_CAPTURE to the path of the right one")
    if tuple(map(int, version.groups())) < NEEDED:
        needed = ".".join(map(str, NEEDED))
        raise Error(f"{path} is version {'.'.join(version.groups())}, which is too old: install {needed} or later")


def paths(given: Paths) -> List[str]:
    """One path or several as a list. A path that begins with a hyphen is not an option, and - is a file."""
    several = [given] if isinstance(given, (str, os.PathLike)) else list(given)
    texts = [os.fspath(path) for path in several]
    return ["./" + text if text.startswith("-") else text for text in texts]


def arguments(outputs: Sequence[str], options: Mapping[str, Any], more: Sequence[str] = ()) -> List[str]:
    """The arguments of outputs and options: `crf=20` is `--crf=20`, `durable=True` is `--durable`."""
    if not outputs:
        raise ValueError("name at least one output, such as film.mp4")
    words = [f"--output={path}" for path in outputs]
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        for item in value if isinstance(value, (list, tuple)) else [value]:
            if item is True:
                words.append(option)
            elif item is not None and item is not False:
                words.append(f"{option}={item}")
    return words + [str(word) for word in more]


def start(words: Sequence[str], stdin: int) -> "subprocess.Popen[bytes]":
    """Starts the command in a session of its own, so that Ctrl-C reaches only Python, which decides."""
    command = [find(), *words]
    try:
        return subprocess.Popen(
            command, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, bufsize=0, start_new_session=True
        )
    except OSError as error:
        raise Error(f"{command[0]} does not run: {error}") from None


def failure(code: int, output: str, outputs: Sequence[str]) -> Error:
    """The command's own sentence as an exception, or that it is not the right command."""
    try:
        check()
    except Error as error:
        return error
    lines = [line for line in output.splitlines() if line.strip()]
    own = [line for line in lines if line.startswith("capture: ") and not line.startswith("capture: warning: ")]
    message = (own or lines or [""])[-1]
    if code < 0:
        message = f"capture was ended by {signal.Signals(-code).name}"
    elif not message:
        message = f"capture failed with exit code {code}"
    kept = partials(outputs)
    if kept and not any(path in message for path in kept):
        message += f"; the film so far is in {' and '.join(kept)}: capture recover finishes it"
    return Error(message[len("capture: ") :] if message.startswith("capture: ") else message, code, output)


def partials(outputs: Sequence[str]) -> List[str]:
    """The films that the command did not finish."""
    names = [os.path.splitext(path) for path in outputs]
    return [path for path in (f"{stem}.partial{ending}" for stem, ending in names) if os.path.exists(path)]


def warnings(output: str) -> Tuple[str, ...]:
    """The lines with which the command warns."""
    mark = "capture: warning: "
    return tuple(line[len(mark) :] for line in output.splitlines() if line.startswith(mark))
