// The storyboard: its text with errors at their lines, and the film that it describes, frame by frame.

import { button, h, icon, iconButton } from "./dom.js";
import { ask, follow, send } from "./api.js";
import { CueList } from "./cues.js";
import { openFilmDialog } from "./film-dialog.js";
import { PictureView } from "./picture-view.js";
import { StoryEditor } from "./story-editor.js";
import { duration, sentence, t } from "./words.js";

/** The pause in typing before the text is read, in milliseconds. */
const rest = 150;
/** The pause of the slider before its frame is shown at the screen's full resolution, in milliseconds. */
const settling = 250;

export async function showStoryboard(main, { app, signal }) {
  try {
    const story = await ask("GET", "story");
    if (!signal.aborted) new StoryView(main, app, signal, story);
  } catch (error) {
    if (!signal.aborted) main.replaceChildren(h("p", { class: "empty", role: "alert" }, sentence(error.message) || t("away")));
  }
}

class StoryView {
  #app;
  #signal;
  #story;
  #editor;
  #picture = h("img", { class: "frame", alt: "" });
  #view;
  #time = h("output", { class: "digits" });
  #scrubber = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": t("scrubber"), oninput: () => this.#scrub() });
  #play = iconButton("play", t("play"), () => this.#toggle(), { "aria-keyshortcuts": "Space K" });
  #errors = h("ol", { class: "errors", "aria-label": t("storyErrors"), "aria-live": "polite" });
  #notice = h("div", { class: "notice", role: "status", hidden: true });
  #save;
  #record = button("record", t("storyFilm"), () => openFilmDialog(this.#app, { story: true }), { class: "primary" });
  #cues;
  #timer = 0;
  #isReading = false;
  #isDirty = false;
  #refused = null;
  #frame = 0;
  #playing = 0;
  #audio = new Audio();
  /** The revision of the film whose sound is loaded. */
  #heard = null;
  #sharpening = 0;
  #wasSought = false;

