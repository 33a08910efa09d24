// Converts Pointer Events on a sheet to events of a session.

/** Watches an element and forwards the pointers' events. */
export class Pointers {
  /** Whether fingers draw even after a pen has been seen. */
  touchDrawsToo = false;
  /** Whether a pen has been seen. */
  penSeen = false;
  /** Called once when a pen is seen for the first time. */
  onpen = () => {};

  #element;
  #view;
  #take;
  #touches = new Map();
  #isOpen = () => true;

  /**
   * - view: returns the visible part of the sheet: x, y, width and height in points.
   * - take: receives events, [epoch milliseconds, kind, x, y, touch, pressure].
   * - isOpen: returns whether the sheet accepts ink now.
   */
  constructor(element, { view, take, isOpen }) {
    this.#element = element;
    this.#view = view;
    this.#take = take;
    this.#isOpen = isOpen;
    const listen = (name, action) => element.addEventListener(name, action, { passive: false });
    listen("pointerdown", (event) => this.#down(event));
    listen("pointermove", (event) => this.#move(event));
    listen("pointerup", (event) => this.#up(event, "ended"));
    listen("pointercancel", (event) => this.#up(event, "cancelled"));
    listen("lostpointercapture", (event) => this.#up(event, "cancelled"));
    // Older versions of Safari scroll and zoom even though `touch-action` is none.
    for (const name of ["touchstart", "touchmove", "gesturestart", "contextmenu", "selectstart", "dragstart"]) {
      listen(name, (event) => event.preventDefault());
    }
  }

  /** Whether any pointer is down. */
  get isDrawing() {
    return this.#touches.size > 0;
  }

  /** Ends all strokes, as if the system had cancelled the touches. */
  release() {
    for (const [pointer, { touch, last }] of this.#touches) {
      this.#touches.delete(pointer);
      this.#take([[now(), "cancelled", ...last, touch]]);
    }
  }

  #down(event) {
    if (!this.#isOpen() || (event.pointerType === "mouse" && event.button !== 0)) return;
    if (event.pointerType === "pen" && !this.penSeen) {
      this.penSeen = true;
      // The palm touched down before the pen.
      this.release();
      this.onpen();
    }
    if (event.pointerType === "touch" && this.penSeen && !this.touchDrawsToo) return;
    event.preventDefault();
    try {
      this.#element.setPointerCapture(event.pointerId);
    } catch {
      // The pointer has already gone.
    }
    this.#element.focus({ preventScroll: true });
    // The smallest number not used by a finger.
    const taken = new Set([...this.#touches.values()].map((state) => state.touch));
    let touch = 0;
    while (taken.has(touch)) touch += 1;
    this.#touches.set(event.pointerId, { touch, last: [0, 0] });
    this.#hand(event.pointerId, [event], "began");
  }

  #move(event) {
    if (!this.#touches.has(event.pointerId)) return;
    event.preventDefault();
    const all = event.getCoalescedEvents?.() ?? [];
    this.#hand(event.pointerId, all.length ? all : [event], "moved");
  }

  #up(event, kind) {
    if (!this.#touches.has(event.pointerId)) return;
    this.#hand(event.pointerId, [event], kind);
    this.#touches.delete(event.pointerId);
  }

  #hand(pointer, events, kind) {
    const state = this.#touches.get(pointer);
    const box = this.#element.getBoundingClientRect();
    const { x, y, width, height } = this.#view();
    this.#take(events.map((event) => {
      // A cancelled pointer has no position worth keeping.
      if (kind !== "cancelled") {
        state.last = [
          hundredths(x + (event.clientX - box.left) / box.width * width), hundredths(y + (event.clientY - box.top) / box.height * height),
        ];
      }
      const time = performance.timeOrigin + event.timeStamp;
      return [time, kind, ...state.last, state.touch, ...(feelsPressure(event) ? [hundredths(event.pressure)] : [])];
    }));
  }
}

/** Whether the browser reports all positions between two frames, which it only does in a secure context. */
export const hasCoalescedEvents = typeof PointerEvent !== "undefined" && "getCoalescedEvents" in PointerEvent.prototype;

/** The time on the clock of events, in milliseconds since 1970. */
export function now() {
  return performance.timeOrigin + performance.now();
}

/** Whether a device senses pressure; one that does not reports 0.5 while it is down. */
function feelsPressure(event) {
  return event.pointerType === "pen" || (event.pressure > 0 && event.pressure !== 0.5 && event.pressure !== 1);
}

function hundredths(number) {
  return Math.round(number * 100) / 100;
}
