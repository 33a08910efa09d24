// Cues: names for times, in a WebVTT file beside the storyboard. Cues of a storyboard without a file last until the page is closed.

import { button, h, iconButton } from "./dom.js";
import { ask } from "./api.js";
import { duration, sentence, t } from "./words.js";

export class CueList {
  element = h("section", { class: "cues", "aria-label": t("cues"), hidden: true });
  #app;
  #hasFile;
  #cues = [];
  #list = h("ul", {});
  #heading = h("h2", {}, t("cues"));
  #seek;

  /** The cues of a storyboard with or without a file; `seek` goes to a time in seconds. */
  constructor(app, hasFile, seek) {
    this.#app = app;
    this.#hasFile = hasFile;
    this.#seek = seek;
    this.element.append(this.#heading, this.#list);
    if (hasFile) this.look();
    else this.element.append(button("download", t("downloadCues"), () => this.#download()));
  }

  /** Reads the file again, because another program may have changed it. */
  look() {
    if (this.#hasFile) return this.#change(() => ask("GET", "story/cues"));
  }

  add(seconds) {
    const numbers = this.#cues.map((cue) => Number(cue.name.match(/\d+$/)?.[0] ?? 0));
    const name = t("cueName", { count: Math.max(0, ...numbers) + 1 });
    return this.#change(() => ask("POST", "story/cues", { name, seconds }), () => {
      this.#cues.push({ name, start: seconds });
      this.#cues.sort((a, b) => a.start - b.start);
    });
  }

  #rename(cue, newName) {
    return this.#change(() => ask("PATCH", "story/cues", { name: cue.name, newName }), () => {
      cue.name = newName.trim().replaceAll(/[^\p{L}\p{N}_]+/gu, "-") || cue.name;
    });
  }

  #remove(cue) {
    return this.#change(() => ask("DELETE", `story/cues?name=${encodeURIComponent(cue.name)}`), () => this.#cues.splice(this.#cues.indexOf(cue), 1));
  }

  /** Changes the file, or the page's own cues if there is no file. */
  async #change(ofFile, ofPage) {
    try {
      if (this.#hasFile) {
        const { file, cues } = await ofFile();
        this.#cues = cues;
        this.#heading.textContent = t("cuesIn", { file });
      } else ofPage();
    } catch (error) {
      this.#app.toast(sentence(error.message) || t("away"));
    }
    this.#draw();
  }

  #draw() {
    this.element.hidden = this.#cues.length === 0;
    this.#list.replaceChildren(...this.#cues.map((cue) => h("li", {},
      h("button", { type: "button", class: "quiet digits", onclick: () => this.#seek(cue.start) }, duration(cue.start, 2)),
      h("input", { type: "text", value: cue.name, maxlength: 64, "aria-label": t("name"), onchange: (event) => this.#rename(cue, event.target.value) }),
      iconButton("close", `${t("remove")}: ${cue.name}`, () => this.#remove(cue)))));
  }

  #download() {
    const link = h("a", { href: URL.createObjectURL(new Blob([webVTT(this.#cues)], { type: "text/vtt" })), download: "story.vtt" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
}

/** Formats cues as WebVTT. Each lasts until the next one begins, the last for a second. */
function webVTT(cues) {
  const lines = cues.map((cue, index) => {
    const end = Math.max(cues[index + 1]?.start ?? cue.start + 1, cue.start + 0.001);
    return `${cue.name}\n${stamp(cue.start)} --> ${stamp(end)}\n${cue.name}\n`;
  });
  return `WEBVTT\n\n${lines.join("\n")}`;
}

function stamp(seconds) {
  const milliseconds = Math.round(seconds * 1000);
  const part = (value, digits) => String(value).padStart(digits, "0");
  return `${part(Math.floor(milliseconds / 3600000), 2)}:${part(Math.floor(milliseconds / 60000) % 60, 2)}:${part(Math.floor(milliseconds / 1000) % 60, 2)}.${part(milliseconds % 1000, 3)}`;
}
