"""Checks of every view: labels, roles, contrast, small windows, languages, and no requests to other servers."""

import unittest

from owed import Owed

# Roles that somebody works with: each needs a name.
NAMED = {"button", "link", "textbox", "searchbox", "slider", "checkbox", "switch", "radio", "combobox", "image", "progressbar", "dialog",
         "application", "radiogroup", "spinbutton", "ComboBoxSelect"}

# The texts whose contrast with what is behind them is below what WCAG 2.2 asks for (4.5, or 3 for large letters).
FAINT = r"""
  const channel = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const parse = (text) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, bottom) => [0, 1, 2].map((i) => top[i] * top[3] + bottom[i] * (1 - top[3]));
  const ground = (element) => {
    if (!element) return [255, 255, 255];
    const color = parse(getComputedStyle(element).backgroundColor);
    return color[3] === 1 ? color.slice(0, 3) : over(color, ground(element.parentElement));
  };
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent.trim();
    if (!text || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.closest(":disabled, svg, noscript")) continue;
    const style = getComputedStyle(element);
    const behind = ground(element);
    const front = over(parse(style.color), behind);
    const [light, dark] = [luminance(front), luminance(behind)].sort((a, b) => b - a);
    const contrast = (light + 0.05) / (dark + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
    if (contrast < (large ? 3 : 4.5)) faint.push(`${text.slice(0, 30)}: ${contrast.toFixed(2)}`);
  }
  return faint;
"""


class AccessTests(Owed):
    def test_whatever_one_works_with_has_a_name_and_a_role(self):
        for view in self.each_view():
            nodes = [node for node in self.browser.accessibility_tree() if not node.get("ignored")]
            nameless = [(node["role"]["value"], node.get("backendDOMNodeId")) for node in nodes
                        if node["role"]["value"] in NAMED and not node.get("name", {}).get("value", "").strip()]
            self.assertEqual(nameless, [], view)
            roles = [node["role"]["value"] for node in nodes]
            self.assertEqual(roles.count("main"), 1)
            self.assertIn("navigation", roles)
            self.assertEqual(self.browser.count("h1"), 1)
            self.assertEqual(self.browser.run("return document.documentElement.lang"), "en")
            self.assertEqual(self.browser.run(
                "const ids = [...document.querySelectorAll('[id]')].map((e) => e.id); return ids.filter((id, i) => ids.indexOf(id) !== i)"), [])
            self.assertEqual(self.browser.run(FAINT), [], f"{view}: texts with too little contrast")

    def test_the_tabulator_reaches_everything_in_order_and_the_first_stop_skips_to_the_content(self):
        self.open("snowflake")
        self.browser.find("#level")
        self.browser.press("tab")
        self.assertEqual(self.browser.run("return document.activeElement.textContent"), "Skip to content")
        self.browser.press("enter")
        self.assertEqual(self.browser.run("return document.activeElement.id"), "content")
        self.browser.press("tab")
        self.assertEqual(self.browser.run("return document.activeElement.tagName"), "SELECT")
        self.browser.press("tab")
        self.assertEqual(self.browser.run("return document.activeElement.id"), "level")
        reached = set()
        for _ in range(14):
            self.browser.press("tab")
            reached.add(self.browser.run("return document.activeElement.textContent || document.activeElement.type || document.activeElement.tagName"))
        self.assertIn("Record from level 0 to 4", reached)
        self.assertIn("range", reached)

    def test_nothing_is_asked_of_any_other_server(self):
        for view in self.each_view():
            hosts = self.browser.run("return [...new Set(performance.getEntriesByType('resource').map((entry) => new URL(entry.name).host))]")
            self.assertEqual([host for host in hosts if host and host != f"127.0.0.1:{self.studio.port}"], [], view)


class DarkTests(Owed):
    window = {"dark": True, "language": "de-DE", "reduced_motion": True}

    def test_dark_views_have_contrast_and_speak_german(self):
        for view in self.each_view():
            self.assertEqual(self.browser.run(FAINT), [], f"{view}: texts with too little contrast")
            self.assertEqual(self.browser.run("return document.documentElement.lang"), "de")
            self.assertEqual(self.browser.run(
                "return document.getAnimations().filter((a) => a.effect.getComputedTiming().duration > 0).length"), 0, "nothing moves")
            self.keep_screenshot(f"dark-{view}")

    def sees_state(self, words, seconds=60):
        super().sees_state({"Saved": "Gespeichert"}.get(words, words), seconds)


class PhoneTests(Owed):
    window = {"size": (390, 844), "touch": True, "scale": 2}

    def test_a_phone_shows_one_column_with_controls_that_a_finger_hits(self):
        for view in self.each_view():
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 390, view)
            # The name on a card is a link as large as the card.
            small = self.browser.run("""
              return [...document.querySelectorAll("button, a, select, input:not([type=file]), summary")].filter((control) => {
                const box = control.getBoundingClientRect();
                const target = control.matches("input[type=radio], input[type=checkbox]") ? control.parentElement.getBoundingClientRect() : box;
                return box.width > 0 && !control.matches(".skip, .session h2 a") && (target.height < 43.5 || target.width < 43.5);
              }).map((control) => control.outerHTML.slice(0, 90))""")
            self.assertEqual(small, [], f"{view}: too small for a finger")
            self.keep_screenshot(f"phone-{view}")

    def test_the_whole_sheet_and_its_tools_are_on_the_screen(self):
        self.begin("T")
        left, top, width, height = self.browser.find(".sheet").rect
        self.assertGreaterEqual(left, 0)
        self.assertLessEqual(left + width, 390)
        _, tools, _, size = self.browser.find(".tools").rect
        _, bar, _, _ = self.browser.find(".views").rect
        self.assertLessEqual(tools + size, bar, "the bar of views hides no tools")
        bar_of_t, stem = self.strokes_of_t()
        self.browser.draw(self.line(*bar_of_t))
        self.browser.draw(self.line(*stem))
        self.browser.sees("Complete")
        self.keep_screenshot("phone-traced")


class DarkPhoneTests(Owed):
    window = {"size": (390, 844), "touch": True, "scale": 2, "dark": True}

    def test_a_child_writes_on_a_phone_at_night(self):
        self.begin("g", canvas=[720, 960])
        self.write("g", seed=5)
        self.browser.sees("Complete")
        self.assertEqual(self.browser.run(FAINT), [])
        self.keep_screenshot("readme-phone")


if __name__ == "__main__":
    unittest.main()
