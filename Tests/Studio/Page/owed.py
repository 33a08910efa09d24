"""Checks that apply to every view."""

import json

from pages import PageTest

VIEWS = ("trace", "sessions", "snowflake", "storyboard", "films", "wall", "trash", "worksheet", "pupil/Ada")


class Owed(PageTest):
    """Checks of each view, in a window of any kind."""

    def setUp(self):
        super().setUp()
        session = self.studio.send("POST", "import?name=t.jsonl", b'{"format":"reel-trace","version":1,"name":"T","canvas":[720,720],'
                         b'"maxDistance":24,"expected":["M150 90L570 90","M360 90L360 630"]}\n[0,"began",150,90,0]\n[500,"moved",570,90,0]\n'
                         b'[510,"ended",570,90,0]\n', "application/octet-stream")
        self.studio.ask("PATCH", f"sessions/{json.loads(session)['entry']['id']}", {"pupil": "Ada"})

    def each_view(self):
        """Shows one view after another and returns its name."""
        for view in VIEWS:
            self.open(view)
            self.browser.find("main h1")
            if view in ("sessions", "wall"):
                self.browser.find(".session")
            if view == "snowflake":
                self.browser.until(lambda: self.browser.find(".flake").attribute("data-shows"), "a curve")
            if view == "storyboard":
                self.browser.until(lambda: self.browser.find(".frame").state("naturalWidth"), "a frame")
            yield view.split("/")[0]
        self.begin("T")
        yield "sheet"
