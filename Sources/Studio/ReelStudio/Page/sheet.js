// The sheet for drawing: its corridor and stars, the ink above them, and the connection to the server that judges the ink.

import { h, s } from "./dom.js";
import { ask, sessionPath } from "./api.js";
import { InkCanvas } from "./ink-canvas.js";
import { Drawing } from "./ink-drawing.js";
import { Journal, browserStorage } from "./ink-journal.js";
import { Link } from "./ink-link.js";
import { Pointers, now } from "./ink-pointers.js";

/** The pause between a continued session's last event and the next, in milliseconds. */
const pause = 500;
/** The narrowest corridor that a finger and a mouse can follow, in CSS pixels. */
export const leastCorridor = matchMedia("(any-pointer: coarse)").matches ? 24 : 12;
/** The largest number of strokes whose beginnings are all marked; of more, only the next one is. */
const mostMarked = 8;

export class Sheet {
  element;
  pointers;
  /** The session being shown, as described by the server. */
  session = null;
  score = null;

  #handlers;
  #ground;
  #ink;
  #drawing = new Drawing();
  #journal = null;
  #link = null;
  /** The time of the session's start on the clock of events, and the latest time of an event. */
  #beginning = 0;
  #latest = 0;
  #isFresh = false;
  #gathered = [];
  #frame = 0;
  #waiters = [];
  /** What a hand shows at the moment. */
  #shown = null;
  /** The visible part of the canvas: x, y, width and height in points. */
  view = { x: 0, y: 0, width: 1, height: 1 };
  /** The index of the letter that is shown; null if the whole sheet is. */
  letter = null;
  /** The letter to show where the whole sheet would be too small, and whether to show the whole sheet nevertheless. */
  #wanted = 0;
  #isWhole = false;
  #room;
  #observer = new ResizeObserver(() => this.fit());

