"""The other views: films, sessions, the snowflake, the storyboard."""

import csv
import io
import json
import os
import subprocess
import tempfile
import unittest
import urllib.parse
import wave
import zipfile

from pages import CAPTURE, PageTest
from server import Studio

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def read(path):
    with open(path) as file:
        return file.read()


def frame_hashes(path):
    """The hash of each decoded frame, from a decoder other than the studio's."""
    lines = subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-map", "0:v", "-f", "framemd5", "-"],
                           check=True, capture_output=True, text=True).stdout.splitlines()
    return [line.split(",")[-1].strip() for line in lines if not line.startswith("#")]


class FilmTests(PageTest):
    def test_a_sheet_becomes_a_film_that_plays_and_is_the_film_of_the_exported_session(self):
        self.begin("T")
        bar, stem = self.strokes_of_t()
        self.browser.draw(self.line(*bar))
        self.browser.draw(self.line(*stem))
        self.browser.sees("Complete")
        self.browser.button("Film it").click()
        self.browser.button("Paper").click()
        self.keep_screenshot("film-dialog")
        self.browser.button("Record").click()
        video = self.browser.find("dialog video")
        duration = self.browser.until(lambda: video.state("duration"), "a film that is loaded")
        self.browser.run_async("""
          const [video, done] = arguments;
          video.muted = true;
          video.playbackRate = 8;
          video.onended = () => done(true);
          video.play();""", video.reference)
        self.assertAlmostEqual(video.state("currentTime"), duration, delta=0.1)
        self.keep_screenshot("film")
        self.browser.button("Download").click()
        film = self.browser.downloaded(self.browser.find("dialog .film h2").text)
        with tempfile.TemporaryDirectory() as folder:
            session, again = (os.path.join(folder, name) for name in ("session.jsonl", "again.mp4"))
            with open(session, "wb") as file:
                file.write(self.studio.send("GET", self.browser.find("aside a[download]").attribute("href").removeprefix("api/")))
            hashes = frame_hashes(film)
            self.assertEqual(len(hashes), round(duration * 30))
            self.assertGreater(len(set(hashes)), 10, "the picture changes")
            subprocess.run([CAPTURE, "trace", session, "--theme", "paper", "--fps", "30", "--speed", "1", "--max-pause", "1", "-o", again],
                           check=True, capture_output=True)
            self.assertEqual(frame_hashes(again), hashes)

    def test_what_happens_on_the_sheet_is_recorded_live(self):
        self.begin("T")
        self.browser.button("Start").click()
        self.browser.button("Stop")
        bar, stem = self.strokes_of_t()
        self.browser.draw(self.line(*bar))
        self.browser.until(lambda: self.browser.run("return document.querySelector('.live-picture').naturalWidth"), "the server's own picture")
        self.browser.draw(self.line(*stem))
        self.browser.sees("Complete")
        self.browser.until(lambda: int(self.browser.find(".live .note").text.split(" · ")[1].split()[0]) > 30, "thirty frames")
        self.keep_screenshot("live")
        self.browser.button("Stop").click()
        self.browser.button("Start")
        self.open("films")
        self.browser.until(lambda: self.browser.count(".film[data-state=finished] video") == 1, "the film")
        film = self.studio.ask("GET", "films")["films"][0]
        with tempfile.NamedTemporaryFile(suffix=".mp4") as file:
            file.write(self.studio.send("GET", f"films/{film['id']}/file"))
            file.flush()
            hashes = frame_hashes(file.name)
        self.assertGreater(len(hashes), 20, "a second and more")
        self.assertGreater(len(set(hashes)), 3, "the picture changes")

    def test_films_wait_their_turn_and_can_be_cancelled(self):
        for name in ("one", "two"):
            self.studio.ask("POST", "films", {"scenes": [{"snowflake": {"levels": "0...6"}}], "name": name,
                                              "film": {"seconds": 600, "fps": 60, "size": "1080p"}})
        self.open("films")
        self.browser.until(lambda: self.browser.count(".film[data-state=recording]") == 1, "one film in the making")
        self.assertEqual(self.browser.count(".film[data-state=waiting]"), 1)
        self.assertEqual(self.browser.find(".views .count").text, "2")
        self.browser.find(".film[data-state=waiting] button").click()
        self.browser.until(lambda: self.browser.count(".film[data-state=waiting]") == 0, "no film that waits")
        self.browser.find(".film[data-state=recording] button").click()
        self.browser.until(lambda: self.browser.count(".film[data-state=recording]") == 0, "no film in the making")
        self.browser.until(lambda: self.browser.count(".views .count") == 0, "no number beside the view")


