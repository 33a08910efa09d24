// The choice of a task: letters, digits, words, or something else.

import { button, choice, field, h, icon } from "./dom.js";
import { ask, sheetView } from "./api.js";
import { Lesson, rules } from "./lesson.js";
import { remember, setting } from "./settings.js";
import { leastCorridor } from "./sheet.js";
import { list, sentence, t } from "./words.js";

/** The sizes of a sheet, in points. */
const shapes = { portrait: [720, 960], square: [720, 720], landscape: [1280, 720] };

/** Shows the tasks. A link may contain words and a pupil's name: `#trace?words=Oma,Opa&pupil=Ada`. */
export function showBeginning(main, { app, query, signal }) {
  const lesson = new Lesson(query);
  const { words } = lesson;
  const text = h("input", { type: "text", maxlength: 100, placeholder: t("traceText"), autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const box = field(t("traceText"), text, t("traceTextHint"));
  const tell = (error) => {
    const words = sentence(error.message) || t("away");
    if (!box.isConnected) return app.toast(words);
    box.tell(words);
    box.scrollIntoView({ block: "nearest" });
  };
  const begin = (wanted) => beginSession(app, wanted, lesson).catch(tell);
  const submit = (event) => {
    event.preventDefault();
    const wanted = text.value.trim();
    if (wanted) begin({ text: wanted });
    else text.focus();
  };
  const chosen = wordTiles(lesson, begin);
  const title = h("h1", {}, lesson.greeting || t("traceTitle"));
  main.replaceChildren(h("div", { class: "page begin" }, h("header", {}, title),
    ...(words.length > 0 ? [nameField(lesson, () => chosen.show()), chosen] : []),
    ...(lesson.isForChild && words.length > 0 ? [] : [
      h("form", { onsubmit: submit }, box, h("button", { class: "primary" }, t("begin"))),
      choice(t("sheetShape"), Object.keys(shapes).map((name) => [name, t(name)]), setting("shape", defaultShape()), (name) => remember("shape", name)),
      lesson.alphabet ? null : alphabetChoice(app, setting("alphabet", "print"), (name) => remember("alphabet", name)),
      lesson.rule ? null : choice(t("rule"), rules.map((name) => [name, t(name)]), setting("rule", rules[0]), (name) => remember("rule", name)),
      tiles(t("capitals"), list("capitalLetters"), begin), tiles(t("smallLetters"), list("smallLettersList"), begin),
      tiles(t("digits"), [..."0123456789"], begin), tiles(t("smallWords"), list("smallWordsList"), begin, "words"),
      others(app, begin, lesson, tell)].filter(Boolean))));
  if (words.length > 0) return;
  receiveFiles(main, signal, (files) => importTask(app, files[0], lesson).catch((error) => app.toast(sentence(error.message) || t("away"))));
}

/** A choice of the alphabet: those of the studio in the page's language, those of teachers by their names. */
export function alphabetChoice(app, value, changed) {
  const known = { print: t("alphabet_print"), school: t("alphabet_school"), joined: t("alphabet_joined") };
  return choice(t("alphabet"), app.studio.alphabets.map((name) => [name, known[name] ?? name]), value, changed);
}

function tiles(title, all, begin, kind = "") {
  return h("section", { class: "group" }, h("h2", {}, title),
    h("div", { class: `letters ${kind}` }, [...all].map((letter) => h("button", { type: "button", onclick: () => begin({ text: letter }) }, letter))));
}

function others(app, begin, lesson, tell) {
  const file = h("input", { type: "file", hidden: true, accept: ".svg,.svgz,.json,image/svg+xml", "aria-hidden": "true", tabindex: "-1",
    onchange: () => file.files[0] && importTask(app, file.files[0], lesson).catch(tell) });
  return h("section", { class: "group" }, h("h2", {}, t("otherSheets")),
    h("div", { class: "others" },
      button("pencil", t("freeSheet"), () => begin({ free: true })),
      button("import", t("ownCharacter"), () => file.click()), file));
}

/** A field for the name of the person drawing, for links with words: each child of a class enters one. */
function nameField(lesson, changed) {
  const name = h("input", { type: "text", maxlength: 100, autocomplete: "off", value: lesson.pupil, oninput: () => {
    lesson.pupil = name.value.trim();
    // Keep the name when the page is reloaded.
    history.replaceState(null, "", `#${lesson.view("trace")}`);
    changed();
  } });
  return field(t("yourName"), name, t("pupilHint"));
}

/** The words of a lesson; finished ones have a tick. */
function wordTiles(lesson, begin) {
  const tiles = lesson.words.map((word) => h("button", { type: "button", onclick: () => begin({ text: word }) }, h("span", {}, word), icon("done")));
  const box = h("section", { class: "group" }, h("h2", {}, t("wordList")), h("div", { class: "letters words" }, tiles));
  // Update in place, because a word may be pressed at the moment.
  box.show = () => tiles.forEach((tile, index) => {
    const isDone = lesson.done.has(lesson.words[index]);
    tile.classList.toggle("done", isDone);
    if (isDone) tile.setAttribute("aria-label", t("wordDone", { word: lesson.words[index] }));
    else tile.removeAttribute("aria-label");
  });
  box.show();
  return box;
}

/** Starts a session and shows its sheet. */
export async function beginSession(app, wanted, lesson) {
  const canvas = shapes[lesson.isForChild ? defaultShape() : setting("shape", defaultShape())];
  // About the scale at which the sheet will be shown; what is too small for a finger there is written letter by letter.
  const scale = Math.min(innerWidth / canvas[0], Math.max(innerHeight - 160, 0.8 * innerHeight) / canvas[1]);
  const session = await ask("POST", "sessions", {
    ...wanted, ...(wanted.text ? lesson.rules : { ...lesson.rules, alphabet: undefined }), ...(lesson.pupil ? { pupil: lesson.pupil } : {}), canvas,
    ...(wanted.text ? { minCorridor: leastCorridor / scale } : {}),
  });
  app.go(lesson.view(sheetView(session.entry.id)));
}

/** The default shape: portrait on a phone held upright, landscape on one that is not. */
function defaultShape() {
  if (innerHeight < 480 && innerWidth > innerHeight) return "landscape";
  return innerWidth < 740 ? "portrait" : "square";
}

async function importTask(app, file, lesson) {
  const session = await ask("POST", `import?as=task&name=${encodeURIComponent(file.name)}`, file);
  app.go(lesson.view(sheetView(session.entry.id)));
}

/** Accepts files dropped anywhere on the page. */
export function receiveFiles(element, signal, take) {
  const over = (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  };
  const leave = (event) => { if (event.relatedTarget === null) document.body.classList.remove("dropping"); };
  addEventListener("dragover", over, { signal });
  addEventListener("dragleave", leave, { signal });
  addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    take([...event.dataTransfer.files]);
  }, { signal });
}
