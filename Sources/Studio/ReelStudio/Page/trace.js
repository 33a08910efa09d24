// The tracing view: first the choice of a task, then the sheet.

import { announce, button, choice, field, h, icon, s, toggle } from "./dom.js";
import { ask, sessionPath, sheetView } from "./api.js";
import { beginSession, showBeginning } from "./begin.js";
import { openFilmDialog } from "./film-dialog.js";
import { hasCoalescedEvents } from "./ink-pointers.js";
import { KeyboardPen } from "./keyboard-pen.js";
import { Lesson, helps, rules } from "./lesson.js";
import { liveRecorder } from "./live.js";
import { canSpeak, chime, say } from "./praise.js";
import { remember, setting } from "./settings.js";
import { Sheet, fetchSession } from "./sheet.js";
import { percent, sentence, t } from "./words.js";

/** How long a finished letter stays before the next one is shown, in milliseconds. */
const rest = 450;

export async function showTrace(main, context) {
  const [id] = context.rest;
  if (!id) return showBeginning(main, context);
  try {
    const session = await fetchSession(id);
    if (!context.signal.aborted) showSheet(main, context, session);
  } catch (error) {
    if (context.signal.aborted) return;
    context.app.toast(error.status === 404 ? t("gone") : sentence(error.message) || t("away"));
    context.app.go("trace");
  }
}

function showSheet(main, context, session) {
  new TraceView(main, context, session);
}

/** The sheet with its tools and its panel. */
class TraceView {
  #app;
  #session;
  #sheet;
  #name;
  #ring = ringOf();
  #notice = h("div", { class: "notice", role: "status", hidden: true });
  #undo = button("undo", t("undo"), () => this.#sheet.turn("undo"), { class: "brief turn", "aria-keyshortcuts": "Control+Z" });
  #redo = button("redo", t("redo"), () => this.#sheet.turn("redo"), { class: "brief turn", "aria-keyshortcuts": "Control+Shift+Z" });
  #next = button("next", "", () => this.#goOn(), { class: "primary", hidden: true });
  #lesson;
  #inside = h("dd", { class: "digits" }, "–");
  /** The letters of a word that is written letter by letter. */
  #strip = h("div", { class: "strip", role: "group", "aria-label": t("lettersOfWord"), hidden: true });
  #place = h("div", { class: "place" });
  #columns;
  #turning = 0;
  #wasComplete = false;
  /** How much was traced when a finger was lifted last, and how often nothing was added since. */
  #traced = 0;
  #misses = 0;

