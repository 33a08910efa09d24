// Curves that grow level by level, beginning with the snowflake: a level, and its picture.

import { button, choice, field, h, select } from "./dom.js";
import { ask } from "./api.js";
import { openFilmDialog } from "./film-dialog.js";
import { liveRecorder } from "./live.js";
import { PictureView } from "./picture-view.js";
import { remember, setting } from "./settings.js";
import { language, number, sentence, t } from "./words.js";

/** The snowflake, with the highest level that the library draws, and the highest with a visible difference. */
const snowflake = { name: "snowflake", first: 0, max: 12, visible: 8, usual: 4, lines: (level) => 3 * 4 ** level };
/** The duration of each level in a film, in seconds. */
const share = 2;

export async function showSnowflake(main, { app, signal }) {
  try {
    const { curves } = await ask("GET", "curves", undefined, { signal });
    if (!signal.aborted) new CurveView(main, app, signal, [snowflake, ...curves.filter(({ name }) => name !== "koch").map(curveOf)]);
  } catch (error) {
    if (!signal.aborted) main.replaceChildren(h("p", { class: "empty", role: "alert" }, sentence(error.message) || t("away")));
  }
}

/** The size of a picture, square on a phone. */
function size() {
  return matchMedia("(max-width: 46rem)").matches ? [720, 720] : [1280, 720];
}

/** Converts the server's facts about a curve to this page's terms. */
function curveOf({ name, levels: [first, finest], lines }) {
  return { name, first, max: finest, visible: finest, usual: Math.max(first, Math.min(finest, Math.round(finest * 0.6))), lines: (level) => lines[level] };
}

class CurveView {
  #app;
  #curves;
  #curve;
  #level;
  #state;
  #view;
  #title = h("h1", {});
  #intro = h("p", {});
  #sides = h("p", { class: "sides digits", role: "status" });
  #text = h("input", { type: "text", inputmode: "decimal", autocomplete: "off", id: "level", oninput: () => this.#type() });
  #box;
  #slider = h("input", { type: "range", step: 0.1, "aria-label": t("level"), oninput: () => this.#slide() });
  #record = button("record", "", () => this.#film(), { class: "primary wide" });

  constructor(main, app, signal, curves) {
    this.#app = app;
    this.#curves = curves;
    this.#state = { curve: "snowflake", theme: "night", style: "grow", levels: {}, ...setting("curves", {}) };
    this.#box = field(t("level"), this.#text, " ");
    const [width, height] = size();
    const picture = h("img", { class: "flake", alt: "", width, height });
    this.#view = new PictureView(picture, signal, (sentence) => this.#box.tell(sentence));
    const names = select(curves.map(({ name }) => [name, t(`curve_${name}`)]), this.#state.curve, (name) => this.#choose(name));
    const live = liveRecorder(app, () => this.#order(), signal, t("liveHintScene"));
    main.replaceChildren(h("div", { class: "page" }, h("header", {}, this.#title, this.#intro),
      h("div", { class: "columns" }, h("figure", { class: "screen" }, picture, h("figcaption", {}, this.#sides)),
        h("aside", { class: "panel" }, field(t("curve"), names), this.#box, this.#slider,
          choice(t("theme"), app.studio.themes.map((name) => [name, t(name)]), this.#state.theme, (theme) => this.#set({ theme })),
          choice(t("style"), app.studio.styles.map((style) => [style, t(`style_${style}`)]), this.#state.style, (style) => this.#set({ style })),
          this.#record, live))));
    this.#choose(this.#state.curve);
  }

  #choose(name) {
    this.#curve = this.#curves.find((curve) => curve.name === name) ?? this.#curves[0];
    const { first, max, visible, usual } = this.#curve;
    this.#level = Math.min(max, Math.max(first, this.#state.levels[this.#curve.name] ?? usual));
    this.#title.textContent = t(`curve_${this.#curve.name}`);
    this.#intro.textContent = this.#curve === this.#curves[0] ? t("snowflakeIntro") : t("curveIntro");
    this.#slider.min = first;
    this.#slider.max = visible;
    this.#slider.value = this.#level;
    this.#text.value = this.#level.toLocaleString(language);
    this.#box.hint = t("levelHint", { first, max });
    this.#box.tell("");
    this.#record.disabled = false;
    this.#set({ curve: this.#curve.name });
  }

  #type() {
    const { level, problem } = readLevel(this.#text.value, this.#curve);
    this.#box.tell(problem);
    this.#record.disabled = Boolean(problem);
    if (problem) return;
    this.#level = level;
    this.#slider.value = level;
    this.#show();
  }

  #slide() {
    this.#level = Number(this.#slider.value);
    this.#text.value = this.#level.toLocaleString(language);
    this.#box.tell("");
    this.#record.disabled = false;
    this.#show();
  }

  #set(changes) {
    Object.assign(this.#state, changes);
    this.#show();
  }

  /** The highest level of a film. */
  get #top() { return Math.max(this.#curve.first + 1, Math.ceil(this.#level)); }

  #show() {
    const { name, lines, first } = this.#curve;
    const { theme } = this.#state;
    this.#state.levels = { ...this.#state.levels, [name]: this.#level };
    remember("curves", this.#state);
    const count = lines(Math.ceil(this.#level));
    this.#sides.textContent = t("sides", { count });
    this.#record.lastChild.textContent = t("recordGrowth", { first, level: this.#top });
    const alt = t("curveAlt", { name: t(`curve_${name}`), level: number(this.#level, 2), count });
    const scene = name === "snowflake" ? "scene=snowflake" : `scene=curve&name=${name}`;
    this.#view.show(`picture?${scene}&level=${this.#level}&theme=${theme}&size=${size().join("x")}&no-caption=true`, alt);
  }

  /** The scene and options for a film. */
  #order() {
    const { name, first } = this.#curve;
    const { theme, style } = this.#state;
    const options = { levels: `${first}...${this.#top}`, theme, style };
    const scene = name === "snowflake" ? { snowflake: options } : { curve: { name, ...options } };
    const seconds = share * (this.#top - first + 1);
    return { scenes: [scene], film: { size: "720p", fps: "30", seconds }, name };
  }

  #film() {
    const { scenes, film, name } = this.#order();
    openFilmDialog(this.#app, { scenes, seconds: film.seconds, theme: this.#state.theme, name });
  }
}

/** Parses a level, also with a decimal comma. */
export function readLevel(text, { first, max }) {
  const trimmed = text.trim();
  const shown = trimmed.slice(0, 20);
  if (trimmed === "") return { problem: t("levelEmpty", { first, max }) };
  const level = Number(trimmed.replace(",", ".").replace("−", "-"));
  if (Number.isNaN(level)) return { problem: t("levelNoNumber", { text: shown, first, max }) };
  if (level < 0) return { problem: t("levelNegative", { first }) };
  if (level < first) return { problem: t("levelTooSmall", { first }) };
  if (level > max) return { problem: t("levelTooLarge", { text: shown, max }) };
  return { level };
}
