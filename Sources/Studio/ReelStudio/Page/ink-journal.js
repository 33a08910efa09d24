// The events of one sheet that the server has not confirmed yet, numbered without gaps.
//
// An event is an array: [milliseconds, "began"|"moved"|"ended"|"cancelled", x, y, touch, pressure], or [milliseconds, "undo"|"redo"].
// The numbers belong to a pen, an identifier that this page generated. With them, a server that was offline or killed knows which events it has.
// Events are stored as they arrive, by a synchronous call, so a reload a moment later finds them.

const prefix = "reel.ink.";

export class Journal {
  /** The name under which the server counts these events. */
  pen;
  /** Whether everything is stored; false after the storage was full. */
  isStored = true;

  #storage;
  #session;
  /** The chunks of events, each stored under one key: { key, first, events }. */
  #chunks = [];
  #last = 0;

  /** Continues with the pen that left events in a storage (`localStorage`, or null if there is none), or takes a new one. */
  constructor(session, storage) {
    this.#session = session;
    this.#storage = storage;
    const left = stored(storage).filter((chunk) => chunk.session === session);
    this.pen = left[0]?.pen ?? newPen();
    for (const { key, pen, first } of left) {
      if (pen !== this.pen) continue;
      try {
        this.#chunks.push({ key, first, events: JSON.parse(storage.getItem(key)) });
      } catch {
        storage.removeItem(key);
      }
    }
    this.#chunks.sort((a, b) => a.first - b.first);
    const newest = this.#chunks.at(-1);
    if (newest) this.#last = newest.first + newest.events.length - 1;
  }

  /** The number of the last event, or of the last one that the server confirmed. */
  get last() {
    return this.#last;
  }

  /** The unconfirmed events after a number, in order: { number, event }. */
  after(number) {
    return this.#chunks.flatMap((chunk) => chunk.events
      .map((event, index) => ({ number: chunk.first + index, event }))
      .filter((entry) => entry.number > number));
  }

  /** The number of events that wait for the server. */
  get waiting() {
    return this.#chunks.reduce((sum, chunk) => sum + chunk.events.length, 0);
  }

  /** Numbers events, stores them and returns them: { number, event }. */
  append(events) {
    if (events.length === 0) return [];
    const first = this.#last + 1;
    this.#last += events.length;
    this.#store(first, events);
    return events.map((event, index) => ({ number: first + index, event }));
  }

  /** Discards the events that the server has, up to a number; later events have higher numbers. */
  confirm(number) {
    this.#last = Math.max(this.#last, number);
    this.#chunks = this.#chunks.filter((chunk) => {
      if (chunk.first + chunk.events.length - 1 > number) return true;
      this.#storage?.removeItem(chunk.key);
      return false;
    });
  }

  /** Discards all events. */
  discard() {
    this.confirm(this.#last);
  }

  /** Takes a new pen for the waiting events, because another page has the old one. */
  renew() {
    const events = this.after(0).map((entry) => entry.event);
    this.discard();
    this.pen = newPen();
    this.#last = 0;
    this.append(events);
  }

  #store(first, events) {
    const key = `${prefix}${this.pen}.${first}.${this.#session}`;
    this.#chunks.push({ key, first, events });
    try {
      if (this.#storage) this.#storage.setItem(key, JSON.stringify(events));
      else this.isStored = false;
    } catch {
      this.isStored = false;
    }
  }
}

/** The sessions with events waiting in a storage. */
export function sessionsWithInk(storage) {
  return [...new Set(stored(storage).map((chunk) => chunk.session))];
}

/** The browser's storage, or null if it is disabled. */
export function browserStorage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function newPen() {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => letters[byte % 64]).join("");
}

/** The chunks in a storage, with the parts of their keys. A session's id is a file name and may contain dots. */
function stored(storage) {
  const found = [];
  for (let index = 0; index < (storage?.length ?? 0); index += 1) {
    const key = storage.key(index);
    const [, pen, first, session] = key.match(/^reel\.ink\.([\w-]+)\.(\d+)\.(.+)$/s) ?? [];
    if (session !== undefined) found.push({ key, pen, first: Number(first), session });
  }
  return found;
}
