"""A class at work: links with words, children's views on all devices, and what teachers do with the sheets."""

import csv
import io
import json
import os
import random
import re
import subprocess
import time
import unittest
import urllib.parse
import zipfile

from browser import Browser
from pages import CAPTURE, SCREENSHOTS, PageTest, on_sheet
from server import Studio

LINK = "trace?words=Oma,Schmetterling,to&greeting=Guten%20Morgen,%201b!&rule=strokeByStroke"

# Controls that a finger can miss: those smaller than 44 CSS pixels. The name on a card is a link as large as the card.
SMALL = """
  return [...document.querySelectorAll("button, a, select, input:not([type=file]), summary")].filter((control) => {
    const target = control.matches("input[type=radio], input[type=checkbox]") ? control.parentElement : control;
    const box = target.getBoundingClientRect();
    return box.width > 1 && control.checkVisibility() && !control.matches(".skip, .session h2 a") && (box.height < 43.5 || box.width < 43.5);
  }).map((control) => control.outerHTML.slice(0, 90))"""


class Child:
    """A child at a page, who writes with a hand that wobbles the same way for the same seed."""

    def __init__(self, browser, studio, seed):
        self.browser, self.studio, self.chance = browser, studio, random.Random(seed)

    @property
    def sheet(self):
        return self.browser.run("return decodeURIComponent(location.hash.split('/')[1]?.split('?')[0] ?? '')")

    def choose(self, word):
        """Presses a word and waits for its sheet."""
        before = self.sheet
        self.browser.button(word).click()
        self.wait_for_sheet(before)

    def wait_for_sheet(self, before):
        self.browser.until(lambda: self.sheet not in ("", before), "a new sheet")
        self.browser.until(lambda: self.state in ("Saved", "Gespeichert"), "a sheet that is connected")

    @property
    def state(self):
        return self.browser.find("#status").state("textContent")

    @property
    def shown(self):
        """The index of the letter on the sheet; None if it shows the whole word."""
        return self.browser.run("""
          const strip = document.querySelector(".strip");
          return strip.hidden ? null : [...strip.children].findIndex((tile) => tile.hasAttribute("aria-current"));""")

    def strokes(self):
        """The strokes of the sheet's task: the path of each, and its points."""
        identifier = urllib.parse.quote(self.sheet)
        task = self.studio.session(self.sheet)["task"]
        strokes = self.studio.ask("GET", f"sessions/{identifier}/demonstration")["strokes"]
        wobble = task["maxDistance"] * 0.25
        for stroke in strokes:
            points = [(x, y) for _, x, y in stroke["points"]]
            points = [points[0]] + points[3:-1:4] + [points[-1]]
            yield stroke["path"], [(x + self.chance.uniform(-wobble, wobble), y + self.chance.uniform(-wobble, wobble)) for x, y in points]

    def letter_of(self, path):
        letters = self.studio.session(self.sheet)["task"]["letters"]
        return next((index for index, letter in enumerate(letters) if letter["paths"][0] <= path < letter["paths"][1]), None)

    def write(self, path, points):
        """Writes a stroke, after its letter has come."""
        letter = self.letter_of(path)
        self.browser.until(lambda: self.shown in (None, letter), f"letter {letter}")
        self.browser.put_down(on_sheet(self.browser, points))
        self.browser.lift()
        self.browser.until(lambda: self.state in ("Saved", "Gespeichert"), "a saved stroke")

    def write_all(self):
        for path, points in self.strokes():
            self.write(path, points)


