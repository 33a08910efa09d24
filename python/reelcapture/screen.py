"""A screen without a monitor for this process, and a film of it."""

import os
import subprocess
from typing import Any, Dict, Sequence

from ._command import Error, Paths, arguments, failure, find, paths

# What runs on the screen: it reports the display, and lives until it is told its exit code or this process is gone.
_HOLDER = """printf '%s\\n' "$DISPLAY" "$XAUTHORITY" "$REEL_MARKS"; read -r code || code=1; exit "$code" """


class Screen:
    """A display of its own, filmed until `close`.

        with Screen("test.mp4", size="720p") as screen:
            subprocess.run(["xeyes"], env=screen.environment)

    The arguments are those of `capture desktop`: `keep="failure"`, `split="chapters"`, or as
    words in `more`. `environment` is this process's
    environment with DISPLAY, XAUTHORITY and REEL_MARKS of the screen. A block that raises, or a process that is killed,
    counts as failed.
    """

    def __init__(self, output: Paths, more: Sequence[str] = (), **options: Any) -> None:
        self._outputs = paths(output)
        command = [find(), "desktop", *arguments(self._outputs, options, more), "--", "sh", "-c", _HOLDER]
        try:
            # In a session of its own, so that Ctrl-C reaches only Python, which decides.
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                text=True,
                errors="replace",
            )
        except OSError as error:
            raise Error(f"{command[0]} does not run: {error}") from None
        assert self._process.stdout
        lines = [self._process.stdout.readline().rstrip("\n") for _ in range(3)]
        if not lines[0]:
            _, output_text = self._process.communicate()
            raise failure(self._process.returncode, output_text, self._outputs)
        self.variables: Dict[str, str] = dict(zip(("DISPLAY", "XAUTHORITY", "REEL_MARKS"), lines))

    @property
    def environment(self) -> Dict[str, str]:
        """This process's environment with the variables of the screen."""
        return {**os.environ, **self.variables}

    def close(self, failed: bool = False) -> str:
        """Ends the screen and completes the film. Returns what the command reported.

        Raises `Error` if there is no film because something went wrong.
        """
        code = 1 if failed else 0
        try:
            _, text = self._process.communicate(f"{code}\n")
        except BrokenPipeError:
            _, text = self._process.communicate()
        if self._process.returncode != code:
            raise failure(self._process.returncode, text, self._outputs)
        return text.strip()

    def __enter__(self) -> "Screen":
        return self

    def __exit__(self, kind: Any, *_: Any) -> None:
        self.close(failed=kind is not None)
