// Tools for teachers: a link with words for a class, the scores as a table, and the deletion of everything that a pupil drew.

import { announce, button, choice, dialog, field, h, icon, toggle } from "./dom.js";
import { ask } from "./api.js";
import { alphabetChoice } from "./begin.js";
import { Lesson, helps, rules, standardHints, standardInside } from "./lesson.js";
import { decimal, list, sentence, t } from "./words.js";

/** The words of a list with commas, semicolons or lines between them. */
export function wordsOf(text) {
  return text.split(/[,;\n]+/).map((word) => word.trim()).filter(Boolean);
}

/** Returns what is wrong with words, as a sentence; empty if all of them can be written. */
export async function checkWords(words, alphabet = "print") {
  if (words.length === 0) return "";
  try {
    const { missing } = await ask("GET", `letters?${new URLSearchParams({ text: words.join(" "), alphabet })}`);
    if (missing.length > 0) return t("lettersMissing", { letters: missing.join(" ") });
  } catch {
    // Without an answer nothing is known; the sheet will say so.
  }
  return words.some((word) => word.length > 100) ? t("wordTooLong") : "";
}

/** A form that makes a link with words for a class. A name in the link is saved in each session. The studio knows its address for other devices, if there is one. */
export function linkForm(app) {
  const address = app.studio.link;
  const text = (attributes = {}) => h("input", { type: "text", autocomplete: "off", maxlength: 100, ...attributes });
  const words = text({ placeholder: t("wordsExample"), maxlength: 2000 });
  const [pupil, greeting] = [text(), text({ placeholder: t("greetingExample") })];
  const inside = h("input", { type: "number", min: 0, max: 100, step: 5, value: standardInside, inputmode: "numeric" });
  const hints = h("input", { type: "number", min: 0, max: 99, value: standardHints, inputmode: "numeric" });
  const rule = choice(t("rule"), rules.map((name) => [name, t(name)]), rules[0], () => make());
  const alphabet = alphabetChoice(app, "print", () => make());
  const help = choice(t("help"), [...helps, "fading"].map((name) => [name, t(`help_${name}`)]), helps[0], () => make());
  const sound = toggle(t("sound"), false, () => make());
  const link = h("input", { type: "text", readonly: true, "aria-label": t("link"), onfocus: () => link.select() });
  const copy = button("link", t("copyLink"), async () => {
    link.select();
    // Without a secure context there is no clipboard; the link is only selected.
    await navigator.clipboard?.writeText(link.value).then(() => announce(t("copied")), () => {});
  });
  const print = h("a", { class: "button", href: "#worksheet" }, icon("print"), h("span", {}, t("worksheet")));
  const box = field(t("wordList"), words, t("wordsHint"));
  let checks = 0;
  const make = async () => {
    const lesson = new Lesson(new URLSearchParams());
    Object.assign(lesson, { words: wordsOf(words.value), pupil: pupil.value.trim(), greeting: greeting.value.trim(), rule: rule.value, help: help.value, alphabet: alphabet.value,
      inside: inside.checkValidity() && inside.value ? Number(inside.value) : standardInside,
      hints: hints.checkValidity() && hints.value ? Number(hints.value) : standardHints, sound: sound.control.checked });
    const base = new URL(address ?? location.pathname, location.href);
    base.hash = lesson.view("trace");
    link.value = base.href;
    print.href = `#worksheet?${new URLSearchParams({ words: lesson.words.join(","), alphabet: alphabet.value })}`;
    checks += 1;
    const check = checks;
    const problem = await checkWords(lesson.words, alphabet.value);
    if (check === checks) box.tell(problem);
  };
  for (const input of [words, pupil, greeting, inside, hints]) input.addEventListener("input", make);
  make();
  return h("details", { class: "classroom" }, h("summary", {}, t("forClass")), h("div", {},
    box, h("div", { class: "pair" }, field(t("greeting"), greeting, t("greetingHint")), field(t("pupil"), pupil, t("pupilHint"))),
    rule, help, alphabet,
    h("div", { class: "pair" }, field(t("minInside"), inside, t("minInsideHint")), field(t("hintsAfter"), hints, t("hintsAfterHint"))), sound,
    h("div", { class: "row" }, link, copy, print),
    address || !isOwn(location.hostname) ? null : h("p", { class: "notice", role: "note" }, t("onlyHere"))));
}

/** Whether a host is the machine of the page itself. */
function isOwn(host) {
  return host === "localhost" || host.startsWith("127.") || host === "[::1]";
}

/** The table of scores in the page's language: its columns, its words, its decimal separator. */
export function tableStyle() {
  return { decimal: decimal === "," ? "," : ".", columns: list("columns"), complete: [t("yes"), t("no")] };
}

/** The path of the sessions' scores as a table for spreadsheets. */
export function scoresPath(search) {
  const { decimal, columns, complete } = tableStyle();
  return `api/scores?${new URLSearchParams({ ...(search ? { search } : {}), decimal, columns: columns.join("|"), complete: complete.join("|") })}`;
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
        problem.textContent = sentence(error.message) || t("away");
      }
    };
    return h("form", { onsubmit: submit }, h("p", {}, t("deletePupilText", { count, pupil })), problem,
      h("div", { class: "actions" }, h("button", { type: "button", class: "quiet", onclick: close }, t("cancel")),
        h("button", { class: "danger" }, t("deleteForGood"))));
  });
}
