#!/usr/bin/env python3
"""Makes the pictures of a page by the commands that it prints: gallery.py CAPTURE PAGE

A picture is followed by a comment, and by the command that made it:

    ![A plant](images/plant.png)
    <!-- picture: at 29.9; --size 480x270 -->

        capture curve plant --levels 5 -o plant.gif

The comment has options that only the picture gets. With `at` and a time, the picture is that frame of the command's film; otherwise the
command writes it. Pictures that another target makes say `by`. A picture without a comment or a command is an error.
"""

import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

PICTURE = re.compile(r"^!\[[^\]]*\]\((images/[^)]+)\)\n(?:<!-- picture: (.*?) -->\n)?(.*?)(?=^!\[|^## |\Z)", re.M | re.S)


def command(printed, note, target):
    """The arguments that make the picture."""
    words, options = shlex.split(printed)[1:], note.partition("; ")[2] if note.startswith("at ") else note
    for name in ("-o", "--output"):
        while name in words:
            place = words.index(name)
            del words[place : place + 2]
    if note.startswith("at "):
        # `capture` alone is `capture snowflake`; a recording's options are those of `capture terminal`.
        first = words[0] if words else "-"
        named = ["snowflake"] if first.startswith("-") else ["terminal"] if first.endswith(".cast") else []
        words = ["still", *named, *words]
        options += " --at " + note[3:].partition(";")[0]
    return [*words, *shlex.split(options), "-q", "--force", "-o", str(target)]


def main():
    capture, page = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    root = page.parent.parent
    made = 0
    for path, note, text in PICTURE.findall(page.read_text()):
        if note.startswith("by "):
            continue
        printed = re.search(r"^    (capture.*)$", text, re.M)
        assert note and printed, f"{path} has no command, or no comment about its picture"
        with tempfile.TemporaryDirectory() as scratch:
            target = Path(scratch) / Path(path).name
            arguments = command(printed[1], note, target)
            done = subprocess.run([capture, *arguments], cwd=root, stderr=subprocess.PIPE, text=True)
            assert done.returncode == 0, f"capture {shlex.join(arguments)}: {done.stderr}"
            data = target.read_bytes()
        file = page.parent / path
        changed = not file.exists() or file.read_bytes() != data
        file.write_bytes(data)
        made += 1
        print(f"{path}: {len(data)} bytes{', changed' if changed else ''}")
    print(f"reel: {made} pictures")


main()