class Views:
    """The child's view in a window, from the link to the finished word."""

    language, dark = "en-US", False

    @classmethod
    def setUpClass(cls):
        cls.window = {"size": cls.size, "touch": True, "scale": 1, "language": cls.language}
        super().setUpClass()

    def look(self, name):
        self.keep_screenshot(f"class-{self.language}-{self.size[0]}x{self.size[1]}-{name}")

    def nothing_scrolls(self):
        sizes = self.browser.run("const { scrollWidth, scrollHeight } = document.documentElement; return [scrollWidth, scrollHeight, innerWidth, innerHeight]")
        self.assertEqual(sizes[:2], sizes[2:], "the page is as large as the window, to the pixel")

    def test_a_child_writes_a_long_word_letter_by_letter(self):
        self.open(LINK)
        self.browser.sees("Guten Morgen, 1b!")
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('.views')].filter((e) => e.checkVisibility()).length"), 0)
        self.assertEqual(self.browser.run(SMALL), [])
        self.look("words")
        child = Child(self.browser, self.studio, seed=7)
        child.choose("Schmetterling")
        self.nothing_scrolls()
        self.assertEqual(self.browser.run(SMALL), [])
        self.assertEqual(self.browser.count("aside"), 0, "the sheet and nothing else")
        task = self.studio.session(child.sheet)["task"]
        self.assertEqual("".join(letter["text"] for letter in task["letters"]), "Schmetterling")
        left, top, width, height = self.browser.find(".sheet").rect
        _, _, wide, _ = map(float, self.browser.find(".sheet svg").attribute("viewBox").split())
        self.assertGreaterEqual(2 * task["maxDistance"] * width / wide, 24, "the corridor is wide enough for a finger")
        self.assertTrue(left >= 0 and top >= 0 and left + width <= self.size[0] and top + height <= self.size[1], "the sheet is in sight")
        tools = self.browser.run("""
          return [...document.querySelectorAll(".tools button")].filter((tool) => tool.checkVisibility()).map((tool) => {
            const box = tool.getBoundingClientRect();
            return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
          })""")
        self.assertGreaterEqual(len(tools), 4)
        self.assertTrue(all(tools), "all tools are in reach")
        self.look("sheet")
        if self.is_written:
            child.write_all()
            self.browser.until(lambda: self.studio.session(child.sheet)["drawing"]["score"]["isComplete"], "a complete word")
            self.browser.until(lambda: child.shown is None, "the whole word in the end")
            self.assertEqual(self.studio.session(child.sheet)["drawing"]["score"]["shareInside"], 1, "the sheet stays in place under a finger")
            self.nothing_scrolls()
            self.look("done")
            before = child.sheet
            self.browser.find(".tools .primary").click()
            child.wait_for_sheet(before)
            self.assertEqual(self.studio.session(child.sheet)["entry"]["name"], "to", "the next word of the list")


class PhoneTests(Views, PageTest):
    size, is_written = (390, 844), True


class GermanPhoneTests(Views, PageTest):
    size, is_written, language = (390, 844), False, "de-DE"


class SidewaysTests(Views, PageTest):
    size, is_written = (844, 390), True


class GermanSidewaysTests(Views, PageTest):
    size, is_written, language = (844, 390), False, "de-DE"


class SmallPhoneTests(Views, PageTest):
    size, is_written = (320, 568), False


class TabletTests(Views, PageTest):
    size, is_written, language = (820, 1180), True, "de-DE"


class EnglishTabletTests(Views, PageTest):
    size, is_written = (820, 1180), False


class DeskTests(Views, PageTest):
    size, is_written = (1440, 900), True


class GermanDeskTests(Views, PageTest):
    size, is_written, language = (1440, 900), False, "de-DE"


