// Asks for the settings of a film, queues it, and shows its progress.

import { choice, dialog, field, h, select } from "./dom.js";
import { ask } from "./api.js";
import { FilmRow } from "./films-view.js";
import { tableStyle } from "./classroom.js";
import { remember, setting } from "./settings.js";
import { number, sentence, t } from "./words.js";

const sizes = ["720p", "1080p", "square", "story"];

/**
 * Opens the dialog for a session (`session` and `canvas`), for several (`sessions`, their names), for scenes (`scenes`, a function of the theme) or for the storyboard (`story`).
 * `name` is the film's name, `rate` its default frame rate; `theme` is the theme chosen outside the dialog.
 */
export function openFilmDialog(app, wanted) {
  const saved = setting("film", {});
  const isTraced = Boolean(wanted.session || wanted.sessions);
  return dialog(wanted.sessions ? t("filmThem", { count: wanted.sessions.length }) : t("filmIt"), (close) => {
    const fields = {
      fps: field(t("rate"), select(["10", "24", "25", "30", "50", "60"].map((rate) => [rate, rate]), String(saved.fps ?? wanted.rate ?? 30))),
      size: field(t("size"), select([...(isTraced ? [["", t("sizeNatural")]] : []), ...sizes.map((size) => [size, size])],
        saved.size ?? (isTraced ? "" : "720p"))),
      ending: field(t("format"), select(app.studio.endings.map((ending) => [ending, ending.toUpperCase()]), saved.ending ?? "mp4")),
    };
    const trace = isTraced && {
      speed: field(t("speed"), select([0.5, 1, 1.5, 2, 4].map((speed) => [String(speed), `${number(speed, 1)} ×`]), String(saved.speed ?? 1))),
      pause: field(t("longestPause"), select([["", t("pauseNever")], ...[0.5, 1, 2, 5].map((seconds) =>
        [String(seconds), t("seconds", { count: seconds })])], String(saved.pause ?? 1))),
    };
    const theme = wanted.story || wanted.theme ? null
      : choice(t("theme"), app.studio.themes.map((name) => [name, t(name)]), saved.theme ?? app.studio.themes[0]);
    const problem = h("p", { class: "note wrong-words", role: "alert" });
    const submit = async (event) => {
      event.preventDefault();
      const settings = readSettings({ fields, trace, theme, isStory: wanted.story });
      remember("film", { ...saved, ...settings.saved });
      try {
        const film = await ask("POST", "films", newFilm(wanted, settings));
        app.films.look();
        watch(app, form, film, close);
      } catch (error) {
        problem.textContent = sentence(error.message) || t("away");
      }
    };
    const form = h("form", { onsubmit: submit },
      theme,
      h("div", { class: "pair" }, wanted.story ? null : fields.fps, wanted.story ? null : fields.size),
      h("div", { class: "pair" }, fields.ending, trace && trace.speed, trace && trace.pause),
      wanted.sessions ? h("p", { class: "note" }, t("archiveHint")) : null,
      problem,
      h("div", { class: "actions" },
        h("button", { type: "button", class: "quiet", onclick: close }, t("cancel")),
        h("button", { class: "primary" }, t("record"))));
    return form;
  });
}

function readSettings({ fields, trace, theme, isStory }) {
  const value = (box) => box?.control.value ?? "";
  const saved = { ending: value(fields.ending) };
  if (!isStory) Object.assign(saved, { fps: value(fields.fps), size: value(fields.size) });
  if (trace) Object.assign(saved, { speed: value(trace.speed), pause: value(trace.pause) });
  if (theme) saved.theme = theme.value;
  return { saved };
}

/** The request to the server. */
function newFilm(wanted, { saved }) {
  const film = wanted.story ? undefined : { fps: saved.fps, ...(saved.size ? { size: saved.size } : {}) };
  const common = { ending: saved.ending, ...(wanted.name ? { name: wanted.name } : {}), ...(film ? { film } : {}) };
  if (wanted.story) return { ...common, story: true };
  if (wanted.scenes) return { ...common, scenes: wanted.scenes, film: { ...film, seconds: wanted.seconds } };
  return {
    ...common, ...(wanted.sessions ? { sessions: wanted.sessions, table: tableStyle() } : { session: wanted.session.id }),
    trace: { theme: saved.theme, speed: saved.speed, ...(saved.pause ? { "max-pause": saved.pause } : {}) },
  };
}

/** Shows the film's progress in the dialog, and plays the film when it is finished. */
function watch(app, form, film, close) {
  const row = new FilmRow(app, film, true);
  const ending = new AbortController();
  const list = h("ul", { class: "films alone" }, row.element);
  form.replaceWith(list);
  list.closest("dialog").addEventListener("close", () => ending.abort());
  app.films.listen(ending.signal, (films) => {
    const now = films.find((other) => other.id === film.id);
    if (now) row.show(now);
    else if (films.length > 0 && row.wasSeen) close();
    row.wasSeen ||= Boolean(now);
  });
  row.show(film);
}
