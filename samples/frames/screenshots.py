#!/usr/bin/env python3
"""Films a web page, or a folder of screenshots, with the times at which the pictures were taken.

    screenshots.py https://example.org page.mp4     five seconds of a page in Chromium (pip install playwright)
    screenshots.py shots/ page.mp4                  PNGs, each shown from when its file was written
"""

import base64
import io
import shutil
import sys
from pathlib import Path

import reelcapture
from PIL import Image

SECONDS, SIZE = 5, {"width": 960, "height": 540}


def screencast(url):
    """Pictures and times from Chromium, which takes one whenever the page changes."""
    from playwright.sync_api import sync_playwright

    shots = []
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=shutil.which("chromium"))
        page = browser.new_page(viewport=SIZE)
        page.goto(url)
        session = page.context.new_cdp_session(page)
        session.on("Page.screencastFrame", lambda shot: (
            shots.append((shot["metadata"]["timestamp"], base64.b64decode(shot["data"]))),
            session.send("Page.screencastFrameAck", {"sessionId": shot["sessionId"]})))
        session.send("Page.startScreencast", {"format": "png"})
        page.wait_for_timeout(SECONDS * 1000)
        browser.close()
    return [(time, Image.open(io.BytesIO(data))) for time, data in sorted(shots)]


def folder(path):
    files = sorted(Path(path).glob("*.png"), key=lambda file: file.stat().st_mtime_ns)
    return [(file.stat().st_mtime, Image.open(file)) for file in files]


source, output = sys.argv[1:] if len(sys.argv) == 3 else sys.exit(__doc__)
shots = screencast(source) if "://" in source else folder(source)
with reelcapture.Recorder(output) as recorder:
    for time, picture in shots:
        recorder.write(picture.convert("RGB"), t=time - shots[0][0])
