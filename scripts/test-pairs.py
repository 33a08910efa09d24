#!/usr/bin/env python3
"""Runs every command with random pairs of its options: test-pairs.py CAPTURE [PAIRS [SEED]]

The options and their ranges are those that `capture help --json` lists. Each run gets tiny inputs and files of a stranger in a
folder of its own. It must end with one of its documented exit codes, explain a failure in one line, leave nothing after a refusal,
and change no file that it wasn't told to.
"""

import concurrent.futures
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile

# Values by the name of an option or, after these, by the word for its value in the help.
VALUES = {
    "--background": "red #fff none red,blue",
    "--background-image": "picture.png",
    "--poster": "poster.png old.png",
    "--recipe": "new.json old.json",
    "--data": "data.csv",
    "--date": "2026-02-28 now",
    "--export": "new.json new.jsonl old.json",
    "--expect": "expected.svg",
    "--key-image": "picture.png",
    "--font": "font.svg",
    "--letters": "A ab",
    "--alphabet": "school joined none.txt",
    "--hide": "corridor progress",
    "--rule": "",
    "--index": "0 1 2",
    "--key-id": "a",
    "--max-distance": "5 40",
    "--min-inside": "0 0.5 1",
    "--seed": "0 1 18446744073709551615",
    "--at": "0 0.1 0.2",
    "--set": "title=hi",
    "--allow-path": ". pictures",
    "--blur": "1,1,9,9 10%,10%,20%,20%",
    "--box": "1,1,9,9 10%,10%,20%,20%",
    "--arrow": "1,1,30,30",
    "--note": "9,9:hello",
    "--input-fps": "10 30000/1001",
    "--raw": "rgb24:16x16 bgra:8x8",
    "--stride": "48 64",
    "--loudness": "-14 -23",
    "--crop": "32x32+0+0 9x9+1+1",
    "--encoder": "libx264 libopenh264 nosuch",
    "--max-bytes": "20kB 1MB",
    "--part": "1/2 2/2 1/1",
    "--jobs": "1 2 3",
    "--width": "16 63 64 800",
    "--hold-last": "0 0.1 2",
    "--loop": "0 1 65535",
    "--sheet": "1x1 2x2 3x1",
    "--poster-at": "0 0.1",
    "--axiom": "F F+F",
    "--rules": "F=F+F",
    "--angle": "0 60 90",
    "--heading": "0 90",
    "--pen": "F",
    "--ink": "red red,blue",
    "--timing": "timing",
    "--idle-limit": "0.1 1",
    "--loop-offset": "0 0.5 40%",
    "--cols": "1 20 1000",
    "--rows": "1 5 500",
    "--highlight": "hi",
    "--highlight-region": "1:1-2:2",
    "--zoom-region": "1:1-2:2",
    "--zoom-text": "hi nothing",
    "--zoom-factor": "1 2 8",
    "--theme-file": "colors.json",
    "--title": "hi",
    "--line-height": "1 1.2 2",
    "--letter-spacing": "0 0.2",
    "--font-dir": "pictures",
    "--env": "HOME NOSUCH",
    "--redact": "h. token=\\w+",
    "--record": "new.tape",
    "--check": "screens.txt",
    "--dpi": "48 96",
    "--display": ":97",
    "--region": "32x32+0+0",
    "--window": "nothing",
    "--pointer-scale": "1 2",
    "--until-still": "0.1",
    "--artifacts": "kept",
    "--session": "kept",
    "--ladder": "64x36,32x18 48p,24p",
    "--segment-length": "0.1s 1s",
    "--suite": "suite.yaml",
    "--out": "suite pictures",
    "--pattern": "counter ball bars",
    "--audio": "ticks sine opus aac",
    "--drawing": "0 2",
    "--rotate": "90 180",
    "--transfer": "sdr pq hlg",
    "--gop": "1 2 30",
    "--b-frames": "0 1 2",
    "--bitrate": "100k 1M",
    "--interlaced": "tff bff",
    "--timecode": "00:00:00:00 01:00:00;02",
    "--drop": "1 0-1",
    "--duplicate": "1",
    "--swap": "0:1",
    "--jitter": "5ms",
    "--gap": "1:0.5s",
    "--start-pts": "1.5s 0s",
    "--truncate": "60% 1%",
    "--flip-bits": "1 12",
    "--manifest": "clip.json data.csv",
    "--reference": "clip.mp4 movie.mp4",
    "--report": "report pictures",
    "--junit": "junit.xml old.json",
    "--csv": "frames.csv old.json",
    "--ffmpeg": "ffmpeg nosuch",
    "--min-psnr": "0 35 100",
    "--min-tile-psnr": "0 17 100",
    "--parts": "1 2 1000",
    "--only": "a nosuch",
    "--factor": "1 2 1000",
    "--port": "0",
    "--folder": "kept",
    "--host": "tablet.local",
    "--time-limit": "1 20",
    "rate": "10 12.5 30000/1001",
    "seconds": "0 0.1 0.3 1",
    "count": "1 2 3",
    "first...last": "0...1 0...2 1...1",
    "part": "0 0.5 40% 1",
    "size": "64x64 66x62 65x63 48p",
    "factor": "0.5 1 2",
    "family": "DejaVu_Sans Nothing",
    "colour": "red #fff #11223344",
    "color": "red #fff",
    "points": "0 5 40",
    "number": "1 2 3",
    "text": "hi",
}
OUTPUTS = (
    "out.mp4 out.mov out.mkv out.webm out.gif out.apng out.webp out.png out.vtt out.txt out.cast out.svg out frames/ frames/%04d.png - "
    "old.mp4 old.gif old.png old.txt pictures/ pictures/%d.png new/deep/out.mp4 step-{n}.mp4 {chapter}.gif movie.mp4"
).split()

