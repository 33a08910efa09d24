// A wall for teachers: the sheets drawn on in the last minutes, in their current state.

import { h, icon } from "./dom.js";
import { follow, sessionPath, sheetView } from "./api.js";
import { linkForm } from "./classroom.js";
import { percent, t } from "./words.js";

/** How long a sheet stays on the wall after its last stroke, in milliseconds. */
const lingering = 10 * 60 * 1000;

export function showWall(main, { app, signal }) {
  const list = h("ul", { class: "gallery wall" });
  const empty = h("div", { class: "empty" }, icon("wall"), h("p", {}, t("wallEmpty")));
  const sheets = new Map();
  main.replaceChildren(h("div", { class: "page" }, h("header", {}, h("h1", {}, t("wallTitle"))), linkForm(app), list, empty));
  follow("sessions", 700, signal, ({ sessions }) => {
    const seen = sessions.filter((entry) => !entry.problem && entry.events > 0 && Date.now() - entry.modified < lingering);
    empty.hidden = seen.length > 0;
    for (const [id, sheet] of sheets) {
      if (seen.some((entry) => entry.id === id)) continue;
      sheet.element.remove();
      sheets.delete(id);
    }
    for (const entry of seen) {
      if (!sheets.has(entry.id)) sheets.set(entry.id, sheetOf(entry));
      const sheet = sheets.get(entry.id);
      // A sheet keeps its position while others change.
      if (!sheet.element.isConnected) list.append(sheet.element);
      sheet.show(entry);
    }
  }, (error) => app.status(error ? "away" : null, error ? t("offlineEmpty") : ""));
}

function sheetOf(entry) {
  const picture = h("img", { alt: "" });
  // The link is as large as the card.
  const [name, facts] = [h("a", { href: `#${sheetView(entry.id)}` }), h("p", { class: "note digits" })];
  const element = h("li", { class: "session" }, h("div", { class: "picture" }, picture),
    h("div", { class: "about" }, h("div", { class: "words" }, h("h2", {}, name), facts)));
  let version = 0;
  return {
    element,
    show(now) {
      if (now.modified === version) return;
      version = now.modified;
      const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "classic";
      picture.src = `api/${sessionPath(now.id)}/picture?width=480&theme=${theme}&v=${version}`;
      name.textContent = [now.pupil, now.name].filter(Boolean).join(" · ") || t("unnamed");
      element.classList.toggle("complete", Boolean(now.score?.isComplete));
      facts.textContent = now.score ? (now.score.isComplete ? t("complete") : t("inside", { part: percent(now.score.shareInside) })) : "";
    },
  };
}
