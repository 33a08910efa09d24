// Cues: names for times, which a storyboard refers to, in a file of WebVTT.

import { button, h, iconButton } from "./dom.js";
import { remember, setting } from "./settings.js";
import { duration, t } from "./words.js";

export class CueList {
  element = h("section", { class: "cues", "aria-label": t("cues"), hidden: true });
  #file;
  #cues;
  #seek;

  /** The cues of a storyboard's file; `seek` goes to a time in seconds. */
  constructor(file, seek) {
    this.#file = file;
    this.#seek = seek;
    this.#cues = setting(`cues.${file}`, []);
    this.#draw();
  }

  add(seconds) {
    const numbers = this.#cues.map((cue) => Number(cue.name.match(/\d+$/)?.[0] ?? 0));
    this.#cues.push({ name: t("cueName", { count: Math.max(0, ...numbers) + 1 }), seconds });
    this.#cues.sort((a, b) => a.seconds - b.seconds);
    this.#keep();
  }

  #keep() {
    remember(`cues.${this.#file}`, this.#cues);
    this.#draw();
  }

  #draw() {
    this.element.hidden = this.#cues.length === 0;
    this.element.replaceChildren(h("h2", {}, t("cues")), h("ul", {}, this.#cues.map((cue) => h("li", {},
      h("button", { type: "button", class: "quiet digits", onclick: () => this.#seek(cue.seconds) }, duration(cue.seconds, 2)),
      h("input", { type: "text", value: cue.name, "aria-label": t("name"), onchange: (event) => {
        // A cue's name is a word of the storyboard.
        cue.name = event.target.value.trim().replaceAll(/\s+/g, "-").replaceAll("-->", "") || cue.name;
        this.#keep();
      } }),
      iconButton("close", `${t("remove")}: ${cue.name}`, () => {
        this.#cues.splice(this.#cues.indexOf(cue), 1);
        this.#keep();
      })))), button("download", t("downloadCues"), () => this.#download()));
  }

  #download() {
    const link = h("a", { href: URL.createObjectURL(new Blob([webVTT(this.#cues)], { type: "text/vtt" })), download: `${this.#file.replace(/\.\w+$/, "")}.vtt` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
}

/** Each cue lasts until the next one begins, the last for a second. */
function webVTT(cues) {
  const lines = cues.map((cue, index) => {
    const end = cues[index + 1]?.seconds ?? cue.seconds + 1;
    return `${cue.name}\n${stamp(cue.seconds)} --> ${stamp(Math.max(end, cue.seconds + 0.001))}\n${cue.name}\n`;
  });
  return `WEBVTT\n\n${lines.join("\n")}`;
}

function stamp(seconds) {
  const milliseconds = Math.round(seconds * 1000);
  const part = (value, digits) => String(value).padStart(digits, "0");
  return `${part(Math.floor(milliseconds / 3600000), 2)}:${part(Math.floor(milliseconds / 60000) % 60, 2)}:${part(Math.floor(milliseconds / 1000) % 60, 2)}.${part(milliseconds % 1000, 3)}`;
}
