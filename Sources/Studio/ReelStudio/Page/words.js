// The language of the page: the browser's if it is supported, otherwise English.

import { arabic } from "./words-ar.js";
import { english } from "./words-en.js";
import { french } from "./words-fr.js";
import { german } from "./words-de.js";
import { germanSentences } from "./sentences-de.js";
import { spanish } from "./words-es.js";
import { turkish } from "./words-tr.js";

/** One file for each language; a test checks that none lacks a word. */
const languages = { en: english, de: german, fr: french, es: spanish, tr: turkish, ar: arabic };

/** The first of the browser's languages that the page supports, with its region: dates in `en-GB` are not those in `en-US`. */
export const locale = (navigator.languages ?? [navigator.language]).find((tag) => tag.split("-")[0] in languages) ?? "en";

/** The language without its region. */
export const language = locale.split("-")[0];

/** The direction of writing. */
export const direction = language === "ar" ? "rtl" : "ltr";

const words = languages[language];
const plurals = new Intl.PluralRules(locale);

/**
 * Returns the text of a key, with `{name}` replaced by a value. The value `count` chooses between singular and plural, written "one | many";
 * with more forms, they are those of the language, in the order zero, one, two, few, many, other.
 */
export function t(name, values = {}) {
  let text = words[name] ?? english[name] ?? name;
  if ("count" in values && text.includes(" | ")) text = form(text.split(" | "), values.count);
  return text.replace(/\{(\w+)\}/g, (_, key) => {
    const value = values[key];
    return typeof value === "number" ? number(value, 1) : value ?? "";
  });
}

function form(forms, count) {
  if (forms.length === 2) return forms[count === 1 ? 0 : 1];
  return forms[["zero", "one", "two", "few", "many", "other"].indexOf(plurals.select(count))] ?? forms.at(-1);
}

/** A list of the page's language: letters, words. */
export function list(name) {
  return words[name] ?? english[name];
}

/** The sentences of the server in other languages. */
const sentences = { de: germanSentences };

/** Returns a sentence of the server in the page's language, or says that it is in English. */
export function sentence(text) {
  return language === "en" || !text ? text : translated(text) ?? t("inEnglish", { text });
}

function translated(text) {
  for (const [pattern, translation] of sentences[language] ?? []) {
    const found = text.match(pattern);
    if (found) return translation.replace(/\{(\d)\}/g, (_, index) => translated(found[index] ?? "") ?? found[index] ?? "");
  }
  return undefined;
}

/** Formats a number. */
export function number(value, digits = 0) {
  return value.toLocaleString(locale, { maximumFractionDigits: digits });
}

/** The decimal separator. */
export const decimal = new Intl.NumberFormat(locale).formatToParts(0.5).find((part) => part.type === "decimal").value;

/** Formats a part from 0 to 1 as a percentage, rounded down, so that only complete things show 100 %. */
export function percent(part) {
  return (Math.floor(part * 100 + 1e-9) / 100).toLocaleString(locale, { style: "percent" });
}

/** Formats a date in milliseconds since 1970. */
export function date(milliseconds) {
  const isThisYear = new Date(milliseconds).getFullYear() === new Date().getFullYear();
  return new Date(milliseconds).toLocaleString(locale, {
    day: "numeric", month: "short", year: isThisYear ? undefined : "numeric", hour: "numeric", minute: "2-digit",
  });
}

/** Formats a day in milliseconds since 1970. */
export function day(milliseconds) {
  return new Date(milliseconds).toLocaleDateString(locale, { day: "numeric", month: "short" });
}

/** Formats a duration in seconds as minutes and seconds. */
export function duration(seconds, digits = 0) {
  const whole = Math.floor(seconds / 60);
  const rest = (seconds - whole * 60).toLocaleString(locale, {
    minimumIntegerDigits: 2, minimumFractionDigits: digits, maximumFractionDigits: digits, roundingMode: "floor",
  });
  return `${number(whole)}:${rest}`;
}

/** Formats a number of bytes. */
export function bytes(count) {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"];
  const power = count < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(count) / 3));
  return (count / 1000 ** power).toLocaleString(locale, {
    style: "unit", unit: units[power], unitDisplay: power === 0 ? "long" : "short", maximumFractionDigits: power === 0 ? 0 : 1,
  });
}
