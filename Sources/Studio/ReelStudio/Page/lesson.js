// The content of a link for a class: words to trace, and a name. It stays in the URL from sheet to sheet.

import { remember, setting } from "./settings.js";

/** The maximum number of lessons whose finished words this browser remembers. */
const mostKept = 20;

export class Lesson {
  words;
  pupil;

  /** Reads the parameters of a view: `words=Oma,Opa&pupil=Ada`. */
  constructor(query) {
    this.words = (query.get("words") ?? "").split(",").map((word) => word.trim()).filter(Boolean);
    this.pupil = (query.get("pupil") ?? "").trim();
  }

  /** Whether there is nothing to keep in the URL. */
  get isEmpty() { return this.words.length === 0 && this.pupil === ""; }

  /** The path of a view with the lesson: `trace?words=…`. */
  view(path) {
    const query = new URLSearchParams();
    if (this.words.length > 0) query.set("words", this.words.join(","));
    if (this.pupil) query.set("pupil", this.pupil);
    return this.isEmpty ? path : `${path}?${query}`;
  }

  /** The words that this pupil has finished in this browser. */
  get done() { return new Set(setting("lessons", []).find((lesson) => lesson.key === this.#key)?.done ?? []); }

  /** Marks a word as finished. */
  finish(word) {
    if (!this.words.includes(word)) return;
    const done = [...this.done.add(word)];
    const others = setting("lessons", []).filter((lesson) => lesson.key !== this.#key);
    remember("lessons", [{ key: this.#key, done }, ...others].slice(0, mostKept));
  }

  /** The next unfinished word after another; undefined if all are finished. */
  after(word) {
    const start = this.words.indexOf(word) + 1;
    const done = this.done;
    return [...this.words.slice(start), ...this.words.slice(0, start)].find((other) => other !== word && !done.has(other));
  }

  get #key() { return this.view(""); }
}