class SessionTests(PageTest):
    def bring_in(self, path):
        """Drops a file on the page."""
        with open(os.path.join(ROOT, path), "rb") as file:
            content = list(file.read())
        self.browser.run("""
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(arguments[1])], arguments[0]));
          document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        """, os.path.basename(path), content)

    def test_ink_of_other_programs_is_imported_by_dropping_it_and_exported_as_it_was_drawn(self):
        self.open("sessions")
        self.browser.sees("No sessions yet.")
        self.bring_in("samples/traces/t.jsonl")
        self.browser.until(lambda: self.browser.count(".session") == 1, "a session")
        self.bring_in("Fuzz/Ink/inkml/seeds/inkML")
        self.browser.until(lambda: self.browser.count(".session") == 2, "another session")
        link = self.browser.run("""
          return [...document.querySelectorAll(".session")].find((card) => card.innerText.startsWith("T"))
            .querySelector("a[download]").getAttribute("href")""")
        exported = self.studio.send("GET", link.removeprefix("api/")).decode().splitlines()
        with open(os.path.join(ROOT, "samples/traces/t.jsonl")) as file:
            events = [json.loads(line) for line in file.read().splitlines()[1:]]
        self.assertEqual([json.loads(line)[:5] for line in exported[1:]], events)
        self.browser.until(lambda: self.browser.run(
            "return [...document.querySelectorAll('.session img')].every((image) => image.complete && image.naturalWidth > 0)"), "thumbnails")
        self.keep_screenshot("sessions")

    def test_what_is_no_ink_is_refused_with_a_sentence(self):
        self.expected_problems += ["api/import"]
        self.open("sessions")
        self.browser.sees("No sessions yet.")
        self.bring_in("LICENSE")
        self.assertGreater(len(self.browser.find(".toast").text), 20)
        self.assertEqual(self.browser.count(".session"), 0)

    def test_sessions_are_found_renamed_thrown_away_and_put_back(self):
        for name in ("t", "s"):
            with open(os.path.join(ROOT, f"samples/traces/{name}.jsonl"), "rb") as file:
                self.studio.send("POST", f"import?name={name}.jsonl", file.read(), "application/octet-stream")
        self.open("sessions")
        self.browser.until(lambda: self.browser.count(".session") == 2, "two sessions")
        self.browser.button("Rename: S").click()
        field = self.browser.find("dialog input")
        # A name is a text, whatever it looks like.
        field.fill("<img src=x onerror=alert(1)> Snake")
        self.browser.button("Save").click()
        self.browser.sees("<img src=x onerror=alert(1)> Snake")
        self.assertEqual(self.browser.count("img[src=x]"), 0)
        self.browser.find("input[type=search]").type("snake")
        self.browser.until(lambda: self.browser.count(".session") == 1, "what was searched for")
        self.browser.find("input[type=search]").fill("nothing like it")
        self.browser.sees("Nothing found for “nothing like it”.")
        self.browser.run("const s = document.querySelector('input[type=search]'); s.value = ''; s.dispatchEvent(new Event('input'))")
        self.browser.until(lambda: self.browser.count(".session") == 2, "both again")
        self.browser.button("Move to trash: T").click()
        self.browser.until(lambda: self.browser.count(".session") == 1, "one session")
        self.browser.button("Put back").click()
        self.browser.until(lambda: self.browser.count(".session") == 2, "both again")

    def test_files_that_appear_in_the_folder_are_seen(self):
        self.open("sessions")
        self.browser.sees("No sessions yet.")
        with open(os.path.join(ROOT, "samples/traces/t.jsonl")) as file, \
             open(os.path.join(self.studio.folder, "Übung 1.jsonl"), "w") as copy:
            copy.write(file.read())
        self.browser.until(lambda: self.browser.count(".session") == 1, "the file's session")
        self.browser.find(".session h2 a").click()
        self.sees_state("Saved")
        os.remove(os.path.join(self.studio.folder, "Übung 1.jsonl"))
        self.open("sessions")
        self.browser.sees("No sessions yet.")


