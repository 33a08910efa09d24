"""Drives Chromium with the W3C WebDriver protocol, using only the standard library."""

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"enter": "\ue007", "escape": "\ue00c", "left": "\ue012", "up": "\ue013", "right": "\ue014", "down": "\ue015",
        "control": "\ue009", "tab": "\ue004", "shift": "\ue008", "home": "\ue011", "end": "\ue010"}


class BrowserError(Exception):
    """An error of the driver, in its own words."""


class Driver:
    """Our own chromedriver, on a port that it chooses."""

    def __init__(self):
        program = shutil.which("chromedriver")
        if not program:
            raise SystemExit("chromedriver is not installed: run scripts/setup.sh studio")
        self.process = subprocess.Popen(
            [program, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for line in self.process.stdout:
            if found := re.search(r"started successfully on port (\d+)", line):
                self.address = f"http://127.0.0.1:{found[1]}"
                return
        raise SystemExit("chromedriver ended before it listened")

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise BrowserError(f"{value['error']}: {value['message'].splitlines()[0]}") from None

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


class Browser:
    """A separate window with an empty profile."""

    def __init__(self, driver, size=(1280, 860), language="en-US", dark=False, touch=False, scale=1, reduced_motion=False, more=()):
        self.driver = driver
        # Where a picture of what was seen instead is kept.
        self.last_resort = None
        self.downloads = tempfile.mkdtemp(prefix="reel-downloads-")
        # A container has neither the sandbox's rights nor a large /dev/shm.
        arguments = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars", f"--lang={language}",
                     f"--window-size={size[0]},{size[1]}", f"--force-device-scale-factor={scale}"]
        arguments += more
        if reduced_motion:
            arguments.append("--force-prefers-reduced-motion")
        options = {"args": arguments, "prefs": {"intl.accept_languages": language}}
        if binary := os.environ.get("CHROMIUM") or shutil.which("chromium"):
            options["binary"] = binary
        if touch:
            options["mobileEmulation"] = {"deviceMetrics": {"width": size[0], "height": size[1], "pixelRatio": scale, "touch": True}}
        session = driver.ask("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "acceptInsecureCerts": bool(more), "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"},
            "timeouts": {"script": 30000, "pageLoad": 30000}}}})
        self.path = f"/session/{session['sessionId']}"
        self.command("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": self.downloads})
        self.command("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    def ask(self, method, path, body=None):
        return self.driver.ask(method, self.path + path, body)

    def close(self):
        self.ask("DELETE", "")
        shutil.rmtree(self.downloads, ignore_errors=True)

    def command(self, name, parameters=None):
        """Chromium's own commands, for functions that WebDriver lacks."""
        return self.ask("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters or {}})

    # What is seen

    def open(self, address):
        self.ask("POST", "/url", {"url": address})

    def reload(self):
        self.ask("POST", "/refresh", {})

    def find(self, selector):
        """The element of a selector, as soon as it exists."""
        return Element(self, "css selector", selector)

    def count(self, selector):
        return len(self.ask("POST", "/elements", {"using": "css selector", "value": selector}))

    def button(self, words):
        """The button or link with these words."""
        path = (f"//*[self::button or self::a or self::summary or self::label]"
                f"[normalize-space(.)={quoted(words)} or @aria-label={quoted(words)}]")
        return Element(self, "xpath", path)

    def run(self, script, *arguments):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def run_async(self, script, *arguments):
        """Runs a script that answers by calling its last argument."""
        return self.ask("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def until(self, condition, what, seconds=60):
        """The condition's result as soon as it is true; after the limit, which is not under test, an error."""
        end = time.monotonic() + seconds
        problem = None
        while time.monotonic() < end:
            try:
                if value := condition():
                    return value
            except BrowserError as error:
                problem = error
            time.sleep(0.02)
        if self.last_resort:
            self.screenshot(self.last_resort)
        raise AssertionError(f"waited {seconds} s for {what} on {self.ask('GET', '/url')}" + (f": {problem}" if problem else ""))

    def sees(self, words, seconds=60):
        """Waits until the page shows words."""
        self.until(lambda: words in self.run("return document.body.innerText"), f"“{words}” on the page", seconds)

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.ask("GET", "/screenshot")))

    def problems(self):
        """The browser's complaints: script errors and violations of the security policy."""
        log = self.ask("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in log if entry["level"] in ("SEVERE", "WARNING")]

    def downloaded(self, name):
        """The path of a downloaded file, as soon as it is complete."""
        path = os.path.join(self.downloads, name)
        self.until(lambda: os.path.exists(path), f"the download {name}")
        return path

    # What is done

    def draw(self, *fingers, kind="touch", step=8):
        """Moves fingers along their paths at the same time; a path is a list of points in the window."""
        sources = []
        for number, way in enumerate(fingers):
            actions = [move(way[0], 0), {"type": "pointerDown", "button": 0}]
            actions += [move(point, step) for point in way[1:]]
            actions.append({"type": "pointerUp", "button": 0})
            sources.append({"type": "pointer", "id": f"{kind}{number}", "parameters": {"pointerType": kind}, "actions": actions})
        self.ask("POST", "/actions", {"actions": sources})

    # A finger that stays down between two calls, which WebDriver's actions lose.

    def put_down(self, way):
        """Puts a finger down at the first point of a path and moves it along."""
        self.touch("touchStart", way[0])
        self.move_on(way[1:])

    def move_on(self, way):
        for point in way:
            self.touch("touchMove", point)

    def lift(self):
        self.command("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def touch(self, kind, point):
        self.command("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": point[0], "y": point[1], "id": 1}]})

    def press(self, *keys):
        """Presses keys one after another; "control+z" presses two at a time."""
        actions = []
        for key in keys:
            parts = [KEYS.get(part, part) for part in (key.split("+") if len(key) > 1 else [key])]
            actions += [{"type": "keyDown", "value": part} for part in parts]
            actions += [{"type": "keyUp", "value": part} for part in reversed(parts)]
        self.ask("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def accessibility_tree(self):
        return self.command("Accessibility.getFullAXTree")["nodes"]


class Element:
    """The element that a selector finds."""

    def __init__(self, browser, using, selector):
        self.browser = browser
        self.using = using
        self.selector = selector
        self.look()

    def look(self):
        reference = self.browser.until(
            lambda: self.browser.ask("POST", "/element", {"using": self.using, "value": self.selector})[ELEMENT], f"an element {self.selector}")
        self.path = f"/element/{reference}"
        self.reference = {ELEMENT: reference}

    def click(self):
        def try_to_click():
            # A list may have been drawn anew since the element was found.
            self.look()
            self.browser.run("arguments[0].scrollIntoView({block: 'center'})", self.reference)
            self.browser.ask("POST", f"{self.path}/click", {})
            return True
        self.browser.until(try_to_click, f"a click on {self.selector}")

    def type(self, text):
        self.browser.ask("POST", f"{self.path}/value", {"text": text})

    def fill(self, text):
        """Replaces a field's content like a person who selects all and types."""
        self.browser.ask("POST", f"{self.path}/clear", {})
        self.type(text)

    def read(self, what):
        """The driver's facts about the element, or about the one in its place after the page was redrawn."""
        try:
            return self.browser.ask("GET", f"{self.path}/{what}")
        except BrowserError as error:
            if "stale" not in str(error):
                raise
            self.look()
            return self.browser.ask("GET", f"{self.path}/{what}")

    @property
    def text(self):
        return self.read("text")

    def state(self, name):
        return self.read(f"property/{name}")

    def attribute(self, name):
        return self.read(f"attribute/{name}")

    @property
    def rect(self):
        """The rectangle in the window: left, top, width, height."""
        return self.browser.run("const r = arguments[0].getBoundingClientRect(); return [r.x, r.y, r.width, r.height]", self.reference)


def move(point, milliseconds):
    return {"type": "pointerMove", "duration": milliseconds, "x": round(point[0]), "y": round(point[1])}


def quoted(words):
    """An XPath string literal, which has no escapes."""
    return '"' + words + '"' if '"' not in words else "'" + words + "'"
