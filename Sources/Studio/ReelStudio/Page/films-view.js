// The list of films: unfinished ones with their progress, finished ones with a player.

import { button, h, icon, iconButton } from "./dom.js";
import { ask, sheetView } from "./api.js";
import { bytes, percent, sentence, t } from "./words.js";

export function showFilms(main, { app, rest, signal }) {
  const list = h("ul", { class: "films" });
  const empty = h("div", { class: "empty" }, icon("films"), h("p", {}, t("noFilms")));
  main.replaceChildren(h("div", { class: "page" },
    h("header", {}, h("h1", {}, t("films")), h("p", {}, t("filmsWhere", { folder: `${app.studio.folder}/Films` }))), list, empty));
  const rows = new Map();
  app.films.listen(signal, (films) => {
    empty.hidden = films.length > 0;
    for (const [id, row] of rows) {
      if (films.some((film) => film.id === id)) continue;
      row.element.remove();
      rows.delete(id);
    }
    films.forEach((film, index) => {
      if (!rows.has(film.id)) rows.set(film.id, new FilmRow(app, film));
      const row = rows.get(film.id);
      if (list.children[index] !== row.element) list.insertBefore(row.element, list.children[index] ?? null);
      row.show(film);
    });
    const wanted = rows.get(rest[0]);
    if (wanted && !wanted.wasShown) {
      wanted.wasShown = true;
      wanted.element.scrollIntoView({ block: "center" });
    }
  });
}

/** A film in a list, updated while it is made. */
export class FilmRow {
  element;
  #app;
  #state = "";
  #words = h("p", { class: "note" });
  #bar = h("progress", { max: 1, value: 0 });
  #stage = h("div", { class: "stage" });
  #actions = h("div", { class: "actions" });
  #corner = h("div", { class: "corner" });
  #isAlone;

  /** A film alone in a dialog needs no link to its sheet. */
  constructor(app, film, isAlone = false) {
    this.#app = app;
    this.#isAlone = isAlone;
    const name = h("h2", {}, film.name);
    this.element = h("li", { class: "film card", id: `film-${film.id}` },
      this.#stage, h("div", { class: "about" }, h("div", { class: "words" }, name, this.#words), this.#actions, this.#corner));
    this.#bar.setAttribute("aria-label", film.name);
  }

  show(film) {
    this.#words.textContent = describe(film);
    this.#bar.value = film.frameCount ? film.frames / film.frameCount : 0;
    if (film.state === this.#state) return;
    this.#state = film.state;
    this.element.dataset.state = film.state;
    this.#stage.replaceChildren(...stage(film, this.#bar));
    this.#actions.replaceChildren(...this.#buttons(film));
    this.#corner.replaceChildren(...(isOver(film) ? [iconButton("close", t("remove"), () => this.#drop(film))] : []));
  }

  async #drop(film) {
    await ask("DELETE", `films/${film.id}`).catch((error) => this.#app.toast(sentence(error.message) || t("away")));
    this.#app.films.look();
  }

  #buttons(film) {
    if (!isOver(film)) return [button("close", t("cancel"), () => this.#drop(film))];
    if (film.state !== "finished") return [];
    return [
      ...(film.session && !this.#isAlone ? [h("a", { class: "button", href: `#${sheetView(film.session)}` }, icon("trace"), h("span", {}, t("continueDrawing")))] : []),
      h("a", { class: "button primary", href: `api/films/${film.id}/file?download=1`, download: film.name },
        icon("download"), h("span", {}, t("download"))),
    ];
  }
}

function isOver(film) {
  return film.state !== "waiting" && film.state !== "recording";
}

/** The visible part of a film: a progress bar while it is made, then a player or a picture. */
function stage(film, bar) {
  const file = `api/films/${film.id}/file`;
  if (!isOver(film)) return [bar];
  if (film.state !== "finished") return [];
  if (film.type?.startsWith("image/")) return [h("img", { src: file, alt: film.name })];
  if (film.type?.startsWith("video/")) {
    return [h("video", { src: file, controls: true, playsinline: true, preload: "metadata", "aria-label": film.name })];
  }
  return [];
}

function describe(film) {
  switch (film.state) {
    case "waiting":
      return t("filmWaiting");
    case "recording": {
      const left = film.secondsLeft == null ? "" : ` · ${t("filmLeft", { count: Math.ceil(film.secondsLeft) })}`;
      return t("filmRecording", { part: film.frameCount ? percent(film.frames / film.frameCount) : film.frames }) + left;
    }
    case "finished":
      return [t("filmFinished", { size: bytes(film.bytes ?? 0) }), sentence(film.message)].filter(Boolean).join(" · ");
    case "failed":
      return sentence(film.message) || t("filmFailed");
    default:
      return t("filmCancelled");
  }
}
