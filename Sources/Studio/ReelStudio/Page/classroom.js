// Tools for teachers: a link with words for a class, the scores as a table, and the deletion of everything that a pupil drew.

import { announce, button, choice, dialog, field, h } from "./dom.js";
import { ask } from "./api.js";
import { rules, standardHints, standardInside } from "./lesson.js";
import { t } from "./words.js";

/** A form that makes a link with words for a class. A name in the link is saved in each session. `token` lets other machines in. */
export function linkForm(token) {
  const words = h("input", { type: "text", autocomplete: "off", placeholder: t("wordsExample") });
  const pupil = h("input", { type: "text", autocomplete: "off", maxlength: 100 });
  const inside = h("input", { type: "number", min: 0, max: 100, step: 5, value: standardInside, inputmode: "numeric" });
  const hints = h("input", { type: "number", min: 0, max: 99, value: standardHints, inputmode: "numeric" });
  const rule = choice(t("rule"), rules.map((name) => [name, t(name)]), rules[0], () => make());
  const link = h("input", { type: "text", readonly: true, "aria-label": t("link"), onfocus: () => link.select() });
  const copy = button("link", t("copyLink"), async () => {
    link.select();
    // Without a secure context there is no clipboard; the link is only selected.
    await navigator.clipboard?.writeText(link.value).then(() => announce(t("copied")), () => {});
  });
  const make = () => {
    const query = new URLSearchParams();
    const list = words.value.split(/[,;\n]+/).map((word) => word.trim()).filter(Boolean);
    if (list.length > 0) query.set("words", list.join(","));
    if (pupil.value.trim()) query.set("pupil", pupil.value.trim());
    query.set("inside", inside.checkValidity() && inside.value ? inside.value : standardInside);
    query.set("rule", rule.value);
    query.set("hints", hints.checkValidity() && hints.value ? hints.value : standardHints);
    const view = `#trace?${query}`;
    link.value = new URL(`${token ? `?token=${token}` : location.pathname}${view}`, location.href).href;
  };
  for (const input of [words, pupil, inside, hints]) input.addEventListener("input", make);
  make();
  return h("details", { class: "classroom" }, h("summary", {}, t("forClass")), h("div", {},
    h("div", { class: "pair" }, field(t("wordList"), words, t("wordsHint")), field(t("pupil"), pupil, t("pupilHint"))),
    rule,
    h("div", { class: "pair" }, field(t("minInside"), inside, t("minInsideHint")), field(t("hintsAfter"), hints, t("hintsAfterHint"))),
    h("div", { class: "row" }, link, copy)));
}

/** The path of the sessions' scores as a table for spreadsheets. */
export function scoresPath(search) {
  return search ? `api/scores?search=${encodeURIComponent(search)}` : "api/scores";
}

/** Asks whether to delete everything by a pupil, deletes it, and calls `done`. */
export function askToDelete(app, pupil, count, done) {
  dialog(t("deletePupil", { pupil }), (close) => {
    const problem = h("p", { class: "note wrong-words", role: "alert" });
    const submit = async (event) => {
      event.preventDefault();
      try {
        const { sessions, films } = await ask("DELETE", `pupils?name=${encodeURIComponent(pupil)}`);
        close();
        app.toast([t("sessionsDeleted", { count: sessions }), t("filmsDeleted", { count: films })].join(" "));
        app.films.look();
        done();
      } catch (error) {
        problem.textContent = error.message || t("away");
      }
    };
    return h("form", { onsubmit: submit }, h("p", {}, t("deletePupilText", { count, pupil })), problem,
      h("div", { class: "actions" }, h("button", { type: "button", class: "quiet", onclick: close }, t("cancel")),
        h("button", { class: "danger" }, t("deleteForGood"))));
  });
}
