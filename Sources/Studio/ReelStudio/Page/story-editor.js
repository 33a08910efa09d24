// A text area with line numbers, some of them marked.

import { h } from "./dom.js";

export class StoryEditor {
  element;
  #area;
  #gutter = h("div", { class: "gutter", "aria-hidden": "true" });
  #marked = new Map();

  constructor(label, text, changed) {
    this.#area = h("textarea", {
      "aria-label": label, value: text, spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", rows: 24,
      oninput: () => {
        this.#number();
        changed();
      },
      onscroll: () => { this.#gutter.scrollTop = this.#area.scrollTop; },
      onkeydown: (event) => this.#key(event),
    });
    this.element = h("div", { class: "editor card" }, this.#gutter, this.#area);
    this.#number();
  }

  get text() {
    return this.#area.value;
  }

  set text(text) {
    this.#area.value = text;
    this.#number();
  }

  /** Marks the lines with errors, { line, message }. */
  mark(errors) {
    this.#marked = new Map(errors.map((error) => [error.line, error.message]));
    if (errors.length > 0) this.#area.setAttribute("aria-invalid", "true");
    else this.#area.removeAttribute("aria-invalid");
    this.#number();
  }

  /** Moves the caret to a line and column, both counted from 1. */
  select(line, column) {
    const lines = this.text.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    const caret = start + Math.min(column - 1, lines[line - 1]?.length ?? 0);
    this.#area.focus();
    this.#area.setSelectionRange(caret, start + (lines[line - 1]?.length ?? 0));
  }

  #number() {
    const count = this.text.split("\n").length;
    if (this.#gutter.children.length !== count) {
      this.#gutter.replaceChildren(...Array.from({ length: count }, (_, index) => h("span", {}, String(index + 1))));
    }
    [...this.#gutter.children].forEach((number, index) => {
      const message = this.#marked.get(index + 1);
      number.className = message ? "wrong" : "";
      if (message) number.title = message;
      else number.removeAttribute("title");
    });
    this.#gutter.scrollTop = this.#area.scrollTop;
  }

  /** The tab key indents by two spaces, as YAML requires; after Escape it leaves the text area, for keyboard users. */
  #key(event) {
    if (event.key === "Escape") {
      this.#leaves = true;
      return;
    }
    if (event.key === "Tab" && !event.shiftKey && !this.#leaves) {
      event.preventDefault();
      document.execCommand("insertText", false, "  ");
    }
    if (event.key !== "Shift") this.#leaves = false;
  }

  #leaves = false;
}
