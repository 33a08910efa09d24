"""The framed protocol's writer: lines of JSON and pixels, through a pipe into the command."""

import fcntl
import json
import os
import subprocess
import threading
from typing import Any, List, Mapping, Sequence, Tuple

from . import _command

# Linux lets a pipe hold this much, which is two to five times as fast as its 64 KiB.
PIPE_SIZE = 1 << 20
# How much of standard error is kept; a command may print without end.
KEPT_OUTPUT = 1 << 16
# How long an abandoned command may take to close its partial film, in seconds.
PATIENCE = 10.0


class Stream:
    """A command that reads frames, and what it says."""

    def __init__(self, outputs: Sequence[str], words: Sequence[str], header: Mapping[str, Any]) -> None:
        self._outputs = outputs
        self._owner = os.getpid()
        self._process = _command.start(["convert", "-", *words], subprocess.PIPE)
        assert self._process.stdin is not None
        self._pipe = self._process.stdin.fileno()
        try:
            fcntl.fcntl(self._pipe, getattr(fcntl, "F_SETPIPE_SZ", 1031), PIPE_SIZE)
        except OSError:
            pass  # Not Linux, or above the user's limit: the pipe works at its own size.
        # What is being sent, and how many of its bytes each call has taken. The first line goes with the first frame.
        self._message: Tuple[List[memoryview], List[int]] = ([_line(header)], [])
        self._output = b""
        self._drain = threading.Thread(target=self._read_errors, name="reelcapture", daemon=True)
        self._drain.start()

    def _read_errors(self) -> None:
        # A pipe that nobody reads would stop the command as soon as it is full.
        assert self._process.stderr is not None
        with self._process.stderr as errors:
            while True:
                chunk = errors.read(KEPT_OUTPUT)
                if not chunk:
                    return
                self._output = (self._output + chunk)[-KEPT_OUTPUT:]

    def send(self, line: Mapping[str, Any], *pixels: memoryview) -> None:
        """Sends a line and its pixels whole, after what an exception may have cut off before."""
        text = _line(line)
        self._push()
        self._message = ([text, *pixels], [])
        self._push()

    def _push(self) -> None:
        message, sent = self._message
        skip = sum(sent)
        try:
            for view in message:
                rest = view[skip:]
                skip = max(0, skip - len(view))
                while rest:
                    # A signal's handler may raise between two instructions, but not inside of extend: the number of
                    # bytes sent is exact after Ctrl-C, and the stream can go on.
                    sent.extend(map(os.write, (self._pipe,), (rest,)))
                    rest = rest[sent[-1] :]
        except BrokenPipeError:
            raise self.fail() from None
        except BaseException:
            # The caller may change the pixels before the rest is sent.
            self._message = ([memoryview(bytes(view)) for view in message], sent)
            raise

    def finish(self, line: Mapping[str, Any]) -> str:
        """Ends the stream, waits for the film, and returns what the command said."""
        self.send(line)
        self._close_pipe()
        code = self._process.wait()
        if code != 0:
            raise self.fail()
        self._drain.join(PATIENCE)
        return self._output.decode("utf-8", "replace")

    def abandon(self) -> None:
        """Ends the stream like a writer that died: the command keeps a partial film and makes no other."""
        self._close_pipe()
        # A forked copy of the caller is not the one to wait.
        if os.getpid() != self._owner:
            return
        try:
            self._process.wait(PATIENCE)
        except BaseException as error:
            self._process.kill()
            self._process.wait()
            if not isinstance(error, subprocess.TimeoutExpired):
                raise

    def fail(self) -> _command.Error:
        """The error of a command that ended early."""
        self._close_pipe()
        code = self._process.wait()
        self._drain.join(PATIENCE)
        return _command.failure(code, self._output.decode("utf-8", "replace"), self._outputs)

    def _close_pipe(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        # Its number may belong to another file soon.
        self._message, self._pipe = ([], []), -1


def _line(values: Mapping[str, Any]) -> memoryview:
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    if len(text) > 65536:
        raise ValueError("the titles and rectangles of a frame have more than 65,536 bytes together")
    return memoryview(text)
