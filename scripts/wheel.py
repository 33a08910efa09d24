#!/usr/bin/env python3
"""Puts the command into the Python package's wheel: wheel.py PURE.whl TARBALL FOLDER

PURE.whl is the wheel of `pip wheel`, TARBALL that of scripts/portable.sh. FOLDER gets a wheel for Linux which needs nothing but its glibc,
with the command `capture`. The same inputs give the same bytes.
"""

import base64
import hashlib
import re
import sys
import tarfile
import zipfile
from pathlib import Path

# Each part of the tarball that the command needs; documents, manuals and completions stay out, but licences don't.
PARTS = ("bin/", "lib/reel/", "share/reel/", "share/doc/capture/SOURCES", "share/doc/capture/copyright")
# An own file of the wheel, which pip puts into PATH with the interpreter's path in its first line.
SCRIPT = b"""#!python
import os
import sys
from pathlib import Path

import reelcapture

os.execv(Path(reelcapture.__file__).parent / "bin" / "capture", ["capture", *sys.argv[1:]])
"""


def main():
    pure, tarball, folder = map(Path, sys.argv[1:])
    glibc = re.search(r"^glibc=(\d+)\.(\d+)$", (Path(__file__).parent / "portable.sh").read_text(), re.M)
    machine = re.search(r"linux-(\w+)\.tar", tarball.name)[1]
    tag = f"py3-none-manylinux_{glibc[1]}_{glibc[2]}_{machine}"
    name, version = pure.name.split("-")[:2]
    info = f"{name}-{version}.dist-info/"

    files = {}
    with zipfile.ZipFile(pure) as archive:
        for item in archive.namelist():
            files[item] = (archive.read(item), 0o644)
    with tarfile.open(tarball) as archive:
        for member in archive:
            path = member.name.partition("/")[2]
            if not path.startswith(PARTS) or member.isdir():
                continue
            assert member.isfile(), f"{path}: wheels have no links"
            files[f"{name}/{path}"] = (archive.extractfile(member).read(), member.mode & 0o777)
    files[f"{name}-{version}.data/scripts/capture"] = (SCRIPT, 0o755)

    text = files[info + "WHEEL"][0].decode()
    text = re.sub(r"(?m)^Root-Is-Purelib: .*$", "Root-Is-Purelib: false", re.sub(r"(?m)^Tag: .*$", f"Tag: {tag}", text))
    files[info + "WHEEL"] = (text.encode(), 0o644)
    del files[info + "RECORD"]
    record = [f"{path},sha256={digest(data)},{len(data)}" for path, (data, _) in sorted(files.items())]
    files[info + "RECORD"] = ("\n".join(record + [info + "RECORD,,", ""]).encode(), 0o644)

    target = folder / f"{name}-{version}-{tag}.whl"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        # The list of contents comes last, as in every wheel.
        for path in sorted(files, key=lambda path: (path.startswith(info), path.endswith("RECORD"), path)):
            data, mode = files[path]
            item = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            item.external_attr = (0o100000 | mode) << 16
            item.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(item, data)
    print(f"{target}: {target.stat().st_size // 1000000} MB")


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


main()
