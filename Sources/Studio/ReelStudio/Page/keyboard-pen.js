// Drawing by keyboard: arrow keys move a pen, the space bar puts it down and lifts it.

import { h } from "./dom.js";
import { now } from "./ink-pointers.js";

/** The step of an arrow key, relative to the sheet's shorter side; a fifth of it with the shift key. */
const step = 1 / 72;
/** The number of the touch, not used by any finger. */
const touch = 100;

const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class KeyboardPen {
  #sheet;
  #tip = h("div", { class: "pen-tip", hidden: true });
  #point = null;
  #isDown = false;

  constructor(sheet) {
    this.#sheet = sheet;
    sheet.element.append(this.#tip);
    sheet.element.addEventListener("keydown", (event) => this.#key(event));
    sheet.element.addEventListener("pointerdown", () => {
      sheet.element.classList.add("by-pointer");
      this.#hide();
    });
    sheet.element.addEventListener("blur", () => sheet.element.classList.remove("by-pointer"));
    sheet.element.addEventListener("blur", () => this.#hide());
  }

  #key(event) {
    this.#sheet.element.classList.remove("by-pointer");
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#sheet.session) return;
    const { canvas } = this.#sheet.session.task;
    if (event.key === " ") {
      this.#point ??= this.#start;
      this.#put(this.#isDown ? "ended" : "began");
      this.#isDown = !this.#isDown;
    } else if (event.key in ways) {
      this.#point ??= this.#start;
      const length = Math.min(...canvas) * step * (event.shiftKey ? 0.2 : 1);
      this.#point = this.#point.map((value, axis) =>
        Math.round(Math.min(canvas[axis], Math.max(0, value + ways[event.key][axis] * length)) * 100) / 100);
      if (this.#isDown) this.#put("moved");
    } else if (event.key === "Escape" && !this.#tip.hidden) {
      this.#hide();
      return;
    } else return;
    event.preventDefault();
    this.#show();
  }

  /** Where the pen begins: at the next stroke that is shown. */
  get #start() {
    const { canvas, keyPoints, letters, marks } = this.#sheet.session.task;
    return (letters.length > 1 ? marks[this.#sheet.firstPath]?.dot : keyPoints[0]) ?? canvas.map((side) => side / 2);
  }

  #put(kind) {
    this.#sheet.gather([[now(), kind, ...this.#point, touch]]);
  }

  #show() {
    const { x, y, width, height } = this.#sheet.view;
    this.#tip.hidden = false;
    this.#tip.style.left = `${(this.#point[0] - x) / width * 100}%`;
    this.#tip.style.top = `${(this.#point[1] - y) / height * 100}%`;
    this.#tip.classList.toggle("down", this.#isDown);
  }

  #hide() {
    if (this.#isDown) this.#put("ended");
    this.#isDown = false;
    this.#tip.hidden = true;
  }
}