class ClassTests(PageTest):
    """The tools for teachers."""

    def test_a_link_brings_words_and_a_name_and_the_wall_shows_what_is_drawn(self):
        self.open("wall")
        self.browser.sees("Nobody is drawing at the moment.")
        self.browser.button("A link for a class").click()
        self.browser.find("details .field input").type("to, ton")
        self.browser.find("details .pair .field:nth-child(2) input").type("Ada")
        link = self.browser.find("details input[readonly]").state("value")
        self.assertIn("#trace?words=to%2Cton&pupil=Ada&rule=anywhere&inside=70&help=corridor&sound=0", link)
        self.browser.open(link)
        self.browser.button("ton").click()
        self.sees_state("Saved")
        identifier = self.browser.run("return decodeURIComponent(location.hash.split('/')[1].split('?')[0])")
        self.session = self.studio.session(identifier)
        self.assertEqual((self.session["entry"]["name"], self.session["entry"]["pupil"]), ("ton", "Ada"))
        self.browser.draw(self.line((100, 100), (600, 600)))
        self.browser.until(lambda: self.studio.session(identifier)["entry"]["events"] > 5, "a saved line")
        self.open("wall")
        self.browser.sees("Ada · ton")
        self.browser.until(lambda: self.browser.run("return document.querySelector('.wall img').naturalWidth"), "the sheet's picture")
        self.keep_screenshot("wall")

    def identifier(self):
        """The session on the sheet."""
        return self.browser.run("return decodeURIComponent(location.hash.split('/')[1].split('?')[0])")

    def test_a_word_list_leads_from_word_to_word_and_keeps_the_name(self):
        self.open("trace?words=I,L,T")
        self.browser.find("input[type=text]").type("Zoë")
        self.browser.button("L").click()
        self.sees_state("Saved")
        self.session = self.studio.session(self.identifier())
        self.assertEqual(self.session["entry"]["pupil"], "Zoë")
        self.write("L", seed=3)
        self.browser.button("Next: T").click()
        self.browser.until(lambda: self.studio.session(self.identifier())["entry"]["name"] == "T", "the next word")
        self.sees_state("Saved")
        # Also after a reload the words and the name are there.
        self.browser.reload()
        before = self.identifier()
        self.browser.button("Start over").click()
        self.browser.until(lambda: self.identifier() != before, "another sheet")
        self.assertEqual(self.studio.session(self.identifier())["entry"]["pupil"], "Zoë")
        self.browser.button("Back to the words").click()
        self.browser.button("L, done")
        self.assertEqual(self.browser.count(".words button.done"), 1)
        self.browser.find("input[type=text]").fill("Bo")
        self.browser.until(lambda: self.browser.count(".words button.done") == 0, "nothing that another child has finished")

    def test_a_class_on_the_network_gets_in_by_its_link(self):
        # Browsers isolate pages of other machines only if these come over https.
        self.expected_problems.append("Cross-Origin-Opener-Policy")
        studio = Studio(CAPTURE, arguments=["--lan"])
        self.addCleanup(studio.close)
        self.browser.open(f"{studio.address}?token={studio.token}#wall")
        self.browser.button("A link for a class").click()
        self.browser.find("details .field input").type("to")
        link = self.browser.find("details input[readonly]").state("value")
        self.assertIn(f"/?token={studio.token}#trace?words=to", link)
        self.browser.ask("DELETE", "/cookie")
        self.browser.open("about:blank")
        self.browser.open(link)
        self.browser.button("to").click()
        self.sees_state("Saved")

    def bring_in(self, *sessions):
        """Imports samples for pupils."""
        for pupil, name in sessions:
            with open(os.path.join(ROOT, f"samples/traces/{name}.jsonl"), "rb") as file:
                session = json.loads(self.studio.send("POST", f"import?name={name}.jsonl", file.read(), "application/octet-stream"))
            self.studio.ask("PATCH", f"sessions/{urllib.parse.quote(session['entry']['id'])}", {"pupil": pupil})
        self.open("sessions")
        self.browser.until(lambda: self.browser.count(".session") == len(sessions), "the sessions")

    def test_scores_are_a_table_of_what_is_found(self):
        self.bring_in(("Ada", "t"), ("Ada", "s"), ("=1+1", "t"))
        self.browser.button("Scores (CSV)").click()
        with open(self.browser.downloaded("scores.csv"), encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(sorted(row["pupil"] for row in rows), ["'=1+1", "Ada", "Ada"])
        complete = {row["name"]: row["complete"] for row in rows}
        self.assertEqual(complete["T"], "yes")

    def test_all_films_and_the_scores_come_as_one_archive(self):
        self.bring_in(("Ada", "t"), ("Bo/../Zoë", "t"))
        self.browser.button("Films (ZIP)").click()
        self.browser.sees("Film 2 sessions")
        self.keep_screenshot("archive-dialog")
        self.browser.button("Record").click()
        self.browser.button("Download").click()
        name = self.browser.find("dialog .film h2").text
        self.assertRegex(name, r"^class.*\.zip$")
        with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(self.browser.downloaded(name)) as archive:
            self.assertIsNone(archive.testzip())
            names = archive.namelist()
            self.assertEqual(len(names), 3)
            for entry in archive.infolist():
                self.assertEqual(entry.compress_type, zipfile.ZIP_STORED)
                self.assertNotRegex(entry.filename, r"[/\\\\:]|\.\.")
            rows = list(csv.DictReader(io.StringIO(archive.read("scores.csv").decode("utf-8-sig"), newline="")))
            self.assertEqual({row["film"] for row in rows}, set(names) - {"scores.csv"})
            for row in rows:
                hashes = frame_hashes(archive.extract(row["film"], folder))
                self.assertGreater(len(set(hashes)), 10, "the picture changes")
                session = os.path.join(folder, "session.jsonl")
                with open(session, "wb") as file:
                    file.write(self.studio.send("GET", f"sessions/{urllib.parse.quote(row['file'])}/file"))
                subprocess.run([CAPTURE, "trace", session, "--fps", "30", "--speed", "1", "--max-pause", "1", "-q", "-o",
                                os.path.join(folder, "again.mp4"), "--force"], check=True, capture_output=True)
                self.assertEqual(frame_hashes(os.path.join(folder, "again.mp4")), hashes)

    def test_everything_of_a_pupil_is_deleted_for_good(self):
        self.bring_in(("Ada", "t"), ("Ada", "s"), ("Bo", "t"))
        theirs = [entry["id"] for entry in self.studio.ask("GET", "sessions?search=Ada")["sessions"]]
        self.studio.ask("POST", "films", {"session": theirs[0], "film": {"size": "64x64"}})
        self.browser.until(lambda: self.studio.ask("GET", "films")["films"][0]["state"] == "finished", "the film")
        self.studio.ask("DELETE", f"sessions/{urllib.parse.quote(theirs[1])}")
        self.browser.button("Ada").click()
        self.browser.button("Delete everything by Ada").click()
        self.browser.sees("permanently deleted")
        self.browser.button("Delete permanently").click()
        self.browser.sees("2 sessions deleted. 1 film deleted.")
        self.browser.until(lambda: self.browser.count(".session") == 1, "the other pupil's session")
        left = [os.path.join(folder, name) for folder, _, names in os.walk(self.studio.folder) for name in names]
        self.assertEqual(len(left), 1, left)


class CurveTests(PageTest):
    def light(self):
        """The share of the picture that the flake covers."""
        return self.browser.run("""
          const image = document.querySelector(".flake");
          const canvas = document.createElement("canvas");
          [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
          const context = canvas.getContext("2d", { willReadFrequently: true });
          context.drawImage(image, 0, 0);
          const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
          let count = 0;
          for (let index = 0; index < data.length; index += 4) if (data[index + 1] > 180) count += 1;
          return count / (canvas.width * canvas.height);""")

    def lines(self):
        """The share of the picture that is not background."""
        return self.browser.run("""
          const image = document.querySelector(".flake");
          const canvas = document.createElement("canvas");
          [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
          const context = canvas.getContext("2d", { willReadFrequently: true });
          context.drawImage(image, 0, 0);
          const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
          let count = 0;
          for (let index = 0; index < data.length; index += 4) if (Math.max(data[index], data[index + 1], data[index + 2]) > 110) count += 1;
          return count / (canvas.width * canvas.height);""")

    def shows(self, level):
        shown = f"level={level}&"
        self.browser.until(lambda: shown in (self.browser.find(".flake").attribute("data-shows") or "")
                           and self.browser.run("return document.querySelector('.flake').complete"), f"level {level}")

    def test_the_picture_follows_the_level_in_the_field(self):
        self.open("snowflake")
        self.shows(4)
        areas = {}
        for level in range(4):
            self.browser.find("#level").fill(str(level))
            self.shows(level)
            self.browser.sees(f"{3 * 4 ** level} segments")
            areas[level] = self.light()
        # What the area of a Koch snowflake is, measured by that of its triangle.
        for level in range(1, 4):
            expected = 1 + sum(3 * 4 ** (step - 1) / 9 ** step for step in range(1, level + 1))
            self.assertAlmostEqual(areas[level] / areas[0], expected, delta=0.03, msg=f"level {level}")
        self.browser.find("#level").fill("2,5")
        self.shows("2.5")
        self.browser.run("""
          const slider = document.querySelector("input[type=range]");
          slider.value = 5;
          slider.dispatchEvent(new Event("input"));""")
        self.shows(5)
        self.assertEqual(self.browser.find("#level").state("value"), "5")
        self.keep_screenshot("snowflake")

    def test_a_level_that_is_none_gets_a_sentence_beside_the_field(self):
        self.open("snowflake")
        self.shows(4)
        sentences = {"abc": "“abc” is not a number. Enter one from 0 to 12.", "-1": "Levels can't be negative",
                     "13": "13 is too large", "1e400": "1e400 is too large", " ": "Enter a number from 0 to 12."}
        for text, sentence in sentences.items():
            self.browser.find("#level").fill(text)
            self.browser.sees(sentence)
            self.assertEqual(self.browser.find("#level").attribute("aria-invalid"), "true")
            self.assertEqual(self.browser.find("#level").attribute("aria-describedby"), "level-note")
            self.assertTrue(self.browser.find("aside button.primary").state("disabled"))
        self.browser.find("#level").fill("3")
        self.browser.sees("192 segments")
        self.assertIsNone(self.browser.find("#level").attribute("aria-invalid"))
        self.assertFalse(self.browser.find("aside button.primary").state("disabled"))

    def test_any_curve_is_drawn_in_words_of_its_own(self):
        self.open("snowflake")
        self.shows(4)
        names = self.browser.run("return [...document.querySelectorAll('aside select option')].map((option) => option.value)")
        self.assertEqual(len(names), 13)
        seen = set()
        for name in names[1:]:
            self.browser.run("""
              const list = document.querySelector("aside select");
              list.value = arguments[0];
              list.dispatchEvent(new Event("change"));""", name)
            self.browser.until(lambda: f"name={name}&" in (self.browser.find(".flake").attribute("data-shows") or ""), name)
            title = self.browser.find("h1").text
            self.assertNotIn("curve_", title)
            self.assertIn(title, self.browser.find(".flake").attribute("alt"))
            self.browser.until(lambda: self.lines() > 0.005, f"lines of {name}")
            seen.add(title)
        self.assertEqual(len(seen), 12)
        self.browser.find("#level").fill("99")
        self.browser.sees("99 is too large")
        self.keep_screenshot("curve")

    def test_record_makes_the_film(self):
        self.open("snowflake")
        self.browser.find("#level").fill("1")
        self.browser.button("Record from level 0 to 1").click()
        self.browser.button("Record").click()
        video = self.browser.find("dialog video")
        self.browser.until(lambda: video.state("duration"), "the film")
        self.assertAlmostEqual(video.state("duration"), 4, delta=0.05)

    def test_a_running_scene_is_recorded_live(self):
        self.open("snowflake")
        self.shows(4)
        self.browser.button("Start").click()
        self.browser.button("Stop")
        self.browser.until(lambda: self.browser.run("return document.querySelector('.live-picture').naturalWidth"), "the server's own picture")
        # The triangle rests before it grows.
        self.browser.until(lambda: int(self.browser.find(".live .note").text.split(" · ")[1].split()[0]) > 120, "four seconds")
        self.browser.button("Stop").click()
        self.browser.button("Start")
        films = lambda: self.studio.ask("GET", "films")["films"]
        self.browser.until(lambda: films()[0]["state"] == "finished", "the film")
        with tempfile.NamedTemporaryFile(suffix=".mp4") as file:
            file.write(self.studio.send("GET", f"films/{films()[0]['id']}/file"))
            file.flush()
            self.assertGreater(len(set(frame_hashes(file.name))), 5, "the picture changes")


class StoryboardTests(PageTest):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.story = os.path.join(self.folder.name, "lesson.yaml")
        with open(self.story, "w") as file:
            file.write("film: {size: 320x180, fps: 10}\nscenes:\n  - title: First\n    seconds: 2\n  - title: {text: Second, theme: paper}\n    seconds: 2\n")
        super().setUp()

    def tearDown(self):
        super().tearDown()
        self.folder.cleanup()

    def pixel(self):
        return self.browser.run("""
          const image = document.querySelector(".frame");
          const canvas = document.createElement("canvas");
          const context = canvas.getContext("2d");
          context.drawImage(image, 0, 0);
          return [...context.getImageData(2, 2, 1, 1).data];""")

    def text(self, text):
        self.browser.run("""
          const area = document.querySelector("textarea");
          area.value = arguments[0];
          area.dispatchEvent(new Event("input"));""", text)

    def seek(self, frame):
        self.browser.run("""
          const slider = document.querySelector(".transport input");
          slider.value = arguments[0];
          slider.dispatchEvent(new Event("input"));""", frame)
        self.browser.until(lambda: f"frames/{frame}?" in (self.browser.find(".frame").attribute("data-shows") or ""), f"frame {frame}")

    def test_an_error_stands_at_its_line_until_it_is_repaired(self):
        self.open("storyboard")
        self.browser.sees("No errors.")
        self.browser.until(lambda: self.browser.find(".frame").state("naturalWidth"), "a frame")
        wrong = read(self.story).replace("title: First", "titel: First")
        self.text(wrong)
        self.browser.sees("Line 3")
        self.assertIn("title", self.browser.find(".errors").text)
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('.gutter .wrong')].map((line) => line.textContent)"), ["3"])
        self.keep_screenshot("storyboard-error")
        self.browser.find(".errors button").click()
        start, end = self.browser.run("const area = document.querySelector('textarea'); return [area.selectionStart, area.selectionEnd]")
        self.assertIn("titel", wrong[start:end])
        self.text(wrong.replace("titel", "title").replace("seconds: 2", "seconds: 3"))
        self.browser.sees("No errors.")
        self.browser.sees("/ 0:06.0")
        self.assertEqual(self.browser.count(".gutter .wrong"), 0)

    def test_frames_follow_the_scrubber_and_play_and_m_sets_a_cue(self):
        self.open("storyboard")
        self.browser.sees("No errors.")
        self.seek(10)
        first = self.pixel()
        self.seek(30)
        self.assertNotEqual(self.pixel(), first, "the second title has another ground")
        self.browser.run("document.activeElement.blur()")
        self.browser.press("m")
        self.browser.sees("Cues in lesson.vtt")
        self.browser.sees("0:03.00")
        self.assertEqual(self.browser.find(".cues input").state("value"), "cue-1")
        cues = self.story.replace(".yaml", ".vtt")
        self.assertEqual(read(cues), "WEBVTT\n\ncue-1\n00:00:03.000 --> 00:00:04.000\ncue-1\n")
        self.seek(10)
        self.browser.run("document.activeElement.blur()")
        self.browser.press("m")
        self.browser.until(lambda: self.browser.count(".cues li") == 2, "two cues")
        self.assertIn("cue-2\n00:00:01.000 --> 00:00:03.000", read(cues))
        self.browser.run("""
          const field = document.querySelector(".cues input");
          field.value = "the first one";
          field.dispatchEvent(new Event("change"));""")
        self.browser.until(lambda: "the-first-one\n00:00:01.000" in read(cues), "the new name")
        self.browser.button("Remove: cue-1").click()
        self.browser.until(lambda: "cue-1" not in read(cues), "one cue less")
        self.browser.reload()
        self.browser.sees("Cues in lesson.vtt")
        self.assertEqual(self.browser.find(".cues input").state("value"), "the-first-one")
        self.browser.until(lambda: self.browser.find(".frame").state("naturalWidth"), "a frame")
        self.browser.button("Play").click()
        self.browser.until(lambda: self.browser.find(".transport input").state("value") == "39", "the end")
        self.keep_screenshot("storyboard")

    def test_the_keyboard_plays_with_sound_and_goes_to_frames(self):
        with wave.open(os.path.join(self.folder.name, "tone.wav"), "wb") as file:
            file.setparams((1, 2, 8000, 0, "NONE", ""))
            file.writeframes(bytes(2 * 4 * 8000))
        self.open("storyboard")
        self.browser.sees("No errors.")
        # The film becomes a second longer, by which the one with the sound is known.
        self.text(read(self.story).removesuffix("seconds: 2\n") + "seconds: 3\nsound: tone.wav\n")
        self.browser.sees("0:05.0")
        self.browser.run("""
          document.activeElement.blur();
          const play = HTMLMediaElement.prototype.play;
          HTMLMediaElement.prototype.play = function() { window.heard = this; return play.call(this); };""")
        shown = lambda: int(self.browser.find(".transport input").state("value"))
        self.browser.press("home")
        self.browser.until(lambda: shown() == 0, "the first frame")
        self.browser.press(" ")
        # The sound is the clock: no frame is shown before its time.
        self.browser.until(lambda: self.browser.run("return window.heard?.currentTime > 1"), "the sound")
        self.assertEqual(self.browser.run("return window.heard.duration"), 5)
        self.assertTrue(self.browser.run("return Number(document.querySelector('.transport input').value) <= window.heard.currentTime * 10"))
        self.browser.until(lambda: shown() > 10, "frames")
        self.browser.press(" ")
        self.browser.until(lambda: self.browser.run("return window.heard.paused"), "silence")
        frame = shown()
        self.browser.press("right")
        self.browser.until(lambda: shown() == min(49, frame + 1), "the next frame")
        self.browser.press("end")
        self.browser.until(lambda: shown() == 49, "the last frame")
        self.browser.press("left")
        self.browser.until(lambda: shown() == 48, "the frame before it")

    def test_a_studio_with_a_storyboard_opens_with_it(self):
        self.browser.open(self.studio.address)
        self.browser.sees("No errors.")
        self.assertEqual(self.browser.find("h1").text, "lesson.yaml")

    def test_a_file_saved_elsewhere_is_shown_and_the_page_saves_the_file(self):
        self.open("storyboard")
        self.browser.sees("No errors.")
        text = read(self.story)
        with open(self.story, "w") as file:
            file.write(text.replace("seconds: 2", "seconds: 4"))
        self.browser.sees("/ 0:08.0")
        self.assertIn("seconds: 4", self.browser.find("textarea").state("value"))
        self.text(text.replace("seconds: 2", "seconds: 5"))
        self.browser.sees("/ 0:10.0")
        self.browser.button("Save lesson.yaml").click()
        self.browser.until(lambda: "seconds: 5" in read(self.story), "the saved file")


if __name__ == "__main__":
    unittest.main()
