// Draws ink on two canvases: judged lines on one, and fresh lines above it on another with the lowest latency that the browser offers.

/** The width of ink relative to the maximum distance, and that of lines that are not inside relative to the others, as in the films. */
const share = 0.4;
const thin = 0.55;

export class InkCanvas {
  /** The element, a box as large as the sheet. */
  element;

  #judged;
  #fresh;
  #drawing;
  #view;
  #width;
  #colors = {};
  #waiting = new Set();
  #isComplete = false;

  constructor(element, judged, fresh) {
    this.element = element;
    this.#judged = judged.getContext("2d");
    // A desynchronised canvas skips the compositor's queue: the ink follows the finger more closely.
    this.#fresh = fresh.getContext("2d", { desynchronized: true });
    new ResizeObserver(() => this.redraw()).observe(element);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
  }

  /** Shows a drawing on a canvas of a size in points, with a maximum distance; null if nothing is judged. */
  show(drawing, size, distance, isComplete) {
    this.#drawing = drawing;
    this.#width = distance ? distance * share : Math.min(...size) / 100;
    this.#isComplete = isComplete;
    this.redraw();
  }

  /** The visible part of the canvas: x, y, width and height in points. */
  set view(view) {
    this.#view = view;
    this.redraw();
  }

  /** Whether everything is traced; lines inside are then green. */
  set isComplete(isComplete) {
    if (isComplete === this.#isComplete) return;
    this.#isComplete = isComplete;
    this.redraw();
  }

  /** Draws a line that has not been judged yet. */
  add(line) {
    this.#waiting.add(line);
    this.#stroke(this.#fresh, line, this.#colors.inside);
  }

  /** Draws lines with their verdicts, and lines that still wait above them. */
  settle(lines) {
    let wasWaiting = false;
    for (const line of lines) {
      if (line.stroke.isUndone) continue;
      if (this.#waiting.delete(line)) wasWaiting = true;
      this.#stroke(this.#judged, line, this.#color(line));
    }
    if (wasWaiting) this.#drawWaiting();
  }

  /** Redraws everything. */
  redraw() {
    if (!this.#drawing || !this.#view) return;
    this.#fit();
    this.#waiting.clear();
    for (const stroke of this.#drawing.strokes) {
      if (!stroke.isUndone) this.#drawRuns(stroke.lines);
    }
    this.#drawWaiting();
  }

  /** Draws consecutive lines of one colour as one path, to avoid dots at the joints. */
  #drawRuns(lines) {
    const context = this.#judged;
    let last = null;
    for (const line of lines) {
      if (line.verdict === undefined) {
        this.#waiting.add(line);
        continue;
      }
      const color = this.#color(line);
      if (color !== last) {
        if (last) context.stroke();
        context.strokeStyle = color;
        context.lineWidth = this.#widthOf(line);
        context.beginPath();
        context.moveTo(line.x1, line.y1);
        last = color;
      }
      context.lineTo(...end(line));
    }
    if (last) context.stroke();
  }

  #drawWaiting() {
    this.#clear(this.#fresh);
    for (const line of this.#waiting) this.#stroke(this.#fresh, line, this.#colors.inside);
  }

  #fit() {
    const box = this.element.getBoundingClientRect();
    const ratio = Math.min(3, devicePixelRatio || 1);
    for (const context of [this.#judged, this.#fresh]) {
      const [width, height] = [Math.max(1, Math.round(box.width * ratio)), Math.max(1, Math.round(box.height * ratio))];
      // Setting the size clears a canvas, even if the size is the same.
      if (context.canvas.width !== width) context.canvas.width = width;
      if (context.canvas.height !== height) context.canvas.height = height;
      this.#clear(context);
      const [x, y] = [width / this.#view.width, height / this.#view.height];
      context.setTransform(x, 0, 0, y, -x * this.#view.x, -y * this.#view.y);
      context.lineCap = "round";
      context.lineJoin = "round";
      context.lineWidth = this.#width;
    }
    const style = getComputedStyle(this.element);
    for (const name of ["inside", "outside", "complete", "waiting"]) this.#colors[name] = style.getPropertyValue(`--${name}`).trim();
  }

  #clear(context) {
    context.save();
    context.resetTransform();
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    context.restore();
  }

  #color(line) {
    if (line.verdict === 0) return this.#colors.outside;
    if (line.verdict === 2) return this.#colors.waiting;
    return this.#isComplete ? this.#colors.complete : this.#colors.inside;
  }

  /** Lines that are not inside are thinner, for people who can't tell red from black. */
  #widthOf(line) {
    return line.verdict === 0 || line.verdict === 2 ? thin * this.#width : this.#width;
  }

  #stroke(context, line, color) {
    context.strokeStyle = color;
    context.lineWidth = this.#widthOf(line);
    context.beginPath();
    context.moveTo(line.x1, line.y1);
    context.lineTo(...end(line));
    context.stroke();
  }
}

/** The end of a line, a little farther for a dot, because canvases need not draw lines without length. */
function end({ x1, y1, x2, y2 }) {
  return [x1 === x2 && y1 === y2 ? x2 + 0.01 : x2, y2];
}
