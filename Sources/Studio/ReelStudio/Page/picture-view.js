// A picture that the server draws, showing the newest request.

import { send } from "./api.js";
import { t } from "./words.js";

/** A picture that follows requests: one at a time, then the newest. */
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
