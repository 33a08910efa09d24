"""Marks for the film that `capture desktop` makes of this process: chapters, captions, clicks, keys.

    from reelcapture import marks

    marks.chapter("Sign in")

Each mark is a line of JSON in the file that REEL_MARKS names. Without that variable nothing is written, so that a program
may always mark what it does.
"""

import json
import os
import time
from typing import Any, Optional

# The command leaves out longer lines.
_LONGEST = 4096


def chapter(title: str) -> None:
    """Begins a chapter, which lasts until the next one."""
    mark("chapter", title)


def caption(text: str) -> None:
    """Shows a caption until the next one; an empty one ends it."""
    mark("caption", text)


def click(x: float, y: float, text: str = "", t: Optional[float] = None) -> None:
    """Shows a ring at a place, in pixels of the screen; `text` names what was clicked."""
    mark("click", text, x=x, y=y, t=t)


def key(text: str, t: Optional[float] = None) -> None:
    """Shows a key or a typed text: `Enter`, `Ctrl+S`."""
    mark("key", text, t=t)


def failure(text: str = "") -> None:
    """Says that what the chapter shows has failed: with `--split chapters --keep failure` its film is kept."""
    mark("failure", text)


def mark(kind: str, text: str = "", **fields: Any) -> None:
    """Appends a mark. A text that is too long loses its end."""
    path = os.environ.get("REEL_MARKS")
    if not path:
        return
    known = {"t": time.time(), **{name: value for name, value in fields.items() if value is not None}}
    line = {"kind": kind, "text": text[:1000], **known}
    data = json.dumps(line, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
    if len(data) > _LONGEST:
        # Control characters and signs of foreign scripts take several bytes each.
        data = json.dumps({**line, "text": text[:300]}, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
    try:
        file = os.open(path, os.O_WRONLY | os.O_APPEND)
    except OSError:
        # The film has ended.
        return
    try:
        # In one piece, as several processes may write.
        os.write(file, data)
    finally:
        os.close(file)
