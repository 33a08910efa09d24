"""Measures a studio from outside, as its pages see it: make bench-studio.

    bench.py CAPTURE [--minutes 10] [--seconds 20] [--sessions 10000] [--json FILE]

Both ends run on this machine. Each number stands beside what it should be; the end is 1 where one is worse.
"""

import argparse
import asyncio
import json
import math
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from client import Client

# Events of a finger or a pen, a second.
RATE = 120
# The points of a stroke: a second of drawing, and the finger is lifted.
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
        """What the process keeps in memory, in megabytes."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024

    def cpu(self):
        """The processor time that it has taken, in seconds."""
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
    """An event of somebody who draws the same wave again and again."""
    place = number % STROKE
    kind = "began" if place == 0 else "ended" if place == STROKE - 1 else "moved"
    return [round(number * 1000 / RATE, 3), kind, 100 + place * 4, round(360 + 200 * math.sin(number / 9), 2), 0]


async def draw(client, seconds, late=0):
    """Draws at the rate of a finger, and returns how long each verdict took, in milliseconds, and how many events were lost."""
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
            # A verdict may be that of several events.
            times.extend((now - sent[number]) * 1000 for number in range(last + 1, message["last"] + 1))
            last = message["last"]

    listening = asyncio.create_task(listen())
    start = time.perf_counter() + late
    for number in range(1, count + 1):
        # On a grid: what is late once is not late for ever.
        await asyncio.sleep(max(0, start + number / RATE - time.perf_counter()))
        sent[number] = time.perf_counter()
        socket.send({"type": "events", "first": number, "events": [event(number - 1)]})
    await asyncio.wait_for(listening, 60)
    socket.close()
    exported = (await client.ask("GET", f"/api/sessions/{name}/file"))[1].decode().splitlines()
    kept = sum(line.startswith("[") for line in exported)
    return times, count - kept


class Report:
    """The numbers, and what they should be."""

    def __init__(self):
        self.rows = []

    def add(self, name, value, unit, most=None, least=None):
        self.rows.append({"name": name, "value": round(value, 3), "unit": unit, "most": most, "least": least})
        wanted = f"at most {most}" if most is not None else f"at least {least}" if least is not None else ""
        print(f"{name:44} {value:10.2f} {unit:10} {wanted}{'' if self.is_good(self.rows[-1]) else '  NOT REACHED'}", flush=True)

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
        drawing = asyncio.create_task(draw(studio.client, minutes * 60))
        await asyncio.sleep(min(60, minutes * 20))
        first = studio.memory()
        await drawing
        report.add(f"memory after {minutes:g} minutes of drawing", studio.memory(), "MB")
        report.add("of it since the first minute", studio.memory() - first, "MB", most=10)
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
        times = []
        for _ in range(7):
            start = time.perf_counter()
            await studio.client.ask("GET", "/api/sessions")
            times.append((time.perf_counter() - start) * 1000)
        report.add(f"{sessions} sessions listed", percentile(times, 0.5), "ms", most=100)
        studio.close()


async def measure_story(capture, report):
    with tempfile.TemporaryDirectory() as folder:
        story = os.path.join(folder, "story.yaml")
        with open(story, "w") as file:
            file.write(STORY)
        studio = Studio(capture, os.path.join(folder, "sessions"), story)
        page = await studio.client.kept()
        await page.get("/api/story")
        await page.get("/api/story/frames/0")
        times = []
        for number in range(10):
            with open(story, "w") as file:
                file.write(STORY.replace("stands", f"stands {number}"))
            # From the save on: what the page asks as soon as it looks.
            start = time.perf_counter()
            film = json.loads(await page.get("/api/story"))["film"]
            await page.get(f"/api/story/frames/40?revision={film['revision']}")
            times.append((time.perf_counter() - start) * 1000)
        report.add("first frame of 720p after a save", percentile(times, 0.5), "ms", most=100)
        for width in (1280, 640):
            start, count = time.perf_counter(), 60
            for number in range(count):
                await page.get(f"/api/story/frames/{number * 37 % film['frameCount']}?revision={film['revision']}&width={width}")
            report.add(f"scrubbing at a width of {width}", count / (time.perf_counter() - start), "frames/s", least=20)
        page.close()
        studio.close()


async def measure_idle(capture, report):
    with tempfile.TemporaryDirectory() as folder:
        studio = Studio(capture, folder)
        await studio.client.json("GET", "/api/studio")
        before = studio.memory()
        held = []
        for _ in range(1000):
            try:
                held.append(await asyncio.open_connection("127.0.0.1", studio.client.port))
                held[-1][1].write(b"GET / HTTP/1.1\r\nX: ")
            except OSError:
                pass
        await studio.client.json("GET", "/api/studio")
        report.add("memory for 1000 idle connections", studio.memory() - before, "MB", most=50)
        for _, writer in held:
            writer.close()
        studio.close()


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("capture")
    parser.add_argument("--minutes", type=float, default=10, help="of drawing, for memory")
    parser.add_argument("--seconds", type=float, default=20, help="of drawing, for verdicts")
    parser.add_argument("--sessions", type=int, default=10_000)
    parser.add_argument("--json", help="where the numbers are kept")
    options = parser.parse_args()
    capture = shutil.which(options.capture) or sys.exit(f"there is no program {options.capture}")
    report = Report()
    await measure_drawing(capture, options.seconds, report)
    await measure_list(capture, options.sessions, report)
    await measure_story(capture, report)
    await measure_idle(capture, report)
    await measure_memory(capture, options.minutes, report)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(report.rows, file, indent=1, ensure_ascii=False)
            file.write("\n")
    sys.exit(0 if all(map(report.is_good, report.rows)) else 1)


if __name__ == "__main__":
    asyncio.run(main())
