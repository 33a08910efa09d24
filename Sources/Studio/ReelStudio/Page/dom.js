// Builds elements. Text only becomes text nodes, so nothing in a file or a name is parsed as markup.

import { t } from "./words.js";

const drawn = "http://www.w3.org/2000/svg";

/** Creates an element with attributes: `onclick` and the like become listeners, true and false mean present and absent. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Creates an SVG element. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(drawn, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** The lines of the icons, each in a square of 24 units. */
const icons = {
  trace: "M4 19c4-1 3-13 7-13s1 12 5 12c2 0 3-2 4-4",
  sessions: "M5 4h6v7H5zM13 4h6v7h-6zM5 13h6v7H5zM13 13h6v7h-6z",
  snowflake: "M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M12 6.5l-2-2M12 6.5l2-2M12 17.5l-2 2M12 17.5l2 2",
  storyboard: "M4 5h16v14H4zM4 15h16M9 15v4M15 15v4",
  films: "M4 6h16v12H4zM10 9.5v5l4.5-2.5z",
  wall: "M3.5 5h5v6h-5zM9.5 5h5v6h-5zM15.5 5h5v6h-5zM3.5 13h5v6h-5zM9.5 13h5v6h-5zM15.5 13h5v6h-5z",
  undo: "M9 7L4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2",
  redo: "M15 7l4.5 4.5L15 16M19 11.5h-9a5 5 0 0 0 0 10h2",
  again: "M5 12a7 7 0 1 0 2.3-5.2M5 4v4h4",
  film: "M4 6h11v12H4zM15 10.5l5-3v9l-5-3z",
  download: "M12 4v11M7.5 11L12 15.5 16.5 11M5 20h14",
  trash: "M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13",
  pencil: "M4 20l1-4L16 5l3 3L8 19z",
  close: "M6 6l12 12M18 6L6 18",
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8.5 6v12M15.5 6v12",
  plus: "M12 5v14M5 12h14",
  search: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M15.5 15.5L20 20",
  import: "M12 15V4M7.5 8L12 3.5 16.5 8M5 20h14v-5M5 15v5",
  record: "M12 6a6 6 0 1 1 0 12 6 6 0 0 1 0-12",
  stop: "M7 7h10v10H7z",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  next: "M5 12h13M12.5 6.5L18 12l-5.5 5.5",
  done: "M5 12.5l4.5 4.5L19 7.5",
  back: "M15 5.5L8.5 12l6.5 6.5",
  door: "M6 20V4.5h12V20M4 20h16M14.5 12.5h.01",
  speak: "M4 9.5v5h3.5L12 18V6L7.5 9.5zM15 9.5a4 4 0 0 1 0 5M17.5 7a8 8 0 0 1 0 10",
  chart: "M4 20h16M6 16l4-5 3.5 3L19 7",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  attempts: "M8 8h11v11H8zM5 16V5h11",
  more: "M6 12h.01M12 12h.01M18 12h.01",
};

/** Draws an icon, hidden from screen readers: the control around it has the words. */
export function icon(name) {
  return s("svg", { class: `icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    s("path", { d: icons[name] }));
}

/** Creates a button with an icon and words. */
export function button(name, words, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, icon(name), h("span", {}, words));
}

/** Creates a button with only an icon; the words are its label and tooltip. */
export function iconButton(name, words, onclick, attributes = {}) {
  return h("button", { type: "button", class: "quiet square", "aria-label": words, title: words, onclick, ...attributes }, icon(name));
}

let counter = 0;

/** Returns a unique id for an element. */
export function freshID(word = "field") {
  counter += 1;
  return `${word}-${counter}`;
}

/** Creates a labelled field; `hint` appears below it, and a problem replaces the hint. */
export function field(label, control, hint = "") {
  control.id ||= freshID();
  const note = h("p", { class: "note", id: `${control.id}-note`, "aria-live": "polite" }, hint);
  control.setAttribute("aria-describedby", note.id);
  const box = h("div", { class: "field" }, h("label", { for: control.id }, label), control, note);
  box.control = control;
  box.hint = hint;
  box.tell = (problem) => {
    note.textContent = problem || box.hint;
    box.classList.toggle("wrong", Boolean(problem));
    if (problem) control.setAttribute("aria-invalid", "true");
    else control.removeAttribute("aria-invalid");
  };
  return box;
}

/** Creates a choice with all options visible: radio buttons styled as one bar. */
export function choice(label, options, value, onchange) {
  const name = freshID("choice");
  const box = h("fieldset", { class: "choice" }, h("legend", {}, label));
  const bar = h("div", { class: "bar" });
  for (const [option, words] of options) {
    const input = h("input", {
      type: "radio", name, id: `${name}-${option}`, value: option, checked: option === value,
      onchange: () => onchange?.(option),
    });
    bar.append(input, h("label", { for: input.id }, words));
  }
  box.append(bar);
  Object.defineProperty(box, "value", {
    get: () => bar.querySelector("input:checked")?.value,
    set: (option) => { for (const input of bar.querySelectorAll("input")) input.checked = input.value === option; },
  });
  return box;
}

/** Creates a drop-down list. */
export function select(options, value, onchange) {
  return h("select", { onchange: (event) => onchange?.(event.target.value) },
    options.map(([option, words]) => h("option", { value: option, selected: option === value }, words)));
}

/** Creates a switch with a label. */
export function toggle(words, checked, onchange) {
  const input = h("input", { type: "checkbox", role: "switch", id: freshID("switch"), checked,
    onchange: (event) => onchange?.(event.target.checked) });
  const box = h("div", { class: "toggle" }, input, h("label", { for: input.id }, words));
  box.control = input;
  return box;
}

let live;

/** Announces something to screen readers, invisibly. */
export function announce(words) {
  live ||= document.getElementById("announcements");
  live.textContent = "";
  // A repeated text is announced again only if the text changes in between.
  requestAnimationFrame(() => { live.textContent = words; });
}

/** Shows a dialog until it is closed; `build` gets the function that closes it. */
export function dialog(title, build) {
  const heading = freshID("heading");
  const box = h("dialog", { "aria-labelledby": heading });
  const close = () => box.close();
  box.append(h("header", {}, h("h2", { id: heading }, title), iconButton("close", t("close"), close)));
  box.append(...[build(close)].flat());
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => { if (event.target === box) close(); });
  document.body.append(box);
  box.showModal();
  return box;
}
