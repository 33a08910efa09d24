// The trash: sheets that can be put back or deleted permanently.

import { button, dialog, h, icon } from "./dom.js";
import { ask, sessionPath } from "./api.js";
import { date, sentence, t } from "./words.js";

export function showTrash(main, { app, signal }) {
  const list = h("ul", { class: "rows" });
  const empty = h("div", { class: "empty", hidden: true }, icon("trash"), h("p", {}, t("trashEmpty")));
  const all = button("trash", t("emptyTrash"), () => askToEmpty(), { class: "danger", hidden: true });
  let sessions = [];
  main.replaceChildren(h("div", { class: "page" },
    h("header", {}, h("h1", {}, t("trashTitle")), h("div", { class: "actions" }, all,
      h("a", { class: "button", href: "#sessions" }, icon("sessions"), h("span", {}, t("sessions")))), h("p", {}, t("trashText"))),
    list, empty));
  const attempt = async (work) => {
    try {
      await work();
    } catch (error) {
      app.toast(sentence(error.message) || t("away"));
    }
    await look();
  };
  const askToEmpty = () => dialog(t("emptyTrash"), (close) => h("form", { onsubmit: (event) => {
    event.preventDefault();
    close();
    attempt(async () => { for (const entry of sessions) await ask("DELETE", `trash/${encodeURIComponent(entry.id)}`); });
  } }, h("p", {}, t("emptyTrashText", { count: sessions.length })), h("div", { class: "actions" },
    h("button", { type: "button", class: "quiet", onclick: close }, t("cancel")), h("button", { class: "danger" }, t("deleteForGood")))));
  const row = (entry) => {
    const name = [entry.pupil, entry.name].filter(Boolean).join(" · ") || t("unnamed");
    return h("li", {}, h("div", { class: "words" }, h("h2", {}, name), h("p", { class: "note digits" }, date(entry.modified))),
      button("undo", t("restore"), () => attempt(() => ask("POST", `${sessionPath(entry.id)}/restore`)), { "aria-label": `${t("restore")}: ${name}` }));
  };
  const look = async () => {
    try {
      ({ sessions } = await ask("GET", "trash", undefined, { signal }));
    } catch (error) {
      if (signal.aborted) return;
      return app.toast(sentence(error.message) || t("away"));
    }
    list.replaceChildren(...sessions.map(row));
    empty.hidden = sessions.length > 0;
    all.hidden = sessions.length === 0;
  };
  look();
}
