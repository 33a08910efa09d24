"""Checks each view's accessibility with axe-core, light and dark, on a desktop and a phone."""

import glob
import os
import unittest

from owed import Owed

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

# What axe-core says, as lines that lead to the element.
RUN = """
  const done = arguments[0];
  axe.run(document, { resultTypes: ["violations"] }).then(({ violations, passes }) => done({
    rules: passes.length + violations.length,
    found: violations.flatMap((rule) => rule.nodes.map((node) =>
      `${rule.id} (${rule.impact}): ${node.target.join(" ")}: ${node.failureSummary.split("\\n").slice(1).join(" ").trim()}`)),
  }), (error) => done({ rules: 0, found: [String(error)] }));
"""


def axe():
    """The script of axe-core."""
    folder = os.environ.get("REEL_AXE", os.path.join(ROOT, ".build", "axe"))
    files = sorted(glob.glob(os.path.join(folder, "axe-*.js")))
    if not files:
        raise SystemExit("axe-core is not here: run scripts/setup.sh studio")
    with open(files[-1], encoding="utf-8") as file:
        return file.read()


class Examined(Owed):
    """A window in which every view and its dialogs are examined."""

    def examine(self, view):
        # A new page does not know the script of the one before.
        if not self.browser.run("return typeof axe !== 'undefined'"):
            self.browser.run(self.script)
        result = self.browser.run_async(RUN)
        self.assertGreater(result["rules"], 10, "axe-core has looked")
        for line in result["found"]:
            self.found.append(f"{view}: {line}")

    def examine_all(self):
        self.script, self.found = axe(), []
        for view in self.each_view():
            self.examine(view)
        self.browser.run("for (const part of document.querySelectorAll('details')) part.open = true")
        self.examine("sheet with its options")
        self.browser.find("aside button.primary").click()
        self.browser.find("dialog[open]")
        self.examine("film dialog")
        self.open("wall")
        self.browser.find("details summary").click()
        self.examine("wall with its link")
        self.open("trace?words=Oma,Schmetterling&greeting=Hallo!")
        self.browser.find(".words button")
        self.examine("words of a child")
        self.browser.button("Schmetterling").click()
        self.sees_state("Saved")
        self.examine("sheet of a child")
        self.browser.find(".door").click()
        self.browser.find("dialog[open]")
        self.examine("door")
        self.open("storyboard")
        self.browser.find("textarea")
        self.browser.run("""
          const area = document.querySelector("textarea");
          area.value = area.value.replace("scenes:", "seenes:");
          area.dispatchEvent(new Event("input"));""")
        self.browser.find(".errors button")
        self.examine("storyboard with an error")
        self.assertEqual("\n".join(self.found), "")


class LightDeskTests(Examined):
    def test_axe_finds_nothing_on_a_desk_by_day(self):
        self.examine_all()


class DarkDeskTests(Examined):
    window = {"dark": True}

    def test_axe_finds_nothing_on_a_desk_at_night(self):
        self.examine_all()


class LightPhoneTests(Examined):
    window = {"size": (390, 844), "touch": True, "scale": 2}

    def test_axe_finds_nothing_on_a_phone_by_day(self):
        self.examine_all()


class DarkPhoneTests(Examined):
    window = {"size": (390, 844), "touch": True, "scale": 2, "dark": True}

    def test_axe_finds_nothing_on_a_phone_at_night(self):
        self.examine_all()


if __name__ == "__main__":
    unittest.main()