  /** `room` returns the space for the sheet in CSS pixels: width and height. Handlers: viewed (another letter, or the whole sheet), score, lifted (no finger is down, and all is judged), changed (undo and redo), state (of the connection), problem (a sentence), drawn (the first ink). */
  constructor(label, room, handlers) {
    this.#room = room;
    this.#handlers = handlers;
    this.#ground = s("svg", { class: "ground", "aria-hidden": "true", preserveAspectRatio: "none" });
    const [judged, fresh] = [h("canvas", { "aria-hidden": "true" }), h("canvas", { class: "fresh", "aria-hidden": "true" })];
    this.element = h("div", { class: "sheet", tabindex: "0", role: "application", "aria-label": label }, this.#ground, judged, fresh);
    this.#ink = new InkCanvas(this.element, judged, fresh);
    this.pointers = new Pointers(this.element, {
      view: () => this.view,
      take: (events) => this.gather(events),
      isOpen: () => this.session !== null && !["taken", "gone"].includes(this.#link?.state),
    });
    this.#flushWhenHidden = () => { if (document.hidden) this.flush(); };
    addEventListener("pagehide", this.#flush);
    document.addEventListener("visibilitychange", this.#flushWhenHidden);
  }

  #flush = () => this.flush();
  #flushWhenHidden;

  get canUndo() { return this.#drawing.canUndo; }
  get canRedo() { return this.#drawing.canRedo; }
  /** The number of events that the server has not confirmed. */
  get waiting() { return (this.#journal?.waiting ?? 0) + this.#gathered.length; }
  get isStored() { return this.#journal?.isStored ?? true; }
  get state() { return this.#link?.state ?? "connecting"; }

  /** Shows a session and connects to it. */
  open(session) {
    this.#leave();
    this.session = session;
    this.#drawGround(session.task);
    this.#wanted = Math.max(0, session.task.letters.findIndex((_, index) => !this.#isDone(index, session.drawing.score)));
    this.#isWhole = session.drawing.score.isComplete;
    this.view = {};
    this.#observer.observe(document.documentElement);
    if (this.element.parentElement) this.#observer.observe(this.element.parentElement);
    this.fit();
    this.#drawing.drawsLifts = session.task.rule !== "original";
    this.#journal = new Journal(session.entry.id, browserStorage());
    const left = this.#journal.after(0);
    this.#latest = Math.max(session.entry.milliseconds, ...left.map((entry) => entry.event[0]));
    this.#beginning = now() - this.#latest - pause;
    this.#isFresh = true;
    this.#load(session.drawing);
    this.#link = new Link(session.entry.id, this.#journal, {
      welcome: (message) => this.#welcome(message),
      verdict: (message) => this.#judge(message),
      drawing: (message) => this.#load(message.drawing),
      problem: (message) => this.#handlers.problem(message.message),
      state: (state) => this.#handlers.state(state),
    });
  }

  /** Undoes or redoes the last stroke. */
  turn(kind) {
    this.pointers.release();
    this.flush();
    this.#take([[now() - this.#beginning, kind]]);
    this.#ink.redraw();
    this.#handlers.changed();
  }

  takeBack() {
    this.#link?.takeBack();
  }

  /** Resolves once the server has every event. */
  async saved() {
    this.flush();
    if (this.waiting > 0) await new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** Closes the connection and releases the sheet. */
  close() {
    this.#leave();
    this.#observer.disconnect();
    removeEventListener("pagehide", this.#flush);
    document.removeEventListener("visibilitychange", this.#flushWhenHidden);
  }

  /** Numbers, stores, draws and sends the events since the last frame. */
  flush() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    // The events of two fingers arrive separately; sort them by time.
    const events = this.#gathered.sort((a, b) => a[0] - b[0]).map(([time, ...rest]) => [time - this.#beginning, ...rest]);
    this.#gathered = [];
    this.#take(events);
  }

  /** Collects events until the next frame: [epoch milliseconds, kind, x, y, touch, pressure]. */
  gather(events) {
    this.#gathered.push(...events);
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(this.#flush);
    // Nothing is stored until that frame, so the page must not show “saved”.
    this.#handlers.saving();
  }

  #take(events) {
    if (events.length === 0 || !this.#journal) return;
    this.#isFresh = false;
    for (const event of events) {
      // Times are kept to the microsecond and never run backwards.
      this.#latest = Math.max(this.#latest, Math.round(event[0] * 1000) / 1000);
      event[0] = this.#latest;
    }
    const turns = [this.canUndo, this.canRedo];
    for (const { number, event } of this.#journal.append(events)) {
      const line = this.#drawing.take(number, event);
      if (line) this.#ink.add(line);
    }
    this.#link.send();
    if (turns[0] !== this.canUndo || turns[1] !== this.canRedo) this.#handlers.changed();
    this.#handlers.saving();
  }

  #welcome({ milliseconds, drawing }) {
    if (this.#isFresh && milliseconds > this.#latest) {
      this.#latest = milliseconds;
      this.#beginning = now() - milliseconds - pause;
    }
    this.#load(drawing);
    // Fingers that were down when the page was left or killed are no longer down.
    if (!this.pointers.isDrawing) {
      this.#take(this.#drawing.openTouches.map(({ touch, x, y }) => [now() - this.#beginning, "cancelled", x, y, touch]));
    }
    this.#settle();
  }

  #judge({ lines, score }) {
    this.#ink.settle(lines.map(([number, verdict]) => this.#drawing.judge(number, verdict)).filter(Boolean));
    this.#tell(score);
    if (this.waiting === 0 && this.#drawing.openTouches.length === 0) {
      this.#ink.redraw();
      this.fit();
      this.#handlers.lifted(score);
    }
    this.#settle();
  }

  #load(drawing) {
    this.#drawing.load(drawing, this.#journal.after(0));
    const { canvas, maxDistance, expected } = this.session.task;
    this.#ink.show(this.#drawing, canvas, expected.length > 0 ? maxDistance : null, drawing.score.isComplete);
    this.#tell(drawing.score);
    this.#handlers.changed();
    this.#settle();
  }

  /** Shows the whole sheet if its corridor is wide enough for a finger, otherwise the letter that is being written. */
  fit() {
    // Under a finger the sheet stays where it is.
    if (!this.session || this.pointers.isDrawing) return;
    const { canvas: [width, height], maxDistance, letters } = this.session.task;
    const [across, down] = this.#room();
    const isWide = 2 * maxDistance * Math.min(across / width, down / height) >= leastCorridor;
    const before = this.letter;
    this.letter = this.#isWhole || isWide || letters.length === 0 ? null : this.#wanted;
    const view = this.letter === null ? { x: 0, y: 0, width, height } : around(letters[this.letter], this.session.task, across / down);
    const isSame = Object.keys(view).every((side) => view[side] === this.view[side]);
    // Two letters may have the same view.
    if (isSame && before === this.letter) return;
    if (!isSame) this.#show(view);
    this.#showMarks();
    this.#handlers.viewed();
  }

  #show(view) {
    this.view = view;
    const { x, y, width, height } = view;
    this.element.parentElement?.parentElement?.style.setProperty("--ratio", width / height);
    this.#ground.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.#ink.view = view;
  }

  /** Shows a letter, or the whole sheet for null. */
  showLetter(letter) {
    this.stopShowing();
    this.#isWhole = letter === null;
    this.#wanted = letter ?? this.#wanted;
    this.fit();
  }

  /** The first path of what is shown that is not traced. */
  get firstPath() {
    const [first, end] = this.letter === null ? [0, this.session.task.expected.length] : this.session.task.letters[this.letter].paths;
    const { progress = [] } = this.score ?? {};
    for (let path = first; path < end; path += 1) if (!(progress[path] >= 1)) return path;
    return first;
  }

  /** Whether a letter is traced. */
  isDone(letter) { return this.score !== null && this.#isDone(letter, this.score); }

  #isDone(letter, { progress }) {
    const [first, end] = this.session.task.letters[letter].paths;
    return progress.slice(first, end).every((part) => part >= 1);
  }

  #tell(score) {
    this.score = score;
    this.#ink.isComplete = score.isComplete;
    this.element.classList.toggle("complete", score.isComplete);
    this.#showMarks();
    this.#handlers.score(score);
  }

  #settle() {
    this.#handlers.saving();
    if (this.waiting > 0) return;
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  #leave() {
    this.pointers.release();
    this.flush();
    this.#link?.close();
    this.#link = null;
    this.#journal = null;
  }

  /** Highlights the path to trace next, and hides the marks of those that are done. */
  #showMarks() {
    if (!this.score) return;
    const { progress, isComplete } = this.score;
    const [first, end] = this.letter === null ? [0, progress.length] : this.session.task.letters[this.letter].paths;
    const next = this.letter === null ? this.score.next : this.firstPath;
    const few = end - first <= mostMarked;
    this.#ground.querySelectorAll(".marks > g").forEach((mark) => {
      const path = Number(mark.dataset.path);
      const isNext = path === next && !isComplete;
      mark.classList.toggle("next", isNext);
      mark.style.display = isNext || (few && path >= first && path < end && progress[path] < 1) ? "" : "none";
    });
    this.#ground.querySelector(".next-path").setAttribute("d", isComplete ? "" : this.session.task.expected[next] ?? "");
  }

  /** Shows how a hand writes the strokes from a path on, or that path alone, until a finger comes down. */
  async show(path, alone = false) {
    const session = this.session;
    const letter = session.task.letters.findIndex(({ paths: [first, end] }) => first <= path && path < end);
    if (this.letter !== null && letter >= 0 && letter !== this.letter) this.showLetter(letter);
    const { strokes } = await ask("GET", `${sessionPath(session.entry.id)}/demonstration`);
    if (session !== this.session) return;
    this.stopShowing();
    const { maxDistance } = session.task;
    const tip = s("circle", { class: "tip", r: maxDistance * 0.8 });
    const end = this.letter === null ? Infinity : session.task.letters[this.letter].paths[1];
    const lines = strokes.filter((stroke) => (alone ? stroke.path === path : stroke.path >= path && stroke.path < end)).map((stroke) => ({
      ...stroke, line: s("polyline", { "stroke-width": maxDistance * 0.4 }),
    }));
    this.#shown = s("g", { class: "shown" }, lines.map(({ line }) => line), tip);
    this.#ground.append(this.#shown);
    this.element.addEventListener("pointerdown", () => this.stopShowing(), { once: true });
    let begin = now();
    for (const { points, line } of lines) {
      const group = this.#shown;
      await new Promise((resolve) => {
        const draw = () => {
          const time = now() - begin;
          const drawn = points.filter(([at]) => at <= time);
          const [, x, y] = drawn.at(-1) ?? points[0];
          line.setAttribute("points", drawn.map(([, px, py]) => `${px},${py}`).join(" "));
          tip.setAttribute("transform", `translate(${x} ${y})`);
          if (group !== this.#shown || drawn.length === points.length) resolve();
          else requestAnimationFrame(draw);
        };
        draw();
      });
      if (group !== this.#shown) return;
      begin = now() + pause / 2;
    }
    setTimeout((group) => { if (group === this.#shown) this.stopShowing(); }, 2 * pause, this.#shown);
  }

  stopShowing() {
    this.#shown?.remove();
    this.#shown = null;
  }

  #drawGround({ canvas: [width], expected, keyPoints, maxDistance, marks, letters }) {
    this.stopShowing();
    const thin = maxDistance * 0.09;
    const rows = new Map(letters.map((letter) => [Math.round(letter.baseLine), letter]));
    this.#ground.style.setProperty("--thin", `${thin}px`);
    this.#ground.replaceChildren(
      s("g", { class: "ruling", "stroke-width": thin }, [...rows.values()].flatMap(({ baseLine, xHeight }) =>
        [-2, -1, 0, 6 / 7].map((row) => s("path", { class: row === 0 ? "base" : row === -1 ? "middle" : "",
          d: `M${-width} ${baseLine + row * xHeight}H${2 * width}`, "stroke-dasharray": row === -1 ? `${6 * thin} ${5 * thin}` : null })))),
      s("g", { class: "guide", "stroke-width": 2 * maxDistance }, expected.map((d) => s("path", { d }))),
      s("path", { class: "next-path", "stroke-width": 2 * maxDistance }),
      s("g", { class: "path", "stroke-width": 1.6 * thin, "stroke-dasharray": `${thin * 0.1} ${thin * 4}` }, expected.map((d) => s("path", { d }))),
      s("g", { class: "stars", "stroke-width": thin }, expected.length === 0 ? [] : keyPoints.map((point) => star(point, maxDistance / 2))),
      s("g", { class: "marks", "stroke-width": 0.16 * maxDistance, "font-size": 0.8 * maxDistance }, marks.map(({ number, dot: [x, y], radius, arrow }) =>
        s("g", { "data-path": number - 1 }, arrow ? s("path", { d: arrow }) : null, s("circle", { cx: x, cy: y, r: radius }),
          s("text", { x, y, "text-anchor": "middle", "dominant-baseline": "central" }, String(number))))),
    );
  }
}

/** The part of a canvas around a letter, as high as its row, with an aspect ratio near a wanted one. */
function around(letter, { canvas: [width, height], maxDistance, letters }, wanted) {
  const ratio = Math.min(16 / 9, Math.max(2 / 3, wanted));
  const [left, , wide] = letter.box;
  const row = letters.filter(({ baseLine }) => Math.abs(baseLine - letter.baseLine) < maxDistance).map(({ box: [, top, , high] }) => [top, top + high]);
  const upper = Math.min(...row.map(([top]) => top)) - 2.2 * maxDistance;
  const lower = Math.max(...row.map(([, bottom]) => bottom)) + 2.2 * maxDistance;
  const across = Math.max((lower - upper) * ratio, wide + 5 * maxDistance);
  const down = across / ratio;
  const place = (middle, size, most) => (size >= most ? (most - size) / 2 : Math.min(most - size, Math.max(0, middle - size / 2)));
  return { x: place(left + wide / 2, across, width), y: place((upper + lower) / 2, down, height), width: across, height: down };
}

/** Fetches a session. */
export function fetchSession(id) {
  return ask("GET", sessionPath(id));
}

/** A star with five points in a circle. */
function star([x, y], radius) {
  const points = Array.from({ length: 10 }, (_, corner) => {
    // The inner corners of a pentagram lie at 0.382 of the outer ones: 1 / φ².
    const length = corner % 2 === 0 ? radius : radius * 0.381966;
    const angle = (corner * 36 - 90) * Math.PI / 180;
    return `${x + Math.cos(angle) * length},${y + Math.sin(angle) * length}`;
  });
  return s("polygon", { points: points.join(" ") });
}
