// The films that the server makes, polled while one is unfinished.

import { announce } from "./dom.js";
import { follow } from "./api.js";
import { sentence, t } from "./words.js";

const isRunning = (film) => film.state === "waiting" || film.state === "recording";

export class FilmWatch {
  films = [];

  #app;
  #listeners = new Set();
  #watch = null;
  #running = new Set();

  constructor(app) {
    this.#app = app;
    this.look();
  }

  /** Polls now, and until no film is in progress. */
  look() {
    this.#watch?.abort();
    const watch = new AbortController();
    this.#watch = watch;
    follow("films", 500, watch.signal, ({ films }) => {
      this.#take(films);
      if (!films.some(isRunning)) watch.abort();
    });
  }

  /** Calls a function now and whenever the films change, until `signal` aborts. */
  listen(signal, heard) {
    this.#listeners.add(heard);
    signal.addEventListener("abort", () => this.#listeners.delete(heard));
    heard(this.films);
  }

  #take(films) {
    for (const film of films) {
      if (film.state === "finished" && this.#running.has(film.id)) this.#tell(film);
      if (film.state === "failed" && this.#running.has(film.id) && film.message) this.#app.toast(sentence(film.message));
    }
    this.#running = new Set(films.filter(isRunning).map((film) => film.id));
    this.films = films;
    this.#count(this.#running.size);
    for (const heard of this.#listeners) heard(films);
  }

  #tell(film) {
    const words = t("filmReady", { name: film.name });
    announce(words);
    // A film that is visible needs no notification.
    if (!document.getElementById(`film-${film.id}`)) {
      this.#app.toast(words, { words: t("play"), run: () => this.#app.go(`films/${film.id}`) });
    }
  }

  /** Shows the number of unfinished films beside the view's name. */
  #count(count) {
    const link = document.getElementById("view-films");
    link.querySelector(".count")?.remove();
    if (count === 0) return;
    const badge = document.createElement("span");
    badge.className = "count";
    badge.textContent = count;
    link.append(badge);
  }
}
