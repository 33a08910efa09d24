// The drawing on a sheet: the server's part, and the events that it has not confirmed yet.
// Lines follow the rules of the library's `Tracer`, without its verdicts: a tap is a line of one point, a cancelled touch keeps its stroke.

export class Drawing {
  /** The strokes in the order of their starts: { touch, x, y, lines, isOpen, isUndone }. */
  strokes = [];
  /** Whether lifting a finger draws the rest of its line, or a tap's dot: by every rule except the original one. */
  drawsLifts = true;

  #open = new Map();
  /** The lines, by the number of the event that drew them. */
  #lines = new Map();
  #canRedo = false;

  /** Loads the server's drawing, and adds the events that the server lacks. */
  load(drawing, entries) {
    this.strokes = drawing.strokes.map((stroke) => {
      const lines = [];
      for (let index = 1; index < stroke.points.length; index += 1) {
        const [[x1, y1], [x2, y2]] = [stroke.points[index - 1], stroke.points[index]];
        lines.push({ x1, y1, x2, y2, verdict: stroke.inside[index - 1] });
      }
      const [x, y] = stroke.points.at(-1) ?? [0, 0];
      const loaded = { touch: stroke.touch, x, y, lines, isOpen: Boolean(stroke.isOpen), isUndone: false };
      for (const line of lines) line.stroke = loaded;
      return loaded;
    });
    this.#open = new Map(this.strokes.filter((stroke) => stroke.isOpen).map((stroke) => [stroke.touch, stroke]));
    this.#lines.clear();
    this.#canRedo = drawing.canRedo;
    for (const { number, event } of entries) this.take(number, event);
  }

  /** Handles an event and returns the line that it draws, if any: { stroke, x1, y1, x2, y2, verdict }. */
  take(number, [, kind, x, y, touch]) {
    if (kind === "undo" || kind === "redo") {
      this.#turn(kind);
      return null;
    }
    const stroke = this.#open.get(touch);
    if (kind === "began" || (kind === "moved" && !stroke)) {
      this.#begin(touch, x, y);
      return null;
    }
    if (!stroke) return null;
    if (kind !== "moved") this.#close(stroke);
    if (kind === "cancelled" || (kind === "ended" && !this.drawsLifts)) return null;
    if (kind === "ended" && stroke.x === x && stroke.y === y && stroke.lines.length > 0) return null;
    const line = { stroke, x1: stroke.x, y1: stroke.y, x2: x, y2: y, verdict: undefined };
    stroke.x = x;
    stroke.y = y;
    stroke.lines.push(line);
    this.#lines.set(number, line);
    return line;
  }

  /** Records the verdict on the line that an event drew, and returns the line: 0 outside, 1 inside, 2 in the corridor but out of turn. */
  judge(number, verdict) {
    const line = this.#lines.get(number);
    if (!line) return null;
    line.verdict = verdict;
    this.#lines.delete(number);
    return line;
  }

  /** The touches that are down, with their positions. */
  get openTouches() {
    return [...this.#open.values()].map(({ touch, x, y }) => ({ touch, x, y }));
  }

  get canUndo() {
    return this.strokes.some((stroke) => !stroke.isUndone);
  }

  get canRedo() {
    return this.#canRedo;
  }

  #begin(touch, x, y) {
    const before = this.#open.get(touch);
    if (before) this.#close(before);
    // Drawing more discards undone strokes.
    this.strokes = this.strokes.filter((stroke) => !stroke.isUndone);
    this.#canRedo = false;
    const stroke = { touch, x, y, lines: [], isOpen: true, isUndone: false };
    this.strokes.push(stroke);
    this.#open.set(touch, stroke);
  }

  #close(stroke) {
    stroke.isOpen = false;
    this.#open.delete(stroke.touch);
  }

  #turn(kind) {
    if (kind === "undo") {
      const stroke = this.strokes.findLast((stroke) => !stroke.isUndone);
      if (!stroke) return;
      stroke.isUndone = true;
      this.#close(stroke);
      this.#canRedo = true;
    } else {
      // A stroke that only the server remembers comes with its response.
      const stroke = this.strokes.find((stroke) => stroke.isUndone);
      if (stroke) stroke.isUndone = false;
      this.#canRedo = this.strokes.some((stroke) => stroke.isUndone);
    }
  }
}
