// For a teacher: a link with words for a class, the scores as a table, and all that one pupil drew.

import { announce, button, field, h } from "./dom.js";
import { ask, sessionPath } from "./api.js";
import { t } from "./words.js";

/** A form that makes the link which shows a class its words; a name in it goes into each session. */
export function linkForm() {
  const words = h("input", { type: "text", autocomplete: "off", placeholder: t("wordsExample") });
  const pupil = h("input", { type: "text", autocomplete: "off", maxlength: 100 });
  const link = h("input", { type: "text", readonly: true, "aria-label": t("link"), onfocus: () => link.select() });
  const copy = button("link", t("copyLink"), async () => {
    link.select();
    // Without a secure context there is no clipboard; the link is selected then.
    await navigator.clipboard?.writeText(link.value).then(() => announce(t("copied")), () => {});
  });
  const make = () => {
    const query = new URLSearchParams();
    const list = words.value.split(/[,;\n]+/).map((word) => word.trim()).filter(Boolean);
    if (list.length > 0) query.set("words", list.join(","));
    if (pupil.value.trim()) query.set("pupil", pupil.value.trim());
    const view = query.size > 0 ? `#trace?${query}` : "#trace";
    link.value = new URL(view, location.href).href;
  };
  for (const input of [words, pupil]) input.addEventListener("input", make);
  make();
  return h("details", { class: "classroom" }, h("summary", {}, t("forClass")), h("div", {},
    h("div", { class: "pair" }, field(t("wordList"), words, t("wordsHint")), field(t("pupil"), pupil, t("pupilHint"))),
    h("div", { class: "row" }, link, copy)));
}

/** Hands out the scores of sessions as a table that spreadsheets read. */
export function downloadScores(sessions) {
  const rows = [["name", "pupil", "date", "complete", "inside", "progress", "seconds", "file"], ...sessions.map((entry) => {
    const { progress = [], isComplete = "", shareInside = "" } = entry.score ?? {};
    const mean = progress.length > 0 ? progress.reduce((sum, part) => sum + part, 0) / progress.length : "";
    return [entry.name, entry.pupil, new Date(entry.modified).toISOString(), isComplete, rounded(shareInside), rounded(mean), rounded(entry.milliseconds / 1000), entry.id];
  })];
  const text = rows.map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
  const link = h("a", { href: URL.createObjectURL(new Blob(["\uFEFF", text], { type: "text/csv" })), download: "scores.csv" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Moves all sessions of a pupil to the trash; returns how many. */
export async function discardPupil(pupil, sessions) {
  const theirs = sessions.filter((entry) => entry.pupil === pupil);
  for (const entry of theirs) await ask("DELETE", sessionPath(entry.id));
  return theirs.length;
}

function rounded(number) {
  return typeof number === "number" ? Math.round(number * 1000) / 1000 : number;
}

/** A cell that a spreadsheet takes for text and not for a formula. */
function cell(value) {
  const text = String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
