"""Measures a studio from outside, as its pages see it: make bench-studio.

    bench.py CAPTURE RESULTS [--minutes 10] [--seconds 20] [--sessions 10000] [--without FILE]

Both ends run on this machine. Each number is printed with its target; the exit code is 1 if any misses it. Leaves studio.json and studio.md
in the folder RESULTS. FILE is the same command built without the studio; the start times of both are measured alternately.
"""

import argparse
import asyncio
import json
import math
import os
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from client import Client

# The number of events of a finger or a pen per second.
RATE = 120
# The number of points in a stroke: a second of drawing until the finger is lifted.
STROKE = RATE
STORY = """film: {size: 720p, fps: 30}
scenes:
  - title: A title that stands for a while
    seconds: 4
  - snowflake: {levels: 0...4}
    seconds: 8
"""


class Studio:
    """A studio with a folder of its own."""

    def __init__(self, capture, folder, story=None):
        self.process = subprocess.Popen([capture, "studio", "--port", "0", "--folder", folder, "-q"] + ([story] if story else []),
                                        stdout=subprocess.PIPE, text=True)
        self.client = Client(int(self.process.stdout.readline().rstrip("/\n").rsplit(":", 1)[1]))

    def memory(self):
        """The process's resident memory, in megabytes."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024

    def cpu(self):
        """The processor time used so far, in seconds."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)
        self.process.stdout.close()


def percentile(times, part):
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, math.ceil(part * len(ordered)) - 1)]


def event(number):
    """An event of a user who draws the same wave again and again."""
    place = number % STROKE
    kind = "began" if place == 0 else "ended" if place == STROKE - 1 else "moved"
    return [round(number * 1000 / RATE, 3), kind, 100 + place * 4, round(360 + 200 * math.sin(number / 9), 2), 0]


async def draw(client, seconds, late=0, ended=lambda: None):
    """Draws at the rate of a finger, and returns the duration of each verdict, in milliseconds, and the number of lost events.

    `ended` is called after the last verdict, before the session is exported.
    """
    name = await client.begin()
    socket = await client.socket(name)
    socket.send({"type": "hello", "pen": "bench-mark"})
    while (await socket.receive())["type"] != "welcome":
        pass
    count = int(seconds * RATE)
    sent, times = [0.0] * (count + 1), []

    async def listen():
        last = 0
        while last < count:
            message = await socket.receive()
            if message["type"] not in ("verdict", "drawing"):
                continue
            now = time.perf_counter()
            # A verdict may cover several events.
            times.extend((now - sent[number]) * 1000 for number in range(last + 1, message["last"] + 1))
            last = message["last"]

    listening = asyncio.create_task(listen())
    start = time.perf_counter() + late
    for number in range(1, count + 1):
        # Times are on a grid, so one delay does not delay everything after it.
        await asyncio.sleep(max(0, start + number / RATE - time.perf_counter()))
        sent[number] = time.perf_counter()
        socket.send({"type": "events", "first": number, "events": [event(number - 1)]})
    await asyncio.wait_for(listening, 60)
    ended()
    socket.close()
    exported = (await client.ask("GET", f"/api/sessions/{name}/file"))[1].decode().splitlines()
    kept = sum(line.startswith("[") for line in exported)
    return times, count - kept