FILM = {"--frames": "3", "--size": "64x64"}
# What each command is given unless the pair has it: words, and options that keep it small.
COMMANDS = {
    "snowflake": [([], FILM | {"--levels": "0...1"})],
    "zoom": [([], FILM)],
    "curve": [(["dragon"], FILM | {"--levels": "0...1"})],
    "turtle": [(["walk.logo"], FILM)],
    "trace": [([], {"--letters": "A", "--seconds": "0.3", "--size": "64x64"}), (["session.json"], {"--seconds": "0.3", "--size": "64x64"})],
    "still": [([], {"--frames": "3", "--size": "64x64", "--levels": "0...1"}), (["story.yaml"], {}), (["movie.mp4"], {}), (["rec.cast"], {"--size": "64x64"})],
    "recover": [(["killed.partial.mp4"], {})],
    "convert": [(["movie.mp4"], {}), (["pictures/"], {}), (["clip.mp4"], {}), (["still.gif"], {})],
    "terminal": [(["rec.cast"], {"--size": "64x64", "--fps": "5", "--hold": "0.1"})] * 3
    + [(["--", "sh", "-c", "printf hi"], {"--size": "64x64", "--fps": "5", "--hold": "0.1"}), (["demo.tape"], {"--size": "64x64"})],
    "desktop": [(["--", "true"], {"--size": "64x64", "--seconds": "0.3"})],
    "play": [(["story.yaml"], {})],
    "storyboard": [(["new"], {}), (["new", "old.yaml"], {}), (["schema"], {})],
    "studio": [([], {"--folder": "kept"}), (["story.yaml"], {"--folder": "kept"})],
    "preview": [(["story.yaml"], {})],
    "fixture": [([], {"--frames": "3", "--size": "176x144"})],
    "verify": [(["clip.mp4"], {}), (["movie.mp4"], {})],
    "check": [(["movie.mp4"], {"--recipe": "movie.json"})],
    "join": [(["whole.parts"], {})],
    "plan": [(["story.yaml"], {}), (["movie.json"], {}), ([], {})],
}
# Two words for one thing: the base's option yields to that of the pair.
INSTEAD = {"--seconds": "--frames", "--suite": "--frames", "--list-codecs": "--frames"}
STRANGER = b"a stranger's\n"
FILES = {
    "walk.logo": "repeat 4 [fd 9 rt 90]",
    "rec.cast": '{"version": 2, "width": 20, "height": 5}\n[0.1, "o", "hi token=abc\\r\\n"]\n[0.2, "m", "one"]\n[0.3, "i", "k"]\n[0.4, "o", "there"]\n',
    "demo.tape": 'Output demo.txt\nSet Width 320\nSet Height 200\nType "echo hi"\nEnter\nWait\n',
    "screens.txt": "hi\n",
    "timing": "0.1 3\n",
    "story.yaml": "film: {size: 64x64, fps: 10}\nvars: {title: hello}\nscenes:\n  - {title: '{title}', id: a, seconds: 0.3}\n  - {snowflake: {levels: 0...1}, seconds: 0.2}\n",
    "data.csv": "title\none\ntwo\n",
    "colors.json": json.dumps({"background": "#000000", "foreground": "#ffffff"}),
    "suite.yaml": "clips:\n - {name: a, frames: 2, size: 176x144}\n",
    "expected.svg": '<svg xmlns="http://www.w3.org/2000/svg"><path d="M 10 90 L 50 10 L 90 90"/></svg>',
    "font.svg": '<svg xmlns="http://www.w3.org/2000/svg"><defs><font horiz-adv-x="500"><font-face units-per-em="1000"/>'
    '<glyph unicode="A" d="M0 0L250 700L500 0"/></font></defs></svg>',
    "kept/mine.txt": "mine\n",
}
OLD = "old.mp4 old.gif old.png old.txt old.json old.yaml old.cast pictures/note.txt".split()
# Makes the other inputs.
MAKERS = """
--frames 3 --size 64x64 --levels 0...1 -q -o movie.mp4 --recipe movie.json
--frames 3 --size 64x64 --levels 0...1 -q -o still.gif
--frames 3 --size 64x64 --levels 0...1 -q -o pictures/
still --frames 3 --size 64x64 --levels 0...1 -q -o picture.png
fixture --frames 3 --size 176x144 -q -o clip.mp4
trace --letters A -q --export session.json
--frames 4 --fps 2 --size 64x64 --levels 0...1 -q --part 1/2 -o whole.parts
--frames 4 --fps 2 --size 64x64 --levels 0...1 -q --part 2/2 -o whole.parts
""".strip().splitlines()


