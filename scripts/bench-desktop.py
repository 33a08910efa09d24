#!/usr/bin/env python3
"""Films a screen with capture and with FFmpeg's x11grab: bench-desktop.py CAPTURE RESULTS [--seconds 60] [--minutes 10]

Leaves desktop.json and desktop.md in the folder RESULTS. Each scene runs on an Xvfb of its own, first alone, then filmed by capture, then by
`ffmpeg -f x11grab` with libx264 and the same settings. Counted are the processor times of the recorder's processes, and by how much the time of
Xvfb grows. Nothing else should run.
"""

import argparse
import contextlib
import json
import os
import re
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

SIZE, RATE = (1280, 720), 30
TICK = os.sysconf("SC_CLK_TCK")
GOALS = {"still": 0.05, "typing": 0.25, "video": 1.0}


def processor_seconds(process):
    """The time that a running process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


@contextlib.contextmanager
def running(command, **more):
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def screen():
    """An Xvfb; its display and its process."""
    reading, writing = os.pipe()
    size = f"{SIZE[0]}x{SIZE[1]}x24"
    command = ["Xvfb", "-screen", "0", size, "-nolisten", "tcp", "-displayfd", writing]
    with running(command, pass_fds=[writing]) as server:
        os.close(writing)
        with open(reading) as numbers:
            yield ":" + numbers.readline().strip(), server.pid


def show(name, environment):
    """Waits for a program's window, gives it the keyboard, and lets it draw."""
    command = ["xdotool", "search", "--sync", "--onlyvisible", "--class", name, "windowfocus"]
    for attempt in range(10):
        # A window that a program replaces as it starts can't have the keyboard.
        if subprocess.run(command, env=environment, check=attempt == 9, timeout=60).returncode == 0:
            break
        time.sleep(0.5)
    time.sleep(2)


@contextlib.contextmanager
def scene(name, display, folder):
    environment = {**os.environ, "DISPLAY": display, "GTK_USE_PORTAL": "0", "HOME": str(folder)}
    if name == "video":
        clip = folder / "clip.mp4"
        if not clip.exists():
            source = f"testsrc2=size={SIZE[0]}x{SIZE[1]}:rate={RATE}:duration=10"
            subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", clip], check=True)
        command = ["ffplay", "-v", "error", "-an", "-loop", "0", "-x", SIZE[0], "-y", SIZE[1], "-noborder", "-left", "0", "-top", "0", clip]
        with running(command, env=environment):
            show("ffplay", environment)
            yield
        return
    with running(["mousepad", "--disable-server"], env=environment):
        show("mousepad", environment)
        if name == "still":
            yield
            return
        # In lines and at 60 words a minute, as people type: without lines the editor would slide the whole text with each key.
        line = ["type", "--args", "1", "--delay", "200", "The quick brown fox jumps over the lazy dog.", "key", "Return"]
        command = ["xdotool", *line * 200]
        with running(command, env=environment):
            yield


def recorder(kind, capture, display, seconds, output):
    if kind == "capture":
        return [capture, "desktop", "--display", display, "--seconds", seconds, "--fps", RATE, "--json", "-o", output]
    grab = ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "x11grab", "-framerate", RATE, "-video_size", f"{SIZE[0]}x{SIZE[1]}"]
    encode = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-pix_fmt", "yuv420p"]
    return [*grab, "-i", display, "-t", seconds, *encode, output]


