// The sessions of the folder: searching, renaming, deleting, importing and exporting.

import { announce, button, dialog, field, h, icon, iconButton } from "./dom.js";
import { ask, follow, sessionPath, sheetView } from "./api.js";
import { askToDelete, scoresPath } from "./classroom.js";
import { openFilmDialog } from "./film-dialog.js";
import { receiveFiles } from "./begin.js";
import { date, duration, percent, sentence, t } from "./words.js";

/** The number of cards at first; scrolling adds more. */
const portion = 60;
/** The polling interval in milliseconds: a new file appears within a second. */
const pause = 700;

export function showSessions(main, { app, signal }) {
  const search = h("input", { type: "search", placeholder: t("searchSessions"), "aria-label": t("searchSessions"), autocomplete: "off" });
  const file = h("input", { type: "file", multiple: true, hidden: true, tabindex: "-1", "aria-hidden": "true",
    onchange: () => bringIn(app, [...file.files], look) });
  const list = h("ul", { class: "gallery" });
  const empty = h("div", { class: "empty" }, icon("sessions"), h("p", {}));
  const more = h("div", { class: "more" });
  const filmAll = button("film", t("filmAll"), () => openFilmDialog(app, { sessions: filmable().map((entry) => entry.id), name: search.value.trim() || t("className") }));
  const scores = h("a", { class: "button", download: "scores.csv" }, icon("download"), h("span", {}, t("scores")));
  const filmable = () => sessions.filter((entry) => !entry.problem && !entry.isPending).slice(0, 1000);
  const pupils = h("div", { class: "tools start" });
  let sessions = [];
  // Sheets that were started over are on one card: the newest, with the earlier attempts.
  let groups = [];
  let shown = portion;
  main.replaceChildren(h("div", { class: "page" },
    h("header", {}, h("h1", {}, t("sessions")), h("div", { class: "actions" }, search, file, button("import", t("import"), () => file.click()),
      filmAll, scores, h("a", { class: "button", href: "#wall" }, icon("wall"), h("span", {}, t("wall"))),
      h("a", { class: "button", href: "#trash" }, icon("trash"), h("span", {}, t("trashTitle"))))),
    pupils, list, empty, more, h("p", { class: "note last" }, t("importHint"))));

  const cards = new Map();
  const draw = () => {
    // A search for a pupil offers to delete all of that pupil's sheets.
    const wantedPupil = sessions.find((entry) => entry.pupil && entry.pupil.toLowerCase() === search.value.trim().toLowerCase())?.pupil;
    pupils.replaceChildren(...(wantedPupil ? [h("a", { class: "button", href: `#pupil/${encodeURIComponent(wantedPupil)}` }, icon("chart"), h("span", {}, t("progress"))), button("trash", t("deletePupil", { pupil: wantedPupil }), () => discardAll(wantedPupil), { class: "danger" })] : []));
    filmAll.disabled = filmable().length === 0;
    scores.href = scoresPath(search.value.trim());
    empty.hidden = sessions.length > 0;
    empty.querySelector("p").textContent = search.value ? t("nothingFound", { text: search.value }) : t("noSessions");
    const seen = groups.slice(0, shown);
    const wanted = seen.map(({ entry, earlier }) => {
      const key = `${entry.id} ${entry.modified} ${entry.name} ${entry.pupil} ${earlier.map(({ id }) => id)}`;
      if (!cards.has(key)) cards.set(key, card(app, entry, earlier, () => look(), find));
      return cards.get(key);
    });
    const keep = new Set(wanted);
    for (const [key, element] of cards) if (!keep.has(element)) cards.delete(key);
    const focused = document.activeElement;
    if (list.children.length !== wanted.length || wanted.some((element, index) => list.children[index] !== element)) list.replaceChildren(...wanted);
    if (list.contains(focused)) focused.focus();
  };
  const discardAll = (pupil) => askToDelete(app, pupil, sessions.filter((entry) => entry.pupil === pupil).length, () => {
    search.value = "";
    look();
  });
  const find = (text) => {
    search.value = text;
    shown = portion;
    scrollTo(0, 0);
    look();
  };
  const path = () => (search.value ? `sessions?search=${encodeURIComponent(search.value)}` : "sessions");
  const look = follow(path, pause, signal, (answer) => {
    // Sheets without a drawing get no card.
    sessions = answer.sessions.filter((entry) => entry.events > 0 || entry.problem);
    groups = grouped(sessions);
    draw();
  }, (error) => app.status(error ? "away" : null, error ? t("offlineEmpty") : ""));
  search.addEventListener("input", () => find(search.value));
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting || shown >= groups.length) return;
    shown += portion;
    draw();
  }, { rootMargin: "600px" });
  observer.observe(more);
  signal.addEventListener("abort", () => observer.disconnect());
  receiveFiles(main, signal, (files) => bringIn(app, files, look));
}

