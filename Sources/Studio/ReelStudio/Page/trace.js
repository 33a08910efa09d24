// The tracing view: first the choice of a task, then the sheet.

import { announce, button, choice, field, h, icon, s, toggle } from "./dom.js";
import { ask, sessionPath, sheetView } from "./api.js";
import { openFilmDialog } from "./film-dialog.js";
import { hasCoalescedEvents } from "./ink-pointers.js";
import { KeyboardPen } from "./keyboard-pen.js";
import { Lesson, rules } from "./lesson.js";
import { liveRecorder } from "./live.js";
import { remember, setting } from "./settings.js";
import { Sheet, fetchSession } from "./sheet.js";
import { percent, t } from "./words.js";

/** The sizes of a sheet, in points. */
const shapes = { portrait: [720, 960], square: [720, 720], landscape: [1280, 720] };

export async function showTrace(main, context) {
  const [id] = context.rest;
  if (!id) return showBeginning(main, context);
  try {
    const session = await fetchSession(id);
    if (!context.signal.aborted) showSheet(main, context, session);
  } catch (error) {
    if (context.signal.aborted) return;
    context.app.toast(error.status === 404 ? t("gone") : error.message || t("away"));
    context.app.go("trace");
  }
}

/** Shows the tasks. A link may contain words and a pupil's name: `#trace?words=Oma,Opa&pupil=Ada`. */
function showBeginning(main, { app, query, signal }) {
  const lesson = new Lesson(query);
  const text = h("input", { type: "text", maxlength: 100, placeholder: t("traceText"), autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const box = field(t("traceText"), text, t("traceTextHint"));
  const begin = (wanted) => beginSession(app, wanted, lesson).catch((error) => {
    box.tell(error.message || t("away"));
    box.scrollIntoView({ block: "nearest" });
  });
  const submit = (event) => {
    event.preventDefault();
    const wanted = text.value.trim();
    if (wanted) begin({ text: wanted });
    else text.focus();
  };
  const file = h("input", { type: "file", hidden: true, accept: ".svg,.svgz,.json,image/svg+xml", "aria-hidden": "true", tabindex: "-1",
    onchange: () => file.files[0] && importTask(app, file.files[0], lesson).catch((error) => box.tell(error.message || t("away"))) });
  const tiles = (title, all, kind = "") => h("section", { class: "group" }, h("h2", {}, title),
    h("div", { class: `letters ${kind}` }, all.map((letter) => h("button", { type: "button", onclick: () => begin({ text: letter }) }, letter))));
  const { words } = lesson;
  const list = wordTiles(lesson, begin);
  main.replaceChildren(h("div", { class: "page begin" },
    h("header", {}, h("h1", {}, t("traceTitle"))),
    ...(words.length > 0 ? [nameField(lesson, () => list.show()), list] : []),
    h("form", { onsubmit: submit }, box, h("button", { class: "primary" }, t("begin"))),
    choice(t("sheetShape"), Object.keys(shapes).map((name) => [name, t(name)]), setting("shape", defaultShape()), (name) => remember("shape", name)),
    lesson.rule ? null : choice(t("rule"), rules.map((name) => [name, t(name)]), setting("rule", rules[0]), (name) => remember("rule", name)),
    words.length > 0 ? null : tiles(t("letters"), [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]),
    words.length > 0 ? null : tiles(t("digits"), [..."0123456789"]),
    h("section", { class: "group" }, h("h2", {}, t("otherSheets")),
      h("div", { class: "others" },
        button("pencil", t("freeSheet"), () => begin({ free: true })),
        button("import", t("ownCharacter"), () => file.click()), file))));
  receiveFiles(main, signal, (files) => importTask(app, files[0], lesson).catch((error) => app.toast(error.message || t("away"))));
}

/** A field for the name of the person drawing, for links with words: each child of a class enters one. */
function nameField(lesson, changed) {
  const name = h("input", { type: "text", maxlength: 100, autocomplete: "off", value: lesson.pupil, oninput: () => {
    lesson.pupil = name.value.trim();
    // Keep the name when the page is reloaded.
    history.replaceState(null, "", `#${lesson.view("trace")}`);
    changed();
  } });
  return field(t("yourName"), name, t("pupilHint"));
}

/** The words of a lesson; finished ones have a tick. */
function wordTiles(lesson, begin) {
  const tiles = lesson.words.map((word) => h("button", { type: "button", onclick: () => begin({ text: word }) }, h("span", {}, word), icon("done")));
  const box = h("section", { class: "group" }, h("h2", {}, t("wordList")), h("div", { class: "letters words" }, tiles));
  // Update in place, because a word may be pressed at the moment.
  box.show = () => tiles.forEach((tile, index) => {
    const isDone = lesson.done.has(lesson.words[index]);
    tile.classList.toggle("done", isDone);
    if (isDone) tile.setAttribute("aria-label", t("wordDone", { word: lesson.words[index] }));
    else tile.removeAttribute("aria-label");
  });
  box.show();
  return box;
}

/** Starts a session and shows its sheet. */
async function beginSession(app, wanted, lesson) {
  const session = await ask("POST", "sessions", {
    ...wanted, ...lesson.rules, ...(lesson.pupil ? { pupil: lesson.pupil } : {}), canvas: shapes[setting("shape", defaultShape())],
  });
  app.go(lesson.view(sheetView(session.entry.id)));
}

/** The default shape: portrait on a phone. */
function defaultShape() {
  return innerWidth < 740 ? "portrait" : "square";
}

async function importTask(app, file, lesson) {
  const session = await ask("POST", `import?as=task&name=${encodeURIComponent(file.name)}`, file);
  app.go(lesson.view(sheetView(session.entry.id)));
}

/** Accepts files dropped anywhere on the page. */
export function receiveFiles(element, signal, take) {
  const over = (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  };
  const leave = (event) => { if (event.relatedTarget === null) document.body.classList.remove("dropping"); };
  addEventListener("dragover", over, { signal });
  addEventListener("dragleave", leave, { signal });
  addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    take([...event.dataTransfer.files]);
  }, { signal });
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
  #undo = button("undo", t("undo"), () => this.#sheet.turn("undo"), { class: "brief", "aria-keyshortcuts": "Control+Z" });
  #redo = button("redo", t("redo"), () => this.#sheet.turn("redo"), { class: "brief", "aria-keyshortcuts": "Control+Shift+Z" });
  #next = button("next", "", () => this.#goOn(), { class: "primary", hidden: true });
  #lesson;
  #inside = h("dd", { class: "digits" }, "–");
  #wasComplete = false;
  /** How much was traced when a finger was lifted last, and how often nothing was added since. */
  #traced = 0;
  #misses = 0;

  constructor(main, { app, query, signal }, session) {
    this.#app = app;
    this.#lesson = new Lesson(query);
    this.#session = session;
    this.#name = session.entry.name || t("freeName");
    this.#sheet = new Sheet(`${this.#name}. ${t("sheet")}`, {
      score: (score) => this.#showScore(score),
      lifted: (score) => this.#countMisses(score),
      changed: () => this.#showTurns(),
      saving: () => this.#showState(),
      state: (state) => this.#showState(state),
      problem: (sentence) => app.toast(sentence),
    });
    new KeyboardPen(this.#sheet);
    this.#wasComplete = session.drawing.score.isComplete;
    this.#traced = mean(session.drawing.score.progress);
    main.replaceChildren(this.#layout(signal));
    this.#sheet.pointers.touchDrawsToo = setting("touchDraws", false);
    this.#sheet.pointers.onpen = () => this.#tell(t("penSeen"));
    addEventListener("keydown", (event) => this.#key(event), { signal });
    signal.addEventListener("abort", () => this.#sheet.close());
    this.#sheet.open(session);
    if (!hasCoalescedEvents) this.#tell(t("insecure"));
  }

  #layout(signal) {
    const desk = h("section", { class: "desk", "aria-label": this.#name },
      h("div", { class: "headline" }, h("h1", {}, this.#name), this.#session.task.expected.length > 0 ? this.#ring : null),
      this.#notice, this.#sheet.element,
      h("div", { class: "tools", role: "toolbar" }, this.#undo, this.#redo, button("again", t("again"), () => this.#again(), { class: "again" }),
        this.#session.task.expected.length > 0 ? button("play", t("showMe"), () => this.#showHow(), { class: "brief" }) : null, this.#next));
    const columns = h("div", { class: "columns tracing page" }, desk, this.#panel(signal));
    columns.classList.toggle("left-handed", setting("leftHanded", false));
    return columns;
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
      })));
    return h("aside", { class: "panel" },
      task.expected.length > 0 ? h("dl", { class: "facts" }, h("div", {}, h("dt", {}, t("score")), this.#inside)) : null,
      task.expected.length > 0 ? this.#rules() : null,
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
      this.#app.toast(error.message || t("away"));
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
    if (!isComplete && part === 1) {
      this.#tell(t("tooFarOutside", { part: percent(this.#session.task.minInside), inside: percent(shareInside) }), null, "advice");
    } else if (mistake && !isComplete) {
      this.#tell(t(`mistake_${mistake}`, { number: next + 1 }), null, "advice");
    } else if (this.#notice.dataset.kind === "advice") this.#tell("");
    if (isComplete && !this.#wasComplete) announce(t("completeAnnounced", { name: this.#name }));
    this.#wasComplete = isComplete;
    this.#showNext(isComplete);
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
    const { score } = this.#sheet;
    try {
      await this.#sheet.show(score?.isComplete ? 0 : score?.next ?? 0);
    } catch (error) {
      this.#app.toast(error.message || t("away"));
    }
  }

  /** Offers the next step after a complete sheet: the next word of a lesson, or another sheet. */
  #showNext(isComplete) {
    if (isComplete) this.#lesson.finish(this.#name);
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
      this.#app.toast(error.message || t("away"));
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
