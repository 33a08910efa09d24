// The snowflake: a level, and the picture of it.

import { button, choice, field, h } from "./dom.js";
import { send } from "./api.js";
import { openFilmDialog } from "./film-dialog.js";
import { remember, setting } from "./settings.js";
import { language, number, t } from "./words.js";

/** The highest level that the library draws; and the highest of which anything more can be seen. */
const max = 12;
const visible = 8;

export function showSnowflake(main, { app, signal }) {
  const state = setting("snowflake", { level: 4, theme: "night", style: "grow" });
  const picture = h("img", { class: "flake", alt: "", width: 1280, height: 720 });
  const sides = h("p", { class: "sides digits", role: "status" });
  const text = h("input", { type: "text", inputmode: "decimal", autocomplete: "off", value: state.level.toLocaleString(language), id: "level" });
  const box = field(t("level"), text, t("levelHint", { max }));
  const slider = h("input", { type: "range", min: 0, max: visible, step: 0.1, value: state.level, "aria-label": t("level") });
  const record = button("record", "", () => {
    const top = Math.max(1, Math.ceil(state.level));
    openFilmDialog(app, {
      scenes: [{ snowflake: { levels: `0...${top}`, theme: state.theme, style: state.style } }], seconds: 2 * (top + 1), theme: state.theme, name: "snowflake",
    });
  }, { class: "primary wide" });
  const view = new PictureView(picture, signal, (sentence) => box.tell(sentence));
  const show = () => {
    remember("snowflake", state);
    const count = 3 * 4 ** Math.ceil(state.level);
    sides.textContent = t("sides", { count });
    record.lastChild.textContent = t("recordGrowth", { level: Math.max(1, Math.ceil(state.level)) });
    const alt = t("snowflakeAlt", { level: number(state.level, 2), count });
    const size = matchMedia("(max-width: 46rem)").matches ? "720x720" : "1280x720";
    view.show(`picture?scene=snowflake&level=${state.level}&theme=${state.theme}&size=${size}&no-caption=true`, alt);
  };
  text.addEventListener("input", () => {
    const { level, problem } = readLevel(text.value);
    box.tell(problem);
    record.disabled = Boolean(problem);
    if (problem) return;
    state.level = level;
    slider.value = level;
    show();
  });
  slider.addEventListener("input", () => {
    state.level = Number(slider.value);
    text.value = state.level.toLocaleString(language);
    box.tell("");
    record.disabled = false;
    show();
  });
  const themes = choice(t("theme"), app.studio.themes.map((name) => [name, t(name)]), state.theme, (theme) => {
    state.theme = theme;
    show();
  });
  main.replaceChildren(h("div", { class: "page" }, h("header", {}, h("h1", {}, t("snowflake")), h("p", {}, t("snowflakeIntro"))),
    h("div", { class: "columns" }, h("figure", { class: "screen" }, picture, h("figcaption", {}, sides)),
      h("aside", { class: "panel" }, box, slider, themes,
        choice(t("style"), (app.studio.styles ?? ["grow", "step", "draw"]).map((style) => [style, t(`style_${style}`)]), state.style, (style) => {
          state.style = style;
          show();
        }), record))));
  show();
}

/** Reads a level as people write it: also with a decimal comma. */
export function readLevel(text) {
  const trimmed = text.trim();
  if (trimmed === "") return { problem: t("levelEmpty", { max }) };
  const level = Number(trimmed.replace(",", ".").replace("−", "-"));
  if (Number.isNaN(level)) return { problem: t("levelNoNumber", { text: trimmed.slice(0, 20), max }) };
  if (level < 0) return { problem: t("levelNegative") };
  if (level > max) return { problem: t("levelTooLarge", { text: trimmed.slice(0, 20), max }) };
  return { level };
}

/** A picture that follows what is asked for: one request at a time, and then the newest. */
export class PictureView {
  #image;
  #signal;
  #tell;
  #wanted = null;
  #isAsking = false;

  constructor(image, signal, tell) {
    this.#image = image;
    this.#signal = signal;
    this.#tell = tell;
    signal.addEventListener("abort", () => URL.revokeObjectURL(image.src));
  }

  show(path, alt) {
    this.#wanted = { path, alt };
    this.#ask();
  }

  async #ask() {
    if (this.#isAsking || !this.#wanted) return;
    this.#isAsking = true;
    const { path, alt } = this.#wanted;
    this.#wanted = null;
    try {
      const response = await send("GET", path, undefined, { signal: this.#signal });
      const before = this.#image.src;
      this.#image.src = URL.createObjectURL(await response.blob());
      this.#image.alt = alt;
      this.#image.dataset.shows = path;
      URL.revokeObjectURL(before);
    } catch (error) {
      if (!this.#signal.aborted) this.#tell(error.message || t("away"));
    }
    this.#isAsking = false;
    this.#ask();
  }
}