class Report:
    """The numbers and their targets."""

    def __init__(self):
        self.rows = []

    def add(self, name, value, unit, most=None, least=None):
        self.rows.append({"name": name, "value": round(value, 3), "unit": unit, "most": most, "least": least})
        wanted = f"at most {most}" if most is not None else f"at least {least}" if least is not None else ""
        print(f"{name:76} {value:10.2f} {unit:10} {wanted}{'' if self.is_good(self.rows[-1]) else '  NOT REACHED'}", flush=True)

    def write(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        results = {"processor": processor(), "date": time.strftime("%Y-%m-%d"), "rows": self.rows}
        (folder / "studio.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
        lines = ["# The studio, seen by its pages", "", f"{results['processor']}, {results['date']}. Made by `make bench-studio`; both ends on one machine.", "",
                 "| what | measured | should be | |", "| --- | ---: | ---: | --- |"]
        for row in self.rows:
            wanted = f"at most {row['most']}" if row["most"] is not None else f"at least {row['least']}" if row["least"] is not None else ""
            lines.append(f"| {row['name']} | {row['value']:.2f} {row['unit']} | {wanted} | {'' if self.is_good(row) else 'not reached'} |")
        (folder / "studio.md").write_text("\n".join(lines) + "\n")

    @staticmethod
    def is_good(row):
        return (row["most"] is None or row["value"] <= row["most"]) and (row["least"] is None or row["value"] >= row["least"])


async def measure_drawing(capture, seconds, report):
    for pages, most in ((1, 16), (20, 50)):
        with tempfile.TemporaryDirectory() as folder:
            studio = Studio(capture, folder)
            before = studio.cpu()
            results = await asyncio.gather(*(draw(studio.client, seconds, page / pages / RATE) for page in range(pages)))
            times = [each for result, _ in results for each in result]
            label = f"event to verdict, {pages} page{'s' if pages > 1 else ''}"
            report.add(f"{label}, p50", percentile(times, 0.5), "ms")
            report.add(f"{label}, p99", percentile(times, 0.99), "ms", most=most)
            report.add(f"{label}, longest", max(times), "ms")
            report.add(f"events lost, {pages} page{'s' if pages > 1 else ''}", sum(lost for _, lost in results), "events", most=0)
            report.add(f"processor time an event, {pages} page{'s' if pages > 1 else ''}", (studio.cpu() - before) * 1e6 / len(times), "µs")
            studio.close()


async def measure_memory(capture, minutes, report):
    with tempfile.TemporaryDirectory() as folder:
        studio = Studio(capture, folder)
        last = []
        drawing = asyncio.create_task(draw(studio.client, minutes * 60, ended=lambda: last.append(studio.memory())))
        await asyncio.sleep(min(60, minutes * 20))
        first = studio.memory()
        await drawing
        report.add(f"memory after {minutes:g} min of drawing", last[0], "MB")
        report.add("of it since the first minute" if minutes > 3 else "of it since the first third", last[0] - first, "MB", most=10)
        report.add("more after the session was exported", studio.memory() - last[0], "MB")
        studio.close()


async def measure_list(capture, sessions, report):
    with tempfile.TemporaryDirectory() as folder:
        studio = Studio(capture, folder)
        name = await studio.client.begin()
        with open(os.path.join(folder, f"{name}.jsonl")) as file:
            text = file.read() + "".join(json.dumps(event(number)) + "\n" for number in range(STROKE))
        for number in range(sessions):
            with open(os.path.join(folder, f"session-{number}.jsonl"), "w") as file:
                file.write(text)
        start = time.perf_counter()
        await studio.client.ask("GET", "/api/scores?search=nothing-is-called-so")
        report.add(f"{sessions} sessions read for the first time", (time.perf_counter() - start) * 1000, "ms")
        page = await studio.client.kept()
        times = {"as before": [], "after one has changed": []}
        for round in range(9):
            for change, all in times.items():
                if change != "as before":
                    with open(os.path.join(folder, f"session-{round}.jsonl"), "a") as file:
                        file.write(json.dumps(event(STROKE + round)) + "\n")
                start = time.perf_counter()
                listed = json.loads(await page.get("/api/sessions"))["sessions"]
                all.append((time.perf_counter() - start) * 1000)
                assert len(listed) == sessions + 1, "a session is missing"
        page.close()
        # Includes reading the answer: 2 MB of JSON.
        for change, all in times.items():
            report.add(f"{sessions} sessions listed, {change}", statistics.median(all), "ms", most=100)
        studio.close()


async def measure_story(capture, report):
    with tempfile.TemporaryDirectory() as folder:
        story = os.path.join(folder, "story.yaml")
        with open(story, "w") as file:
            file.write(STORY)
        studio = Studio(capture, os.path.join(folder, "sessions"), story)
        page, other = await studio.client.kept(), await studio.client.kept()
        await page.get("/api/story")
        await other.get("/api/story/frames/0")
        times = []
        for number in range(15):
            # The page waits for news, and requests the frame as soon as it arrives.
            waiting = asyncio.create_task(page.get("/api/story?wait=20", page.tag))
            # It has been waiting for a while.
            await asyncio.sleep(0.1 + number / 300)
            # As editors save: a studio on a busy machine could read a file of which a part is written.
            with open(story + "~", "w") as file:
                file.write(STORY.replace("stands", f"stands {number}"))
            os.replace(story + "~", story)
            start = time.perf_counter()
            film = json.loads(await waiting)["film"]
            frame = await other.get(f"/api/story/frames/40?revision={film['revision']}")
            times.append((time.perf_counter() - start) * 1000)
            assert struct.unpack(">II", frame[16:24]) == (1280, 720), "the frame has another size"
        report.add("first frame of 720p after a save, median", statistics.median(times), "ms", most=100)
        report.add("first frame of 720p after a save, longest", max(times), "ms")
        for width in (1280, 640):
            start, count = time.perf_counter(), 60
            for number in range(count):
                await page.get(f"/api/story/frames/{number * 37 % film['frameCount']}?revision={film['revision']}&width={width}")
            report.add(f"scrubbing at a width of {width}", count / (time.perf_counter() - start), "frames/s", least=20)
        page.close()
        other.close()
        studio.close()


async def measure_attack(capture, report):
    with tempfile.TemporaryDirectory() as folder:
        studio = Studio(capture, folder)
        name = await studio.client.begin()
        before = studio.memory()
        most, held = before, []
        for number in range(1000):
            try:
                held.append(await asyncio.open_connection("127.0.0.1", studio.client.port))
                held[-1][1].write(b"GET / HTTP/1.1\r\nX: ")
            except OSError:
                pass
            most = max(most, studio.memory())
        # A frame that claims 2 to the 62nd bytes and keeps sending.
        socket = await studio.client.socket(name)
        socket.writer.write(b"\x81\xff" + struct.pack(">Q", 1 << 62) + bytes(4))
        # An endless header.
        _, endless = await asyncio.open_connection("127.0.0.1", studio.client.port)
        endless.write(b"GET / HTTP/1.1\r\nX: ")
        for writer in (socket.writer, endless):
            try:
                for _ in range(400):
                    writer.write(b"x" * 65536)
                    await asyncio.wait_for(writer.drain(), 5)
                    most = max(most, studio.memory())
            except (OSError, asyncio.TimeoutError):
                pass
        start = time.perf_counter()
        await studio.client.json("GET", "/api/studio")
        report.add("answer to somebody else meanwhile", (time.perf_counter() - start) * 1000, "ms")
        most = max(most, studio.memory())
        report.add("memory for 1000 idle connections, a frame of 2^62 bytes and an endless head", most - before, "MB", most=50)
        for writer in [writer for _, writer in held] + [socket.writer, endless]:
            writer.close()
        studio.close()


def measure_start(capture, without, report):
    times = {capture: [], without: []}
    for _ in range(60):
        for command, all in times.items():
            start = time.perf_counter()
            subprocess.run([command, "--version"], stdout=subprocess.DEVNULL, check=True)
            all.append((time.perf_counter() - start) * 1000)
    report.add("start of the command", statistics.median(times[capture]), "ms")
    report.add("of it for the studio", statistics.median(times[capture]) - statistics.median(times[without]), "ms", most=3)


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return f"{line.split(':', 1)[1].strip()}, {os.cpu_count()} cores"
    return os.uname().machine


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("capture")
    parser.add_argument("results", type=Path)
    parser.add_argument("--minutes", type=float, default=10, help="of drawing, for memory")
    parser.add_argument("--seconds", type=float, default=20, help="of drawing, for verdicts")
    parser.add_argument("--sessions", type=int, default=10_000)
    parser.add_argument("--without", help="the command without the studio, whose start is compared")
    options = parser.parse_args()
    capture = shutil.which(options.capture) or sys.exit(f"there is no program {options.capture}")
    report = Report()
    await measure_drawing(capture, options.seconds, report)
    await measure_list(capture, options.sessions, report)
    await measure_story(capture, report)
    await measure_attack(capture, report)
    if options.without:
        measure_start(capture, options.without, report)
    await measure_memory(capture, options.minutes, report)
    report.write(options.results)
    sys.exit(0 if all(map(report.is_good, report.rows)) else 1)


if __name__ == "__main__":
    asyncio.run(main())