def record(name, kind, capture, seconds, folder):
    """Runs a scene, and returns the processor times of the recorder and of the server, and the recorder's own report."""
    with screen() as (display, server), scene(name, display, folder):
        before, start = processor_seconds(server), time.monotonic()
        if kind is None:
            time.sleep(seconds)
            return {"recorder": 0.0, "server": processor_seconds(server) - before}
        output = folder / f"{name}-{kind}.mp4"
        command = [str(word) for word in recorder(kind, capture, display, seconds, output)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        report = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        assert status == 0, f"{command} failed"
        result = {"recorder": usage.ru_utime + usage.ru_stime, "server": processor_seconds(server) - before}
        result["wall"], result["bytes"] = time.monotonic() - start, output.stat().st_size
        if kind == "capture":
            summary = json.loads(report)
            result.update({key: summary[key] for key in ("missed", "dropped", "duration", "frames")})
        return result


def compare(name, capture, seconds, folder):
    alone, ours, theirs = (record(name, kind, capture, seconds, folder) for kind in (None, "capture", "x11grab"))

    def cost(run):
        return run["recorder"] + max(0.0, run["server"] - alone["server"])

    return {"scene": name, "capture": ours, "x11grab": theirs, "alone": alone, "seconds": [cost(ours), cost(theirs)]}


def start_times(capture, folder, rounds=11):
    """From the start of capture until its program runs, without the start of Xvfb."""
    times = []
    for _ in range(rounds):
        start = time.time()
        command = [capture, "desktop", "-q", "-o", folder / "start.mp4", "--", "date", "+%s.%N"]
        ours = float(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout) - start
        start = time.time()
        with screen():
            times.append(ours - (time.time() - start))
    return statistics.median(times)


PAGE = """<body style="margin:0;background:#000"><video id=v src=marks.webm muted style="width:640px;height:360px;display:block"></video><script>
const seen = (_, frame) => { console.log('FRAME', Math.round(frame.mediaTime * 30)); v.requestVideoFrameCallback(seen); };
v.requestVideoFrameCallback(seen);
v.oncanplaythrough = () => { v.oncanplaythrough = null; setTimeout(() => v.play(), 1000); };
v.onended = () => setTimeout(() => window.close(), 500);
</script>"""


def browser_marks(capture, folder):
    """Films a fixture that Chromium plays; the frames that Chromium showed, and those of them that the film lost."""
    clip, film, log = folder / "marks.webm", folder / "marks.mp4", folder / "chromium.log"
    subprocess.run([capture, "fixture", "-q", "-o", clip, "--codec", "vp9", "--size", "640x360", "--frames", "180", "--fps", "30"], check=True)
    (folder / "page.html").write_text(PAGE)
    chromium = ["chromium", "--no-sandbox", "--kiosk", "--window-position=0,0", "--window-size=640,360", "--no-first-run", "--enable-logging=stderr"]
    chromium += [f"--user-data-dir={folder / 'profile'}", "--autoplay-policy=no-user-gesture-required", f"--app={(folder / 'page.html').as_uri()}"]
    command = [capture, "desktop", "-q", "--size", "640x360", "--fps", "60", "--no-pointer", "--until-still", "10", "-o", film, "--", *chromium]
    with open(log, "w") as errors:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=errors)
    shown = {int(number) for number in re.findall(r"FRAME (\d+)", log.read_text(errors="replace"))}
    report = subprocess.run([capture, "verify", film, "--manifest", folder / "marks.json", "--json"], stdout=subprocess.PIPE).stdout
    return {"shown": len(shown), "lost": sorted(shown - {picture.get("frame") for picture in json.loads(report)["showings"]})}


def text(results, seconds):
    lines = [
        "# Films of a screen against x11grab",
        "",
        f"Written by `make bench-desktop` on {os.cpu_count()} processors: {SIZE[0]}x{SIZE[1]} at {RATE} fps, {seconds} s each, libx264 veryfast at crf 23.",
        "Processor time is that of the recorder's processes and what Xvfb needs more than alone.",
        "",
        "| scene | capture | x11grab | ratio | goal | missed ticks | bytes of capture | of x11grab |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for run in results["scenes"]:
        ours, theirs = run["seconds"]
        lines.append(
            f"| {run['scene']} | {ours:.2f} s | {theirs:.2f} s | {ours / theirs:.2f} | {GOALS[run['scene']]} "
            f"| {run['capture']['missed']} of {run['capture']['frames']} | {run['capture']['bytes']} | {run['x11grab']['bytes']} |"
        )
    busy, length, marks = results["busy"], results["length"], results["marks"]
    lines += [
        "",
        "| | measured | goal |",
        "|---|---|---|",
        f"| missed ticks while typing, beside two busy processes | {busy['missed']} of {busy['frames']} | 1 % |",
        f"| length of the film against the wall clock, {length['duration'] / 60:.1f} min | {length['error'] * 1000:+.0f} ms | {1000 / RATE:.0f} ms |",
        f"| frames of a clip that Chromium showed and a film at 60 fps lost | {len(marks['lost'])} of {marks['shown']} | 0 |",
        f"| start until the program runs, without that of Xvfb | {results['start']:.2f} s | 0.25 s |",
        "",
    ]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("capture")
    parser.add_argument("results", type=Path)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--minutes", type=float, default=10)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        results = {"scenes": [compare(name, options.capture, options.seconds, folder) for name in GOALS]}
        with running(["sh", "-c", "while :; do :; done"]), running(["sh", "-c", "while :; do :; done"]):
            results["busy"] = record("typing", "capture", options.capture, options.seconds, folder)
        # The program's own clock on both ends of the film.
        seconds = options.minutes * 60
        command = [options.capture, "desktop", "--json", "-o", folder / "long.mp4", "--", "sh", "-c", f"date +%s.%N; sleep {seconds}; date +%s.%N"]
        lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split("\n")
        duration = json.loads("\n".join(lines[2:]))["duration"]
        results["length"] = {"duration": duration, "error": duration - (float(lines[1]) - float(lines[0]))}
        results["marks"] = browser_marks(options.capture, folder)
        results["start"] = start_times(options.capture, folder)
    options.results.mkdir(exist_ok=True)
    (options.results / "desktop.json").write_text(json.dumps(results, indent=2) + "\n")
    (options.results / "desktop.md").write_text(text(results, options.seconds))
    print(text(results, options.seconds))


main()
