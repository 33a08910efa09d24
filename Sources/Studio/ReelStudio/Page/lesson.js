// The content of a link for a class: words to trace, and a name. It stays in the URL from sheet to sheet.

import { remember, setting } from "./settings.js";

/** The maximum number of lessons whose finished words this browser remembers. */
const mostKept = 20;

/** How much of the way is shown: the corridor, its dotted centre line, or only where to start. */
export const helps = ["corridor", "dots", "empty"];
/** The rules that a teacher chooses from, the freest first. */
export const rules = ["anywhere", "strokeByStroke", "inOrder"];
/** The number of misses before a hint, and the percentage that must be inside, unless a teacher chooses others. */
export const [standardHints, standardInside] = [3, 70];

export class Lesson {
  words;
  pupil;
  /** The percentage of a drawing that must be inside for it to be complete; null for the studio's own. */
  inside;
  /** The rule of the lesson's sheets; null for the one chosen on this device. */
  rule;
  /** How much of the way is shown; `fading` shows less each time that a word was finished, null what was chosen on this device. */
  help;
  /** The alphabet; null for the one chosen on this device. */
  alphabet;
  /** What the page says at the beginning. */
  greeting;
  /** Whether a complete sheet is heard. */
  sound;
  /** The number of misses after which the next stroke is shown; 0 for never. */
  hints;

  /** Reads the parameters of a view: `words=Oma,Opa&pupil=Ada&rule=inOrder&inside=70&hints=3`. */
  constructor(query) {
    this.inside = wholeNumber(query.get("inside"), 0, 100);
    this.rule = rules.includes(query.get("rule")) ? query.get("rule") : null;
    this.help = [...helps, "fading"].includes(query.get("help")) ? query.get("help") : null;
    this.alphabet = query.get("alphabet") || null;
    this.greeting = (query.get("greeting") ?? "").trim();
    this.sound = query.has("sound") ? query.get("sound") === "1" : null;
    this.hints = wholeNumber(query.get("hints"), 0, 99) ?? standardHints;
    this.words = (query.get("words") ?? "").split(",").map((word) => word.trim()).filter(Boolean);
    this.pupil = (query.get("pupil") ?? "").trim();
  }

  /** Whether there is nothing to keep in the URL. */
  get isEmpty() { return this.#query.size === 0; }

  /** Whether a child draws here, who needs the sheet and nothing else. */
  get isForChild() { return this.words.length > 0 || this.greeting !== ""; }

  /** How much of the way is shown for a word. */
  helpFor(word) {
    const help = this.help ?? setting("help", helps[0]);
    return help === "fading" ? helps[Math.min(this.#times(word), helps.length - 1)] : help;
  }

  /** The rules of the lesson, for a new session. */
  get rules() {
    const alphabet = this.alphabet ?? setting("alphabet", "print");
    return { ...(alphabet === "print" ? {} : { alphabet }), rule: this.rule ?? setting("rule", rules[0]), ...(this.inside === null ? {} : { minInside: this.inside / 100 }) };
  }

  /** The path of a view with the lesson: `trace?words=…`. */
  view(path) {
    const query = this.#query;
    return query.size === 0 ? path : `${path}?${query}`;
  }

  get #query() {
    const query = new URLSearchParams();
    if (this.words.length > 0) query.set("words", this.words.join(","));
    if (this.pupil) query.set("pupil", this.pupil);
    if (this.rule !== null) query.set("rule", this.rule);
    if (this.inside !== null) query.set("inside", this.inside);
    if (this.help !== null) query.set("help", this.help);
    if (this.alphabet !== null && this.alphabet !== "print") query.set("alphabet", this.alphabet);
    if (this.greeting) query.set("greeting", this.greeting);
    if (this.sound !== null) query.set("sound", this.sound ? "1" : "0");
    if (this.hints !== standardHints) query.set("hints", this.hints);
    return query;
  }

  /** The words that this pupil has finished in this browser. */
  get done() { return new Set(this.#kept.done); }

  /** Marks a word as finished, once for each sheet. */
  finish(word, sheet) {
    const { done, times, last } = this.#kept;
    if (last === sheet) return;
    const others = setting("lessons", []).filter((lesson) => lesson.key !== this.#key);
    const now = { key: this.#key, done: [...new Set([...done, ...this.words.filter((other) => other === word)])],
      times: { ...times, [word]: (times[word] ?? 0) + 1 }, last: sheet };
    remember("lessons", [now, ...others].slice(0, mostKept));
  }

  #times(word) { return this.#kept.times[word] ?? 0; }

  get #kept() { return { done: [], times: {}, last: "", ...setting("lessons", []).find((lesson) => lesson.key === this.#key) }; }

  /** The next unfinished word after another; undefined if all are finished. */
  after(word) {
    const start = this.words.indexOf(word) + 1;
    const done = this.done;
    return [...this.words.slice(start), ...this.words.slice(0, start)].find((other) => other !== word && !done.has(other));
  }

  get #key() { return new URLSearchParams({ words: this.words.join(","), pupil: this.pupil }).toString(); }
}

/** Reads a whole number of a link; null for anything else. */
function wholeNumber(text, least, most) {
  const number = text === null || text.trim() === "" ? NaN : Number(text);
  return Number.isInteger(number) && number >= least && number <= most ? number : null;
}
