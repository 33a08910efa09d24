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

  /** Handlers: score, changed (undo and redo), state (of the connection), problem (a sentence), drawn (the first ink). */
  constructor(label, handlers) {
    this.#handlers = handlers;
    this.#ground = s("svg", { class: "ground", "aria-hidden": "true", preserveAspectRatio: "none" });
    const [judged, fresh] = [h("canvas", { "aria-hidden": "true" }), h("canvas", { class: "fresh", "aria-hidden": "true" })];
    this.element = h("div", { class: "sheet", tabindex: "0", role: "application", "aria-label": label }, this.#ground, judged, fresh);
    this.#ink = new InkCanvas(this.element, judged, fresh);
    this.pointers = new Pointers(this.element, {
      size: () => this.session?.task.canvas ?? [1, 1],
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
    this.#ink.settle(lines.map(([number, isInside]) => this.#drawing.judge(number, isInside === 1)).filter(Boolean));
    this.#tell(score);
    if (this.waiting === 0 && this.#drawing.openTouches.length === 0) this.#ink.redraw();
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

  #tell(score) {
    this.score = score;
    this.#ink.isComplete = score.isComplete;
    this.element.classList.toggle("complete", score.isComplete);
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

  #drawGround({ canvas: [width, height], expected, keyPoints, maxDistance }) {
    this.element.parentElement?.style.setProperty("--ratio", width / height);
    this.#ground.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const thin = maxDistance * 0.09;
    this.#ground.replaceChildren(
      s("g", { class: "guide", "stroke-width": 2 * maxDistance }, expected.map((d) => s("path", { d }))),
      s("g", { class: "path", "stroke-width": thin, "stroke-dasharray": `${thin * 0.5} ${thin * 4}` }, expected.map((d) => s("path", { d }))),
      s("g", { class: "stars" }, expected.length === 0 ? [] : keyPoints.map((point) => star(point, maxDistance / 2))),
    );
  }
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