def make(capture, folder):
    """Makes the inputs."""
    for name, text in FILES.items():
        os.makedirs(os.path.dirname(f"{folder}/{name}"), exist_ok=True)
        with open(f"{folder}/{name}", "w") as file:
            file.write(text)
    for line in MAKERS:
        subprocess.run([capture, *line.split()], cwd=folder, check=True, stdin=subprocess.DEVNULL)
    for name in OLD:
        with open(f"{folder}/{name}", "wb") as file:
            file.write(STRANGER)
    # A film whose recording is killed once its file is there.
    film = subprocess.Popen(
        [capture, "--realtime", "--seconds", "600", "--size", "64x64", "-q", "-o", "killed.mp4"], cwd=folder)
    partial = f"{folder}/killed.partial.mp4"
    while film.poll() is None and not (os.path.exists(partial) and os.path.getsize(partial) > 4000):
        os.sched_yield()
    film.kill()
    film.wait()


def snapshot(folder):
    """Every file with its content."""
    found = {}
    for place, folders, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
        for name in folders:
            found[os.path.relpath(os.path.join(place, name), folder) + "/"] = b""
    return found


class Option:
    """An option of a command with some values."""

    def __init__(self, description):
        self.names = description["names"]
        self.name = max(self.names, key=len)
        if description["kind"] == "flag":
            self.values = None
        elif self.name == "--output":
            self.values = OUTPUTS
        elif description.get("values") and len(description["values"]) > 1:
            self.values = description["values"]
        elif self.name in VALUES and VALUES[self.name]:
            self.values = VALUES[self.name].split()
        elif description.get("values"):
            self.values = description["values"]
        elif "range" in description:
            least = description["range"].get("minimum", 0)
            most = description["range"].get("maximum", least + 4)
            self.values = [f"{least:g}", f"{most:g}", f"{(least + most) // 2:g}"]
        elif description["value"] in VALUES:
            self.values = VALUES[description["value"]].split()
        elif self.name in ("--codec", "--pixel-format"):
            self.values = []
        else:
            sys.exit(f"there is no value for {self.name} <{description['value']}>: add one to VALUES")

    def words(self, chance):
        """The option as it is typed."""
        if self.values is None:
            return [self.name]
        return [self.name, chance.choice(self.values).replace("_", " " if "Sans" in str(self.values) else "_")]


def pair(command, options, chance):
    """A command line with two of its options."""
    words, base = chance.choice(COMMANDS[command])
    chosen = chance.sample(options, 2)
    given = [name for option in chosen for name in option.names]
    line = []
    for name, value in base.items():
        if name not in given and not any(INSTEAD.get(other) == name for other in given):
            line += [name, value]
    for option in chosen:
        line += option.words(chance)
    if "--output" in [option.name for option in options] and "--output" not in given and chance.random() < 0.8:
        line += ["-o", "out.png" if command == "still" else "out.mp4"]
    if "--quiet" in [option.name for option in options] and "--quiet" not in given and "--verbose" not in given:
        line.append("-q")
    return [command] + (line + words if words[:1] == ["--"] or chance.random() < 0.5 else words + line)


