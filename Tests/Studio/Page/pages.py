"""The shared parts of the page's tests: a studio, windows, and ways to inspect a sheet."""

import json
import os
import subprocess
import tempfile
import unittest

from browser import Browser, Driver
from server import Studio

CAPTURE = os.environ.get("REEL_CAPTURE", "capture")
SCREENSHOTS = os.environ.get("REEL_SCREENSHOTS", "studio-screenshots")

# Keeps every message that the page sends on its socket, also over a reload.
WITNESS = """
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    const message = JSON.parse(data);
    if (message.type === "hello") this.pen = message.pen;
    if (message.type === "events") {
      const sent = JSON.parse(localStorage.getItem("test.sent") ?? "{}");
      const numbered = sent[this.pen] ??= {};
      message.events.forEach((event, index) => {
        const number = message.first + index;
        if (number in numbered && JSON.stringify(numbered[number]) !== JSON.stringify(event)) numbered.differs = number;
        numbered[number] = event;
      });
      localStorage.setItem("test.sent", JSON.stringify(sent));
    }
    send.call(this, data);
  };
"""

# Counts the pixels of ink by colour, on both canvases.
INK = """
  const counts = { black: 0, red: 0, green: 0 };
  for (const canvas of document.querySelectorAll(".sheet canvas")) {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    for (let index = 0; index < data.length; index += 4) {
      if (data[index + 3] < 200) continue;
      const [red, green, blue] = data.subarray(index, index + 3);
      if (red > 180 && green < 60 && blue < 60) counts.red += 1;
      else if (green > 120 && red < 60) counts.green += 1;
      else if (red < 40 && green < 40 && blue < 40) counts.black += 1;
    }
  }
  return counts;
"""


def on_sheet(browser, points):
    """Points of the canvas, in the window: a sheet shows all of its canvas, or a letter of it."""
    left, top, width, height = browser.find(".sheet").rect
    x0, y0, wide, high = map(float, browser.find(".sheet svg").attribute("viewBox").split())
    return [(left + (x - x0) / wide * width, top + (y - y0) / high * height) for x, y in points]


class PageTest(unittest.TestCase):
    """A test with its own studio, and therefore its own origin: the browser's storage has nothing from other tests."""

    story = None
    window = {}

    @classmethod
    def setUpClass(cls):
        cls.driver = Driver()
        cls.addClassCleanup(cls.driver.close)
        cls.browser = Browser(cls.driver, **cls.window)
        cls.addClassCleanup(cls.browser.close)
        os.makedirs(SCREENSHOTS, exist_ok=True)
        cls.browser.last_resort = os.path.join(SCREENSHOTS, "waited-in-vain.png")
        cls.browser.command("Page.addScriptToEvaluateOnNewDocument", {"source": WITNESS})

    def setUp(self):
        self.studio = Studio(CAPTURE, self.story)
        self.addCleanup(self.studio.close)
        # What a test breaks on purpose, browsers complain about.
        self.expected_problems = ["getImageData", "Close received after close"]

    def tearDown(self):
        self.browser.open("about:blank")
        problems = [problem for problem in self.browser.problems() if not any(words in problem for words in self.expected_problems)]
        self.assertEqual(problems, [], "the browser complained")

    def open(self, view, address=None):
        self.browser.open(f"{address or self.studio.address}#{view}")

    def keep_screenshot(self, name):
        self.browser.run("scrollTo(0, 0)")
        self.browser.screenshot(os.path.join(SCREENSHOTS, f"{name}.png"))

    # The sheet

    def begin(self, text="T", address=None, **task):
        """Makes a session and opens its sheet."""
        session = self.studio.ask("POST", "sessions", {"text": text, "canvas": [720, 720], **task} if text else
                                  {"free": True, "canvas": [720, 720], **task})
        self.open(f"trace/{session['entry']['id']}", address)
        self.sees_state("Saved")
        self.session = session
        return session

    def sees_state(self, words, seconds=60):
        # A child's view says the state without showing it.
        self.browser.until(lambda: words in self.browser.find("#status").state("textContent"), f"the state “{words}”", seconds)

    def way(self, *points):
        """Points of the session's canvas, in the window."""
        return on_sheet(self.browser, points)

    def line(self, start, end, steps=12):
        """A path along a straight line."""
        return self.way(*((start[0] + (end[0] - start[0]) * step / steps, start[1] + (end[1] - start[1]) * step / steps)
                          for step in range(steps + 1)))

    def strokes_of_t(self):
        """The bar and the stem of a T: the ends of each."""
        left, right, _, bottom = self.session["task"]["keyPoints"]
        middle = ((left[0] + right[0]) / 2, left[1])
        return (left, right), (middle, bottom)

    def write(self, text, seed, part=1):
        """Writes like a child who slips now and then: with the strokes of the library's synthetic hand, or a part of them."""
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "hand.jsonl")
            width, height = self.session["task"]["canvas"]
            subprocess.run([CAPTURE, "trace", "--letters", text, "--hand", "child", "--seed", str(seed), "--size", f"{width}x{height}",
                            "--seconds", "0.1", "--export", file, "-o", os.path.join(folder, "hand.png")], check=True, capture_output=True)
            with open(file) as lines:
                events = [json.loads(line) for line in lines.read().splitlines()[1:]]
        strokes = []
        for _, kind, x, y, *_ in events[:int(len(events) * part)]:
            if kind == "began":
                strokes.append([])
            strokes[-1].append((x, y))
        for stroke in strokes:
            # A browser sees a finger less often than the hand is sampled.
            self.browser.put_down(self.way(*stroke[:-1:3], stroke[-1]))
            self.browser.lift()
        self.sees_state("Saved")

    def ink(self):
        return self.browser.run(INK)

    def sent(self):
        """Every event that the page numbered, in order, pen after pen."""
        pens = self.browser.run("return Object.values(JSON.parse(localStorage.getItem('test.sent') ?? '{}'))")
        events = []
        for numbered in pens:
            self.assertNotIn("differs", numbered, "two events have one number")
            self.assertEqual(sorted(map(int, numbered)), list(range(1, len(numbered) + 1)), "a number is missing")
            events += [numbered[str(number)] for number in range(1, len(numbered) + 1)]
        return events

    def assert_nothing_lost(self):
        """Checks that the file has the events that the page sent, without repetitions or gaps."""
        sent = [[kind, *rest[:3]] for _, kind, *rest in self.sent()]
        kept = [[kind, *rest[:3]] for _, kind, *rest in self.studio.events(self.session["entry"]["id"])]
        self.assertGreater(len(sent), 0)
        self.assertEqual(kept, sent)
