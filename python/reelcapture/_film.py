"""Films that were made: conversion of files, and display in notebooks."""

import base64
import html
import os
import subprocess
import warnings
from typing import Any, Dict, Optional

from . import _command

MOVIES = {".mp4": "video/mp4", ".m4v": "video/mp4", ".mov": "video/quicktime", ".webm": "video/webm"}
PICTURES = {
    ".gif": "image/gif",
    ".apng": "image/apng",
    ".png": "image/png",
    ".webp": "image/webp",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
}
# Larger films are linked, not embedded: a notebook keeps every byte as text.
LARGEST_EMBEDDED = 32 << 20


class Film:
    """A film in a file. As the last line of a notebook's cell it plays there.

    `path` is the file, `report` what the command said about it.
    """

    def __init__(self, path: _command.PathLike, report: str = "", width: Optional[int] = None) -> None:
        self.path = os.fspath(path)
        self.report = report
        self._width = width

    def __fspath__(self) -> str:
        return self.path

    def __repr__(self) -> str:
        return f"<film {self.path}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Dict[str, str]:
        bundle = {"text/plain": repr(self)}
        ending = os.path.splitext(self.path)[1].lower()
        kind = MOVIES.get(ending) or PICTURES.get(ending)
        if kind is None or not os.path.isfile(self.path):
            return bundle
        if os.path.getsize(self.path) > LARGEST_EMBEDDED:
            name = html.escape(self.path, quote=True)
            bundle["text/html"] = f'<a href="{name}">{name}</a>'
            return bundle
        with open(self.path, "rb") as file:
            source = f"data:{kind};base64,{base64.b64encode(file.read()).decode()}"
        style = f'style="max-width: 100%" width="{self._width}"' if self._width else 'style="max-width: 100%"'
        if ending in MOVIES:
            bundle["text/html"] = f'<video src="{source}" {style} controls loop muted playsinline></video>'
        else:
            bundle["text/html"] = f'<img src="{source}" {style}>'
        return bundle


def show(path: _command.PathLike, width: Optional[int] = None) -> Film:
    """Returns a film that a notebook displays, at a width in pixels or its own."""
    if not os.path.exists(path):
        raise FileNotFoundError(f"{os.fspath(path)}: no such file")
    return Film(path, width=width)


def convert(inputs: _command.Paths, outputs: _command.Paths, **options: Any) -> Film:
    """Makes films of a movie, of pictures or of a folder of pictures, as `capture convert` does.

    `options` are those of the command: `convert("a.mp4", ["a.gif", "a.webp"], width=640, max_bytes="2MB")`.
    """
    names = _command.paths(outputs)
    words = ["convert", *_command.paths(inputs), *_command.arguments(names, options)]
    process = _command.start(words, subprocess.DEVNULL)
    try:
        text = process.communicate()[1].decode("utf-8", "replace")
    except BaseException:
        process.kill()
        process.wait()
        raise
    if process.returncode != 0:
        raise _command.failure(process.returncode, text, names)
    return finished(names, text)


def finished(outputs: "list[str]", report: str) -> Film:
    """The first film that a notebook can display, after passing on the command's warnings."""
    if not os.path.exists(outputs[0]) and "%" not in outputs[0]:
        _command.check()
    for warning in _command.warnings(report):
        warnings.warn(warning, stacklevel=3)
    known = [path for path in outputs if os.path.splitext(path)[1].lower() in {**MOVIES, **PICTURES}]
    return Film((known or outputs)[0], report)