class HelpTests(PageTest):
    window = {"size": (390, 844), "touch": True}

    def seen(self):
        return self.browser.run("""
          return [".guide", ".path", ".marks .next circle", ".ruling"].map((part) => getComputedStyle(document.querySelector(`.sheet ${part}`)).display !== "none")""")

    def test_help_fades_with_every_finished_word(self):
        self.open("trace?words=I,L&help=fading&pupil=Ada")
        child = Child(self.browser, self.studio, seed=3)
        for round, expected in enumerate([[True, True, True, True], [False, True, True, True], [False, False, True, True], [False, False, True, True]]):
            child.choose("L" if round == 0 else "L, done")
            self.assertEqual(self.seen(), expected, f"round {round + 1}")
            self.keep_screenshot(f"help-{round}")
            child.write_all()
            self.browser.until(lambda: self.studio.session(child.sheet)["drawing"]["score"]["isComplete"], "a complete letter")
            self.browser.find(".headline a").click()
            self.browser.button("L, done")

    def test_the_door_leads_to_the_tabs_for_teachers(self):
        self.open(LINK)
        self.browser.sees("Guten Morgen, 1b!")
        self.browser.button("For teachers").click()
        self.keep_screenshot("door")
        self.browser.find("dialog[open] a[href='#sessions']").click()
        self.browser.sees("No sessions yet.")
        self.assertEqual(self.browser.run("return document.querySelector('.views').checkVisibility()"), True)

    def test_words_are_spoken_by_the_browser_and_praise_is_heard_only_if_wanted(self):
        self.browser.command("Page.addScriptToEvaluateOnNewDocument", {"source": """
          window.heard = [];
          window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
          Object.defineProperty(window, "speechSynthesis", { value: { cancel() {}, speak: (words) => heard.push(`${words.lang}: ${words.text}`) } });
          const start = OscillatorNode.prototype.start;
          OscillatorNode.prototype.start = function (...when) { heard.push(`${Math.round(this.frequency.value)} Hz`); start.apply(this, when); };
        """})
        for sound, tones in ((0, []), (1, ["659 Hz", "880 Hz"])):
            self.open(f"trace?words=L&sound={sound}&pupil=Bo{sound}")
            self.browser.reload()
            child = Child(self.browser, self.studio, seed=5)
            child.choose("L")
            self.browser.button("Say it").click()
            child.write_all()
            self.browser.until(lambda: self.studio.session(child.sheet)["drawing"]["score"]["isComplete"], "a complete letter")
            self.browser.until(lambda: self.browser.find(".ring").attribute("class") == "ring complete", "praise")
            self.assertEqual(self.browser.run("return heard"), ["en-US: l"] + tones)

    def test_a_word_in_joined_letters_is_written_in_one_go(self):
        self.open("trace?words=im,Oma&alphabet=joined&pupil=Ada")
        child = Child(self.browser, self.studio, seed=4)
        child.choose("im")
        self.assertEqual([letter["text"] for letter in self.studio.session(child.sheet)["task"]["letters"]], ["im"])
        self.assertEqual(len(list(child.strokes())), 2, "a stroke and a dot")
        self.keep_screenshot("joined")
        child.write_all()
        self.browser.until(lambda: self.studio.session(child.sheet)["drawing"]["score"]["isComplete"], "a complete word")

    def test_a_long_word_in_joined_letters_is_written_in_parts_that_fit_a_finger(self):
        self.open("trace?words=Schmetterling,im&alphabet=joined&pupil=Ada&help=corridor")
        child = Child(self.browser, self.studio, seed=6)
        child.choose("Schmetterling")
        task = self.studio.session(child.sheet)["task"]
        parts = [letter["text"] for letter in task["letters"]]
        self.assertEqual("".join(parts), "Schmetterling")
        self.assertTrue(max(map(len, parts)) > 1, "as many letters as fit")
        wide = float(self.browser.find(".sheet svg").attribute("viewBox").split()[2])
        self.assertGreaterEqual(2 * task["maxDistance"] * self.browser.find(".sheet").rect[2] / wide, 24)
        self.keep_screenshot("joined-part")
        child.write_all()
        self.browser.until(lambda: self.studio.session(child.sheet)["drawing"]["score"]["isComplete"], "a complete word")
        self.browser.until(lambda: child.shown is None, "the whole word in the end")
        self.keep_screenshot("joined-word")

    def test_characters_of_a_folder_are_an_alphabet(self):
        folder = os.path.join(self.studio.folder, "Alphabets", "kanji")
        os.makedirs(folder)
        for name, ways in (("04e00", ["M12,50c30,4 60,2 85,-4"]), ("05341", ["M12,45c30,4 60,2 85,-4", "M54,12c2,30 1,60 0,85"])):
            with open(os.path.join(folder, f"{name}.svg"), "w", encoding="utf-8") as file:
                paths = "".join(f'<path d="{way}"/>' for way in ways)
                file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 109 109"><g kvg:element="{chr(int(name, 16))}">{paths}</g></svg>')
        self.open("trace?words=十一,あ,Ж&alphabet=kanji&pupil=Ada")
        child = Child(self.browser, self.studio, seed=8)
        for word, strokes in (("十一", 3), ("あ", 3), ("Ж", 3)):
            self.open("trace?words=十一,あ,Ж&alphabet=kanji&pupil=Ada")
            child.choose(word)
            self.assertEqual(len(list(child.strokes())), strokes)
            child.write_all()
            self.browser.until(lambda: self.studio.session(child.sheet)["drawing"]["score"]["isComplete"], word)
            self.browser.find(".tools .primary")
            self.assertEqual(self.studio.session(child.sheet)["drawing"]["score"]["shareInside"], 1, "the sheet stays in place under a finger")
            self.keep_screenshot(f"characters-{strokes}-{ord(word[0]):x}")

    def test_tiles_are_those_of_the_language(self):
        self.open("trace")
        self.browser.button("a").click()
        self.sees_state("Saved")
        self.open("trace")
        tiles = self.browser.run("return [...document.querySelectorAll('.letters button')].map((tile) => tile.textContent)")
        self.assertEqual("".join(tile for tile in tiles if len(tile) == 1), "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
        self.assertIn("mum", tiles)
        self.assertEqual(self.browser.run(SMALL), [])


class WithSheets(PageTest):
    """Sheets of a class."""

    def bring_in(self, *sessions):
        """Imports samples for pupils."""
        root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
        for pupil, name in sessions:
            with open(os.path.join(root, f"samples/traces/{name}.jsonl"), "rb") as file:
                session = json.loads(self.studio.send("POST", f"import?name={name}.jsonl", file.read(), "application/octet-stream"))
            self.studio.ask("PATCH", f"sessions/{urllib.parse.quote(session['entry']['id'])}", {"pupil": pupil})


class TeacherTests(WithSheets):
    """What teachers do with the sheets."""

    def test_words_are_checked_when_the_link_is_made_and_a_link_for_this_machine_says_so(self):
        self.open("wall")
        self.browser.button("A link for a class").click()
        self.browser.sees("Only this computer can open the link.")
        words = self.browser.find("details .field input")
        words.type("Oma, 漢字")
        self.browser.sees("These letters can't be traced: 漢 字")
        words.fill("Oma, Übung")
        self.browser.until(lambda: "can't be traced" not in self.browser.run("return document.body.innerText"), "no objection")
        self.keep_screenshot("link")

    def test_the_trash_has_a_door(self):
        self.bring_in(("Ada", "t"), ("Bo", "s"))
        for entry in self.studio.ask("GET", "sessions")["sessions"]:
            self.studio.ask("DELETE", f"sessions/{urllib.parse.quote(entry['id'])}")
        self.open("sessions")
        self.browser.button("Trash").click()
        self.browser.button("Put back: Ada · T").click()
        self.browser.until(lambda: len(self.studio.ask("GET", "sessions")["sessions"]) == 1, "a sheet that is back")
        self.keep_screenshot("trash")
        self.browser.button("Empty the trash").click()
        self.browser.sees("1 sheet will be permanently deleted.")
        self.browser.button("Delete permanently").click()
        self.browser.sees("The trash is empty.")
        self.assertEqual(os.listdir(os.path.join(self.studio.folder, "Trash")), [])

    def test_sheets_that_were_started_over_are_on_one_card(self):
        self.begin("T")
        self.browser.draw(self.line(*self.strokes_of_t()[0]))
        self.sees_state("Saved")
        first = self.session["entry"]["id"]
        self.browser.button("Start over").click()
        self.browser.until(lambda: first not in self.browser.run("return decodeURIComponent(location.hash)"), "another sheet")
        self.sees_state("Saved")
        self.browser.draw(self.line(*self.strokes_of_t()[1]))
        self.sees_state("Saved")
        self.open("sessions")
        self.browser.button("2 attempts").click()
        self.assertEqual(self.browser.count("dialog .rows li"), 2)
        self.keep_screenshot("attempts")
        self.assertEqual(self.browser.count(".session"), 1)

    def test_a_pupils_progress_is_a_picture_and_a_table(self):
        self.bring_in(("Ada", "t"), ("Ada", "s"), ("Bo", "t"))
        self.open("sessions")
        self.browser.button("Ada").click()
        self.browser.button("Progress").click()
        self.browser.sees("2 sheets")
        self.assertEqual(self.browser.count(".progress circle"), 2)
        self.assertEqual(self.browser.count(".scores tbody tr"), 2)
        self.keep_screenshot("progress")

    def test_a_worksheet_has_the_letters_as_lines(self):
        self.open("worksheet?words=Oma,Schmetterling")
        link = self.browser.button("Open the PDF").attribute("href")
        pdf = self.studio.send("GET", link.removeprefix("api/"))
        self.assertTrue(pdf.startswith(b"%PDF-") and pdf.rstrip().endswith(b"%%EOF"))
        self.assertEqual(pdf, self.studio.send("GET", link.removeprefix("api/")), "the same words give the same bytes")
        self.browser.find(".field input").fill("漢")
        self.browser.sees("can't be traced")
        self.browser.until(lambda: not self.browser.run("return document.querySelector('a.primary').checkVisibility()"), "no link")

    def test_a_live_recording_announces_its_film(self):
        self.begin("T")
        self.browser.button("Start").click()
        self.browser.button("Stop")
        self.browser.draw(self.line(*self.strokes_of_t()[0]))
        self.browser.until(lambda: self.studio.ask("GET", "live")["frames"] > 5, "some frames")
        self.browser.button("Stop").click()
        self.browser.sees("is finished.")

    def test_cards_on_the_wall_are_reached_by_keyboard(self):
        self.begin("T")
        self.browser.draw(self.line(*self.strokes_of_t()[0]))
        self.sees_state("Saved")
        self.open("wall")
        self.browser.find(".wall .session h2 a")
        self.browser.run("document.querySelector('details summary').focus()")
        self.browser.press("tab")
        self.assertEqual(self.browser.run("return document.activeElement.closest('.session') !== null"), True)
        self.browser.press("enter")
        self.sees_state("Saved")


class GermanTeacherTests(WithSheets):
    """In German: everything that teachers read and get."""

    window = {"language": "de-DE"}

    def test_the_table_is_that_of_a_german_spreadsheet(self):
        self.bring_in(("Zoë", "t"))
        self.open("sessions")
        self.browser.button("Ergebnisse (CSV)").click()
        with open(self.browser.downloaded("scores.csv"), "rb") as file:
            table = file.read()
        self.assertTrue(table.startswith(b"\xef\xbb\xbf"))
        head, row = list(csv.reader(io.StringIO(table.decode("utf-8-sig"), newline=""), delimiter=";"))
        self.assertEqual(head[:5], ["Name", "Kind", "Datum", "geschafft", "Genauigkeit"])
        self.assertEqual(row[:2] + row[3:4], ["T", "Zoë", "ja"])
        self.assertRegex(row[6], r"^\d+,\d+$")

    def test_errors_are_german(self):
        self.expected_problems += ["api/import", "api/sessions"]
        self.open("sessions")
        self.browser.sees("Noch keine Blätter.")
        self.browser.run("""
          const data = new DataTransfer();
          data.items.add(new File(["no ink"], "brief.txt"));
          document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));""")
        self.browser.sees("brief.txt hat kein Format, das Reel kennt")
        self.open("trace")
        self.browser.find("form input").type("漢")
        self.browser.button("Los").click()
        self.browser.sees("Das Zeichen „漢“ lässt sich nicht nachspuren")
        self.open("storyboard")
        self.browser.find("textarea")
        self.browser.run("""
          const area = document.querySelector("textarea");
          area.value = "scenes:\\n  - {titel: Hallo}\\n";
          area.dispatchEvent(new Event("input"));""")
        self.browser.sees("Unbekannter Schlüssel „titel“ in einer Szene: Meintest du title?")

    def test_no_sentence_of_the_storyboard_is_left_in_english(self):
        self.open("storyboard")
        self.browser.find("textarea")
        mistakes = ["", "scenes: []", "titel: x", "scenes", "scenes:\n  - 3", "scenes:\n\t- a", "scenes:\n  - {title: A, title: B}", "scenes:\n  - {title: [1]}",
                    "scenes:\n  - {seconds: 3}", "scenes:\n  - {title: A, image: b.png}", "scenes:\n  - {image: nothere.png}", "scenes:\n  - {title: A, seconds: abc}",
                    "scenes:\n  - {title: A, transition: foo}", "scenes:\n  - {snowflake: {levels: 99}}", "scenes:\n  - {title: A, until: cue.x}"]
        for text in mistakes:
            self.browser.run("""
              const area = document.querySelector("textarea");
              area.value = arguments[0];
              area.dispatchEvent(new Event("input"));""", text)
            state = self.browser.until(lambda: (found := self.studio.ask("GET", "story"))["text"] == text and found, f"{text!r}")
            self.assertTrue(state["errors"], text)
            line = f"Zeile {state['errors'][0]['line']}"
            self.browser.until(lambda: line in self.browser.run("return document.querySelector('.errors').innerText"), line)
            self.browser.until(lambda: state["errors"][0]["message"] not in self.browser.run("return document.querySelector('.errors').innerText"), f"German for {state['errors']}")
            self.assertNotIn("Auf Englisch", self.browser.run("return document.querySelector('.errors').innerText"), state["errors"])


class OtherLanguageTests(PageTest):
    window = {"language": "ar"}

    def test_arabic_is_written_from_right_to_left(self):
        self.open("trace")
        self.browser.find("main h1")
        self.assertEqual(self.browser.run("const root = document.documentElement; return [root.lang, root.dir, root.scrollWidth <= innerWidth]"), ["ar", "rtl", True])
        self.keep_screenshot("arabic-trace")
        self.begin("T")
        self.keep_screenshot("arabic-sheet")
        sheet, panel = (self.browser.find(part).rect[0] for part in (".sheet", "aside.panel"))
        self.assertGreater(sheet, panel)

    def sees_state(self, words, seconds=60):
        super().sees_state({"Saved": "محفوظ"}.get(words, words), seconds)

    def test_no_language_lacks_a_word(self):
        found = self.browser_words()
        english = found["en"]
        self.assertGreater(len(english), 200)
        for language, words in found.items():
            self.assertEqual(sorted(words), sorted(english), language)
            for key, text in words.items():
                if isinstance(text, list):
                    self.assertTrue(all(text), f"{language}: {key}")
                    continue
                self.assertTrue(text.strip(), f"{language}: {key}")
                parts = set(re.findall(r"\{\w+\}", text))
                self.assertEqual(parts, set(re.findall(r"\{\w+\}", english[key])), f"{language}: {key}")
                self.assertIn(len(text.split(" | ")), (1, 2, 6), f"{language}: {key}")
            self.assertEqual(len(words["columns"]), len(english["columns"]), language)

    def browser_words(self):
        self.browser.open(self.studio.address)
        return self.browser.run_async("""
          const done = arguments[0];
          const names = { en: "english", de: "german", fr: "french", es: "spanish", tr: "turkish", ar: "arabic" };
          Promise.all(Object.entries(names).map(async ([tag, name]) => [tag, (await import(`/words-${tag}.js`))[name]])).then((all) => done(Object.fromEntries(all)));""")


class BritishTests(PageTest):
    window = {"language": "en-GB"}

    def test_dates_are_british(self):
        self.open("trace")
        self.browser.find("main h1")
        shown = self.browser.run_async("const done = arguments[0]; import('/words.js').then(({ date, t }) => done([date(Date.UTC(2020, 4, 3, 12)), ...[0.5, 1, 2].map((count) => t('seconds', { count }))]))")
        self.assertRegex(shown[0], r"^3 May 2020")
        self.assertEqual(shown[1:], ["0.5 seconds", "1 second", "2 seconds"])


class LessonTests(PageTest):
    """A lesson: three children write at three pages at once, and the teacher gets films and a table."""

    window = {"size": (1280, 860)}

    def test_three_children_write_at_once_and_the_teacher_gets_wall_films_and_table(self):
        link = f"{self.studio.address}#trace?words=Oma,im&greeting=Hallo!&rule=strokeByStroke&hints=0"
        sizes = [(390, 844), (844, 390), (820, 1180)]
        children = []
        for seed, (name, size) in enumerate(zip(("Ada", "Bo", "Zoë"), sizes), start=1):
            browser = Browser(self.driver, size=size, touch=True)
            self.addCleanup(browser.close)
            browser.open(link)
            browser.find("input[type=text]").type(name)
            children.append(Child(browser, self.studio, seed))
        for child in children:
            child.choose("Oma")
        # Stroke after stroke in turns, so that all of them are in the middle of a word at the same time.
        ways = [list(child.strokes()) for child in children]
        self.open("wall")
        for turn in range(max(map(len, ways))):
            for child, way in zip(children, ways):
                if turn < len(way):
                    child.write(*way[turn])
            if turn == 1:
                for name in ("Ada", "Bo", "Zoë"):
                    self.browser.sees(f"{name} · Oma")
                self.keep_screenshot("lesson-wall")
        for child in children:
            self.browser.until(lambda: self.studio.session(child.sheet)["drawing"]["score"]["isComplete"], "a complete word")
            child.browser.find(".tools .primary")
        self.browser.until(lambda: self.browser.count(".wall .complete") == 3, "three complete words on the wall")
        self.open("sessions")
        self.browser.until(lambda: self.browser.count(".session") == 3, "three sheets")
        self.keep_screenshot("lesson-sheets")
        self.browser.button("Films (ZIP)").click()
        self.browser.button("Record").click()
        self.browser.button("Download").click()
        with zipfile.ZipFile(self.browser.downloaded(self.browser.find("dialog .film h2").text)) as archive:
            rows = list(csv.DictReader(io.StringIO(archive.read("scores.csv").decode("utf-8-sig"), newline="")))
            self.assertEqual(sorted(row["pupil"] for row in rows), ["Ada", "Bo", "Zoë"])
            for row in rows:
                self.assertEqual((row["name"], row["complete"]), ("Oma", "yes"))
                self.assertTrue(row["film"].startswith(row["pupil"] + "-"), row["film"])
                frames = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries", "stream=nb_read_frames",
                                         "-of", "csv=p=0", archive.extract(row["film"], self.studio.folder)], check=True, capture_output=True, text=True).stdout
                self.assertGreater(int(frames), 30)


if __name__ == "__main__":
    unittest.main()
