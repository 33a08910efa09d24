"""Drawing on the sheet by touch, pen, mouse and keyboard, with everything that may go wrong meanwhile."""

import json
import subprocess
import tempfile
import unittest

from pages import CAPTURE, PageTest
from server import Network


class TraceTests(PageTest):
    def test_a_letter_traced_by_touch_is_judged_while_it_is_drawn_and_turns_green(self):
        self.open("trace")
        self.browser.button("T").click()
        self.sees_state("Saved")
        identifier = self.browser.run("return decodeURIComponent(location.hash.split('/')[1])")
        self.session = self.studio.session(identifier)
        bar, stem = self.strokes_of_t()
        self.browser.draw(self.line(*bar))
        self.browser.until(lambda: self.ink()["black"] > 500, "a black line")
        self.assertEqual(self.ink()["red"], 0)
        # A detour leaves the corridor and comes back.
        (x, top), (_, bottom) = stem
        half = (top + bottom) / 2
        self.browser.draw(self.line(stem[0], (x, half)) + self.line((x, half), (x + 90, half + 40))
                          + self.line((x + 90, half + 40), (x, half + 10)) + self.line((x, half + 10), stem[1]))
        self.browser.until(lambda: self.ink()["red"] > 200, "a red line")
        self.browser.sees("Complete")
        self.browser.until(lambda: self.ink()["green"] > 1000 and self.ink()["black"] == 0, "the letter in green")
        self.assertGreater(self.ink()["red"], 200, "what was red stays red")
        score = self.studio.session(identifier)["drawing"]["score"]
        self.assertTrue(score["isComplete"])
        self.assertLess(score["shareInside"], 1)
        self.keep_screenshot("trace")

    def test_the_verdict_is_that_of_the_command_on_the_exported_session(self):
        self.begin("Aa", canvas=[960, 720])
        self.write("Aa", seed=3, part=0.7)
        self.browser.until(lambda: self.ink()["red"] > 100, "a slip")
        self.keep_screenshot("readme-desk")
        identifier = self.session["entry"]["id"]
        with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
            file.write(self.studio.send("GET", f"sessions/{identifier}/file"))
            file.flush()
            score = json.loads(subprocess.run([CAPTURE, "trace", file.name, "--score"], check=True, capture_output=True).stdout)
        shown = self.studio.session(identifier)["drawing"]["score"]
        self.assertEqual(shown["progress"], score["progress"])
        self.assertAlmostEqual(shown["shareInside"], score["shareInside"], delta=1e-6)
        self.assertEqual(self.browser.find(".facts dd").text, f"{int(score['shareInside'] * 100 + 1e-9)}%")
        self.assert_nothing_lost()

    def test_a_scribble_over_the_whole_sheet_never_completes_a_letter(self):
        self.begin("A")
        rows = [self.line((36, y), (684, y), 16) if row % 2 == 0 else self.line((684, y), (36, y), 16) for row, y in enumerate(range(60, 700, 20))]
        self.browser.draw(sum(rows, []))
        self.sees_state("Saved")
        score = self.studio.session(self.session["entry"]["id"])["drawing"]["score"]
        self.assertEqual([part == 1 for part in score["progress"]], [True, True, True], "everything was touched")
        self.assertFalse(score["isComplete"])
        self.browser.sees("Everything is traced, but only")
        self.keep_screenshot("scribble")

    def test_a_tapped_dot_is_inked_and_completes_an_i(self):
        self.begin("i")
        stem, dot = self.session["task"]["marks"]
        top, bottom = self.session["task"]["keyPoints"][:2]
        self.browser.draw(self.line(top, bottom))
        self.sees_state("Saved")
        self.browser.draw(self.way(dot["dot"]))
        self.browser.sees("Complete")
        inked = lambda: self.browser.run("""
          const [x, y] = arguments[0];
          const canvas = document.querySelector(".sheet canvas");
          return canvas.getContext("2d").getImageData(x / 720 * canvas.width, y / 720 * canvas.height, 1, 1).data[3] > 200;
        """, dot["dot"])
        self.browser.until(inked, "the dot")
        strokes = self.studio.session(self.session["entry"]["id"])["drawing"]["strokes"]
        self.assertEqual(len(strokes[1]["points"]), 2, "a tap has its point twice")
        self.assert_nothing_lost()
        self.browser.reload()
        self.sees_state("Saved")
        self.browser.until(inked, "the dot after a reload")
        self.keep_screenshot("dot")

    def test_marks_show_the_next_stroke_and_mistakes_are_explained(self):
        self.begin("T", rule="inOrder")
        shown = lambda: self.browser.run("return [...document.querySelectorAll('.marks > g')].map((mark) => [mark.classList.contains('next'), mark.style.display])")
        self.assertEqual(shown(), [[True, ""], [False, ""]])
        self.keep_screenshot("guide")
        bar, stem = self.strokes_of_t()
        self.browser.draw(self.line((stem[1][0], stem[1][1] - 150), stem[1]))
        self.browser.sees("Stroke 1 comes first")
        self.assertEqual(self.ink()["red"], 0, "what is in the corridor is not red")
        self.browser.draw(self.line(bar[1], (bar[1][0] - 100, bar[1][1])))
        self.browser.sees("The other way round")
        self.browser.draw(self.line(*bar))
        self.browser.until(lambda: shown() == [[False, "none"], [True, ""]], "the mark of the second stroke")
        self.browser.draw(self.line(*stem))
        self.browser.sees("Complete")
        self.assertEqual(shown(), [[False, "none"], [False, "none"]])

    def test_a_hand_shows_how_to_write_when_asked_and_after_three_misses(self):
        self.begin("T")
        shown = lambda: self.browser.run("return document.querySelectorAll('.shown polyline').length")
        self.browser.button("Show me").click()
        self.browser.until(lambda: shown() == 2, "both strokes")
        self.keep_screenshot("show-me")
        for x in (600, 620, 640):
            self.browser.draw(self.line((x, 500), (x, 600)))
            self.sees_state("Saved")
        self.browser.sees("this is how stroke 1 goes")
        self.browser.until(lambda: shown() == 1, "the next stroke alone")
        self.browser.draw(self.line(*self.strokes_of_t()[0]))
        self.assertEqual(shown(), 0, "a finger ends it")

    def test_ink_is_seen_before_any_answer_came(self):
        network = Network(self.studio)
        self.begin("T", network.address)
        network.hold_answers()
        bar, _ = self.strokes_of_t()
        self.browser.put_down(self.line(*bar))
        self.assertGreater(self.browser.run_async("""
          const done = arguments[0];
          requestAnimationFrame(() => {
            const canvas = document.querySelector(".sheet canvas.fresh");
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            done(data.filter((_, index) => index % 4 === 3 && data[index] > 200).length);
          });"""), 500)
        self.assertEqual(self.browser.find(".ring").attribute("aria-valuenow"), "0", "no verdict came")
        network.let_answers_pass()
        self.browser.lift()
        self.sees_state("Saved")
        self.assert_nothing_lost()
        network.close()

    def test_a_reload_in_the_middle_of_a_stroke_loses_nothing_and_goes_on(self):
        self.begin("T")
        bar, stem = self.strokes_of_t()
        self.browser.put_down(self.line(*bar))
        self.browser.reload()
        self.browser.lift()
        self.sees_state("Saved")
        self.browser.until(lambda: self.ink()["black"] > 500, "the line from before the reload")
        self.browser.draw(self.line(*stem))
        self.browser.sees("Complete")
        self.sees_state("Saved")
        self.assert_nothing_lost()
        events = self.studio.events(self.session["entry"]["id"])
        self.assertEqual([event[0] for event in events], sorted(event[0] for event in events))

    def test_drawing_goes_on_while_the_network_is_away(self):
        self.expected_problems += ["WebSocket", "ERR_"]
        network = Network(self.studio)
        self.begin("T", network.address)
        bar, stem = self.strokes_of_t()
        self.browser.put_down(self.line(bar[0], stem[0]))
        network.go_away()
        self.sees_state("Offline")
        # Still in the same stroke.
        self.browser.move_on(self.line(stem[0], bar[1]))
        self.browser.lift()
        self.browser.draw(self.line(*stem))
        self.assertIn("kept", self.browser.find("#status").text)
        self.assertGreater(self.ink()["black"], 1000)
        network.come_back()
        self.browser.sees("Complete")
        self.sees_state("Saved")
        self.assert_nothing_lost()
        network.close()

    def test_a_studio_that_was_killed_goes_on_where_it_was(self):
        self.expected_problems += ["WebSocket", "ERR_"]
        self.begin("T")
        bar, stem = self.strokes_of_t()
        self.browser.put_down(self.line(bar[0], stem[0]))
        self.studio.kill()
        self.sees_state("Offline")
        # Still in the same stroke.
        self.browser.move_on(self.line(stem[0], bar[1]))
        self.browser.until(lambda: "strokes are kept" in self.browser.find("#status").state("textContent"), "strokes that wait")
        self.studio.start()
        self.sees_state("Saved")
        self.browser.lift()
        self.browser.draw(self.line(*stem))
        self.browser.sees("Complete")
        self.sees_state("Saved")
        self.assert_nothing_lost()
        self.assertEqual(len(self.studio.session(self.session["entry"]["id"])["drawing"]["strokes"]), 2, "the stroke is in one piece")

    def test_ink_that_waits_for_its_frame_is_not_called_saved(self):
        self.begin("T")
        self.browser.run("window.held = []; window.requestAnimationFrame = (action) => window.held.push(action);")
        bar, _ = self.strokes_of_t()
        self.browser.draw(self.line(*bar))
        self.sees_state("Saving")
        self.browser.run("window.held.splice(0).forEach((action) => action());")
        self.sees_state("Saved")
        self.assert_nothing_lost()

    def test_events_wait_through_a_reload_and_a_killed_studio(self):
        self.expected_problems += ["WebSocket", "ERR_"]
        network = Network(self.studio)
        self.begin("T", network.address)
        bar, stem = self.strokes_of_t()
        self.browser.draw(self.line(*bar))
        self.sees_state("Saved")
        network.hold_answers()
        self.browser.put_down(self.line(*stem))
        # The studio has got some of it, and the page does not know.
        self.studio.kill()
        self.studio.start()
        network.let_answers_pass()
        self.browser.reload()
        self.browser.lift()
        self.browser.sees("Complete")
        self.sees_state("Saved")
        self.assert_nothing_lost()
        network.close()

    def test_ink_that_a_closed_page_left_behind_is_saved_when_its_sheet_is_opened(self):
        self.expected_problems += ["WebSocket", "ERR_"]
        network = Network(self.studio)
        self.begin("T", network.address)
        network.go_away()
        self.sees_state("Offline")
        self.browser.draw(self.line(*self.strokes_of_t()[0]))
        self.browser.open("about:blank")
        network.come_back()
        self.open("sessions", network.address)
        self.browser.sees("A sheet has strokes that are not saved yet.")
        self.browser.button("Open").click()
        self.sees_state("Saved")
        self.assert_nothing_lost()
        self.open("films", network.address)
        self.browser.find("main h1")
        self.assertEqual(self.browser.run("return Object.keys(localStorage).filter((key) => key.startsWith('reel.ink'))"), [])
        network.close()

    def test_undo_and_redo_are_events_and_films_leave_undone_strokes_out(self):
        self.begin("T")
        bar, stem = self.strokes_of_t()
        self.browser.draw(self.line(*bar))
        self.browser.draw(self.line((40, 600), (300, 650)))
        self.browser.until(lambda: self.ink()["red"] > 200, "a red line")
        self.browser.button("Undo").click()
        self.browser.until(lambda: self.ink()["red"] == 0, "the red line gone")
        self.sees_state("Saved")
        self.assertEqual(len(self.studio.session(self.session["entry"]["id"])["drawing"]["strokes"]), 1)
        self.browser.button("Redo").click()
        self.browser.until(lambda: self.ink()["red"] > 200, "the red line again")
        self.browser.press("control+z")
        self.browser.until(lambda: self.ink()["red"] == 0, "the red line gone again")
        self.browser.draw(self.line(*stem))
        self.browser.sees("Complete")
        self.assertEqual(self.browser.button("Redo").attribute("disabled"), "true")
        ends = [event[3] for event in self.studio.events(self.session["entry"]["id"]) if event[1] == "ended"]
        self.assertEqual(len(ends), 2, "the exported session has the two strokes that stand")
        film = self.studio.ask("POST", "films", {"session": self.session["entry"]["id"], "film": {"size": "240x240"}})
        self.browser.until(lambda: self.studio.ask("GET", f"films/{film['id']}")["state"] == "finished", "the film")
        with tempfile.NamedTemporaryFile(suffix=".mp4") as file:
            file.write(self.studio.send("GET", f"films/{film['id']}/file"))
            file.flush()
            pixels = subprocess.run(["ffmpeg", "-v", "error", "-i", file.name, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
                                    check=True, capture_output=True).stdout
        red = sum(r > 150 and g < 90 and b < 90 for r, g, b in zip(pixels[0::3], pixels[1::3], pixels[2::3]))
        green = sum(g > 120 and r < 70 for r, g in zip(pixels[0::3], pixels[1::3]))
        self.assertEqual(red, 0, "what was undone is in no frame")
        self.assertGreater(green, 1000, "what stands is")

    def test_a_character_of_ones_own_is_dropped_and_traced(self):
        self.open("trace")
        self.browser.sees("What shall we trace?")
        self.browser.run("""
          const data = new DataTransfer();
          data.items.add(new File([arguments[0]], "roof.svg", { type: "image/svg+xml" }));
          document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        """, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="M10 80L50 20L90 80"/></svg>')
        self.sees_state("Saved")
        self.session = self.studio.session(self.browser.run("return decodeURIComponent(location.hash.split('/')[1])"))
        self.assertEqual(self.session["entry"]["name"], "roof")
        first, top, last = self.session["task"]["keyPoints"]
        self.browser.draw(self.line(first, top) + self.line(top, last))
        self.browser.sees("Complete")
        self.sees_state("Saved")
        self.assert_nothing_lost()

    def test_the_layout_turns_round_for_the_left_hand_and_stays_so(self):
        self.begin("T")
        sides = lambda: [self.browser.find(part).rect[0] for part in (".sheet", "aside.panel")]
        self.assertLess(*sides())
        self.browser.button("Options").click()
        self.browser.button("Left-handed layout").click()
        self.assertGreater(*sides())
        self.browser.reload()
        self.sees_state("Saved")
        self.assertGreater(*sides())

    def test_start_again_gives_an_empty_sheet_with_the_same_task(self):
        self.begin("T")
        self.browser.draw(self.line(*self.strokes_of_t()[0]))
        self.browser.button("Start over").click()
        before = self.session["entry"]["id"]
        self.browser.until(lambda: before not in self.browser.run("return decodeURIComponent(location.hash)"), "another sheet")
        self.sees_state("Saved")
        self.assertEqual(self.ink(), {"black": 0, "red": 0, "green": 0})
        again = self.studio.session(self.browser.run("return decodeURIComponent(location.hash.split('/')[1])"))
        self.assertEqual(again["task"], self.session["task"])
        self.assertGreater(self.studio.session(before)["entry"]["events"], 0, "the first sheet is kept")

    def test_once_a_pen_was_seen_touch_draws_only_if_it_is_told_to(self):
        self.begin(None)
        strokes = lambda: len(self.studio.session(self.session["entry"]["id"])["drawing"]["strokes"])
        self.browser.draw(self.line((100, 100), (300, 100)))
        self.browser.draw(self.line((100, 200), (300, 200)), kind="pen")
        self.browser.draw(self.line((100, 300), (300, 300)))
        self.sees_state("Saved")
        self.assertEqual(strokes(), 2)
        self.assertIn("pressure", {event[1] for event in self.studio.events(self.session["entry"]["id"])}, "how hard the pen was pressed is kept")
        self.browser.button("Options").click()
        self.browser.button("Draw with fingers too").click()
        self.browser.draw(self.line((100, 400), (300, 400)))
        self.browser.until(lambda: strokes() == 3, "a third stroke")

    def test_a_cancelled_pointer_keeps_its_stroke(self):
        self.begin(None)
        self.browser.run("""
          const sheet = document.querySelector(".sheet");
          const box = sheet.getBoundingClientRect();
          const send = (type, x) => sheet.dispatchEvent(new PointerEvent(type, {
            pointerId: 7, pointerType: "touch", clientX: box.left + x, clientY: box.top + 50, bubbles: true, cancelable: true }));
          send("pointerdown", 20);
          for (let x = 30; x < 200; x += 10) send("pointermove", x);
          send("pointercancel", 0);
        """)
        self.sees_state("Saved")
        strokes = self.studio.session(self.session["entry"]["id"])["drawing"]["strokes"]
        self.assertEqual(len(strokes), 1)
        self.assertGreater(len(strokes[0]["points"]), 10)
        self.assertFalse(strokes[0].get("isOpen", False))
        self.assertGreater(self.ink()["black"], 300)

    def test_the_sheet_neither_scrolls_nor_selects_nor_zooms(self):
        self.begin(None)
        self.browser.draw(self.line((360, 600), (360, 100)))
        self.assertEqual(self.browser.run("return [scrollY, getSelection().toString(), visualViewport.scale]"), [0, "", 1])
        self.assertEqual(self.browser.run("return getComputedStyle(document.querySelector('.sheet')).touchAction"), "none")

    def test_a_letter_can_be_traced_by_keyboard(self):
        self.begin("T")
        self.browser.run("document.querySelector('.sheet').focus()")
        (left, right), (_, bottom) = self.strokes_of_t()
        step = 720 / 72
        across, down = round((right[0] - left[0]) / step), round((bottom[1] - left[1]) / step)
        self.browser.press(" ", *["right"] * across, " ", *["left"] * (across // 2), " ", *["down"] * down, " ")
        self.browser.sees("Complete")
        self.assertEqual(self.ink()["red"], 0)
        self.sees_state("Saved")
        self.assert_nothing_lost()

    def test_another_page_takes_the_sheet_and_gives_it_back(self):
        self.begin(None)
        first = self.browser.ask("GET", "/window")
        address = self.browser.ask("GET", "/url")
        second = self.browser.ask("POST", "/window/new", {"type": "tab"})["handle"]
        self.browser.ask("POST", "/window", {"handle": second})
        self.browser.open(address)
        self.sees_state("Saved")
        self.browser.draw(self.line((100, 100), (300, 100)))
        self.sees_state("Saved")
        self.browser.ask("POST", "/window", {"handle": first})
        self.browser.sees("This sheet is open on another page.")
        self.browser.button("Draw here").click()
        self.sees_state("Saved")
        self.browser.until(lambda: self.ink()["black"] > 300, "what the other page drew")
        self.browser.draw(self.line((100, 300), (300, 300)))
        self.sees_state("Saved")
        self.assertEqual(len(self.studio.session(self.session["entry"]["id"])["drawing"]["strokes"]), 2)
        self.browser.ask("POST", "/window", {"handle": second})
        self.browser.ask("DELETE", "/window")
        self.browser.ask("POST", "/window", {"handle": first})


class TwoFingerTests(PageTest):
    """In a window of its own: once two fingers were down, Chromium's emulation hands no touch to a page that is opened later in the same
    window after another document, and takes a swipe for the way back."""

    def test_two_fingers_draw_two_strokes_at_once(self):
        self.begin(None)
        self.browser.draw(self.line((100, 100), (100, 600)), self.line((600, 100), (600, 600)))
        self.sees_state("Saved")
        strokes = self.studio.session(self.session["entry"]["id"])["drawing"]["strokes"]
        self.assertEqual([stroke["touch"] for stroke in strokes], [0, 1])
        self.assertEqual([len(stroke["points"]) > 3 for stroke in strokes], [True, True])
        self.assertAlmostEqual(strokes[0]["points"][-1][0], 100, delta=3)
        self.assertAlmostEqual(strokes[1]["points"][-1][0], 600, delta=3)
        kinds = [(event[1], event[4]) for event in self.studio.events(self.session["entry"]["id"])]
        self.assertLess(kinds.index(("began", 1)), kinds.index(("ended", 0)), "the second finger came while the first was down")
        self.assert_nothing_lost()


if __name__ == "__main__":
    unittest.main()
