// A worksheet to print: words on lines, for a pencil.

import { choice, field, h, icon } from "./dom.js";
import { list, locale, t } from "./words.js";
import { alphabetChoice } from "./begin.js";
import { checkWords, wordsOf } from "./classroom.js";

export function showWorksheet(main, { app, query }) {
  const words = h("input", { type: "text", autocomplete: "off", placeholder: t("wordsExample"), value: query.get("words") ?? list("smallWordsList").slice(0, 3).join(", ") });
  const box = field(t("wordList"), words, t("wordsHint"));
  // Letter is the paper of North America.
  const paper = choice(t("paperSize"), [["a4", "A4"], ["letter", "Letter"]], /-(US|CA|MX|PH)\b/.test(locale) ? "letter" : "a4", () => make());
  const alphabet = alphabetChoice(app, query.get("alphabet") ?? "print", () => make());
  const link = h("a", { class: "button primary", target: "_blank", rel: "noopener" }, icon("print"), h("span", {}, t("openWorksheet")));
  const make = async () => {
    const wanted = wordsOf(words.value);
    link.href = `api/worksheet?${new URLSearchParams({ words: wanted.join(","), paper: paper.value, alphabet: alphabet.value })}`;
    const problem = await checkWords(wanted, alphabet.value);
    box.tell(problem);
    link.toggleAttribute("hidden", wanted.length === 0 || Boolean(problem));
  };
  words.addEventListener("input", make);
  main.replaceChildren(h("div", { class: "page" },
    h("header", {}, h("h1", {}, t("worksheet")), h("div", { class: "actions" }, h("a", { class: "button", href: "#wall" }, icon("wall"), h("span", {}, t("wall")))),
      h("p", {}, t("worksheetText"))),
    h("div", { class: "form narrow" }, box, alphabet, paper, h("div", { class: "row" }, link))));
  make();
}