/** The sessions, newest first, with the earlier attempts at the same task by the same pupil. */
function grouped(sessions) {
  const groups = new Map();
  for (const entry of sessions) {
    const key = `${entry.attemptOf ?? entry.id} ${entry.pupil}`;
    if (groups.has(key)) groups.get(key).earlier.push(entry);
    else groups.set(key, { entry, earlier: [] });
  }
  return [...groups.values()];
}

/** A dialog with the attempts at a task. */
function showAttempts(entry, all) {
  dialog(`${entry.name || t("unnamed")}${entry.pupil ? ` · ${entry.pupil}` : ""}`, (close) => h("ul", { class: "rows" }, all.map((attempt) =>
    h("li", {}, h("div", { class: "words" }, h("p", {}, date(attempt.modified)),
      h("p", { class: "note digits" }, [attempt.score ? t("inside", { part: percent(attempt.score.shareInside) }) : "", duration(attempt.milliseconds / 1000)].filter(Boolean).join(" · "))),
    h("a", { class: "button", href: `#${sheetView(attempt.id)}`, onclick: close }, icon("trace"), h("span", {}, t("continueDrawing")))))));
}

function card(app, entry, earlier, changed, find) {
  const name = entry.name || t("unnamed");
  const picture = entry.problem
    ? h("div", { class: "broken" }, icon("close"), h("p", {}, sentence(entry.problem)))
    : h("img", { src: `api/${sessionPath(entry.id)}/picture?width=480&theme=${dark() ? "night" : "classic"}&v=${entry.modified}`, alt: "", loading: "lazy", decoding: "async" });
  const score = entry.score && (entry.score.isComplete ? h("span", { class: "fine" }, t("complete")) : t("inside", { part: percent(entry.score.shareInside) }));
  const facts = entry.problem ? [t("unreadable")]
    : [score, duration(entry.milliseconds / 1000)].filter(Boolean).flatMap((fact, index) => (index > 0 ? [" · ", fact] : [fact]));
  const title = h("h2", {}, entry.problem ? name : h("a", { href: `#${sheetView(entry.id)}` }, name));
  return h("li", { class: "session", "data-id": entry.id },
    h("div", { class: "picture" }, picture),
    h("div", { class: "about" }, h("div", { class: "words" }, h("div", { class: "names" }, title,
      entry.pupil ? h("button", { type: "button", class: "pupil", title: t("showPupil", { pupil: entry.pupil }), onclick: () => find(entry.pupil) }, entry.pupil) : null),
      earlier.length === 0 ? null : h("button", { type: "button", class: "pupil", onclick: () => showAttempts(entry, [entry, ...earlier]) }, icon("attempts"), t("attempts", { count: earlier.length + 1 })),
      h("p", { class: "note digits" }, facts), h("p", { class: "note digits" }, date(entry.modified))),
    h("div", { class: "actions" },
      entry.problem ? null : iconButton("film", `${t("filmIt")}: ${name}`, () => openFilmDialog(app, { session: entry, canvas: entry.canvas })),
      entry.problem ? null : iconButton("pencil", `${t("rename")}: ${name}`, () => rename(app, entry, changed)),
      entry.problem ? null : h("a", { class: "button quiet square", href: `api/${sessionPath(entry.id)}/file`, download: "", "aria-label": `${t("export")}: ${name}`, title: t("export") }, icon("download")),
      iconButton("trash", `${t("trash")}: ${name}`, () => discard(app, entry, name, changed)))));
}

function dark() {
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

function rename(app, entry, changed) {
  dialog(t("rename"), (close) => {
    const [name, pupil] = [entry.name, entry.pupil].map((value) => h("input", { type: "text", maxlength: 100, value }));
    const box = field(t("name"), name);
    const submit = async (event) => {
      event.preventDefault();
      try {
        await ask("PATCH", sessionPath(entry.id), { name: name.value.trim(), pupil: pupil.value.trim() });
        close();
        changed();
      } catch (error) {
        box.tell(sentence(error.message) || t("away"));
      }
    };
    return h("form", { onsubmit: submit }, box, field(t("pupil"), pupil, t("pupilHint")),
      h("div", { class: "actions" }, h("button", { type: "button", class: "quiet", onclick: close }, t("cancel")),
        h("button", { class: "primary" }, t("save"))));
  });
}

async function discard(app, entry, name, changed) {
  try {
    await ask("DELETE", sessionPath(entry.id));
    changed();
    app.toast(t("trashed", { name }), {
      words: t("restore"), run: () => ask("POST", `${sessionPath(entry.id)}/restore`).then(changed, (error) => app.toast(sentence(error.message) || t("away"))),
    });
  } catch (error) {
    app.toast(sentence(error.message) || t("away"));
  }
}

/** Imports files one after another; an unreadable file does not stop the others. */
async function bringIn(app, files, changed) {
  for (const file of files) {
    try {
      const session = await ask("POST", `import?name=${encodeURIComponent(file.name)}`, file);
      app.toast(t("imported", { name: file.name }), { words: t("continueDrawing"), run: () => app.go(sheetView(session.entry.id)) });
      announce(t("imported", { name: file.name }));
    } catch (error) {
      app.toast(sentence(error.message) || t("away"));
    }
  }
  changed();
}