  constructor(main, app, signal, story) {
    this.#app = app;
    this.#signal = signal;
    this.#story = story;
    this.#view = new PictureView(this.#picture, signal, (sentence) => app.status("away", sentence));
    this.#editor = new StoryEditor(t("storyText"), story.text, () => this.#changed());
    this.#save = story.file ? button("download", t("saveFile", { file: story.file }), () => this.#saveFile(), { "aria-keyshortcuts": "Control+S" }) : null;
    this.#cues = new CueList(app, Boolean(story.file), (seconds) => this.#seek(Math.round(seconds * (this.#film?.framesPerSecond ?? 1))));
    main.replaceChildren(this.#layout());
    addEventListener("keydown", (event) => this.#key(event), { signal });
    signal.addEventListener("abort", () => {
      clearTimeout(this.#timer);
      clearTimeout(this.#sharpening);
      cancelAnimationFrame(this.#playing);
      this.#audio.pause();
      URL.revokeObjectURL(this.#audio.src);
    });
    // The first frame is often black.
    this.#frame = Math.round((story.film?.frameCount ?? 0) / 3);
    this.#take(story);
    // The studio answers when there is news. A hidden page keeps no connection waiting, because browsers have only six.
    follow(() => (document.hidden ? "story" : "story?wait=10"), 50, signal, (story) => this.#hear(story));
  }

  get #film() { return this.#story.film; }

  #layout() {
    return h("div", { class: "page story" },
      h("header", {}, h("h1", {}, this.#story.file ?? t("storyboard")), h("div", { class: "actions" }, this.#save, this.#record),
        h("p", {}, t("storyIntro"))),
      this.#notice,
      h("div", { class: "halves" },
        h("section", { class: "writing", "aria-label": t("storyText") }, this.#editor.element, this.#errors),
        h("section", { class: "showing", "aria-label": t("storyPreview") }, h("div", { class: "screen" }, this.#picture),
          h("div", { class: "transport" }, this.#play, this.#scrubber, this.#time),
          this.#cues.element, h("div", { class: "tools start" },
            button("plus", t("setCue"), () => this.#cue(), { "aria-keyshortcuts": "M" }), h("p", { class: "note" }, this.#story.file ? t("cueHint") : t("cueHintNoFile"))))));
  }

  #changed() {
    this.#isDirty = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#read(), rest);
  }

  /** Has the server read the text; text typed meanwhile is read afterwards. */
  async #read() {
    if (this.#isReading) return;
    this.#isReading = true;
    const text = this.#editor.text;
    try {
      this.#take(await ask("PUT", "story", { text }));
      this.#isDirty = this.#editor.text !== text;
    } catch (error) {
      if (!this.#signal.aborted) this.#app.toast(sentence(error.message) || t("away"));
      // Do not try a text again that takes too much time or memory.
      if (error.status === 422) this.#refused = text;
    }
    this.#isReading = false;
    if (this.#isDirty && this.#editor.text !== this.#refused && !this.#signal.aborted) this.#changed();
  }

  #take(story) {
    this.#story = story;
    this.#editor.mark(story.errors.filter((error) => !story.file || error.file === story.file || story.errors.length === 1));
    this.#errors.replaceChildren(...(story.errors.length > 0 ? story.errors.map((error) => this.#errorLine(error))
      : [h("li", { class: "fine" }, t("storyFine"))]));
    if (this.#save) this.#save.disabled = story.isSaved !== false || story.errors.length > 0;
    const film = story.film;
    this.#record.disabled = !film || story.errors.length > 0;
    this.#play.disabled = !film;
    this.#scrubber.disabled = !film;
    if (!film) return;
    this.#picture.width = film.size[0];
    this.#picture.height = film.size[1];
    this.#scrubber.max = film.frameCount - 1;
    this.#seek(Math.min(this.#frame, film.frameCount - 1));
  }

  #errorLine(error) {
    return h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => this.#editor.select(error.line, error.column) },
      h("strong", {}, t("storyLine", { line: error.line })), h("span", {}, sentence(error.message))));
  }

  #scrub() {
    this.#stop();
    this.#wasSought = true;
    this.#seek(Number(this.#scrubber.value), true);
  }

  /** Shows a frame: while moving, at the page's resolution for smoothness; at rest, at full resolution. */
  #seek(frame, moves = false) {
    clearTimeout(this.#sharpening);
    if (moves && devicePixelRatio > 1) this.#sharpening = setTimeout(() => this.#seek(this.#frame), settling);
    if (!this.#film) return;
    this.#frame = Math.max(0, Math.min(frame, this.#film.frameCount - 1));
    this.#scrubber.value = this.#frame;
    const seconds = this.#frame / this.#film.framesPerSecond;
    this.#time.textContent = `${duration(seconds, 1)} / ${duration(this.#film.seconds, 1)}`;
    this.#scrubber.setAttribute("aria-valuetext", duration(seconds, 1));
    const width = Math.min(this.#film.size[0], Math.ceil((this.#picture.clientWidth || 640) * (moves ? 1 : Math.min(2, devicePixelRatio))));
    this.#view.show(`story/frames/${this.#frame}?revision=${this.#film.revision}&width=${Math.max(16, width)}`, t("storyFrame", { time: duration(seconds, 1) }));
  }

  /** Plays at the film's rate: frames that the studio can't draw in time are left out. The sound, if there is one, is the clock. */
  async #toggle() {
    if (this.#playing) return this.#stop();
    const film = this.#film;
    const first = this.#wasSought && this.#frame < film.frameCount - 1 ? this.#frame : 0;
    this.#wasSought = true;
    this.#playing = -1;
    this.#play.replaceChildren(icon("pause"));
    this.#play.setAttribute("aria-label", t("pause"));
    const isHeard = film.hasSound && await this.#listen(film, first / film.framesPerSecond);
    // Stopped, or changed, while the sound was loaded.
    if (this.#playing !== -1 || this.#signal.aborted) return this.#audio.pause();
    const start = performance.now() - first / film.framesPerSecond * 1000;
    const step = (now) => {
      if (this.#film.revision !== film.revision) return this.#stop();
      const seconds = isHeard && !this.#audio.ended && !this.#audio.paused ? this.#audio.currentTime : (now - start) / 1000;
      const frame = Math.floor(seconds * film.framesPerSecond + 1e-6);
      this.#seek(Math.max(first, frame), true);
      if (frame >= film.frameCount - 1) return this.#stop();
      this.#playing = requestAnimationFrame(step);
    };
    this.#playing = requestAnimationFrame(step);
  }

  /** Plays the sound from a time on. Returns false if it can't be played; the preview then runs without it. */
  async #listen(film, seconds) {
    try {
      if (this.#heard !== film.revision) {
        const response = await send("GET", `story/sound?revision=${film.revision}`, undefined, { signal: this.#signal });
        URL.revokeObjectURL(this.#audio.src);
        this.#audio.src = URL.createObjectURL(await response.blob());
        this.#heard = film.revision;
      }
      this.#audio.currentTime = seconds;
      await this.#audio.play();
      return true;
    } catch {
      return false;
    }
  }

  #stop() {
    if (this.#playing > 0) cancelAnimationFrame(this.#playing);
    this.#playing = 0;
    this.#audio.pause();
    this.#play.replaceChildren(icon("play"));
    this.#play.setAttribute("aria-label", t("play"));
  }

  #cue() {
    if (this.#film) this.#cues.add(this.#frame / this.#film.framesPerSecond);
  }

  #key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s" && this.#save) {
      event.preventDefault();
      this.#saveFile();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("textarea, input[type=text], dialog")) return;
    const key = event.key.toLowerCase();
    // A button is pressed by the space key, and a slider moved by the others.
    const isTaken = event.target.closest?.(key === " " ? "button, a, select, summary" : "input, select, [role=tab]");
    const second = Math.round(this.#film?.framesPerSecond ?? 0);
    const moves = { arrowleft: event.shiftKey ? -second : -1, arrowright: event.shiftKey ? second : 1, home: -Infinity, end: Infinity };
    if (key === "m") this.#cue();
    else if ((key === "k" || key === " " && !isTaken) && this.#film) this.#toggle();
    else if (key in moves && this.#film && !isTaken) {
      this.#stop();
      this.#wasSought = true;
      this.#seek(this.#frame + moves[key]);
    } else return;
    event.preventDefault();
  }

  async #saveFile() {
    clearTimeout(this.#timer);
    const text = this.#editor.text;
    try {
      this.#take(await ask("POST", "story/save", { text }));
      this.#isDirty = this.#editor.text !== text;
      this.#app.toast(t("savedFile"));
    } catch (error) {
      this.#app.toast(sentence(error.message) || t("away"));
    }
  }

  /** Loads a file that another program saved, unless the user is typing here. */
  #hear(story) {
    if (story.revision <= this.#story.revision || this.#isReading) return;
    if (story.text === this.#editor.text) return this.#take(story);
    if (!this.#isDirty && this.#story.isSaved !== false) return this.#load(story);
    const close = () => { this.#notice.hidden = true; };
    this.#notice.hidden = false;
    this.#notice.replaceChildren(h("span", {}, t("changedOutside", { file: story.file ?? t("storyboard") })),
      h("button", { type: "button", onclick: () => { close(); this.#load(story); } }, t("loadIt")),
      h("button", { type: "button", class: "quiet", onclick: () => { close(); this.#read(); } }, t("keepMine")));
  }

  #load(story) {
    this.#cues.look();
    this.#editor.text = story.text;
    this.#isDirty = false;
    this.#take(story);
  }
}