def is_named(path, line):
    """Whether a command line names a file, or the folder that it is in."""
    words = [word for word in line if word] + [os.path.dirname(word) for word in line if "%" in word]
    return any(path == word or path.startswith(word.rstrip("/") + "/") for word in words)


def run(capture, template, line, codes):
    """Runs a command line; returns what is wrong with it, or None."""
    folder = tempfile.mkdtemp(prefix="reel-pair-")
    try:
        shutil.copytree(template, folder, dirs_exist_ok=True)
        before = snapshot(folder)
        # What a desktop or a studio leaves goes here, too.
        environment = {**os.environ, "HOME": folder + "/home", "XDG_DATA_HOME": folder + "/home"}
        process = subprocess.Popen(
            [capture, *line], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=environment, start_new_session=True)
        isServer = line[0] in ("studio", "preview") and not {"--version", "--help"} & set(line)
        try:
            if isServer:
                # It prints its address when it is ready.
                first = process.stdout.readline()
                if first:
                    process.send_signal(signal.SIGINT)
            output, error = process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return "it takes more than two minutes"
        error = error.decode(errors="replace")
        after = snapshot(folder)
        status = process.returncode
        if status == 70 or status not in codes:
            return f"exit code {status} is not documented: {error.strip()[-600:]}"
        # Warnings, where a recorded session is kept, and what --verbose adds come before the error.
        said = [text for text in error.splitlines() if not text.startswith(("capture: warning: ", "capture: the session is in "))]
        said = said[-1:] if "--verbose" in line else said
        if status not in (0, 1) and (len(said) != 1 or len(said[0]) > 500):
            return f"{status} is explained in {len(said)} lines: {error.strip()[:900]}"
        changed = sorted(path for path in before if after.get(path) != before[path])
        if status not in (0, 1):
            # A session is kept for another film, and reports for programs say what couldn't be read.
            kept = (".partial.cast", *(line[index + 1] for index, word in enumerate(line) if word in ("--junit", "--csv")))
            added = sorted(path for path in after if path not in before and not path.startswith("home") and not path.endswith(kept))
            if changed or added:
                return f"after {status} ({said[0]}) there is {added + changed}"
        # recover ends what it is given, and join too.
        ended = {"recover": "killed.partial.mp4"}.get(line[0])
        foreign = [path for path in changed if path != ended and not is_named(path, line[1:])]
        if foreign and not ("-o" not in line and line[0] == "terminal"):
            return f"{status}: it changed {foreign}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return None


def main():
    capture = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1_000_000)
    listed = json.loads(subprocess.run([capture, "help", "--json"], check=True, capture_output=True).stdout)["commands"]
    codes = {command["name"]: {code["code"] for code in command["exitCodes"]} for command in listed}
    options = {}
    for command in listed:
        found = [Option(option) for option in command["arguments"] if option["names"]]
        options[command["name"]] = [option for option in found if option.values != []]
    missing = set(options) ^ set(COMMANDS)
    if missing:
        sys.exit(f"COMMANDS and the help differ: {sorted(missing)}")
    chance = random.Random(seed)
    # Screens take seconds, and the others are as likely as they have options.
    weights = [4 if name in ("desktop", "studio", "preview") else len(options[name]) + 10 for name in options]
    lines = [pair(name, options[name], chance) for name in chance.choices(list(options), weights, k=count)]
    template = tempfile.mkdtemp(prefix="reel-pairs-")
    try:
        make(capture, template)
        failures = 0
        with concurrent.futures.ThreadPoolExecutor(max_workers=int(os.environ.get("REEL_PAIR_JOBS", 2))) as pool:
            for line, fault in zip(lines, pool.map(lambda line: run(capture, template, line, codes[line[0]]), lines)):
                if fault:
                    failures += 1
                    print(f"capture {' '.join(line)}\n  {fault}", flush=True)
    finally:
        shutil.rmtree(template, ignore_errors=True)
    print(f"{count} pairs of options with the seed {seed}: {failures} failed")
    sys.exit(failures > 0)


main()
