#!/usr/bin/env python3
"""Checks what can be checked of a build for macOS on another system: check-macos.py ZIG…

ZIG is the command of Zig, which brings Apple's headers of C and the list of what libSystem exports. Lists the Swift that macOS would compile, by
the conditions in it; names each call of C there that glibc has and macOS does not; compiles the C for macOS. Swift itself is not compiled.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ZIG = sys.argv[1:]
# The modules that macOS has, of those that conditions name.
MODULES = {"AppKit", "CoreGraphics", "CoreVideo", "Darwin", "Foundation", "QuartzCore", "SwiftUI", "os"}
TERMS = [
    (r"canImport\((\w+)\)", lambda match: match[1] in MODULES),
    (r"os\((\w+)\)", lambda match: match[1] == "macOS"),
    (r"targetEnvironment\(\w+\)|\bDEBUG\b", lambda match: False),
    (r"REEL_FAMILY_\w+|\b(?:swift|compiler)\([^)]*\)|arch\(\w+\)", lambda match: True),
]
# Libraries that are the same on both systems; of this one's headers these alone are used.
PACKAGES = ["cairo", "pangocairo", "libavformat", "libavcodec", "libswscale", "libswresample", "libwebpdemux", "librsvg-2.0", "xcb", "zlib"]
FOLDERS = ["libavformat", "libavcodec", "libavutil", "libswscale", "libswresample", "webp", "xcb", "fontconfig", "zlib.h", "zconf.h", "glib-2.0"]


def holds(condition):
    """Whether macOS meets a condition."""
    for pattern, value in TERMS:
        condition = re.sub(pattern, lambda match: str(value(match)), condition)
    words = condition.replace("&&", " and ").replace("||", " or ").replace("!", " not ")
    assert re.fullmatch(r"(True|False|and|or|not|[() ])+", words), f"unknown condition: {condition}"
    return eval(words)


def compiled(text):
    """The lines that macOS compiles, with their numbers."""
    levels = []
    for number, line in enumerate(text.splitlines(), 1):
        word, _, rest = line.strip().partition(" ")
        rest = rest.split("//")[0].strip()
        if word == "#if":
            levels.append([holds(rest), holds(rest)])
        elif word == "#elseif":
            levels[-1] = [not levels[-1][1] and holds(rest), levels[-1][1] or holds(rest)]
        elif word == "#else":
            levels[-1] = [not levels[-1][1], True]
        elif word == "#endif":
            levels.pop()
        elif all(level[0] for level in levels):
            yield number, line


def names(target, folder):
    """The functions, macros and structures of a system's C library, and all of its names."""
    swift = subprocess.run(["swiftc", "-print-target-info"], check=True, capture_output=True, text=True).stdout
    resources = Path(re.search(r'"runtimeResourcePath" *: *"([^"]+)"', swift)[1].replace("\\/", "/"))
    list_of_headers = next(resources.glob("linux/*/SwiftGlibc.h")).read_text()
    header = folder / "all.h"
    header.write_text("".join(f"#if __has_include(<{name}>)\n#include <{name}>\n#endif\n" for name in re.findall(r"#include <(.*)>", list_of_headers)))
    text = subprocess.run([*ZIG, "cc", "-target", target, "-D_GNU_SOURCE", "-E", "-dD", "-x", "c", header], check=True, capture_output=True, text=True).stdout
    macros = set(re.findall(r"^#define ([A-Z][A-Z0-9_]+)\b", text, re.M))
    declared = re.sub(r"^#.*$", "", text, flags=re.M)
    functions = set(re.findall(r"\b([a-z_]\w+) ?\(", declared))
    structures = set(re.findall(r"\bstruct (\w+)\s*\{", declared))
    return macros, functions, structures, set(re.findall(r"\w+", text))


def check_swift(folder):
    macros, functions, structures, _ = names("x86_64-linux-gnu", folder)
    known = names("aarch64-macos", folder)[3]
    macros, functions, structures = macros - known, functions - known, structures - known
    sources = {path: path.read_text() for path in sorted((ROOT / "Sources").rglob("*.swift")) if ".build" not in path.parts}
    own = set(re.findall(r"\b(?:func|case|let|var|struct|enum|init|typealias)\s+`?(\w+)", "\n".join(sources.values())))
    calls, macros = (functions | structures) - own, macros - own
    found, count, total = [], 0, 0
    for path, text in sources.items():
        lines = list(compiled(text))
        total += len(text.splitlines())
        count += len(lines)
        left_out = len(text.splitlines()) - len(lines)
        if left_out:
            print(f"  {path.relative_to(ROOT)}: {len(lines)} lines, without {left_out}")
        if not (calls | macros) & set(re.findall(r"\w+", text)):
            continue
        for number, line in lines:
            code = re.sub(r'"(?:\\.|[^"\\])*"', '""', line).split("//")[0]
            used = set(re.findall(r"(?<![.\w])(\w+)\(", code)) & calls
            used |= set(re.findall(r"(?<![.\w])([A-Z][A-Z0-9_]+)\b", code)) & macros
            found += [f"{path.relative_to(ROOT)}:{number}: {name} is not on macOS" for name in sorted(used)]
    print(f"macOS compiles {count} of {total} lines in {len(sources)} files; those above in part")
    return found


def check_c(folder):
    """Compiles the C of the package, and the headers through which Swift sees libraries."""
    flags = subprocess.run(["pkg-config", "--cflags", *PACKAGES], check=True, capture_output=True, text=True).stdout.split()
    include = folder / "include"
    include.mkdir()
    for name in FOLDERS:
        place = next((base for base in (Path("/usr/include"), *Path("/usr/include").glob("*-linux-gnu")) if (base / name).exists()), None)
        if place:
            (include / name).symlink_to(place / name)
    flags = [flag for flag in flags if not re.fullmatch(r"-I/usr/include(/[^/]*-linux-gnu)?", flag)] + [f"-I{include}"]
    found = []
    sources = [path for ending in ("*.c", "*.h") for path in sorted((ROOT / "Sources").rglob(ending))]
    for path in sources:
        words = [*ZIG, "cc", "-target", "aarch64-macos", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function"]
        words += ["-c", "-o", folder / "object.o", "-x", "c", f"-I{path.parent}", f"-I{path.parent}/include", *flags]
        words += [path] if path.suffix == ".c" else ["-include", path, "/dev/null"]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode:
            found.append(f"{path.relative_to(ROOT)}: {next((line for line in done.stderr.splitlines() if 'error' in line), done.stderr[:200])}")
    print(f"{len(sources)} files of C, {len(sources) - len(found)} of them compiled for macOS")
    return found


with tempfile.TemporaryDirectory() as scratch:
    problems = check_swift(Path(scratch)) + check_c(Path(scratch))
for problem in problems:
    print(f"error: {problem}")
sys.exit(1 if problems else 0)