  constructor(main, { app, query, signal }, session) {
    this.#app = app;
    this.#lesson = new Lesson(query);
    this.#session = session;
    this.#name = session.entry.name || t("freeName");
    this.#sheet = new Sheet(`${this.#name}. ${t("sheet")}`, () => this.#room(), {
      viewed: () => this.#showLetters(),
      score: (score) => this.#showScore(score),
      lifted: (score) => {
        if (score.progress.length > 0) this.#advise({ ...score, part: mean(score.progress) });
        this.#countMisses(score);
        this.#turn();
        this.#showNext(score.isComplete);
      },
      changed: () => this.#showTurns(),
      saving: () => this.#showState(),
      state: (state) => this.#showState(state),
      problem: (words) => app.toast(sentence(words)),
    });
    new KeyboardPen(this.#sheet);
    this.#wasComplete = session.drawing.score.isComplete;
    this.#traced = mean(session.drawing.score.progress);
    main.replaceChildren(this.#layout(signal));
    this.#sheet.pointers.touchDrawsToo = setting("touchDraws", false);
    this.#sheet.pointers.onpen = () => this.#tell(t("penSeen"));
    addEventListener("keydown", (event) => this.#key(event), { signal });
    signal.addEventListener("abort", () => {
      clearTimeout(this.#turning);
      this.#sheet.close();
    });
    this.#showHelp();
    this.#sheet.open(session);
    if (!hasCoalescedEvents) this.#tell(t("insecure"));
  }

  #layout(signal) {
    const isTask = this.#session.task.expected.length > 0;
    this.#place.append(this.#sheet.element);
    this.#strip.append(...this.#session.task.letters.map(({ text }, index) =>
      h("button", { type: "button", onclick: () => this.#sheet.showLetter(index) }, text)));
    const words = h("a", { class: "button quiet square", href: `#${this.#lesson.view("trace")}`, "aria-label": t("backToWords"), title: t("backToWords") }, icon("back"));
    const desk = h("section", { class: "desk", "aria-label": this.#name },
      h("div", { class: "headline" }, this.#lesson.isForChild ? words : null, h("h1", {}, this.#name), isTask ? this.#ring : null),
      this.#strip, this.#notice, this.#place,
      h("div", { class: "tools", role: "toolbar", "aria-label": t("tools") }, this.#undo, this.#redo, button("again", t("again"), () => this.#again(), { class: "again" }),
        isTask ? button("play", t("showMe"), () => this.#showHow(), { class: "brief" }) : null,
        isTask && canSpeak ? button("speak", t("sayIt"), () => say(this.#spoken), { class: "brief" }) : null, this.#next));
    this.#columns = h("div", { class: "columns tracing page" }, desk, this.#lesson.isForChild ? null : this.#panel(signal));
    this.#columns.classList.toggle("left-handed", setting("leftHanded", false));
    return this.#columns;
  }

  /** What the voice says: the letter that is shown alone, or the word. */
  get #spoken() {
    return this.#sheet.letter === null ? this.#name : this.#session.task.letters[this.#sheet.letter].text;
  }

  /** The space for the sheet. */
  #room() {
    if (this.#lesson.isForChild) return [this.#place.clientWidth, this.#place.clientHeight];
    const panel = this.#columns.lastElementChild;
    const [own, other] = [this.#columns, panel].map((element) => element.getBoundingClientRect());
    const isBeside = getComputedStyle(this.#columns).gridTemplateColumns.split(" ").length > 1;
    return [own.width - (isBeside ? other.width + 48 : 0), Math.max(160, innerHeight - (innerHeight < 480 ? 72 : 240))];
  }

  /** Shows which letters are done, and which one is on the sheet. */
  #showLetters() {
    const { letter } = this.#sheet;
    this.#strip.hidden = letter === null || this.#strip.children.length < 2;
    if (this.#strip.hidden) return;
    [...this.#strip.children].forEach((tile, index) => {
      const isDone = this.#sheet.isDone(index);
      tile.classList.toggle("done", isDone);
      tile.setAttribute("aria-label", isDone ? t("wordDone", { word: tile.textContent }) : tile.textContent);
      if (index !== letter) return tile.removeAttribute("aria-current");
      if (tile.hasAttribute("aria-current")) return;
      tile.setAttribute("aria-current", "true");
      this.#strip.scrollLeft = tile.offsetLeft - (this.#strip.clientWidth - tile.clientWidth) / 2;
    });
  }

  /** Goes on to the next letter that is not done, after a short rest. */
  #turn() {
    clearTimeout(this.#turning);
    const { letter, score } = this.#sheet;
    // In the end, the whole word.
    if (score?.isComplete && letter !== null) return this.#sheet.showLetter(null);
    if (letter === null || !this.#sheet.isDone(letter)) return;
    const all = this.#session.task.letters.map((_, index) => index);
    const next = [...all.slice(letter + 1), ...all.slice(0, letter)].find((index) => !this.#sheet.isDone(index));
    if (next === undefined) return;
    this.#turning = setTimeout(() => {
      if (this.#sheet.pointers.isDrawing || this.#sheet.letter !== letter || !this.#sheet.isDone(letter)) return;
      this.#sheet.showLetter(next);
      announce(t("nextLetter", { letter: this.#session.task.letters[next].text }));
    }, rest);
  }

  /** Shows the corridor, its dotted line, or only where to start. */
  #showHelp() {
    this.#sheet.element.dataset.help = this.#lesson.helpFor(this.#name);
  }

  #helps() {
    return choice(t("help"), helps.map((name) => [name, t(`help_${name}`)]), this.#sheet.element.dataset.help ?? this.#lesson.helpFor(this.#name), (name) => {
      remember("help", name);
      this.#lesson.help = null;
      this.#showHelp();
    });
  }

  #panel(signal) {
    const { entry, task } = this.#session;
    const film = button("film", t("filmIt"), () => this.#film(), { class: "primary wide" });
    const options = h("details", {}, h("summary", {}, t("options")), h("div", {}, ...(task.expected.length > 0 ? [this.#distance()] : []),
      toggle(t("leftHanded"), setting("leftHanded", false), (on) => {
        remember("leftHanded", on);
        document.querySelector(".columns").classList.toggle("left-handed", on);
      }),
      toggle(t("touchDraws"), setting("touchDraws", false), (on) => {
        remember("touchDraws", on);
        this.#sheet.pointers.touchDrawsToo = on;
      }),
      toggle(t("sound"), setting("sound", false), (on) => remember("sound", on))));
    return h("aside", { class: "panel" },
      task.expected.length > 0 ? h("dl", { class: "facts" }, h("div", {}, h("dt", {}, t("score")), this.#inside)) : null,
      task.expected.length > 0 ? this.#rules() : null,
      task.expected.length > 0 ? this.#helps() : null,
      film,
      h("div", { class: "pair" },
        h("a", { class: "button", href: `#${this.#lesson.view("trace")}` }, icon("plus"), h("span", {}, t("another"))),
        h("a", { class: "button", href: `api/${sessionPath(entry.id)}/file`, download: "" }, icon("download"), h("span", {}, t("export")))),
      liveRecorder(this.#app, () => ({ session: entry.id }), signal),
      options);
  }

  /** Starts a new sheet with another rule or distance, because it is another task. */
  #rules() {
    const { rule } = this.#session.task;
    const hint = h("p", { class: "note" }, t(`ruleHint_${rule}`));
    const box = choice(t("rule"), (rules.includes(rule) ? rules : [...rules, rule]).map((name) => [name, t(name)]), rule, (name) => {
      remember("rule", name);
      hint.textContent = t(`ruleHint_${name}`);
      this.#again({ rule: name });
    });
    box.append(hint);
    return box;
  }

  #distance() {
    const { maxDistance, canvas } = this.#session.task;
    const side = Math.min(...canvas);
    const slider = h("input", { type: "range", min: Math.round(side / 120), max: Math.round(side / 12), value: Math.round(maxDistance),
      onchange: () => this.#again({ maxDistance: Number(slider.value) }) });
    return field(t("distance"), slider, t("distanceHint"));
  }

  async #again(changes = {}) {
    try {
      await this.#sheet.saved();
      const session = await ask("POST", "sessions", { like: this.#session.entry.id, pupil: this.#session.entry.pupil, ...changes });
      this.#app.go(this.#lesson.view(sheetView(session.entry.id)));
    } catch (error) {
      this.#app.toast(sentence(error.message) || t("away"));
    }
  }

  async #film() {
    await this.#sheet.saved();
    openFilmDialog(this.#app, { session: this.#session.entry, canvas: this.#session.task.canvas });
  }

  #key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.closest?.("input, textarea, dialog")) return;
    const key = event.key.toLowerCase();
    const kind = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : null;
    if (!kind || !(kind === "undo" ? this.#sheet.canUndo : this.#sheet.canRedo)) return;
    event.preventDefault();
    this.#sheet.turn(kind);
  }

  #showTurns() {
    this.#undo.disabled = !this.#sheet.canUndo;
    this.#redo.disabled = !this.#sheet.canRedo;
  }

  #showScore({ progress, isComplete, shareInside, next, mistake }) {
    if (progress.length === 0) return;
    const part = mean(progress);
    this.#ring.show(part, isComplete);
    this.#inside.textContent = this.#sheet.canUndo ? percent(shareInside) : "–";
    this.#sheet.element.querySelector(".marks").classList.toggle("mistaken", Boolean(mistake));
    // A sentence moves the sheet, so it waits until no finger is down.
    if (!this.#sheet.pointers.isDrawing) this.#advise({ part, isComplete, shareInside, next, mistake });
    if (isComplete && !this.#wasComplete) {
      announce(t("completeAnnounced", { name: this.#name }));
      if (this.#lesson.sound ?? setting("sound", false)) chime();
    } else if (!isComplete && this.#wasComplete) {
      this.#sheet.showLetter(Math.max(0, this.#session.task.letters.findIndex((_, index) => !this.#sheet.isDone(index))));
    }
    this.#wasComplete = isComplete;
    this.#showLetters();
    // So does a button.
    if (!this.#sheet.pointers.isDrawing) this.#showNext(isComplete);
  }

  #advise({ part, isComplete, shareInside, next, mistake }) {
    if (!isComplete && part === 1) {
      this.#tell(t("tooFarOutside", { part: percent(this.#session.task.minInside), inside: percent(shareInside) }), null, "advice");
    } else if (mistake && !isComplete) {
      this.#tell(t(`mistake_${mistake}`, { number: next + 1 }), null, "advice");
    } else if (this.#notice.dataset.kind === "advice") this.#tell("");
  }

  /** Counts the strokes that trace nothing new, and shows the next one after some of them. */
  #countMisses({ progress, isComplete, next }) {
    const part = mean(progress);
    this.#misses = part > this.#traced || isComplete ? 0 : this.#misses + 1;
    this.#traced = part;
    if (isComplete || next === null || this.#lesson.hints === 0 || this.#misses < this.#lesson.hints) return;
    this.#misses = 0;
    this.#tell(t("hint", { number: next + 1 }), null, "advice");
    this.#sheet.show(next, true).catch(() => {});
  }

  async #showHow() {
    const { score, letter, firstPath } = this.#sheet;
    try {
      await this.#sheet.show(score?.isComplete ? 0 : letter === null ? score?.next ?? 0 : firstPath);
    } catch (error) {
      this.#app.toast(sentence(error.message) || t("away"));
    }
  }

  /** Offers the next step after a complete sheet: the next word of a lesson, or another sheet. */
  #showNext(isComplete) {
    if (isComplete) this.#lesson.finish(this.#name, this.#session.entry.id);
    if (this.#next.hidden !== isComplete) return;
    this.#next.hidden = !isComplete;
    this.#next.parentElement.classList.toggle("complete", isComplete);
    const word = this.#lesson.after(this.#name);
    const words = word ? t("nextWord", { word }) : this.#lesson.words.length > 0 ? t("backToWords") : t("another");
    this.#next.querySelector("span").textContent = words;
    this.#next.setAttribute("aria-label", words);
  }

  async #goOn() {
    const word = this.#lesson.after(this.#name);
    if (!word) return this.#app.go(this.#lesson.view("trace"));
    try {
      await beginSession(this.#app, { text: word }, this.#lesson);
    } catch (error) {
      this.#app.toast(sentence(error.message) || t("away"));
    }
  }

  #showState(state = this.#sheet.state) {
    const { waiting, isStored } = this.#sheet;
    if (state === "taken" || state === "gone") {
      this.#app.status("away", t(state));
      this.#tell(t(state), state === "taken" ? { words: t("takeBack"), run: () => this.#sheet.takeBack() } : null, "halt");
      return;
    }
    if (this.#notice.dataset.kind === "halt") this.#tell("");
    if (!isStored && waiting > 0) this.#tell(t("storageFull"), null, "halt");
    if (state === "away" || (state === "connecting" && waiting > 0)) {
      this.#app.status("away", waiting > 0 ? t("offline", { count: waiting }) : t("offlineEmpty"));
    } else if (state === "connecting") this.#app.status("waiting", t("connecting"));
    else this.#app.status(waiting > 0 ? "waiting" : "saved", waiting > 0 ? t("saving") : t("saved"));
  }

  /** Shows a sentence above the sheet, of a kind that removes it again; an empty one hides it. */
  #tell(sentence, action, kind = "") {
    if (this.#notice.dataset.kind === kind && this.#notice.textContent === sentence) return;
    this.#notice.hidden = !sentence;
    this.#notice.dataset.kind = kind;
    this.#notice.classList.toggle("wrong", kind === "halt");
    this.#notice.replaceChildren(h("span", {}, sentence));
    if (action) this.#notice.append(h("button", { type: "button", onclick: action.run }, action.words));
  }
}

/** The mean of the traced parts of paths; 0 without paths. */
function mean(parts) {
  return parts.reduce((sum, part) => sum + part, 0) / Math.max(1, parts.length);
}

/** A ring that closes as more is traced. */
function ringOf() {
  const radius = 15;
  const length = 2 * Math.PI * radius;
  const run = s("circle", { class: "run", cx: 20, cy: 20, r: radius, "stroke-dasharray": length, "stroke-dashoffset": length });
  const words = h("span", {});
  const ring = h("div", { class: "ring", role: "progressbar", "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": 0 },
    words, s("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, s("circle", { class: "track", cx: 20, cy: 20, r: radius }), run));
  ring.show = (part, isComplete) => {
    run.setAttribute("stroke-dashoffset", length * (1 - part));
    run.setAttribute("visibility", part > 0 ? "visible" : "hidden");
    words.textContent = isComplete ? t("complete") : percent(part);
    ring.classList.toggle("complete", isComplete);
    ring.setAttribute("aria-valuenow", Math.floor(part * 100));
    ring.setAttribute("aria-label", t("traced", { part: percent(part) }));
  };
  ring.show(0, false);
  return ring;
}
