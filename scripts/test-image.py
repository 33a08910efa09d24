#!/usr/bin/env python3
"""Runs the last stage of samples/farm/Dockerfile in a bare Debian: test-image.py FOLDER, as root and in a mount namespace of its own

FOLDER holds the package made by the first stage (`make deb`). A container engine is not needed: `debian:bookworm-slim` is debootstrap's
installation without its documents; RUN is executed there by chroot, and then the entry point films as the image's user. This does not test
the first stage, the layers and their size, or the container itself.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from dockerfile_parse import DockerfileParser

SCRIPTS = Path(__file__).resolve().parent
SAMPLES = SCRIPTS.parent / "samples" / "farm"


def last_stage():
    parser = DockerfileParser(path=str(SAMPLES / "Dockerfile"))
    stage = []
    for step in parser.structure:
        if step["instruction"] == "FROM":
            stage = []
        if step["instruction"] not in ("COMMENT", "FROM"):
            stage.append((step["instruction"], step["value"]))
    return parser.baseimage, stage


def size(root):
    return int(subprocess.run(["du", "-sxm", root], check=True, capture_output=True).stdout.split()[0])


def main():
    packages = Path(sys.argv[1]).resolve()
    base, stage = last_stage()
    release = dict(line.strip().split("=", 1) for line in open("/etc/os-release") if "=" in line)["VERSION_CODENAME"]
    assert base == f"debian:{release}-slim", f"this is {release}, and the image is made of {base}"
    assert [name for name, _ in stage] == ["RUN", "USER", "WORKDIR", "ENV", "ENTRYPOINT"], "the last stage has other steps"
    (_, command), (_, user), (_, folder), (_, home), (_, entry) = stage

    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch, "root")
        subprocess.run([SCRIPTS / "bare-root.sh", root], check=True)
        try:
            before = size(root)
            mount, command = command.split(" ", 1)
            assert mount == "--mount=type=bind,from=build,source=/dist,target=/dist", mount
            (root / "dist").mkdir()
            for package in packages.glob("capture_*.deb"):
                shutil.copy(package, root / "dist")
            clean = ["env", "-i", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]
            subprocess.run(["chroot", root, *clean, "sh", "-c", command], check=True, stdout=subprocess.DEVNULL)
            shutil.rmtree(root / "dist")
            print(f"image: {before} MB of {base}, {size(root)} MB with the command and what it needs")

            # Runs as docker run does, with the image's user, folder and variables.
            container = ["chroot", f"--userspec={user}", root, *clean, home.replace(" ", "=", 1), "sh", "-c"]
            run = f'cd {folder} && exec {entry.strip("[]").replace(chr(34), "")} "$@"'
            for arguments in (["--version"], ["zoom", "--fps", "10", "--seconds", "2", "--size", "360p", "-o", "zoom.mp4"]):
                subprocess.run([*container, run, "sh", *arguments], check=True)
            assert (root / folder.lstrip("/") / "zoom.mp4").stat().st_uid == 65532
        finally:
            subprocess.run(["umount", root / "proc"], check=True)


main()
