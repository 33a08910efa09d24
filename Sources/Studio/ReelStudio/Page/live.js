// The live recorder, which films the sheet in real time and shows the server's frames meanwhile.

import { button, h } from "./dom.js";
import { ask } from "./api.js";
import { duration, sentence, t } from "./words.js";

/** Returns a recorder of the `session` or `scenes` that the function `wanted` returns; `hint` describes the recording. */
export function liveRecorder(app, wanted, signal, hint = t("liveHint")) {
  const picture = h("img", { class: "live-picture", alt: t("livePicture"), hidden: true });
  const words = h("p", { class: "note digits", role: "status" }, hint);
  const control = button("record", t("liveStart"), () => turn(), {});
  const box = h("section", { class: "live", "aria-label": t("live") }, h("div", { class: "row" }, h("h2", {}, t("live")), control), words, picture);
  let isRunning = false;
  let timer = 0;
  let since = 0;

  const show = (live) => {
    if (!isRunning) since = performance.now();
    isRunning = live.state === "recording";
    box.classList.toggle("running", isRunning);
    control.lastChild.textContent = t(isRunning ? "liveStop" : "liveStart");
    if (!isRunning) return;
    words.textContent = t("liveRunning", {
      time: duration(live.seconds ?? (performance.now() - since) / 1000), frames: live.frames ?? 0, missed: live.missed ?? 0, dropped: live.dropped ?? 0,
    });
  };
  const look = async () => {
    let frames = 0;
    try {
      const live = await ask("GET", "live", undefined, { signal });
      frames = live.frames ?? 0;
      show(live);
    } catch {
      // The next poll shows the state.
    }
    if (!isRunning || signal.aborted) return;
    if (frames > 0) {
      picture.hidden = false;
      picture.src = `api/live/frame?v=${frames}`;
    }
    timer = setTimeout(look, 250);
  };
  const turn = async () => {
    try {
      if (isRunning) {
        clearTimeout(timer);
        // The film is finished in the background.
        show({ ...(await ask("DELETE", "live")), state: "idle" });
        words.textContent = hint;
        picture.hidden = true;
      } else {
        show(await ask("POST", "live", wanted()));
        // The list knows the film from now on, and announces it when it is finished.
        app.films.look();
        look();
      }
    } catch (error) {
      app.toast(sentence(error.message) || t("away"));
    }
  };
  signal.addEventListener("abort", () => clearTimeout(timer));
  look();
  return box;
}
