#!/usr/bin/env python3
"""Puts the pages of the documentation, and every file that they link to, into a folder: site.py FOLDER

The pages are those in the menu of packaging/site.yml and the Markdown files that they lead to, as they are. Only links to folders change: they
get a page that lists the files, or the folder's README.md.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r'(\]\(|src="|href=")([^)\s"#]+)')
MENU = re.compile(r": ([\w./-]+\.md)$", re.M)


def files_in(folder):
    words = ["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard", folder]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()


def main(folder):
    shutil.rmtree(folder, ignore_errors=True)
    waiting = MENU.findall((ROOT / "packaging/site.yml").read_text())
    seen = set(waiting)

    def want(path):
        if path not in seen:
            seen.add(path)
            waiting.append(path)

    while waiting:
        path = waiting.pop()
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.endswith("/index.md"):
            names = [PurePosixPath(name).relative_to(PurePosixPath(path).parent) for name in files_in(path[:-9])]
            target.write_text(f"# {path[:-9]}\n\n" + "".join(f"- [{name}]({name})\n" for name in names))
            for name in names:
                want(f"{path[:-9]}/{name}")
            continue
        if not path.endswith(".md"):
            shutil.copyfile(ROOT / path, target)
            continue

        def linked(match):
            link = match[2]
            if re.match(r"[a-z]+:", link):
                return match[0]
            to = os.path.normpath(os.path.join(os.path.dirname(path), link))
            if (ROOT / to).is_dir():
                name = "README.md" if (ROOT / to / "README.md").exists() else "index.md"
                to, link = f"{to}/{name}", f"{link.rstrip('/')}/{name}"
            # A link that leads nowhere is MkDocs' to report.
            if (ROOT / to).exists() or to.endswith("/index.md"):
                want(to)
            return match[1] + link

        target.write_text(LINK.sub(linked, (ROOT / path).read_text()))


main(Path(sys.argv[1]))
