// The page: its header, its views, and the choice of view.

import { dialog, h, s, icon, button } from "./dom.js";
import { ask, sheetView } from "./api.js";
import { browserStorage, sessionsWithInk } from "./ink-journal.js";
import { Lesson } from "./lesson.js";
import { direction, language, sentence, t } from "./words.js";
import { FilmWatch } from "./films.js";
import { showFilms } from "./films-view.js";
import { showPupil } from "./pupil.js";
import { showSessions } from "./sessions.js";
import { showSnowflake } from "./snowflake.js";
import { showStoryboard } from "./storyboard.js";
import { showTrace } from "./trace.js";
import { showTrash } from "./trash.js";
import { showWall } from "./wall.js";
import { showWorksheet } from "./worksheet.js";

const views = {
  trace: showTrace, sessions: showSessions, snowflake: showSnowflake, storyboard: showStoryboard, films: showFilms, wall: showWall,
  trash: showTrash, pupil: showPupil, worksheet: showWorksheet,
};

/** The objects that all views share: `studio` (the server's capabilities), `films`, `status`, `toast` and `go`. */
const app = { studio: null, films: null, status, toast, go };

let leave = new AbortController();
let main;

async function start() {
  // The token of the link is a cookie by now; hide it from onlookers.
  if (location.search) history.replaceState(null, "", location.pathname + location.hash);
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  main = h("main", { id: "content", tabindex: "-1" });
  document.getElementById("shell").append(header(), main);
  try {
    app.studio = await ask("GET", "studio");
  } catch (error) {
    main.replaceChildren(h("p", { class: "empty", role: "alert" }, sentence(error.message) || t("away")));
    // The server may come back; the page then reloads.
    setTimeout(() => location.reload(), 3000);
    return;
  }
  app.films = new FilmWatch(app);
  addEventListener("hashchange", show);
  offerWaitingInk();
  if (!location.hash && app.studio.view in views) location.replace(`#${app.studio.view}`);
  else show();
}

/** Offers to open a sheet with ink that a closed page left unsaved; opening it sends the ink to the studio. */
function offerWaitingInk() {
  const [session] = sessionsWithInk(browserStorage());
  if (session === undefined || location.hash.slice(1).split("?")[0] === sheetView(session)) return;
  toast(t("inkWaits"), { words: t("continueDrawing"), run: () => go(sheetView(session)) }, true);
}

/** The views for teachers. */
const tabs = ["trace", "sessions", "snowflake", "storyboard", "films"];

/** The door from a child's view to those for teachers. */
function openDoor() {
  dialog(t("forTeachers"), (close) => h("ul", { class: "door-list" }, [...tabs, "wall"].map((name) =>
    h("li", {}, h("a", { class: "button wide", href: `#${name}`, onclick: close }, icon(name), h("span", {}, t(name)))))));
}

function header() {
  const link = (name) => h("li", {}, h("a", { href: `#${name}`, id: `view-${name}` }, icon(name), h("span", {}, t(name))));
  return h("header", { class: "top" },
    h("a", { class: "button skip", href: "#content", onclick: (event) => { event.preventDefault(); main.focus(); } }, t("skip")),
    h("a", { class: "mark", href: "#trace" },
      s("svg", { viewBox: "0 0 32 32", "aria-hidden": "true" },
        s("circle", { class: "track", cx: 16, cy: 16, r: 12 }), s("path", { class: "run", d: "M16 4a12 12 0 1 1-11.4 8.3" })),
      "Reel"),
    h("nav", { class: "views", "aria-label": t("views") },
      h("ul", {}, tabs.map(link))),
    h("p", { class: "status", id: "status", role: "status", hidden: true }),
    h("button", { type: "button", class: "quiet square door", "aria-label": t("forTeachers"), title: t("forTeachers"), onclick: openDoor }, icon("door")));
}

const belongsToSessions = ["wall", "trash", "pupil", "worksheet"];

/** Shows the view in the URL: `#trace/ID?key=value`. */
function show() {
  const [path, query = ""] = location.hash.slice(1).split("?");
  const [name, ...rest] = path.split("/").map(decodeURIComponent);
  const view = name in views ? name : "trace";
  leave.abort();
  leave = new AbortController();
  status(null);
  for (const link of document.querySelectorAll(".views a")) {
    if (link.id === `view-${belongsToSessions.includes(view) ? "sessions" : view}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  // Dialogs of another view are closed, so that the back button leaves a dialog.
  for (const open of document.querySelectorAll("dialog[open]")) open.close();
  document.title = `${t(view)} · Reel`;
  // A child needs the sheet and nothing else.
  document.body.classList.toggle("child", view === "trace" && new Lesson(new URLSearchParams(query)).isForChild);
  document.body.classList.toggle("drawing", view === "trace" && rest.length > 0);
  main.replaceChildren();
  scrollTo(0, 0);
  views[view](main, { app, rest, query: new URLSearchParams(query), signal: leave.signal });
}

/** Goes to a view. */
function go(hash) {
  if (location.hash === `#${hash}`) show();
  else location.hash = hash;
}

/** Shows the saving state in the header; null shows nothing. */
function status(state, words = "") {
  const line = document.getElementById("status");
  line.hidden = state === null;
  line.dataset.state = state ?? "";
  if (line.textContent !== words) line.textContent = words;
}

let toastTimer;

/** Shows a sentence with an action for a while; with `lasts`, until the user reacts. */
function toast(words, action, lasts = false) {
  clearTimeout(toastTimer);
  document.querySelector(".toast")?.remove();
  const box = h("div", { class: "toast", role: "status" }, words);
  if (action) {
    box.append(h("button", { type: "button", onclick: () => { box.remove(); action.run(); } }, action.words));
  }
  document.body.append(box);
  if (!lasts) toastTimer = setTimeout(() => box.remove(), 8000);
}

start();
