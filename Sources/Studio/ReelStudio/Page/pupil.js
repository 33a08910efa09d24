// The progress of a pupil: a picture of every sheet over time, and the same as a table.

import { h, icon, s } from "./dom.js";
import { ask, sheetView } from "./api.js";
import { scoresPath } from "./classroom.js";
import { date, day, number, percent, sentence, t } from "./words.js";

/** The height of the picture, its greatest width, and its margins. */
const [height, widest, left, right, top, bottom] = [300, 720, 52, 16, 16, 44];

export async function showPupil(main, { app, rest, signal }) {
  const [pupil = ""] = rest;
  let sessions;
  try {
    ({ sessions } = await ask("GET", `sessions?search=${encodeURIComponent(pupil)}`, undefined, { signal }));
  } catch (error) {
    if (!signal.aborted) main.replaceChildren(h("p", { class: "empty", role: "alert" }, sentence(error.message) || t("away")));
    return;
  }
  const sheets = sessions.filter((entry) => entry.pupil === pupil && entry.score && entry.events > 0).sort((a, b) => a.modified - b.modified);
  const complete = sheets.filter((entry) => entry.score.isComplete);
  main.replaceChildren(h("div", { class: "page" },
    h("header", {}, h("h1", {}, pupil), h("div", { class: "actions" },
      h("a", { class: "button", download: "", href: scoresPath(pupil) }, icon("download"), h("span", {}, t("scores"))),
      h("a", { class: "button", href: "#sessions" }, icon("sessions"), h("span", {}, t("sessions")))),
    h("p", {}, t("pupilFacts", { count: sheets.length, complete: complete.length }))),
    sheets.length > 0 ? picture(sheets) : null, sheets.length > 0 ? table(sheets) : null));
}

/** A picture of the sheets: each a dot with its letter at its time and accuracy; a complete one is filled. Bars are the seconds. */
function picture(sheets) {
  const width = Math.max(280, Math.min(widest, innerWidth - 40));
  const longest = Math.max(...sheets.map((entry) => entry.milliseconds));
  const across = (index) => left + (index + 0.5) * (width - left - right) / sheets.length;
  const down = (share) => top + (1 - share) * (height - top - bottom);
  const days = sheets.map((entry) => day(entry.modified));
  return h("figure", { class: "progress" }, s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("progressPicture") },
    [0, 0.5, 1].flatMap((share) => [s("path", { class: "grid", d: `M${left} ${down(share)}H${width - right}` }),
      s("text", { x: left - 8, y: down(share) + 4, "text-anchor": "end" }, percent(share))]),
    sheets.map((entry, index) => s("rect", { class: "time", x: across(index) - 4, width: 8,
      y: down(0.35 * entry.milliseconds / longest), height: down(0) - down(0.35 * entry.milliseconds / longest) })),
    s("polyline", { class: "run", points: sheets.map((entry, index) => `${across(index)},${down(entry.score.shareInside)}`).join(" ") }),
    sheets.map((entry, index) => s("g", {}, s("circle", { class: entry.score.isComplete ? "dot full" : "dot", cx: across(index), cy: down(entry.score.shareInside), r: 5 }),
      sheets.length <= width / 30 ? s("text", { class: "name", x: across(index), y: down(0) + 16, "text-anchor": "middle" }, entry.name.slice(0, 8)) : null,
      days[index] === days[index - 1] ? null : s("text", { x: across(index), y: down(0) + 34, "text-anchor": "middle" }, days[index])))),
  h("figcaption", { class: "note" }, t("progressCaption", { time: t("seconds", { count: Math.max(1, Math.round(longest / 1000)) }) })));
}

function table(sheets) {
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("sessions") }, h("table", { class: "scores" },
    h("thead", {}, h("tr", {}, [t("wordList"), t("dateColumn"), t("score"), t("secondsColumn"), t("complete")].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, sheets.toReversed().map((entry) => h("tr", {}, h("th", { scope: "row" }, h("a", { href: `#${sheetView(entry.id)}` }, entry.name || t("unnamed"))),
      h("td", {}, date(entry.modified)), h("td", {}, percent(entry.score.shareInside)), h("td", {}, number(entry.milliseconds / 1000)),
      h("td", {}, entry.score.isComplete ? "✓" : "–"))))));
}
